"""Files: DuckDB is believed where the bytes agree; what is refused is refused with its place."""

from __future__ import annotations

import gzip
import json
import math
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pytest
from command_line import Caller

import partita
from partita import Contingency, InputError, rand, v_measure
from partita.cli import source as cli_source
from partita.cli.reading.joint import joint_rows
from partita.labels import read_policies
from partita.sources import tabulate
from partita.sources.databases import spill
from partita.sources.databases.connection import refusal
from partita.sources.files.places import places
from partita.sources.rows.job import Job
from partita.sources.scans import scans

pytest.importorskip("duckdb")
pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

# Bytes of a file; what both readers must make of it is decided by our own reader alone.
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
    with pytest.raises(InputError, match=r"line 1003 \(row 1002\), column 'w': 'x' is no weight"):
        tabulate(path, "t", "p", weights="w", missing="drop")


PLACE = r"b\.jsonl(\.gz)?, line 4"


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"t": ', rf"{PLACE}, position 7: no JSON"),
        ("[1]", rf"{PLACE}: a list; expected an object"),
        ('{"t": 1, "p": null}', rf"{PLACE}, column 'p': the value is missing"),
        ('{"p": 1}', rf"{PLACE}, column 't': the value is missing"),
        ('{"t": 1, "p": [1, 2]}', rf"{PLACE}, column 'p': \[1, 2\] is no label"),
        ('{"t": "x", "p": 1}', rf"{PLACE}, column 't': 'x' is a str, and labels before it are int"),
        ('{"t": 1, "p": 1, "t": 2}', rf"{PLACE}: the key 't' stands twice; keep one"),
        (r'{"t": "\ud800", "p": 1}', rf"{PLACE}: \\ud800 is one half of a character"),
        ("null", rf"{PLACE}: null; expected an object"),
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
def test_a_line_null_is_no_object_whose_labels_are_missing(tmp_path, missing):
    path = tmp_path / "x.jsonl"
    path.write_text('{"t": 1, "p": 1}\n{"t": 1, "p": 2}\n{}\n')
    policies = read_policies(missing)
    assert tabulate(path, "t", "p", missing=missing).n == (2 if missing == "drop" else 3)
    assert sum(joint_rows(places(path, None), Job("t", ("p",), policies=policies)).n) == 3
    with path.open("a") as file:
        file.write("null\n")
    with pytest.raises(InputError, match=r"x\.jsonl, line 4: null; expected an object"):
        tabulate(path, "t", "p", missing=missing)
    with pytest.raises(InputError, match=r"x\.jsonl, line 4: null; expected an object"):
        joint_rows(places(path, None), Job("t", ("p",), policies=policies))


@pytest.mark.parametrize("small", [1 << 22, -1])
@pytest.mark.parametrize("packed", ["", ".gz", ".zst"])
def test_rows_are_numbered_right_after_newlines_in_quotes(tmp_path, monkeypatch, packed, small):
    """The bad row is the twelfth, on the fourteenth line, of the second file."""
    monkeypatch.setattr(scans, "_SMALL", small)
    text = 't,p\n"a\nx",1\n' + "b,2\n" * 10
    for name, content in (("a", "t,p\na,1\n"), ("b", text + "c\n")):
        kind = {"": None, ".gz": "gzip", ".zst": "zstd"}[packed]
        with pyarrow.output_stream(str(tmp_path / f"{name}.csv{packed}"), compression=kind) as out:
            out.write(content.encode())
    with pytest.raises(InputError, match=rf"b\.csv{packed}, line 14 \(row 12\): .*column 'p'"):
        tabulate(tmp_path / f"*.csv{packed}", "t", "p")


def test_a_gap_in_parquet_is_named_by_file_row_and_column(tmp_path):
    labels = {"t": ["a"] * 10, "p": [1] * 7 + [None] * 3}
    parquet.write_table(pyarrow.table(labels), tmp_path / "x.parquet", row_group_size=2)
    with pytest.raises(InputError, match=r"x.parquet, row 8, column 'p'"):
        tabulate(tmp_path / "x.parquet", "t", "p")


