"""JSON lines with numbers: columns, or objects with a number for each key."""

from __future__ import annotations

import json

import pytest

from partita import InputError
from partita.cli.reading import number_lines
from partita.cli.reading.number_rows import number_rows
from partita.cli.reading.numbers import Rules
from partita.sources.rows.job import Job


def read(tmp_path, text, *columns):
    path = tmp_path / "x.jsonl"
    path.write_text(text, encoding="utf-8")
    return number_rows(str(path), Job("t", columns), None, (Rules(), Rules()))


def held(*objects):
    return "".join(f"{json.dumps({'t': 'x', 'm': one})}\n" for one in objects)


def test_columns_of_whole_and_decimal_numbers(tmp_path):
    rows = read(tmp_path, '{"t":"x","a":1,"b":0}\n{"b":0.5,"t":"y","a":0.5}\n', "a", "b")
    assert rows.labels == ["x", "y"]
    assert rows.prediction.matrix.tolist() == [[1, 0], [0.5, 0.5]]


@pytest.mark.parametrize("piece", [1, 2, 100])
def test_a_key_that_an_object_does_not_have_is_zero(tmp_path, monkeypatch, piece):
    """Also if a later piece of the file is the first to have it."""
    monkeypatch.setattr(number_lines, "_PIECE", piece)
    rows = read(tmp_path, held({"a": 1}, {"b": 0.5, "a": 0.5}, {"c": 1}), "m").prediction
    assert rows.names == ("a", "b", "c")
    assert rows.matrix.tolist() == [[1, 0, 0], [0.5, 0.5, 0], [0, 0, 1]]
    assert rows.column(1) == "column 'm', key 'b'"


@pytest.mark.parametrize("piece", [1, 2, 100])
def test_the_place_of_an_object_is_its_line(tmp_path, monkeypatch, piece):
    """Also after blank lines, which hold no object."""
    monkeypatch.setattr(number_lines, "_PIECE", piece)
    text = "\n\n".join(held({"a": 1}, {"a": 1}, {"a": 1}, {"a": 1}).splitlines())
    rows = read(tmp_path, text, "m").prediction
    lines = [rows.line(row).rpartition("/")[2] for row in range(4)]
    assert lines == ["x.jsonl, line 1", "x.jsonl, line 3", "x.jsonl, line 5", "x.jsonl, line 7"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (held({"a": 1}, {}), "line 2, column 'm': an object without keys: write an object with"),
        (held({"a": 1}, 3), "line 2, column 'm': 3, where lines before it have an object"),
        (held({"a": 1}, None), "line 2, column 'm': a missing value, where lines before it have"),
        (held(1, {"a": 1}), "line 2, column 'm': an object, where a number belongs"),
        (held({"a": "1"}), "line 1, column 'm', key 'a': '1' is not a degree of membership"),
        (held({"a": [1]}), "line 1, column 'm', key 'a': [1] is not a degree of membership"),
        (held({"a": {"b": 1}}), "line 1, column 'm', key 'a': an object, where a number belongs"),
        (held({"a": None}), "line 1, column 'm', key 'a': a missing value is not a degree"),
        (held({"a": -1}), "line 1, column 'm', key 'a': -1.0 is not a degree of membership"),
        (held({"a": 10**400}), "line 1, column 'm', key 'a': inf is not a degree of membership"),
        ('{"t":"x","m":{"a":0,"a":1}}', "line 1, column 'm': the key 'a' occurs twice; keep one"),
        ('{"t":"x","m":1,"m":0}', "line 1: the key 'm' occurs twice; keep one"),
        ('{"t":"x","n":1}', "line 1: no key 'm'; it has 't', 'n'"),
        ('{"t":null,"m":1}', "line 1, column 't': the label is missing; fill it"),
        ('{"t":"x","m":1}\n{"t":1,"m":1}', "line 2, column 't': 1 is an int, but labels before"),
        ("\n", "x.jsonl: no data"),
    ],
)
def test_a_fault_names_line_column_and_key(tmp_path, text, message):
    with pytest.raises(InputError) as refusal:
        read(tmp_path, text, "m")
    assert message in str(refusal.value)
