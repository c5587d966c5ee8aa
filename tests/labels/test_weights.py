"""Weights: whole numbers are frequencies, fractions are importance, the rest is refused."""

from __future__ import annotations

import re
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from partita.errors import InputError
from partita.labels import read_pair


def read(weights, objects=3):
    return read_pair([1] * objects, [1] * objects, weights=weights).weights


WHOLE = {
    "list": [1, 0, 2],
    "tuple": (1, 0, 2),
    "range": range(3, 0, -1),
    "whole floats": [1.0, 0.0, 2.0],
    "negative zero": [1.0, -0.0, 2.0],
    "int and float": [1, 0.0, 2],
    "NumPy numbers": [np.int8(1), np.float32(0), np.uint64(2)],
    **{
        w: np.array([1, 0, 2], w)
        for w in ("i1", "u2", ">i4", "u8", "f2", "f4", ">f8", "longdouble")
    },
    "strided": np.array([1, 9, 0, 9, 2])[::2],
    "objects": np.array([1, 0, 2], object),
    "nothing masked": np.ma.array([1, 0, 2]),
    "pandas": pd.Series([1, 0, 2]),
    "pandas Int64": pd.Series([1, 0, 2], dtype="Int64"),
    "Polars": pl.Series([1, 0, 2]),
    "Arrow": pa.array([1, 0, 2]),
    "largest": [2**63 - 1, 0, 1],
    "large float": [2.0**62, 0.0, 1.0],
    "largest, uint64": np.array([2**63 - 1, 0, 1], "u8"),
}


@pytest.mark.parametrize("weights", WHOLE.values(), ids=WHOLE)
def test_whole_numbers_are_frequencies(weights) -> None:
    found = read(weights)
    assert found.dtype == np.int64
    assert found.flags.c_contiguous
    assert found.tolist() == [int(weight) for weight in np.asarray(weights, object).tolist()]


FRACTIONS = {
    "list": [0.5, 0, 2],
    "smallest": [2.0**-400, 0.0, 1.0],
    "largest": [2.0**400, 0.0, 0.5],
    "beyond int64": [2.0**63, 0.0, 1.0],
    "2**53 among floats": [2**53, 0.5, 0.0],
    "single": np.array([0.5, 0, 2], "f4"),
    "strided": np.array([0.5, 9, 0, 9, 2])[::2],
    "pandas": pd.Series([0.5, 0, 2]),
    "pandas Float64": pd.Series([0.5, 0, 2], dtype="Float64"),
    "Polars": pl.Series([0.5, 0, 2]),
    "Arrow": pa.chunked_array([[0.5], [0.0, 2.0]]),
}


@pytest.mark.parametrize("weights", FRACTIONS.values(), ids=FRACTIONS)
def test_fractions_are_importance(weights) -> None:
    found = read(weights)
    assert found.dtype == np.float64
    assert found.flags.c_contiguous
    assert found.tolist() == np.asarray(weights).tolist()


FILL = "fill it or leave the object out"
RANGE = (
    "outside 2**-400 to 2**400: multiply or divide all weights by a common factor, "
    "or make it 0 to leave the object out"
)
LARGE = "beyond 2**63 - 1: divide all weights by a common factor"
MASK = (
    "which may mean a mask: select the objects with it, e.g. truth[mask], or pass mask.astype(int)"
)

