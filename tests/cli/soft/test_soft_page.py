"""The commands on the page about the command line print what the page shows."""

import re
import shlex
from pathlib import Path

from bad_inputs import command

PAGE = Path(__file__).parents[3] / "docs" / "command_line.md"
BLOCKS = re.findall(r"^```console\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)


def entries():
    """Each command of the page with its output."""
    for block in BLOCKS:
        for entry in block.split("$ ")[1:]:
            line, _, output = entry.partition("\n")
            yield line, output


def test_the_page_shows_what_the_commands_print(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "src").symlink_to(PAGE.parents[1] / "src")  # commands of the page read its data
    shown, printed = [], []
    for line, output in entries():
        if line.startswith("cat "):
            Path(shlex.split(line)[1]).write_text(output, "utf-8")
            continue
        shown.append(f"exit 0\n{output}".rstrip("\n"))
        printed.append(command(line))
    assert printed == shown
    assert len(shown) == 5
