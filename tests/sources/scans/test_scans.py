"""Files: DuckDB counts them if the bytes confirm its rows, and errors name the place."""

from __future__ import annotations

import gzip
import json
import pickle
from pathlib import Path

import pytest

from partita import Contingency, InputError
from partita.cli.reading.joint import joint_rows
from partita.labels import read_policies
from partita.sources import tabulate
from partita.sources.files.data_files import data_files
from partita.sources.rows.job import Job
from partita.sources.scans import scans

pytest.importorskip("duckdb")
pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

# Bytes of files, of which both readers must make what our own reader makes of them.
FILES = {
    "plain": b"t,p\na,1\nb,2\n",
    "mark": b"\xef\xbb\xbft,p\na,1\n",
    "crlf": b"t,p\r\na,1\r\nb,2\r\n",
    "mixed line ends": b"t,p\r\na,1\nb,2\r\n",
    "no last newline": b"t,p\na,1",
    "quotes": b't,p\n"a,b","say ""hi"""\n',
    "newline in quotes": b't,p\n"a\n\nb",1\nc,2\n',
    "quote within": b't,p\na"x,1\nb,2\n',
    "quotes within": b't,p\na"x"y,1\nb,2\n',
    "space after quote": b't,p\n"a" ,1\nb,2\n',
    "space before quote": b't,p\n "a",1\nb,2\n',
    "blank line": b"t,p\na,1\n\nb,2\n",
    "blank last line": b"t,p\na,1\n\n",
    "blank first line": b"\nt,p\na,1\n",
    "short row": b"t,p\na,1\nb\n",
    "long row": b"t,p\na,1\nb,2,3\n",
    "long row, empty": b"t,p\na,1\nb,2,\n",
    "NUL": b"t,p\na\0b,1\n",
    "latin-1": b"t,p\n\xe9,1\n",
    "latin-1 elsewhere": b"t,p,x\na,1,\xe9\n",
    "open quote": b't,p\n"a,1\nb,2\n',
    "text after quote": b't,p\n"a"x,1\n',
    "carriage returns": b"t,p\ra,1\rb,2\r",
    "carriage return": b"t,p\na\rb,1\nc,2\n",
    "comment": b"t,p\n#a,1\nb,2\n",
    "words for nothing": b"t,p\nNA,null\nnan,None\n",
    "spaces": b"t,p\n a,1 \na,1\n",
    "backslash": b't,p\n"a\\",1\nb\\,2\n',
    "header only": b"t,p\n",
    "nothing": b"",
    "same name twice": b"t,p,t\na,1,b\n",
    "no such column": b"t,q\na,1\n",
    "gap": b"t,p\na,1\nb,\n",
    "quoted gap": b't,p\na,1\nb,""\n',
}


def outcome(path: Path, **options):
    try:
        return tabulate(path, "t", "p", **options)
    except InputError as error:
        return str(error)


@pytest.mark.parametrize("options", [{}, {"missing": "category"}], ids=["strict", "gaps"])
@pytest.mark.parametrize("content", FILES.values(), ids=list(FILES))
def test_duckdb_reads_what_our_own_reader_reads(tmp_path, monkeypatch, content, options):
    path = tmp_path / "labels.csv"
    path.write_bytes(content)
    own = outcome(path, **options)
    monkeypatch.setattr(scans, "_SMALL", -1)
    assert outcome(path, **options) == own
    packed = tmp_path / "labels.csv.gz"
    packed.write_bytes(gzip.compress(content))
    found = outcome(packed, **options)
    assert found == (own.replace("labels.csv", "labels.csv.gz") if isinstance(own, str) else own)


def test_a_bad_row_is_named_by_file_row_and_column(tmp_path, monkeypatch):
    monkeypatch.setattr(scans, "_SMALL", 0)
    path = tmp_path / "labels.csv"
    path.write_text("t,p,w\n" + "a,1,2\n" * 1000 + "a,,2\n" + "a,1,x\n")
    with pytest.raises(InputError, match=r"line 1002 \(row 1001\), column 'p'"):
        tabulate(path, "t", "p")
    with pytest.raises(
        InputError, match=r"line 1003 \(row 1002\), column 'w': 'x' is not a weight"
    ):
        tabulate(path, "t", "p", weights="w", missing="drop")


