"""Results in every format."""

import pytest

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
def test_every_format_escapes_and_shortens_names(sheet, style):
    text = sheet.render(style)
    assert text.endswith("\n")
    assert text.replace("\n", "").isprintable()
    if style in ("table", "markdown", "latex"):
        assert "x" * 100 not in text
    if style == "latex":
        assert "_%" not in text.replace("\\_", "").replace("\\%", "")
    if style == "markdown":
        assert "<b>" not in text.replace("\\<", "")


def test_a_line_holds_the_plain_values_of_its_document(sheet):
    assert sheet.lines == [{"schema": 1, "name": HOSTILE, "value": 0.5}]


def test_bold_cells_do_not_move_columns():
    table = Table(("name", "value"), [("a", 0.5), ("b", 10.25)])
    plain, inked = aligned(table), aligned(table, strong=frozenset({(1, 1)}))
    assert "\x1b[1m10.2500\x1b[0m" in inked
    assert inked.replace("\x1b[1m", "").replace("\x1b[0m", "") == plain
