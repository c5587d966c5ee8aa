"""Results for every format, and files that are whole or not there."""

import os

import pytest

from partita.base.errors import InputError
from partita.base.files import write_whole
from partita.base.wording import shortened
from partita.report.formats.sheet import Part, Sheet, complete_lines
from partita.report.formats.text import FORMATS, Table, aligned

HOSTILE = "<b>\x1b[31m_%_" + "x" * 1000


@pytest.fixture
def sheet():
    table = Table(("name", "value"), [(shortened(HOSTILE), 0.5)])
    document = {"schema": 1, "results": [{"name": HOSTILE, "value": 0.5}]}
    parts = [Part(table, f"Title {shortened(HOSTILE)}", [f"{HOSTILE} is best."])]
    return Sheet(document, complete_lines(document, "results"), table, parts, "lead")


@pytest.mark.parametrize("style", FORMATS)
def test_no_format_lets_a_name_out(sheet, style):
    text = sheet.render(style)
    assert text.endswith("\n")
    assert text.replace("\n", "").isprintable()
    if style in ("table", "markdown", "latex"):
        assert "x" * 100 not in text
    if style == "latex":
        assert "_%" not in text.replace("\\_", "").replace("\\%", "")
    if style == "markdown":
        assert "<b>" not in text.replace("\\<", "")


def test_a_line_holds_the_facts_of_its_document(sheet):
    assert sheet.lines == [{"schema": 1, "name": HOSTILE, "value": 0.5}]


def test_stress_does_not_move_columns():
    table = Table(("name", "value"), [("a", 0.5), ("b", 10.25)])
    plain, inked = aligned(table), aligned(table, strong=frozenset({(1, 1)}))
    assert "\x1b[1m10.2500\x1b[0m" in inked
    assert inked.replace("\x1b[1m", "").replace("\x1b[0m", "") == plain


def test_a_file_is_replaced_whole(tmp_path):
    path = tmp_path / "page.html"
    write_whole(path, "one\n")
    write_whole(path, "two\n")
    assert path.read_bytes() == b"two\n"
    assert os.listdir(tmp_path) == ["page.html"]
    assert path.stat().st_mode & 0o777 == 0o666 & ~_umask()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@pytest.mark.parametrize(
    ("name", "message"), [("no/page.html", "no such folder"), (".", "it is a folder")]
)
def test_a_place_that_cannot_be_written_is_refused(tmp_path, name, message):
    with pytest.raises(InputError, match=message):
        write_whole(tmp_path / name, "text")


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(path, "through\n")
    assert os.read(reader, 100) == b"through\n"
    os.close(reader)
    assert path.is_fifo()