PLACE = r"b\.jsonl(\.gz)?, line 4"


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"t": ', rf"{PLACE}, position 7: not JSON"),
        ("[1]", rf"{PLACE}: a list; expected one object"),
        ('{"t": 1, "p": null}', rf"{PLACE}, column 'p': the value is missing"),
        ('{"p": 1}', rf"{PLACE}, column 't': the value is missing"),
        ('{"t": 1, "p": [1, 2]}', rf"{PLACE}, column 'p': \[1, 2\] is not a label"),
        ('{"t": "x", "p": 1}', rf"{PLACE}, column 't': 'x' is a str, but labels before it are int"),
        ('{"t": 1, "p": 1, "t": 2}', rf"{PLACE}: the key 't' occurs twice; keep one"),
        (r'{"t": "\ud800", "p": 1}', rf"{PLACE}: \\ud800 is one half of a character"),
        ("null", rf"{PLACE}: null; expected one object"),
        ('\ufeff{"t": 1, "p": 1}', rf"{PLACE}: a byte order mark; save"),
    ],
)
def test_a_bad_line_of_json_is_named_by_file_line_and_column(tmp_path, line, message, packed):
    ending = ".gz" if packed else ""
    write = (
        (lambda path, text: path.write_bytes(gzip.compress(text))) if packed else Path.write_bytes
    )
    good = b'{"t": 1, "p": 1}\n'
    write(tmp_path / f"a.jsonl{ending}", good * 3)
    write(tmp_path / f"b.jsonl{ending}", good * 3 + line.encode() + b"\n")
    with pytest.raises(InputError, match=message):
        tabulate(tmp_path / f"*.jsonl{ending}", "t", "p")


@pytest.mark.parametrize("missing", ["drop", "singletons", "category"])
def test_a_line_null_is_not_an_object_with_missing_labels(tmp_path, missing):
    path = tmp_path / "x.jsonl"
    path.write_text('{"t": 1, "p": 1}\n{"t": 1, "p": 2}\n{}\n')
    policies = read_policies(missing)
    assert tabulate(path, "t", "p", missing=missing).n == (2 if missing == "drop" else 3)
    assert sum(joint_rows(data_files(path, None), Job("t", ("p",), policies=policies)).n) == 3
    with path.open("a") as file:
        file.write("null\n")
    with pytest.raises(InputError, match=r"x\.jsonl, line 4: null; expected one object"):
        tabulate(path, "t", "p", missing=missing)
    with pytest.raises(InputError, match=r"x\.jsonl, line 4: null; expected one object"):
        joint_rows(data_files(path, None), Job("t", ("p",), policies=policies))


@pytest.mark.parametrize("small", [1 << 22, -1])
@pytest.mark.parametrize("packed", ["", ".gz", ".zst"])
def test_row_numbers_are_right_after_newlines_in_quotes(tmp_path, monkeypatch, packed, small):
    """The bad row is row 12 of the second file, on line 14."""
    monkeypatch.setattr(scans, "_SMALL", small)
    text = 't,p\n"a\nx",1\n' + "b,2\n" * 10
    for name, content in (("a", "t,p\na,1\n"), ("b", text + "c\n")):
        kind = {"": None, ".gz": "gzip", ".zst": "zstd"}[packed]
        with pyarrow.output_stream(str(tmp_path / f"{name}.csv{packed}"), compression=kind) as out:
            out.write(content.encode())
    with pytest.raises(InputError, match=rf"b\.csv{packed}, line 14 \(row 12\): .*column 'p'"):
        tabulate(tmp_path / f"*.csv{packed}", "t", "p")


def test_a_missing_label_in_parquet_is_named_by_file_row_and_column(tmp_path):
    labels = {"t": ["a"] * 10, "p": [1] * 7 + [None] * 3}
    parquet.write_table(pyarrow.table(labels), tmp_path / "x.parquet", row_group_size=2)
    with pytest.raises(InputError, match=r"x.parquet, row 8, column 'p'"):
        tabulate(tmp_path / "x.parquet", "t", "p")


def test_a_file_with_a_broken_page_cannot_be_read(tmp_path):
    path = tmp_path / "x.parquet"
    parquet.write_table(pyarrow.table({"t": ["a", "b"], "p": [1, 2]}), path)
    whole = path.read_bytes()
    path.write_bytes(whole[:4] + bytes(40) + whole[44:])
    with pytest.raises(InputError, match=r"x\.parquet: cannot be read"):
        tabulate(path, "t", "p")


