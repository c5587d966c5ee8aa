"""Packed files that unpack to huge ones, and too little memory: limited, with clear errors."""

import gzip
import resource
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import numpy as np
import pytest
from command_line import Caller
from in_child import result_of

import partita
from partita import InputError
from partita.base import memory
from partita.cli.reading.counted import counted_columns
from partita.interop.matrices import contingency_matrix

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def run(capsys):
    return Caller(capsys)


@pytest.fixture(autouse=True)
def programs(monkeypatch):
    monkeypatch.syspath_prepend(BENCHMARKS)


@pytest.mark.parametrize("kind", ["header", "object"])
def test_a_bomb_is_refused_with_its_place_and_the_limit(tmp_path, kind):
    """Half a gigabyte in a few kilobytes, which would not fit if read at once."""
    from reliability.bombs import BOMBS, scored

    bomb = BOMBS[kind]
    assert bomb.write(tmp_path, 0.5) < 1 << 20
    ended = scored(tmp_path, bomb.name)
    assert ended.returncode == 2
    told = ended.stderr.splitlines()[0]
    assert told.startswith("partita: error: ")
    assert bomb.expected in told
    assert "Parquet" in told  # the remedy


@pytest.mark.parametrize(
    "text",
    [
        "truth,a\nx,1\r\nx,1\ny,2\n",  # ends of lines that DuckDB does not read
        "truth,a\n" + "x,1\n" * 2 + '"y\n",2\n',
        'truth,a\nx,1\nx,1\n"y"",",2\n',
    ],
)
def test_our_own_reader_counts_packed_text_that_duckdb_cannot_read(tmp_path, run, text):
    (tmp_path / "t.csv").write_bytes(text.encode())
    (tmp_path / "t.csv.gz").write_bytes(gzip.compress(text.encode()))
    words = ["--truth", "truth", "--prediction", "a", "--format", "csv"]
    plain, packed = (run("score", str(tmp_path / name), *words) for name in ("t.csv", "t.csv.gz"))
    assert plain[0] == 0
    assert packed == plain


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("truth,a\nx,\ny,1\ny,\n", "line 2 (row 1), column 'a': the field is empty, which is a"),
        ("truth,a\nx\ny,1\n", "line 2 (row 1): 1 field where the header has 2"),
        ('truth,a\n"x,1\n', "line 2: malformed: unexpected end of data"),
        ("truth,a,w\nx,1,2\ny,2,-1\n", "line 3 (row 2), column 'w': '-1' is not a weight"),
        (f"truth,a,w\nx,1,{'9' * 5000}\n", "line 2 (row 1), column 'w': '999"),
    ],
)
def test_a_fault_in_packed_text_is_reported_with_its_place(tmp_path, run, text, said):
    (tmp_path / "t.csv.gz").write_bytes(gzip.compress(text.encode()))
    weights = ["--weights", "w"] if ",w" in text else []
    path = str(tmp_path / "t.csv.gz")
    status, _, err = run("score", path, "--truth", "truth", "--prediction", "a", *weights)
    assert status == 2
    assert f"partita: error: {path}, {said}" in err
    assert len(err) < 600


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("[" * 9000 + "]" * 9000, "line 2: nested too deeply; labels are texts and numbers"),
        ("9" * 5000, "line 2, column 'a': a number with too many digits"),
        ("{", "line 2, position 23: not JSON"),
    ],
)
def test_json_too_large_for_readers_is_refused_with_its_place(tmp_path, run, value, said):
    path = tmp_path / "t.jsonl"
    path.write_text(f'{{"truth": "x", "a": "1"}}\n{{"truth": "y", "a": {value}}}\n')
    status, _, err = run("score", str(path), "--truth", "truth", "--prediction", "a")
    assert (status, "Traceback" in err) == (2, False)
    assert said in err
    with pytest.raises(InputError, match=said):
        partita.tabulate(str(path), "truth", "a")


def test_files_of_a_pattern_are_read_and_their_faults_reported(tmp_path, run):
    for name, text in (("a1.csv", "truth,a\nx,1\n"), ("a2.csv", "truth,a\ny,2\n")):
        (tmp_path / name).write_text(text)
    words = ["--truth", "truth", "--prediction", "a", "--measure", "rand"]
    status, out, _ = run("score", str(tmp_path / "a?.csv"), *words)
    assert (status, "(n = 2)" in out) == (0, True)
    (tmp_path / "a2.csv").write_text("truth,a\ny,\n")
    assert (
        "a2.csv, line 2 (row 1), column 'a': the field"
        in run("score", str(tmp_path / "a?.csv"), *words)[2]
    )