def test_a_page_that_is_broken_is_a_file_that_cannot_be_read(tmp_path):
    path = tmp_path / "x.parquet"
    parquet.write_table(pyarrow.table({"t": ["a", "b"], "p": [1, 2]}), path)
    whole = path.read_bytes()
    path.write_bytes(whole[:4] + bytes(40) + whole[44:])
    with pytest.raises(InputError, match=r"x\.parquet: cannot be read"):
        tabulate(path, "t", "p")


def test_what_is_no_label_in_parquet_is_told_with_the_file(tmp_path, monkeypatch):
    path = tmp_path / "x.parquet"
    parquet.write_table(pyarrow.table({"t": ["a", "b"], "p": [[1], [2]]}), path)
    with pytest.raises(InputError, match=r"x\.parquet: .*prediction\[0\] is \[1\]"):
        tabulate(path, "t", "p")
    monkeypatch.setattr(scans, "has", lambda library: library != "pyarrow")
    with pytest.raises(InputError, match=r"x\.parquet: column 'p' is of type BIGINT\[\]"):
        tabulate(path, "t", "p")


@pytest.mark.parametrize("name", ["x.parquet", "x.jsonl"])
def test_nan_is_missing_on_the_command_line_too(tmp_path, call, name):
    """Three objects of class a, two of them without a cluster: one of six pairs is together."""
    labels = {"t": ["a", "a", "a", "b"], "p": [math.nan, math.nan, 1.5, 1.5]}
    path = tmp_path / name
    if name == "x.parquet":
        parquet.write_table(pyarrow.table(labels), path)
    else:
        rows = zip(*labels.values(), strict=True)
        lines = [json.dumps(dict(zip(labels, row, strict=True))) for row in rows]
        path.write_text("\n".join(lines))
    for missing, expected in (("drop", 0.0), ("singletons", 1 / 3), ("category", 0.5)):
        asked = ("--truth", "t", "--prediction", "p", "--missing", missing, "--measure", "rand")
        status, printed, _ = call("score", str(path), *asked, "--format", "json")
        assert (status, json.loads(printed)["results"][0]["value"]) == (0, expected)
        assert rand(*labels.values(), missing=missing) == expected


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


def test_a_column_has_one_type_in_all_files(tmp_path, monkeypatch):
    parquet.write_table(pyarrow.table({"t": ["1"], "p": [1]}), tmp_path / "a.parquet")
    parquet.write_table(pyarrow.table({"t": [1], "p": [1]}), tmp_path / "b.parquet")
    for found in ({"duckdb"}, {"duckdb", "pyarrow"}):
        monkeypatch.setattr(scans, "has", found.__contains__)
        with pytest.raises(InputError, match="one kind in all files"):
            tabulate(tmp_path / "*.parquet", "t", "p")


class Payload:
    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


@pytest.mark.parametrize("name", ["x.pkl", "x.pickle", "x.npy", "x.joblib"])
def test_what_may_run_code_is_not_opened(tmp_path, name):
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
    with pytest.raises(InputError, match="of one kind"):
        tabulate(path, "t", "p")
    path.write_text('{"t": 1, "p": 1}\n{"t": 2, "p": null}\n{"t": 2}\n')
    assert tabulate(path, "t", "p", missing="drop").n == 1


