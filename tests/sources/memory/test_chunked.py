"""Arrays and frames in chunks: counted chunk by chunk, or refused with a remedy."""

from __future__ import annotations

from functools import partial
from time import process_time

import numpy as np
import pytest
from labels_in_files import COLUMNS, EXPECTED, LABELS

from partita import Contingency, InputError, rand
from partita.sources import Stream, soft_table, tabulate
from partita.sources.memory import chunked


def arrays(tmp_path):
    """Labels in chunks, by library."""
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


@pytest.mark.filterwarnings("default")  # zarr warns about its own formats
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
    joint = tabulate(source, "truth", ["cluster"], joint=True)
    assert joint == tabulate(LABELS, "truth", ["cluster"], joint=True)
    assert tabulate((column, {"cluster": source["cluster"]}), joint=True) == joint
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


def test_lists_are_not_searched_for_dask_arrays():
    lazy = pytest.importorskip("dask.array")
    labels = np.arange(500_000) % 10
    start = process_time()
    assert tabulate((lazy.from_array(labels, chunks=10_000), labels.tolist())).n == 500_000
    assert process_time() - start < 1.5  # 3.5 s if dask searches the list for arrays


def test_dask_frames_are_counted_by_partition(tmp_path):
    frames = pytest.importorskip("dask.dataframe")
    pandas = pytest.importorskip("pandas")
    frame = frames.from_pandas(pandas.DataFrame(COLUMNS), npartitions=4)
    assert tabulate(frame, "truth", "cluster") == EXPECTED
    assert tabulate((frame.truth, frame.cluster)) == EXPECTED
    assert tabulate(frame, "truth", ["cluster"], joint=True).table() == EXPECTED
    with pytest.raises(InputError, match="to_dask_array"):
        tabulate((frame.truth, LABELS["cluster"]))
    with pytest.raises(InputError, match="compute_chunk_sizes"):
        tabulate((frame.truth.values, frame.cluster.values))


def test_generators_are_refused_with_a_remedy():
    lazy = pytest.importorskip("dask.array").from_array(np.array([0, 1]))
    for count in (
        lambda: Stream().update(iter([0, 1]), [0, 1]),
        lambda: Stream().update([0, 1], {"a": iter([0, 1])}),
        lambda: tabulate((lazy, iter([0, 1]))),
    ):
        with pytest.raises(InputError, match=r"pass list\((truth|prediction|\.\.\.)\)"):
            count()