# Names of files with special characters


TRICKY = ["q[1]", "q*", "q?", "[!a]", "truth=9/f", "a'b", "a{1,2}"]


@pytest.mark.parametrize("ending", ["parquet", "jsonl", "csv.gz"])
@pytest.mark.parametrize("name", TRICKY)
def test_only_the_named_file_is_read(tmp_path, name, ending):
    """Files may have signs of patterns in their names, and folders may look like columns."""
    pd = pytest.importorskip("pandas")

    def write(path, labels):
        path.parent.mkdir(exist_ok=True)
        frame = pd.DataFrame({"truth": labels, "a": ["1", "2"] * (len(labels) // 2)})
        if ending == "parquet":
            frame.to_parquet(path)
        elif ending == "jsonl":
            frame.to_json(path, orient="records", lines=True)
        else:
            frame.to_csv(path, index=False)

    for other in ("q1", "qq", "b"):
        write(tmp_path / f"{other}.{ending}", ["x"] * 4)
    path = tmp_path / f"{name}.{ending}"
    write(path, ["u", "v"])
    table = partita.tabulate(str(path), "truth", "a")
    assert sorted(table.classes.tolist()) == ["u", "v"]
    arguments = Namespace(missing="error", noise=None, noise_as=None, file=str(path), truth="truth")
    columns, times = counted_columns(arguments, ["a"], ["a", "truth"], None)
    assert (sorted(columns[1].labels), times) == (["u", "v"], [1, 1])


def test_labels_of_parquet_beyond_memory_are_refused_before_they_are_read(tmp_path):
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    labels = pa.array(["x" * (1 << 26), "y"])
    columns = pa.table({"truth": labels, "a": ["1", "2"]})
    path = tmp_path / "b.parquet"
    parquet.write_table(
        columns, path, compression="zstd", use_dictionary=False, write_statistics=False
    )
    del labels, columns
    assert path.stat().st_size < 100_000
    text = f"import partita; partita.tabulate({str(path)!r}, 'truth', 'a')"
    program = [sys.executable, "-c", f"import pyarrow.parquet; {LIMITED}; {text}"]
    ended = subprocess.run(program, capture_output=True, text=True, check=False)
    assert "InputError" in ended.stderr
    assert "b.parquet: row group 1 needs 64.0 MiB of memory, and" in ended.stderr


LIMITED = (
    "import resource, partita.base.memory as r; import partita.sources.scans.row_groups; "
    "size = int(open('/proc/self/statm').read().split()[0]) * 4096 + (50 << 20); "
    "resource.setrlimit(resource.RLIMIT_AS, (size, size))"
)


# Little memory


@pytest.mark.parametrize("memory", [60 << 20, 1 << 30])
def test_a_command_without_memory_reports_it(tmp_path, memory):
    from reliability.bombs import limited

    (tmp_path / "l.csv").write_text("truth,a\nx,1\ny,2\n")
    words = ["score", "l.csv", "--truth", "truth", "--prediction", "a", "--measure", "rand"]
    ended = limited(tmp_path, *words, memory=memory)
    if memory < 1 << 30:
        assert ended.returncode == 2
        assert ended.stderr.startswith("partita: error: not enough memory: ")
        assert "raise the limit" in ended.stderr
    else:
        assert (ended.returncode, "1.0000" in ended.stdout) == (0, True)


KERNEL = "the system gives no more memory: free some, pass threads=1"
ROOM = "free some, raise the limit of the process, or give a large file --memory-limit"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (MemoryError(), f"the system gives no more; {ROOM}"),
        (MemoryError(KERNEL), f"the system gives no more memory; {ROOM}"),
        (MemoryError("raise the limit"), f"raise the limit; {ROOM}"),
        (MemoryError("x" * 500), f"{'x' * 200}; {ROOM}"),
        (memory.RoomError("file " + "x" * 300 + ": too large", "cut it"), "file xxx"),
        (memory.RoomError("a", "cut it"), "a; cut it\n"),
    ],
)
def test_a_lack_of_memory_is_reported_with_one_remedy(run, monkeypatch, error, said):
    def lacking(*_):
        raise error

    monkeypatch.setattr("partita.cli.write", lacking)
    status, _, err = run("measures")
    assert status == 2
    assert err.startswith(f"partita: error: not enough memory: {said}")
    assert "Traceback" not in err


def test_errors_of_memory_can_be_pickled():
    """Errors of worker processes are pickled."""
    found = result_of(lambda: memory.RoomError("a row group", "cut it"))[1]
    assert (type(found), found.remedy, str(found)) == (
        memory.RoomError,
        "cut it",
        "a row group; cut it",
    )


def test_large_row_groups_are_checked_too(tmp_path, monkeypatch):
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    from partita.sources.scans import row_groups

    columns = {"truth": ["x" * 1000, "y"] * 50, "a": ["1", "2"] * 50}
    path = str(tmp_path / "large.parquet")
    parquet.write_table(pa.table(columns), path, use_dictionary=False, write_statistics=False)
    monkeypatch.setattr(row_groups, "_LARGE", 50)
    monkeypatch.setattr(row_groups, "_ROWS", 10)
    monkeypatch.setattr(memory, "free_bytes", lambda: 6000)
    assert partita.tabulate(path, "truth", "a").n == 100  # a tenth of 50 kB
    monkeypatch.setattr(memory, "free_bytes", lambda: 5000)
    with pytest.raises(InputError, match=r"large.parquet: 10 rows of row group 1 needs 5\.. KiB"):
        partita.tabulate(path, "truth", "a")


def address_space():
    with open("/proc/self/statm") as sizes:
        return int(sizes.read().split()[0]) * resource.getpagesize()


@pytest.mark.parametrize("spare", [1 << 20, 16 << 20, 1 << 30])
def test_a_count_without_memory_is_an_error_and_never_a_wrong_value(spare):
    generator = np.random.default_rng(0)
    truth, prediction = generator.integers(0, 10**6, (2, 3 * 10**6))
    expected = result_of(lambda: partita.adjusted_rand(truth, prediction))[1]
    limit = address_space() + spare
    status, found = result_of(lambda: partita.adjusted_rand(truth, prediction), AS=limit)
    assert status == 0
    assert found == expected or isinstance(found, MemoryError)
    if isinstance(found, MemoryError) and "Unable to allocate" not in str(found):
        assert "raise the limit of the process, pass threads=1, or count in parts" in str(found)
    assert spare < 1 << 30 or found == expected


# Large results


def test_dense_tables_that_would_not_fit_are_refused_early():
    every = np.arange(3 * 10**5)
    table = partita.Contingency.from_labels(every, every)
    with pytest.raises(InputError, match=r"300000x300000 cells needs 670\.6 GiB .* to_scipy"):
        table.to_frame()
    with pytest.raises(InputError, match=r"300000x300000 cells needs 670\.6 GiB .* sparse=True"):
        contingency_matrix(every, every)
    with pytest.raises(InputError, match=r"300000 clusters: .* merge small clusters"):
        partita.Fuzzy.from_labels(every)


def test_the_limit_of_the_process_counts_as_memory():
    every = np.arange(10**4)
    table = partita.Contingency.from_labels(every, every)
    status, error = result_of(table.to_frame, AS=address_space() + (1 << 28))
    assert (status, type(error)) == (0, InputError)
    assert "10000x10000 cells needs 762.9 MiB of memory, and " in str(error)
    assert "MiB are free: use to_scipy(), which is sparse" in str(error)


def test_free_memory_is_the_least_of_what_is_known(monkeypatch, tmp_path):
    (tmp_path / "max").write_text("5000\n")
    (tmp_path / "now").write_text("1000\n")
    (tmp_path / "none").write_text("max\n")

    def group(limit):
        return ((tmp_path / limit, tmp_path / "now", tmp_path / "stat"),)

    monkeypatch.setattr(memory, "_GROUPS", group("max"))
    assert memory.free_bytes() == 4000
    (tmp_path / "stat").write_text("anon 100\nfile 900\ninactive_file 500\nactive_file 300\n")
    assert memory.free_bytes() == 4800  # the cache of files is freed on demand
    (tmp_path / "stat").write_text(
        "inactive_file 1\nactive_file 2\ntotal_inactive_file 30\ntotal_active_file 40\n"
    )
    assert memory.free_bytes() == 4070
    (tmp_path / "stat").write_text("inactive_file 9999\n")
    assert memory.free_bytes() == 5000  # never above the limit
    monkeypatch.setattr(memory, "_GROUPS", group("none"))
    assert memory.free_bytes() > 5000
    monkeypatch.setattr(memory, "_MEMORY", tmp_path / "absent")
    assert memory.free_bytes() is None
    memory.require_room("anything", 10**30, "none needed")