REFUSED = {
    "negative": ([1, -2, 1], "weights[1] is -2, negative: weights must be zero or more"),
    "negative float": ([1, 1, -0.5], "weights[2] is -0.5, negative: weights must be zero or more"),
    "NaN": ([1, float("nan"), 1], f"weights[1] is nan, missing: {FILL}"),
    "infinite": (np.array([1, 1, np.inf]), "weights[2] is inf, infinite: weights must be finite"),
    "None": ([1, None, 1], f"weights[1] is None, missing: {FILL}"),
    "null in Polars": (pl.Series([1, None, 1]), f"weights[1] is nan, missing: {FILL}"),
    "null in Arrow": (pa.array([1, None, 1]), f"weights[1] is nan, missing: {FILL}"),
    "masked": (np.ma.array([1, 2, 1], mask=[0, 1, 0]), f"weights[1] is masked, missing: {FILL}"),
    "masked in a list": ([1, np.ma.masked, 1], f"weights[1] is masked, missing: {FILL}"),
    "zero": ([0, 0, 0], "weights are all zero: give at least one object a positive weight"),
    "zero floats": ([0.0, 0.0, 0.0], "weights are all zero: give at least one object a positive"),
    "short": ([1, 2], "weights has 2 entries for 3 objects: pass one weight per object"),
    "long": ([1] * 4, "weights has 4 entries for 3 objects: pass one weight per object"),
    "empty": ([], "weights has 0 entries for 3 objects: pass one weight per object"),
    "2-d": (
        np.ones((3, 1)),
        (
            "weights is a 2-d array of shape (3, 1), but weights are "
            "one-dimensional: pass one weight per object"
        ),
    ),
    "number": (
        2,
        (
            "weights is an int, not a sequence of numbers: pass a list or an array with one "
            "weight per object"
        ),
    ),
    "text": ("abc", "weights is a str, not a sequence of numbers: pass a list or an array"),
    "set": ({1, 2, 3}, "weights is a set, not a sequence of numbers: pass a list or an array"),
    "strings": (["1", "2", "3"], "weights[0] is '1', a str: convert it with float(...)"),
    "array of strings": (
        np.array(["1", "2", "3"]),
        ("weights is an array of <U1, not of numbers: convert it with .astype(float)"),
    ),
    "complex": (np.array([1j, 1, 1]), "weights is an array of complex128, not of numbers"),
    "decimals": (
        [1, Decimal(1), 1],
        "weights[1] is Decimal('1'), a Decimal: convert it with float",
    ),
    "bools": ([1, True, 1], f"weights are bool (weights[1] is True), {MASK}"),
    "array of bools": (np.array([True, False, True]), f"weights are bool, {MASK}"),
    "pandas bools": (pd.Series([True, False, True]), f"weights are bool, {MASK}"),
    "beyond int64": ([1, 2**63, 1], f"weights[1] is {2**63}, {LARGE}"),
    "beyond int64, uint64": (np.array([1, 2**63, 1], "u8"), f"weights[1] is {2**63}, {LARGE}"),
    "too small": ([1, 1e-200, 0.5], f"weights[1] is 1e-200, {RANGE}"),
    "too small, NumPy": (np.array([1, 0.5, 5e-324]), f"weights[2] is 5e-324, {RANGE}"),
    "just too small": ([1, 2.0**-401, 0.5], f"weights[1] is {2.0**-401!r}, {RANGE}"),
    "just too large": ([0.5, 2.0**401, 1], f"weights[1] is {2.0**401!r}, {RANGE}"),
    "too large": (np.array([1, 0.5, 1e121]), f"weights[2] is 1e+121, {RANGE}"),
    "NumPy number": ([1, np.int64(-2), 1], "weights[1] is -2, negative"),
    "beyond 2**53 among floats": (
        [0.5, 2**53 + 1, 1],
        (
            f"weights[1] is {2**53 + 1}, an integer "
            "beyond 2**53 among floats: pass all weights as integers, or "
            "divide them by a common factor"
        ),
    ),
}


@pytest.mark.parametrize(("weights", "message"), REFUSED.values(), ids=REFUSED)
def test_other_weights_are_refused(weights, message) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(message)}"):
        read(weights)


def test_a_weight_that_is_na_is_refused() -> None:
    with pytest.raises(InputError, match=rf"^weights\[1\] is (nan|<NA>), missing: {FILL}$"):
        read(pd.Series([1, pd.NA, 1], dtype="Int64"))


def test_usable_weights_are_not_copied() -> None:
    for weights in (np.array([1, 2, 3]), np.array([0.5, 1, 2])):
        assert np.shares_memory(read(weights), weights)


def test_weights_in_a_packed_record_are_read() -> None:
    records = np.array([(0, 1, 0.5), (0, 2, 0.25), (0, 3, 1)], "i1,i8,f8")
    for field, expected in (("f1", [1, 2, 3]), ("f2", [0.5, 0.25, 1.0])):
        found = read(records[field])
        assert found.tolist() == expected
        assert found.flags.aligned


def test_without_weights_there_are_none() -> None:
    assert read(None) is None
