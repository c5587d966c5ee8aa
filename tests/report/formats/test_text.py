"""Tables as text: aligned, in Markdown, CSV and JSON."""

import csv
import io
import json

import pytest

from partita.report.formats.text import Table, aligned, comma_separated, json_text, markdown

SCORES = Table(("measure", "k-means", "b"), [("rand", 0.1 + 0.2, 1.0), ("mirkin", 12, None)])


def test_columns_are_aligned_and_numbers_are_on_the_right():
    assert aligned(SCORES) == (
        "measure  k-means          b\nrand      0.3000     1.0000\nmirkin        12  undefined\n"
    )


def test_a_narrow_terminal_gets_blocks_with_the_first_column():
    assert aligned(SCORES, width=20) == (
        "measure  k-means\nrand      0.3000\nmirkin        12\n\n"
        "measure          b\nrand        1.0000\nmirkin   undefined\n"
    )


def test_wide_characters_keep_columns_aligned():
    lines = aligned(Table(("a", "b"), [("日本", "x"), ("e\u0301", "y")])).splitlines()
    assert lines == ["a     b", "日本  x", "e\u0301     y"]


def test_markdown_is_a_table():
    assert markdown(SCORES) == (
        "| measure | k-means | b |\n| --- | --: | --: |\n"
        "| rand | 0.3000 | 1.0000 |\n| mirkin | 12 | undefined |\n"
    )


def test_floats_in_csv_are_read_back_unchanged():
    header, *rows = csv.reader(io.StringIO(comma_separated(SCORES)))
    assert header == ["measure", "k-means", "b"]
    assert float(rows[0][1]) == 0.1 + 0.2
    assert rows[1] == ["mirkin", "12", ""]


def test_floats_in_json_are_read_back_unchanged_and_nan_is_refused():
    assert json.loads(json_text({"value": 0.1 + 0.2}))["value"] == 0.1 + 0.2
    with pytest.raises(ValueError, match="not JSON compliant"):
        json_text({"value": float("nan")})


HOSTILE = "\x1b[2J\u202egnp.exe\r\n"


@pytest.mark.parametrize("style", [aligned, markdown, comma_separated])
def test_text_cannot_control_a_terminal(style):
    text = style(Table((HOSTILE, "b"), [(HOSTILE, 1.0)]))
    assert text.replace("\n", "").isprintable()
    assert "x1b" in text
    assert "u202e" in text


@pytest.mark.parametrize("label", ["=1+1", "+1", "-1", "@SUM(A1)"])
def test_text_in_csv_is_not_run_as_a_formula(label):
    header, row = csv.reader(io.StringIO(comma_separated(Table((label, "b"), [(label, -1.0)]))))
    assert header[0] == row[0] == "'" + label
    assert row[1] == "-1.0"


def test_text_in_markdown_is_not_markup():
    table = Table(("a",), [("<img src=x>|[l](u)`",)])
    assert markdown(table).splitlines()[-1] == r"| &lt;img src=x&gt;\|\[l\](u)\` |"