def test_values_in_parquet_that_are_not_labels_are_reported_with_the_file(tmp_path, monkeypatch):
    path = tmp_path / "x.parquet"
    parquet.write_table(pyarrow.table({"t": ["a", "b"], "p": [[1], [2]]}), path)
    with pytest.raises(InputError, match=r"x\.parquet: .*prediction\[0\] is \[1\]"):
        tabulate(path, "t", "p")
    monkeypatch.setattr(scans, "has", lambda library: library != "pyarrow")
    with pytest.raises(InputError, match=r"x\.parquet: column 'p' is of type BIGINT\[\]"):
        tabulate(path, "t", "p")


def test_parquet_without_pyarrow_is_read_by_duckdb(tmp_path, monkeypatch):
    labels = {"t": ["a", "b", "b"], "p": [b"1", b"\xff", b"\xff"]}
    parquet.write_table(pyarrow.table(labels), tmp_path / "x.parquet")
    monkeypatch.setattr(scans, "has", lambda library: library != "pyarrow")
    found = tabulate(tmp_path / "x.parquet", "t", "p")
    assert found == Contingency.from_labels(labels["t"], labels["p"])


def test_files_of_a_pattern_are_added(tmp_path):
    for k in range(3):
        (tmp_path / f"part{k}.csv").write_text(f"t,p\na,{k}\nb,9\n")
        one = pyarrow.table({"t": ["a", "b"], "p": [k, 9]})
        parquet.write_table(one, tmp_path / f"part{k}.parquet")
    assert tabulate(tmp_path / "part*.csv", "t", "p").n == 6
    assert tabulate(str(tmp_path / "*.parquet"), "t", "p").shape == (2, 4)
    assert tabulate([tmp_path / "part0.csv", tmp_path / "part1.csv"], "t", "p").n == 4
    with pytest.raises(InputError, match="no file matches"):
        tabulate(tmp_path / "x*.csv", "t", "p")
    with pytest.raises(InputError, match="named twice"):
        tabulate([tmp_path / "part0.csv"] * 2, "t", "p")
    with pytest.raises(InputError, match="several kinds"):
        tabulate(tmp_path / "part0.*", "t", "p")


def test_a_column_has_one_kind_in_all_files(tmp_path, monkeypatch):
    parquet.write_table(pyarrow.table({"t": ["1"], "p": [1]}), tmp_path / "a.parquet")
    parquet.write_table(pyarrow.table({"t": [1], "p": [1]}), tmp_path / "b.parquet")
    for found in ({"duckdb"}, {"duckdb", "pyarrow"}):
        monkeypatch.setattr(scans, "has", found.__contains__)
        with pytest.raises(InputError, match="one type in all files"):
            tabulate(tmp_path / "*.parquet", "t", "p")


class Payload:
    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


@pytest.mark.parametrize("name", ["x.pkl", "x.pickle", "x.npy", "x.joblib"])
def test_files_that_can_run_code_are_not_opened(tmp_path, name):
    (tmp_path / name).write_bytes(pickle.dumps(Payload(tmp_path / "ran")))
    with pytest.raises(InputError, match="not opened"):
        tabulate(tmp_path / name, "t", "p")
    assert not (tmp_path / "ran").exists()


def test_json_values_keep_their_type(tmp_path):
    path = tmp_path / "x.jsonl"
    lines = [
        {"t": "a", "p": 1},
        {"t": "\u0061", "p": 1},
        {"t": "ß", "p": 2**60},
        {"p": 3, "t": "b"},
    ]
    path.write_text("\n".join(json.dumps(line) for line in lines))
    expected = Contingency.from_labels(["a", "a", "ß", "b"], [1, 1, 2**60, 3])
    assert tabulate(path, "t", "p") == expected
    path.write_text('{"t": 1, "p": 1}\n{"t": "1", "p": 1}\n')
    with pytest.raises(InputError, match="of one type"):
        tabulate(path, "t", "p")
    path.write_text('{"t": 1, "p": 1}\n{"t": 2, "p": null}\n{"t": 2}\n')
    assert tabulate(path, "t", "p", missing="drop").n == 1