def test_work_beyond_memory_goes_to_disk_and_is_cleaned(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(scans, "_SMALL", 0)
    rng = np.random.default_rng(0)
    truth, prediction = rng.integers(0, 2**40, 400_000), rng.integers(0, 2**40, 400_000)
    path = tmp_path / "many.csv"
    rows = (
        f"class{t},cluster{p}\n" for t, p in zip(truth.tolist(), prediction.tolist(), strict=True)
    )
    path.write_text("t,p\n" + "".join(rows))
    table = tabulate(path, "t", "p", memory_limit="60MB", threads=1)
    assert table.n == 400_000
    assert [one.name for one in tmp_path.iterdir()] == ["many.csv"]


COUNTING = """
import signal, sys, tempfile
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job ignores it
tempfile.tempdir = sys.argv[2]
from partita.sources import tabulate
from partita.sources.scans import scans
from partita.sources.databases import spill
scans._SMALL = 0
if len(sys.argv) > 3:
    spill._SHELL = "/nothing"
print("ready", flush=True)
while True:
    tabulate(sys.argv[1], "t", "p", memory_limit="60MB", threads=1)
"""


@pytest.fixture(scope="module")
def spilling(tmp_path_factory):
    """A file that does not fit in the memory that it is counted in."""
    path = tmp_path_factory.mktemp("spilling") / "many.csv"
    numbers = ((k * 7919 % 400_009, k * 104_729 % 400_009) for k in range(400_000))
    rows = (f"the class with the number {t:020},the cluster {p:020}\n" for t, p in numbers)
    path.write_text("t,p\n" + "".join(rows))
    return path


def killed(spilling, folder, how, seconds, *options):
    """Count in another process, and end it once it uses its folder and some time has passed."""
    process = subprocess.Popen(
        [sys.executable, "-c", COUNTING, spilling, folder, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    process.stdout.readline()
    until = time.monotonic() + 30
    while not any(one.is_dir() for one in folder.iterdir()) and time.monotonic() < until:
        time.sleep(0.005)
    time.sleep(seconds)
    process.send_signal(how)
    process.wait(60)
    process.stdout.close()


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_killed_run_leaves_nothing(spilling, tmp_path, how):
    rng = np.random.default_rng(0)
    for seconds in rng.uniform(0, 0.5, 2):
        killed(spilling, tmp_path, how, seconds)
        until = time.monotonic() + 30
        while list(tmp_path.iterdir()) and time.monotonic() < until:
            time.sleep(0.01)  # whoever cleans up after it is no child of ours
        assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_what_a_killed_run_left_is_removed_by_the_next(spilling, tmp_path):
    killed(spilling, tmp_path, signal.SIGKILL, 0.05, "nobody cleans up")
    assert any(one.is_dir() for one in tmp_path.iterdir())
    own = tmp_path / "partita-spill-notes"
    own.mkdir()
    place, held = spill._locked(str(tmp_path))
    Path(place).mkdir()  # of a run that goes on
    spill.sweep(str(tmp_path))
    kept = sorted(tmp_path.iterdir())
    assert kept == sorted([own, Path(place), Path(f"{place}.lock")])
    os.close(held)
    spill.sweep(str(tmp_path))
    assert list(tmp_path.iterdir()) == [own]


def test_an_interrupt_is_an_interrupt():
    """DuckDB makes an error of its own of Ctrl-C, which nobody would take for it."""
    assert isinstance(refusal(RuntimeError("Query interrupted")), KeyboardInterrupt)
    assert isinstance(refusal(RuntimeError("another")), RuntimeError)


TWO = ("id,t\n1,a\n2,b\n3,b\n", "id,p\n3,1\n1,0\n2,1\n")


def two(tmp_path, truth, prediction):
    (tmp_path / "t.csv").write_text(truth)
    (tmp_path / "p.csv").write_text(prediction)
    return tmp_path / "t.csv", tmp_path / "p.csv"


def test_two_files_are_matched_by_id(tmp_path):
    found = tabulate(two(tmp_path, *TWO), "t", "p", on="id")
    assert found == Contingency.from_labels(["a", "b", "b"], ["0", "1", "1"])
    alike = two(tmp_path, TWO[0].replace("t", "label"), TWO[1].replace("p", "label"))
    assert tabulate(alike, "label", "label", on="id") == found


@pytest.mark.parametrize(
    ("truth", "prediction", "message"),
    [
        (TWO[0] + "4,b\n", TWO[1], "1 ids of .*t.csv are not in .*p.csv, e.g. '4'"),
        (TWO[0], TWO[1] + "4,b\n", "1 ids of .*p.csv are not in .*t.csv"),
        (TWO[0] + "3,b\n", TWO[1], "the id '3' stands 2 times"),
        (TWO[0], TWO[1] + ",b\n", "1 rows have no id"),
        (TWO[0], TWO[1] + "4\n", "1 fields where the header has 2"),
        (TWO[0].replace("id", "key"), TWO[1], "no column 'id'"),
    ],
)
def test_ids_that_do_not_match_are_refused(tmp_path, truth, prediction, message):
    with pytest.raises(InputError, match=message):
        tabulate(two(tmp_path, truth, prediction), "t", "p", on="id")


@pytest.mark.parametrize("gone", [None, math.nan])
def test_an_id_that_is_missing_is_no_id(tmp_path, gone):
    files = tmp_path / "t.parquet", tmp_path / "p.parquet"
    parquet.write_table(pyarrow.table({"id": [0.5, gone], "t": ["a", "b"]}), files[0])
    parquet.write_table(pyarrow.table({"id": [0.5, 1.5], "p": ["a", "b"]}), files[1])
    for unmatched in ("error", "drop", "missing"):
        with pytest.raises(InputError, match=r"t\.parquet: 1 rows have no id"):
            tabulate(files, "t", "p", on="id", unmatched=unmatched, missing="category")


def test_unmatched_ids_are_dropped_or_missing_as_asked(tmp_path):
    files = two(tmp_path, TWO[0] + "4,c\n", TWO[1] + "5,9\n")
    assert tabulate(files, "t", "p", on="id", unmatched="drop").n == 3
    found = tabulate(files, "t", "p", on="id", unmatched="missing", missing="category")
    assert (found.n, found.shape) == (5, (4, 4))
    with pytest.raises(InputError, match="truth is missing for 1 of 5"):
        tabulate(files, "t", "p", on="id", unmatched="missing")


@pytest.fixture
def call(capsys):
    return Caller(capsys)


def labels(rows=2000):
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 4, rows)
    prediction = np.where(rng.random(rows) < 0.6, truth, -1)
    weights = rng.choice([0.5, 1.0, 2.0], rows)
    return {
        "t": truth,
        "p": prediction,
        "q": truth % 2,
        "w": weights,
        "d": rng.choice(list("abcdefghijkl"), rows),
    }


POLICIES = [
    (),
    ("--weights", "w"),
    ("--noise", "-1"),
    ("--noise", "-1", "--noise-as", "drop"),
    ("--confidence", "0.9", "--draws", "99"),
    ("--confidence", "0.9", "--draws", "99", "--groups", "d"),
]


@pytest.mark.parametrize("policy", POLICIES, ids=" ".join)
def test_score_is_the_same_for_every_kind_of_file(tmp_path, monkeypatch, call, policy):
    table = pyarrow.table(labels())
    frame = table.to_pandas()
    frame.to_csv(tmp_path / "x.csv", index=False)
    parquet.write_table(table, tmp_path / "x.parquet")
    frame.to_json(tmp_path / "x.jsonl", orient="records", lines=True)
    frame.to_csv(tmp_path / "x.csv.gz", index=False)
    asked = ("--truth", "t", "--prediction", "p", "q", "--measure", "ARI", "V", *policy)
    expected = call("score", str(tmp_path / "x.csv"), *asked, "--format", "csv")
    assert expected[0] == 0
    monkeypatch.setattr(cli_source, "_SMALL", 0)
    for name in ("x.csv", "x.csv.gz", "x.parquet", "x.jsonl", "x.p*t"):
        found = call("score", str(tmp_path / name), *asked, "--format", "csv")
        assert found[:2] == expected[:2], name


@pytest.mark.parametrize(
    ("clusters", "text"),
    [
        ([-1, -1, 1, 1, 2], "-1"),
        ([-1.0, -1.0, 1.5, 1.5, 2.0], "-1"),
        ([-1.0, -1.0, 1.5, 1.5, 2.0], "-1.0"),
        ([2**53 + 1] * 2 + [2**53] * 2 + [2], "9007199254740993"),
        ([True, True, False, False, False], "True"),
        ([b"-1", b"-1", b"a", b"a", b"b"], "-1"),
    ],
)
@pytest.mark.parametrize("policy", ["singletons", "drop"])
def test_noise_is_the_label_that_is_written_so(tmp_path, call, clusters, text, policy):
    """Texts stand beside numbers: classes are names, and clusters of HDBSCAN are -1, 0, 1, …"""
    truth = ["x", "x", "-1", "y", "y"]
    parquet.write_table(pyarrow.table({"t": truth, "p": clusters}), tmp_path / "x.parquet")
    asked = ("--truth", "t", "--prediction", "p", f"--noise={text}", "--noise-as", policy)
    status, printed, _ = call(
        "score", str(tmp_path / "x.parquet"), *asked, "--measure", "rand", "--format", "json"
    )
    sides = {"truth": text if text == "-1" else None, "prediction": clusters[0]}
    expected = rand(truth, clusters, noise=sides, noise_as=policy)
    assert (status, json.loads(printed)["results"][0]["value"]) == (0, expected)


def test_noise_that_is_nowhere_is_said_so(tmp_path, call):
    table = pyarrow.table({"t": [1, 1, 2], "p": [1, 1, 2], "q": ["1", "1", "2"]})
    parquet.write_table(table, tmp_path / "x.parquet")
    asked = ("score", str(tmp_path / "x.parquet"), "--truth", "t", "--measure", "rand")
    status, _, said = call(*asked, "--prediction", "p", "--noise=x", "--noise-as", "drop")
    assert (status, "no label is 'x', so --noise changes nothing" in said) == (0, True)
    assert call(*asked, "--prediction", "p", f"--noise={'9' * 5000}")[0] == 0
    status, _, said = call(*asked, "--prediction", "p", "--noise=None", "--missing", "drop")
    assert (status, "no label is 'None', so --noise changes nothing" in said) == (0, True)


@pytest.mark.parametrize("policy", ["singletons", "drop", "cluster"])
def test_noise_of_predictions_of_several_kinds_is_that_of_each(tmp_path, call, policy):
    columns = {
        "t": ["x", "x", "-1", "y", "y", None],
        "p": [-1, -1, 0, 1, 10, 2],
        "q": ["x", "x", "y", "y", "-1", "-1"],
        "r": [-1.0, 0.0, -0.0, 1.5, 1.5, math.nan],
    }
    parquet.write_table(pyarrow.table(columns), tmp_path / "x.parquet")
    asked = ("score", str(tmp_path / "x.parquet"), "--truth", "t", "--format", "json")
    asked += ("--noise=-1", "--noise-as", policy, "--missing", "category", "--measure", "rand", "V")
    status, printed, _ = call(*asked, "--prediction", "p", "q", "r")
    assert status == 0
    together = [result["value"] for result in json.loads(printed)["results"]]
    noise = {"p": -1, "q": "-1", "r": -1.0}
    for at, (name, label) in enumerate(noise.items()):
        options = {"noise": {"truth": "-1", "prediction": label}, "noise_as": policy}
        for k, measure in enumerate((rand, v_measure)):
            expected = measure(columns["t"], columns[name], missing="category", **options)
            assert together[2 * at + k] == expected


def test_rows_that_are_alike_are_told_as_objects(tmp_path, call):
    """Advice and shares of noise are those of objects, not of the rows that stand for them."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 3, 400)
    columns = {
        "t": [f"c{k}" for k in truth],
        "p": ["-1" if x < 10 else f"k{k}" for x, k in enumerate(truth)],
        "q": [f"k{k}" for k in rng.permutation(truth)],
    }
    parquet.write_table(pyarrow.table(columns), tmp_path / "x.parquet")
    rows = zip(*columns.values(), strict=True)
    (tmp_path / "x.csv").write_text("t,p,q\n" + "".join(",".join(row) + "\n" for row in rows))
    asked = ("--truth", "t", "--prediction", "p", "q", "--noise=-1", "--noise-as", "cluster")
    asked += ("--measure", "ARI", "--draws", "49", "--format", "json")
    found = [call("compare", str(tmp_path / name), *asked) for name in ("x.csv", "x.parquet")]
    assert json.loads(found[0][1]) == json.loads(found[1][1])
    for name in ("x.csv", "x.parquet"):
        report = tmp_path / f"{name}.html"
        call("score", str(tmp_path / name), *asked[:8], "--report", str(report))
        assert "10 of 400 objects are noise" in report.read_text()
        assert "objects are weighted" not in report.read_text()
    weighted = tmp_path / "weighted.html"
    partita.compare(["a", "b"], ["a", "b"], weights=[2, 3]).report(str(weighted))
    assert "objects are weighted" in weighted.read_text()


def test_the_same_command_gives_the_same_numbers(tmp_path, call):
    """Also where rows come home in another order each time: many row groups, many threads."""
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 5, 60_000).tolist()
    gaps = [None if x < 0.05 else k for x, k in zip(rng.random(60_000), truth, strict=True)]
    table = pyarrow.table({"t": gaps, "p": truth, "w": rng.random(60_000).round(3)})
    parquet.write_table(table, tmp_path / "x.parquet", row_group_size=3000)
    asked = ("score", str(tmp_path / "x.parquet"), "--truth", "t", "--prediction", "p")
    asked += ("--missing", "singletons", "--measure", "rand", "--confidence", "0.9", "--draws", "9")
    assert len({call(*asked) for _ in range(3)}) == 1


def test_groups_may_be_the_truth_of_another_file(tmp_path, call):
    files = tmp_path / "t.parquet", tmp_path / "p.parquet"
    ids = list(range(20))
    parquet.write_table(pyarrow.table({"id": ids, "t": [x % 4 for x in ids]}), files[0])
    parquet.write_table(pyarrow.table({"id": ids, "p": [x % 3 for x in ids]}), files[1])
    asked = ("--truth", "t", "--prediction", "p", "--groups", "t", "--confidence", "0.9")
    status, _, said = call(
        "score", str(files[1]), "--truth-file", str(files[0]), "--on", "id", *asked
    )
    assert (status, said) == (0, "")


def test_a_capital_e_writes_a_fraction_too(tmp_path, call, monkeypatch):
    """Three objects of 1E-1 weigh what three of 0.1 do: one by one, not three times a tenth."""
    monkeypatch.setattr(cli_source, "_SMALL", 0)
    found = []
    for tenth in ("1E-1", "0.1"):
        (tmp_path / "x.csv").write_text("t,p,w\n" + f"a,1,{tenth}\n" * 3 + "b,2,1\n")
        asked = ("--truth", "t", "--prediction", "p", "--weights", "w", "--format", "json")
        found.append(call("score", str(tmp_path / "x.csv"), *asked, "--measure", "rand", "V"))
    assert found[0] == found[1]
    assert json.loads(found[0][1])["n"] == 1.3


def test_score_matches_two_files(tmp_path, call):
    truth, prediction = two(tmp_path, *TWO)
    asked = ("--truth", "t", "--prediction", "p", "--measure", "ARI", "--format", "csv")
    status, printed, _ = call(
        "score", str(prediction), "--truth-file", str(truth), "--on", "id", *asked
    )
    assert (status, printed.splitlines()[-1].split(",")[-1]) == (0, "1.0")
    status, _, said = call("score", str(prediction), "--on", "id", *asked)
    assert status == 2
    assert "--truth-file and --on belong together" in said


def test_score_says_which_extra_is_missing(tmp_path, call, monkeypatch):
    parquet.write_table(pyarrow.table(labels(10)), tmp_path / "x.parquet")
    monkeypatch.setitem(sys.modules, "duckdb", None)
    status, _, said = call(
        "score", str(tmp_path / "x.parquet"), "--truth", "t", "--prediction", "p"
    )
    assert status == 2
    assert "partita[files]" in said
