"""Commands of other packages, found by their entry points."""

import importlib.metadata

import pytest

from partita.cli.added_commands import entry_points
from partita.cli.parser import COMMANDS

ADDED = """
from partita.cli.status import DONE

COMMANDS = {"greet": "say hello", "score": "not ours"}

def options(command):
    command.add_argument("--loud", action="store_true")

def run(arguments):
    return ("HELLO" if arguments.loud else "hello") + "\\n", DONE
"""


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """A package that adds a command, and the entry point of a package that is gone."""
    for name in ("greetings", "gone"):
        metadata = tmp_path / f"{name}-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        point = f"[partita.commands]\n{name} = {name}:COMMANDS\n"
        (metadata / "entry_points.txt").write_text(point)
    package = tmp_path / "greetings"
    package.mkdir()
    for module in ("__init__", "greet"):
        (package / f"{module}.py").write_text(ADDED)
    monkeypatch.syspath_prepend(tmp_path)


def test_an_installed_package_adds_commands(run, installed):
    left_out = "partita: warning: commands of gone are left out: No module named 'gone'\n"
    assert run("greet", "--loud") == (0, "HELLO\n", left_out)
    status, out, err = run("--help")
    assert (status, err) == (0, left_out)
    assert "say hello" in out
    assert "not ours" not in out  # our commands keep their names
    assert COMMANDS["score"] in out
    _, out, _ = run("completion", "fish")
    assert "-a greet -d 'say hello'" in out
    assert "-l loud" in out
    assert run("gret")[2].endswith("no command is called 'gret'; did you mean 'greet'?\n")


def test_entry_points_are_the_same_as_python_finds(installed):
    known = importlib.metadata.entry_points(group="partita.commands")
    assert sorted(entry_points()) == sorted((one.module, one.attr) for one in known)
