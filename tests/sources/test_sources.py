"""Files and arrays as other libraries write them: counted rightly, or refused with the way out."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from io import BytesIO
from time import process_time

import numpy as np
import pytest
from engine_cases import drawn

from partita import Contingency, InputError, rand
from partita.__main__ import main
from partita.sources import Stream, soft_table, tabulate
from partita.sources.databases.duck import refusal
from partita.sources.files.places import places
from partita.sources.memory import chunked
from partita.sources.rows.job import Job
from partita.sources.scans import parquet_pages, scans, text_scan

duckdb = pytest.importorskip("duckdb")
pyarrow = pytest.importorskip("pyarrow")
polars = pytest.importorskip("polars")
dataset = pytest.importorskip("pyarrow.dataset")
parquet = pytest.importorskip("pyarrow.parquet")

LABELS = {name: drawn(400, 4, 5)[name] for name in ("truth", "cluster")}
COLUMNS = {**LABELS, "id": list(range(400)), "p": [1.0] * 400, "q": [0.0] * 400}
EXPECTED = Contingency.from_labels(LABELS["truth"], LABELS["cluster"])


def score(path, *options):
    """What the command line says of a file, by its readers of distinct rows."""
    arguments = ["score", str(path), "--truth", "truth", "--prediction", "cluster", *options]
    return main([*arguments, "--measure", "rand"])


def by_file(path):
    """Every way from a Parquet file to a result."""
    pattern = f"{path.parent}/*.parquet"
    relation = duckdb.connect().read_parquet(pattern)
    two = (str(path), str(path))
    soft = ["soft", pattern, "--truth", "truth", "--memberships", "p", "q", "--measure", "rand"]
    return {
        "path": lambda: tabulate(pattern, "truth", "cluster"),
        "dataset": lambda: tabulate(
            dataset.dataset(path.parent, format="parquet", exclude_invalid_files=True),
            "truth",
            "cluster",
        ),
        "relation": lambda: tabulate(relation, "truth", "cluster"),
        "renamed": lambda: tabulate(relation.project("truth t, cluster c"), "t", "c"),
        "matched": lambda: tabulate(two, "truth", "cluster", on="id"),
        "matched relations": lambda: tabulate((relation, relation), "truth", "cluster", on="id"),
        "soft": lambda: soft_table(pattern, "truth", ["p", "q"]),
        "soft relation": lambda: soft_table(relation, "truth", ["p", "q"]),
        "score": lambda: score(pattern),
        "memberships": lambda: main(soft),
    }


WAYS = ("path", "dataset", "relation", "renamed", "matched", "matched relations", "soft",
        "soft relation", "score", "memberships")  # fmt: skip
SAID = ("score", "memberships")  # on the command line


def check_refused(way, run, capsys, *words):
    if way in SAID:
        assert run() != 0
        said = capsys.readouterr().err
    else:
        with pytest.raises(InputError) as found:
            run()
        said = str(found.value)
    for word in words:
        assert word in said


@pytest.mark.parametrize("way", WAYS)
def test_files_of_a_delta_table_are_chosen_by_its_log(tmp_path, capsys, way):
    deltalake = pytest.importorskip("deltalake")
    table = pyarrow.table(COLUMNS)
    for _ in range(2):  # the first version stays in the folder
        deltalake.write_deltalake(tmp_path, table, mode="overwrite")
    assert len(list(tmp_path.glob("*.parquet"))) == 2
    check_refused(
        way, by_file(next(tmp_path.glob("*.parquet")))[way], capsys, "Delta table", "DeltaTable("
    )


def test_a_delta_table_is_counted_once(tmp_path):
    deltalake = pytest.importorskip("deltalake")
    frame = pyarrow.table({**LABELS, "day": [k % 2 for k in range(400)]})
    for _ in range(2):
        deltalake.write_deltalake(tmp_path, frame, mode="overwrite", partition_by=["day"])
    table = deltalake.DeltaTable(tmp_path)
    for source in (table, table.to_pyarrow_dataset(), polars.scan_delta(str(tmp_path))):
        assert tabulate(source, "truth", "cluster") == EXPECTED
    for source in (f"{tmp_path}/day=1/*.parquet", str(tmp_path), f"file://{tmp_path}/*/*.parquet"):
        with pytest.raises(InputError, match=r"Delta table.*scan_delta"):
            tabulate(source, "truth", "cluster")


@pytest.mark.parametrize(
    ("mark", "name"), [(".hoodie", "Hudi"), ("metadata/v1.metadata.json", "Iceberg")]
)
def test_other_tables_with_a_log_are_known(tmp_path, mark, name):
    (tmp_path / "data").mkdir()
    path = tmp_path / "data" / "x.parquet"
    parquet.write_table(pyarrow.table(LABELS), path)
    (tmp_path / "metadata").mkdir()  # a folder of this name says nothing yet
    assert tabulate(path, "truth", "cluster") == EXPECTED
    (tmp_path / mark).touch()
    with pytest.raises(InputError, match=name):
        tabulate(path, "truth", "cluster")


def test_a_link_into_a_delta_table_is_known(tmp_path):
    (tmp_path / "table" / "_delta_log").mkdir(parents=True)
    parquet.write_table(pyarrow.table(LABELS), tmp_path / "table" / "x.parquet")
    link = tmp_path / "y.parquet"
    link.symlink_to(tmp_path / "table" / "x.parquet")
    with pytest.raises(InputError, match="Delta table"):
        tabulate(link, "truth", "cluster")


def test_a_page_without_a_checksum_does_not_end_the_check():
    plain = bytes([0x15, 0, 0x15, 2, 0x15, 2, 0]) + b"x"  # three numbers: kind and two lengths
    summed = bytes([0x15, 0, 0x15, 2, 0x15, 2, 0x15, 2, 0]) + b"x"  # and 1, which is not its sum
    assert parquet_pages._is_sound(BytesIO(plain * 2), 0, len(plain) * 2)
    assert not parquet_pages._is_sound(BytesIO(plain + summed), 0, len(plain + summed))


SECOND = {"data_page_version": "2.0", "data_page_size": 2000}  # of pages, and several of them


@pytest.mark.parametrize(
    ("way", "options"),
    [*((way, {}) for way in WAYS), *((way, SECOND) for way in ("path", "dataset", "relation"))],
)
def test_a_page_that_does_not_fit_its_checksum_is_refused(tmp_path, capsys, way, options):
    path = tmp_path / "x.parquet"
    plain = {"compression": "none", "use_dictionary": False, "write_page_checksum": True}
    parquet.write_table(pyarrow.table(COLUMNS), path, **plain, **options)
    run = by_file(path)[way]
    assert way in SAID or run()
    assert way not in SAID or run() == 0
    chunk = parquet.ParquetFile(path).metadata.row_group(0).column(0)  # the truth
    data = bytearray(path.read_bytes())
    last = chunk.data_page_offset + chunk.total_compressed_size - 8  # the label of the last object
    assert int.from_bytes(data[last : last + 8], "little") == LABELS["truth"][-1]
    data[last] ^= 1
    path.write_bytes(data)
    check_refused(way, by_file(path)[way], capsys, str(path), "checksum")


def test_checksums_are_checked_without_pyarrow(tmp_path, monkeypatch):
    monkeypatch.setattr(scans, "has", {"duckdb"}.__contains__)
    path = tmp_path / "x[1].parquet"
    table = pyarrow.table({name: [*map(str, column)] for name, column in LABELS.items()})
    parquet.write_table(table, path, write_page_checksum=True, compression="zstd")
    assert tabulate(path, "truth", "cluster").n == 400
    start = parquet.ParquetFile(path).metadata.row_group(0).column(0).dictionary_page_offset
    data = bytearray(path.read_bytes())
    at = data.index(b"0", start + 20)  # the entry "0" of the dictionary
    data[at : at + 1] = b"7"
    path.write_bytes(data)
    with pytest.raises(
        InputError, match=r"x\[1\].parquet: cannot be read: a page of column 'truth'"
    ):
        tabulate(path, "truth", "cluster")


def write_parts(folder, *columns):
    folder.mkdir(exist_ok=True)
    for k, truth in enumerate(columns):
        table = pyarrow.table({"truth": truth, "cluster": [1, 1, 2]})
        parquet.write_table(table, folder / f"{k}.parquet")
    return [str(folder / f"{k}.parquet") for k in range(len(columns))]


def by_files(files):
    """Every way to count some files."""
    connection = duckdb.connect()
    listed = ", ".join(f"'{one}'" for one in files)
    connection.execute(f"CREATE VIEW labels AS FROM read_parquet([{listed}])")
    names = "truth", "cluster"
    return {
        "paths": lambda: tabulate(files, *names),
        "dataset": lambda: tabulate(dataset.dataset(files), *names),
        "relation": lambda: tabulate(connection.read_parquet(files), *names),
        "renamed": lambda: tabulate(
            connection.sql(f"SELECT truth AS t, cluster FROM read_parquet([{listed}])"),
            "t",
            "cluster",
        ),
        "view": lambda: tabulate(connection.table("labels"), *names),
        "query": lambda: tabulate(connection, *names, query="FROM labels"),
    }


@pytest.mark.parametrize("way", ["paths", "dataset", "relation", "renamed", "view", "query"])
def test_kinds_of_labels_never_meet_across_files(tmp_path, way):
    files = write_parts(tmp_path, ["1", "2", "2"], [1, 2, 2])
    for order in (1, -1):  # the engine casts to the type of the first file, where it can
        with pytest.raises(InputError, match=r"'truth' holds .*of one kind in all files"):
            by_files(files[::order])[way]()


WIDTHS = {
    "integers": [pyarrow.array([1, 2, 2], kind) for kind in ("int8", "uint16", "int32", "int64")],
    "text": [
        pyarrow.array(["1", "2", "2"], kind)
        for kind in (
            pyarrow.string(),
            pyarrow.large_string(),
            pyarrow.string_view(),
            pyarrow.dictionary("int8", pyarrow.string()),
        )
    ],
}


@pytest.mark.parametrize("kind", WIDTHS)
def test_labels_of_one_kind_meet_whatever_their_width(tmp_path, monkeypatch, kind):
    ways = by_files(write_parts(tmp_path, *WIDTHS[kind]))
    truth = [one for column in WIDTHS[kind] for one in column.to_pylist()]
    expected = Contingency.from_labels(truth, [1, 1, 2] * 4)
    assert all(ways[way]() == expected for way in ("paths", "dataset", "relation"))
    monkeypatch.setattr(scans, "has", {"duckdb"}.__contains__)
    assert ways["paths"]() == expected


def test_a_filter_of_a_dataset_holds_for_all_its_parts(tmp_path):
    files = write_parts(tmp_path, pyarrow.array([1, 1, 2], "int8"), pyarrow.array([1, 2**40, 2]))
    first = dataset.field("cluster") == 1
    narrow, both = dataset.dataset(files[:1]), dataset.dataset(files)  # the types of the first file
    kept = Contingency.from_labels([1, 1], [1, 1])
    wide = kept + Contingency.from_labels([1, 2**40], [1, 1])
    assert tabulate(narrow.filter(first), "truth", "cluster") == kept
    assert tabulate(both.filter(first), "truth", "cluster") == wide
    union = dataset.dataset([narrow, dataset.dataset([narrow, narrow])])
    one = union.filter(first)
    twice = union.filter(dataset.field("truth") < 3).filter(first)
    for filtered in (one, twice):
        assert tabulate(filtered, "truth", "cluster") == kept + kept + kept
    (tmp_path / "1.parquet").write_bytes(b"PAR1 no more of it PAR1")
    with pytest.raises(InputError, match=r"1\.parquet: cannot be read"):
        tabulate(both.filter(first), "truth", "cluster")


MIXED = "read_parquet(['{0}/0.parquet', '{0}/1.parquet'])"
HIDDEN = {  # statements in which the column of labels does not stand under its name
    "renamed": "SELECT * RENAME (truth AS t) FROM {mixed}",
    "aliases of a table": "FROM {mixed} AS f(t, p)",
    "aliases of a query": "WITH f(t, p) AS (FROM {mixed}) FROM f",
    "aliases of a view": "FROM named",
    "pattern": "SELECT COLUMNS('tr.*') AS t, cluster FROM {mixed}",
    "by place": "SELECT #1 AS t, #2 AS p FROM {mixed}",
    "union": "SELECT '1' AS t, 1 AS p UNION ALL FROM {mixed}",
    "a view in other letters": "SELECT truth AS t FROM LABELS",
    "a view with AS in its name": 'SELECT truth AS t FROM "my AS v"',
}


@pytest.mark.parametrize("way", HIDDEN)
def test_no_statement_hides_the_kinds_of_labels(tmp_path, way):
    write_parts(tmp_path, ["1", "2", "2"], [1, 2, 2])
    mixed = MIXED.format(tmp_path)
    connection = duckdb.connect()
    for view in ("Labels", '"my AS v"', "named(t, p)"):
        connection.execute(f"CREATE VIEW {view} AS FROM {mixed}")
    relation = connection.sql(HIDDEN[way].format(mixed=mixed))
    with pytest.raises(InputError, match=r"'truth' holds .*of one kind in all files"):
        tabulate(relation, "t", "t")
    unread = connection.sql(f"SELECT cluster AS t FROM {mixed}")
    assert tabulate(unread, "t", "t").n == 6


@pytest.mark.parametrize("name", ["x.PARQUET", "x.parq", "x"])
def test_a_delta_table_is_known_whatever_its_files_are_called(tmp_path, name):
    (tmp_path / "_delta_log").mkdir()
    parquet.write_table(pyarrow.table(LABELS), tmp_path / name)
    relation = duckdb.connect().sql(f"FROM read_parquet('{tmp_path}/x*')")
    for source in (relation, dataset.dataset(tmp_path / name, format="parquet")):
        with pytest.raises(InputError, match="Delta table"):
            tabulate(source, "truth", "cluster")
    if name == "x.PARQUET":
        with pytest.raises(InputError, match="Delta table"):
            tabulate(duckdb.connect().sql(f"FROM '{tmp_path / name}'"), "truth", "cluster")


@pytest.mark.parametrize("way", ["paths", "dataset", "paths by DuckDB"])
def test_the_first_file_does_not_set_the_width(tmp_path, monkeypatch, way):
    if way == "paths by DuckDB":
        monkeypatch.setattr(scans, "has", {"duckdb"}.__contains__)
    wide = pyarrow.array([2**40, 1, 2])
    files = write_parts(tmp_path, pyarrow.nulls(3), pyarrow.array([1, 1, 2], "int8"), wide)
    found = Contingency.from_labels([1, 1, 2, 2**40, 1, 2], [1, 1, 2] * 2)
    for some in (files, files[1:]):
        source = dataset.dataset(some) if way == "dataset" else some
        assert tabulate(source, "truth", "cluster", missing="drop") == found


def test_writers_of_other_libraries_meet(tmp_path):
    pandas = pytest.importorskip("pandas")
    pandas.DataFrame(LABELS).astype("category").astype(str).to_parquet(tmp_path / "a.parquet")
    polars.DataFrame(LABELS).cast(polars.String).write_parquet(tmp_path / "b.parquet")
    texts = polars.DataFrame(LABELS).cast(polars.String).cast(polars.Categorical)
    texts.write_parquet(tmp_path / "c.parquet")
    source = tmp_path / "a.parquet"
    duckdb.sql(f"COPY (FROM '{source}') TO '{tmp_path}/d.parquet'")
    one = tabulate(source, "truth", "cluster")
    assert tabulate(f"{tmp_path}/*.parquet", "truth", "cluster") == one + one + one + one


def test_a_url_of_a_file_is_its_path(tmp_path, capsys):
    for name in ("a b.csv", "a b.parquet"):
        path = tmp_path / name
        if name.endswith("csv"):
            path.write_text("truth,cluster\n" + "a,1\n" * 3)
        else:
            parquet.write_table(pyarrow.table(LABELS), path)
        expected = tabulate(path, "truth", "cluster")
        for url in (path.as_uri(), f"file:{tmp_path}/a%20b{path.suffix}"):
            assert tabulate(url, "truth", "cluster") == expected
            assert score(url) == 0
    with pytest.raises(InputError, match="another machine"):
        places("file://elsewhere/x.csv", None)
    with pytest.raises(InputError, match="is a folder; name a file"):
        tabulate(tmp_path, "truth", "cluster")


def arrays(tmp_path):
    """Labels by the library that keeps them in chunks."""
    labels = {name: np.array(column) for name, column in LABELS.items()}
    dask = pytest.importorskip("dask.array")
    zarr = pytest.importorskip("zarr")
    h5py = pytest.importorskip("h5py")
    group = zarr.create_group(tmp_path / "x.zarr")
    file = h5py.File(tmp_path / "x.h5", "w")
    for name, column in labels.items():
        group.create_array(name, data=column, chunks=(70,))
        file.create_dataset(name, data=column, chunks=(45,) if name == "truth" else None)
    lazy = {name: dask.from_array(column, chunks=64) for name, column in labels.items()}
    return {"dask": lazy, "zarr": group, "h5py": file}


@pytest.mark.filterwarnings("default")  # of zarr, about its own formats
@pytest.mark.parametrize("library", ["dask", "zarr", "h5py"])
def test_arrays_in_chunks_are_counted_chunk_by_chunk(tmp_path, monkeypatch, library):
    monkeypatch.setattr(chunked, "_ROWS", 100)
    source = arrays(tmp_path)[library]
    column = source["truth"]
    sizes = []
    update = Stream.update
    monkeypatch.setattr(Stream, "update", lambda s, t, *r: sizes.append(len(t)) or update(s, t, *r))
    whole = lambda *_, **__: pytest.fail("loaded as a whole")  # noqa: E731
    if library == "h5py":
        monkeypatch.setattr(type(column), "__array__", whole)
    assert tabulate(source, "truth", "cluster") == EXPECTED
    assert len(sizes) > 1
    assert sum(sizes) == 400
    assert tabulate((column, source["cluster"])) == EXPECTED
    assert tabulate((column, LABELS["cluster"])) == EXPECTED
    weighted = tabulate((column, source["cluster"]), weights=[2] * 400)
    assert weighted == EXPECTED + EXPECTED
    by_class = tabulate(source, "truth", ["cluster"], groups="truth")["cluster"]
    assert sum(by_class.values()) == EXPECTED
    with pytest.raises(InputError, match="truth has 400 labels and prediction 399"):
        tabulate((column, LABELS["cluster"][1:]))


def test_masks_of_dask_arrays_are_missing_labels_and_weights():
    lazy = pytest.importorskip("dask.array")
    labels = np.arange(12) % 3
    gone = labels == 1
    masked = lazy.ma.masked_array(lazy.from_array(labels, chunks=5), lazy.from_array(gone, 5))
    for count in (lambda **own: tabulate((masked, labels), **own), partial(rand, masked, labels)):
        with pytest.raises(InputError, match="missing"):
            count()
    for column in (masked, lazy.from_array(labels, chunks=5)):
        with pytest.raises(InputError, match=r"weights\[1\] is masked"):
            tabulate((column, labels), weights=masked, missing="drop")
    with pytest.raises(InputError, match=r"weights\[1\] is masked"):
        rand(labels, labels, weights=masked)
    expected = Contingency.from_labels(labels[~gone], labels[~gone])
    assert tabulate((masked, labels), missing="drop") == expected
    columns = {"t": labels, "p": masked / 2, "q": 1 - masked / 2}
    assert soft_table(columns, "t", ["p", "q"], missing="drop").n == 8


def test_indices_of_chunked_arrays_are_compared():
    xarray = pytest.importorskip("xarray")
    pytest.importorskip("dask")
    labels = np.arange(12) % 3
    one = xarray.DataArray(labels, {"x": np.arange(12)}, "x").chunk(5)
    other = xarray.DataArray(labels, {"x": np.arange(12)[::-1]}, "x").chunk(5)
    columns = {"t": labels, "a": one, "b": other}
    assert tabulate((one, one)) == tabulate((one, labels)) == Contingency.from_labels(one, one)
    for count in (
        lambda: tabulate((one, other)),
        lambda: tabulate((one, labels), weights=other),
        lambda: tabulate((one, labels), groups=other.compute()),
        lambda: tabulate(columns, "a", "b"),
        lambda: tabulate(columns, "t", ["a", "b"]),
    ):
        with pytest.raises(InputError, match=r"have different indices \(at position 0: 0 and 11\)"):
            count()


def test_lists_beside_dask_arrays_are_not_searched():
    lazy = pytest.importorskip("dask.array")
    labels = np.arange(500_000) % 10
    start = process_time()
    assert tabulate((lazy.from_array(labels, chunks=10_000), labels.tolist())).n == 500_000
    assert process_time() - start < 1.5  # 3.5 s if dask looks for arrays in the list


def test_dask_frames_are_counted_by_partition(tmp_path):
    frames = pytest.importorskip("dask.dataframe")
    pandas = pytest.importorskip("pandas")
    frame = frames.from_pandas(pandas.DataFrame(COLUMNS), npartitions=4)
    assert tabulate(frame, "truth", "cluster") == EXPECTED
    assert tabulate((frame.truth, frame.cluster)) == EXPECTED
    with pytest.raises(InputError, match="to_dask_array"):
        tabulate((frame.truth, LABELS["cluster"]))
    with pytest.raises(InputError, match="compute_chunk_sizes"):
        tabulate((frame.truth.values, frame.cluster.values))


def test_memory_mapped_batches_wait_like_arrays(tmp_path):
    np.save(tmp_path / "x.npy", np.array(LABELS["truth"]))
    mapped = np.load(tmp_path / "x.npy", mmap_mode="r")
    stream = Stream().update(mapped[:200], mapped[:200]).update(mapped[200:], mapped[200:])
    (pile,) = stream._piles.values()
    assert not pile.parts  # nothing was counted yet, so nothing is added table by table
    assert stream.table == Contingency.from_labels(LABELS["truth"], LABELS["truth"])


def test_texts_of_large_files_come_as_columns(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("truth,cluster\na,1\nb,1\nb,2\n")
    rows = text_scan.scanned(places([str(path)], None), Job("truth", ("cluster",)))
    assert rows is not None
    assert isinstance(rows["cluster"].truth, pyarrow.ChunkedArray)


def test_failures_of_other_libraries_are_short_and_name_the_file(tmp_path):
    paths = write_parts(tmp_path, [1, 2, 2], [1, 2, 3], [4, 5, 6])
    data = bytearray((tmp_path / "1.parquet").read_bytes())
    data[4:40] = bytes(36)
    (tmp_path / "1.parquet").write_bytes(data)
    for source, name in ((polars.scan_parquet(paths), "lazy"), (dataset.dataset(paths), paths[1])):
        with pytest.raises(InputError, match=name) as found:
            tabulate(source, "truth", "cluster")
        assert found.value.__cause__ is not None
        assert len(str(found.value)) < 500
        assert "\n" not in str(found.value)


def test_a_full_disk_is_not_called_lack_of_memory():
    said = (
        "Out of Memory Error: failed to offload data block of size 256.0 KiB (18 MiB/18 MiB used)."
        "\nThis limit was set by the 'max_temp_directory_size' setting."
    )
    for error in (
        duckdb.OutOfMemoryException(said),
        duckdb.IOException("IO Error: Could not write file: No space left on device"),
    ):
        assert "disk for temporary files is full" in str(refusal(error))
        assert "TMPDIR" in str(refusal(error))
        assert "Out of Memory" not in str(refusal(error))


INTERRUPTED = """
import os, signal, threading, time
from partita.sources.databases.duck import database
from partita.sources.rows.job import Job

signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job ignores it
work = "SELECT sum(hash(a.range + b.range)) FROM many a, range(10_000) b"  # by two threads
try:
    with database(Job("t", ("p",), threads=2)) as connection:
        connection.execute("CREATE TABLE many AS FROM range(300_000)")
        relation = connection.sql(work)
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        start = time.monotonic()
        relation.fetchall()
except KeyboardInterrupt:
    print(time.monotonic() - start)
assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
"""


def test_ctrl_c_stops_all_threads_of_duckdb():
    """In a process of its own: the interrupt must not end the test run."""
    command = [sys.executable, "-c", INTERRUPTED]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE, timeout=120).stdout
    assert float(said) < 2.5  # without it, until its other thread is done


STARTED = """
import os, signal, threading, time
import duckdb
from partita import soft_table, tabulate

connection = duckdb.connect(config={"threads": 1})
many = "SELECT range % 7 AS t, range % 5 AS p, 1.0 AS u FROM range({})".format

def interrupted(handler, work):
    signal.signal(signal.SIGINT, handler)
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        return work()
    except BaseException as error:
        return type(error).__name__
"""


def started(work):
    """What a program prints in a process of its own."""
    command = [sys.executable, "-c", STARTED + work]
    run = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=120)
    return run.stdout.split()


def test_ctrl_c_on_a_relation_is_no_error_of_duckdb():
    work = """
