"""Columns of .h5ad files: every way in which AnnData has stored them gives the same table."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from partita import Contingency, InputError, tabulate

anndata = pytest.importorskip("anndata")
h5py = pytest.importorskip("h5py")
pandas = pytest.importorskip("pandas")

TRUTH = ["T", "T", "B", "B", "B", None]
CLUSTERS = {
    "codes": [3, 3, 1, 1, 3, 3],
    "names": ["k\u00e9", "b", "b", "b", "k\u00e9", "b"],
    "flags": [True, False, True, True, False, False],
    "numbers": [0.5, 0.25, 0.25, float("nan"), 0.5, 0.5],
}
NULLABLE = {
    "some": pandas.array([1, None, 2, 2, 1, 1], dtype="Int64"),
    "maybe": pandas.array([True, None, False, True, None, True], dtype="boolean"),
}


def expected(name, values):
    """The table of the same labels in memory; codes are integers, as their categories are."""
    given = [None if pandas.isna(v) else v for v in values]
    return name, Contingency.from_labels(TRUTH, given, missing="drop")


def frame():
    columns = {**CLUSTERS, **NULLABLE}
    index = [f"cell{k}" for k in range(len(TRUTH))]
    found = pandas.DataFrame(columns, index=index)
    found["codes"] = found["codes"].astype("category")
    found.insert(0, "type", pandas.Categorical(TRUTH))
    return found


def modern(path, **settings):
    """As anndata writes it today."""
    matrix = np.ones((len(TRUTH), 2), "f4")
    anndata.AnnData(matrix, obs=frame()).write_h5ad(path, **settings)


def grouped(path):
    """As anndata 0.7 wrote it: codes that refer to `__categories`."""
    with h5py.File(path, "w") as file:
        obs = file.create_group("obs")
        obs.attrs["_index"] = "_index"
        obs.attrs["encoding-type"], obs.attrs["encoding-version"] = "dataframe", "0.1.0"
        order = ["type", *CLUSTERS]
        obs.attrs["column-order"] = np.array(order, h5py.string_dtype())
        obs["_index"] = np.array([f"cell{k}" for k in range(len(TRUTH))], h5py.string_dtype())
        for name, values in {"type": TRUTH, **CLUSTERS}.items():
            if name in ("flags", "numbers"):
                obs[name] = values
                continue
            codes, categories = pandas.factorize(np.array(values, object))
            text = isinstance(categories[0], str)
            kind = h5py.string_dtype() if text else "i8"
            kept = obs.require_group("__categories").create_dataset(
                name, data=categories.astype(kind)
            )
            kept.attrs["ordered"] = False
            obs[name] = codes.astype("i1")
            obs[name].attrs["categories"] = kept.ref


def records(path):
    """As anndata 0.6 wrote it: a table of records, with the categories in `uns`."""
    with h5py.File(path, "w") as file:
        text = h5py.string_dtype()
        fields = [("index", text), ("type", "i1"), ("codes", "i1"), ("names", "i1")]
        table = np.zeros(len(TRUTH), [*fields, ("flags", "?"), ("numbers", "f8")])
        for name, values in {"type": TRUTH, **CLUSTERS}.items():
            if name in ("flags", "numbers"):
                table[name] = values
                continue
            codes, categories = pandas.factorize(np.array(values, object))
            kind = text if isinstance(categories[0], str) else "i8"
            file[f"uns/{name}_categories"] = categories.astype(kind)
            table[name] = codes
        table["index"] = [f"cell{k}" for k in range(len(TRUTH))]
        file["obs"] = table


WRITERS = {
    "plain": modern,
    "gzip": lambda path: modern(path, compression="gzip"),
    "lzf": lambda path: modern(path, compression="lzf"),
    "0.7": grouped,
    "0.6": records,
}


@pytest.mark.parametrize("kind", WRITERS)
def test_every_encoding_gives_the_same_tables(kind, tmp_path):
    path = tmp_path / "cells.h5ad"
    WRITERS[kind](path)
    asked = {**CLUSTERS, **NULLABLE} if kind in ("plain", "gzip", "lzf") else CLUSTERS
    found = tabulate(path, "type", list(asked), missing="drop")
    assert found == dict(expected(*one) for one in asked.items())


def test_a_file_that_anndata_holds_open_is_read(tmp_path):
    """Backed mode keeps the file open, and obs is read while it does."""
    path = tmp_path / "cells.h5ad"
    modern(path)
    backed = anndata.read_h5ad(path, backed="r")
    assert tabulate(path, "type", "codes", missing="drop").n == 5
    backed.file.close()


def test_only_the_columns_are_read(tmp_path):
    """X may be damaged, or larger than any memory: nobody looks at it."""
    path = tmp_path / "cells.h5ad"
    modern(path)
    with h5py.File(path, "a") as file:
        del file["X"]
        file.create_dataset("X", shape=(1 << 40, 1 << 20), dtype="f8", chunks=(1, 1 << 10))
        del file["obs/names"]  # which is listed and not asked for
    assert tabulate(path, "type", "codes", missing="drop").n == 5
    with pytest.raises(InputError, match="'names' the file lists the column and does not hold it"):
        tabulate(path, "type", "names", missing="drop")


def test_several_files_are_one_data_set(tmp_path):
    first, second = tmp_path / "1.h5ad", tmp_path / "2.h5ad"
    modern(first)
    modern(second)
    asked = ("type", ["codes", "names"])
    both = tabulate(tmp_path / "*.h5ad", *asked, missing="drop")
    once = tabulate(first, *asked, missing="drop")
    assert both == {name: table + table for name, table in once.items()}
    with h5py.File(second, "a") as file:
        del file["obs/codes"]
        file["obs/codes"] = np.array(["a"] * len(TRUTH), h5py.string_dtype())
    with pytest.raises(InputError, match=r"2\.h5ad: column 'codes' holds text, but integers in"):
        tabulate(tmp_path / "*.h5ad", *asked, missing="drop")


def damaged(path, name, values):
    modern(path)
    with h5py.File(path, "a") as file:
        del file[f"obs/{name}"]
        file[f"obs/{name}"] = values


@pytest.mark.parametrize(
    ("name", "values", "said"),
    [
        ("codes/codes", np.array([0, 1, 2, 0, 1, 0]), "a code is none of the 2 categories"),
        ("codes/codes", np.array([0, 1, -2, 0, 1, 0]), "a code is none of the 2 categories"),
        ("codes", np.zeros((6, 2)), r"has the shape \(6, 2\), and 'type' has 6 rows"),
        ("codes", np.zeros(5), r"has the shape \(5,\), and 'type' has 6 rows"),
        ("codes", np.array([b"\xff"] * 6), "is not UTF-8 text"),
        ("codes", np.zeros(6, "c8"), "has the type complex64: expected numbers, texts"),
    ],
)
def test_damaged_columns_are_refused(name, values, said, tmp_path):
    path = tmp_path / "cells.h5ad"
    damaged(path, name, values)
    with pytest.raises(InputError, match=rf"cells\.h5ad: column 'codes'.*{said}"):
        tabulate(path, "type", "codes", missing="drop")


def test_what_is_no_file_of_anndata_is_refused(tmp_path):
    path = tmp_path / "cells.h5ad"
    with pytest.raises(InputError, match="there is no such file"):
        tabulate(path, "a", "b")
    path.write_text("a,b\n")
    with pytest.raises(InputError, match="it is not an HDF5 file"):
        tabulate(path, "a", "b")
    with h5py.File(path, "w") as file:
        file["obs"] = np.zeros(3)
    with pytest.raises(InputError, match="obs is not a data frame"):
        tabulate(path, "a", "b")
    h5py.File(path, "w").close()
    with pytest.raises(InputError, match="has no obs"):
        tabulate(path, "a", "b")
    for far, remedy in (("x.h5ad.gz", "unpack it"), ("s3://bucket/x.h5ad", "download it")):
        with pytest.raises(InputError, match=f"from the disk as they are: {remedy}"):
            tabulate(far, "a", "b")


def test_a_truncated_file_says_so(tmp_path):
    path = tmp_path / "cells.h5ad"
    modern(path)
    path.write_bytes(path.read_bytes()[:3000])
    with pytest.raises(InputError, match="the file is truncated: copy or write it again"):
        tabulate(path, "type", "codes")


def test_a_file_that_is_being_written_says_so(tmp_path):
    path = tmp_path / "cells.h5ad"
    modern(path)
    program = f"import h5py; f = h5py.File({str(path)!r}, 'r+'); print('open', flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as writer:
        assert writer.stdout.readline() == b"open\n"
        with pytest.raises(InputError, match="another program has opened it for writing: close it"):
            tabulate(path, "type", "codes")
        writer.communicate(b"\n")


def test_a_missing_column_is_named_with_the_others(tmp_path):
    modern(tmp_path / "cells.h5ad")
    with pytest.raises(InputError, match=r"has no column 'typ'; did you mean 'type'\?"):
        tabulate(tmp_path / "cells.h5ad", "typ", "codes")


def test_the_extra_is_named(tmp_path, monkeypatch):
    modern(tmp_path / "cells.h5ad")
    monkeypatch.setitem(sys.modules, "h5py", None)
    with pytest.raises(InputError, match=r"install partita\[anndata\]"):
        tabulate(tmp_path / "cells.h5ad", "type", "codes")
