"""Reading is cheap: usable codes are not copied, and no library is imported."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from label_pairs import read_pair

INTEGERS = [f"{sign}{size}" for sign in "iu" for size in (1, 2, 4, 8)]


@pytest.mark.parametrize("dtype", INTEGERS)
@pytest.mark.parametrize("step", [1, 2, -1])
def test_integers_are_read_in_place(dtype, step) -> None:
    values = np.arange(100).astype(dtype)[::step]
    values.setflags(write=False)
    pair = read_pair(values, values)
    assert pair.truth.codes is values
    assert pair.prediction.codes is values


CODES = {
    "bools": (np.array([True, False]), lambda given: given),
    "datetimes": (np.array([3, 1], "M8[s]"), lambda given: given),
    "pandas": (pd.Series([3, 1]), lambda given: given.to_numpy()),
    "category": (pd.Categorical(["b", "a"]), lambda given: given.codes),
    "series of categories": (pd.Series(["b"], dtype="category"), lambda given: given.array.codes),
    "Polars": (pl.Series([3, 1]), lambda given: given.to_numpy()),
    "Arrow": (pa.array([3, 1]), lambda given: given.to_numpy()),
    "Arrow dictionary": (
        pa.array(["b", "a"]).dictionary_encode(),
        lambda given: given.indices.to_numpy(),
    ),
}


@pytest.mark.parametrize(("given", "memory"), CODES.values(), ids=CODES)
def test_codes_are_not_copied(given, memory) -> None:
    assert np.shares_memory(read_pair(given, given).truth.codes, memory(given))


def test_integers_in_a_range_up_to_the_limit_are_codes() -> None:
    narrow, wide = np.array([0, 65535]), np.array([0, 65536])
    assert read_pair(narrow, narrow).truth.codes is narrow
    assert len(read_pair(narrow, narrow).truth.names) == 65536
    side = read_pair(wide, wide).truth
    assert side.codes.tolist() == [0, 1]
    assert side.names.tolist() == [0, 65536]


def test_the_range_may_be_as_large_as_the_number_of_objects() -> None:
    values = np.arange(70000)
    assert read_pair(values, values).truth.codes is values


SCRIPT = """
import sys
import numpy as np
from partita.labels import read_pair, read_policies
policies = read_policies("category", {})
for given in ([1, 2], ["a", None], np.array([1.5, 2]), np.array(["a", "b"]), range(2)):
    read_pair(given, given, weights=[1, 2], policies=policies)
for refused in ({1}, None, 5):
    try:
        read_pair(refused, refused)
    except ValueError:
        continue
libraries = {"pandas", "polars", "pyarrow", "torch", "xarray", "jax", "cupy", "scipy"}
print(sorted(libraries & sys.modules.keys()))
"""


def test_no_library_is_imported_to_recognize_its_objects() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr, done.returncode) == ("[]\n", "", 0)


@pytest.mark.parametrize("threads", [0, 1, 2])
def test_the_number_of_threads_changes_nothing(threads) -> None:
    values = np.random.default_rng(0).integers(-(10**12), 10**12, 1000)
    side, alone = (read_pair(values, values, threads=t).truth for t in (threads, 1))
    assert (side.codes == alone.codes).all()
    assert (side.names == alone.names).all()
    assert (side.names[side.codes] == values).all()