relation = connection.sql(many(10**9))
print(interrupted(signal.default_int_handler, lambda: tabulate(relation, "t", "p")))
print(interrupted(signal.default_int_handler, lambda: soft_table(relation, "t", ["u"])))
"""
    assert started(work) == ["KeyboardInterrupt"] * 2


def test_a_handler_of_the_program_decides_whether_a_query_stops():
    work = """
class Stopped(Exception): pass

def stop(*_):
    raise Stopped

seen = []
count = lambda n: tabulate(connection, "t", "p", query=many(n)).n

def longer(n=10**6):  # until a query was long enough for the signal to fall into it
    while count(n) == n:
        if seen:
            return "all"
        n *= 2
    return "fewer"

print(interrupted(lambda *_: seen.append(1), longer), len(seen))
print(interrupted(stop, lambda: count(10**9)), signal.getsignal(signal.SIGINT) is stop)
"""
    assert started(work) == ["all", "1", "Stopped", "True"]


def test_tables_of_any_name_are_left_alone():
    connection = duckdb.connect()
    relation = connection.sql("SELECT 1 AS a, 2 AS b FROM range(3)")
    for name in ("partita_source", "partita_files"):
        connection.execute(f"CREATE TABLE {name} AS SELECT 7 AS t")
    assert tabulate(relation, "a", "b").n == 3


def test_generators_are_refused_in_words():
    lazy = pytest.importorskip("dask.array").from_array(np.array([0, 1]))
    for count in (
        lambda: Stream().update(iter([0, 1]), [0, 1]),
        lambda: Stream().update([0, 1], {"a": iter([0, 1])}),
        lambda: tabulate((lazy, iter([0, 1]))),
    ):
        with pytest.raises(InputError, match=r"pass list\(\.\.\.\) of it"):
            count()


def test_a_source_without_an_engine_names_the_way_in():
    sqlite3 = pytest.importorskip("sqlite3")
    with pytest.raises(InputError, match=r"execute\(partita.sql"):
        tabulate(sqlite3.connect(":memory:"), "t", "p")


def test_a_scanner_is_read_with_its_own_options(tmp_path):
    (path,) = write_parts(tmp_path, [1, 2, 2])
    scanner = dataset.dataset(path).scanner(filter=dataset.field("cluster") == 1)
    assert tabulate(scanner, "truth", "cluster").n == 2
