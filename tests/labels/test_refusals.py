"""Refused labels: the message names the side, the position, the finding and the remedy."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import xarray as xr
from label_pairs import read_pair

from partita.base.errors import InputError
from partita.base.wording import show


class OnDevice:
    """A tensor whose memory is on an accelerator."""

    def __dlpack__(self) -> None:
        raise AssertionError("must not be asked for its memory")

    def __dlpack_device__(self) -> tuple[int, int]:
        return (2, 0)


class CudaOnly:
    __cuda_array_interface__: dict[str, Any] = {}  # noqa: RUF012


class Reluctant:
    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        raise RuntimeError("call detach first")


class Scalar:
    """A tensor of one number, equal only to itself."""

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.array(1)


class Plain:
    def __repr__(self) -> str:
        return "Plain()"


class Broken:
    def __repr__(self) -> str:
        raise RuntimeError

    __hash__ = None  # type: ignore[assignment]


FLAT = "but labels are one-dimensional: pass"
COLUMN = f"{FLAT} one column, e.g. truth[:, 0], or several in a dict to partita.compare; counts of "
EMPTY = "truth is empty: there is nothing to compare; pass at least one label"
ONCE = "not a sequence of labels: it has no positions; pass list(truth)"
TEXT = "text is a single label; pass a list with one label for each object"
HASH = "which cannot be hashed: use a tuple, a frozenset or a string"
COVER = f"{HASH}, or partita.Cover.from_memberships for objects in several clusters"
INSIDE = "which holds a value that cannot be hashed: use tuples, frozensets or strings"
ELSEWHERE = (
    "in the memory of an accelerator: copy it to the CPU, "
    "e.g. with .cpu() (torch), .get() (CuPy) or jax.device_get"
)
ITEM = "not a single label: use .item() of it, or pass one array of all labels"
HOLDS = "fill it, or make the whole label None"

WHOLE = {
    "empty list": ([], EMPTY),
    "empty array": (np.array([]), EMPTY),
    "empty range": (range(0), EMPTY),
    "empty Series": (pd.Series([], dtype="Int64"), EMPTY),
    "empty Categorical": (pd.Categorical([]), EMPTY),
    "empty Polars": (pl.Series([]), EMPTY),
    "empty Arrow": (pa.chunked_array([], pa.int8()), EMPTY),
    "generator": ((x for x in [1]), f"truth is a generator, {ONCE}"),
    "iterator": (iter([1]), f"truth is a list_iterator, {ONCE}"),
    "map": (map(int, "1"), f"truth is a map, {ONCE}"),
    "dict values": ({1: 2}.values(), f"truth is a dict_values, {ONCE}"),
    "set": (
        {1, 2},
        (
            "truth is a set, not a sequence of labels: a set has no order; "
            "pass a list with one label for each object"
        ),
    ),
    "frozenset": (frozenset([1]), "truth is a frozenset, not a sequence of labels: a set has"),
    "dict keys": ({1: 2}.keys(), "truth is a dict_keys, not a sequence of labels: a set has"),
    "dict": (
        {1: 2},
        (
            "truth is a dict, not a sequence of labels: pass a list of labels in the order of the "
            "objects, or match ids with partita.match_ids; several predictions are the second "
            "argument of partita.compare"
        ),
    ),
    "str": ("aab", f"truth is a str, not a sequence of labels: {TEXT}"),
    "bytes": (b"aab", f"truth is a bytes, not a sequence of labels: {TEXT}"),
    "bytearray": (bytearray(b"a"), f"truth is a bytearray, not a sequence of labels: {TEXT}"),
    "None": (
        None,
        (
            "truth is a NoneType, not a sequence of labels: pass a list or an array with one "
            "label for each object"
        ),
    ),
    "int": (5, "truth is an int, not a sequence of labels: pass a list or an array with one label"),
    "a class": (np.ndarray, "truth is a type, not a sequence of labels: pass a list or an array"),
    "NumPy scalar": (
        np.int64(5),
        (
            "truth is a 0-d array of shape (), but labels are "
            "one-dimensional: pass one label for each object"
        ),
    ),
    "0-d": (
        np.array(5),
        (
            "truth is a 0-d array of shape (), but labels are one-dimensional: "
            "pass one label for each object"
        ),
    ),
    "2-d": (np.ones((3, 2), int), f"truth is a 2-d array of shape (3, 2), {COLUMN}"),
    "column": (
        np.ones((3, 1), int),
        f"truth is a 2-d array of shape (3, 1), {FLAT} numpy.ravel(truth)",
    ),
    "2-d masked": (
        np.ma.ones((3, 2)),
        f"truth is a 2-d array of shape (3, 2), {FLAT} one label for each object, e.g. truth",
    ),
    "2-d xarray": (
        xr.DataArray([[1, 2]]),
        f"truth is a 2-d array of shape (1, 2), {FLAT} numpy.ravel(truth)",
    ),
    "3-d": (
        np.ones((2, 2, 2), int),
        f"truth is a 3-d array of shape (2, 2, 2), {FLAT} one label for each object",
    ),
    "one-hot": (
        np.eye(3)[[0, 0, 1, 2]],
        (
            "truth is a 2-d array of shape (4, 3), but labels are one-dimensional: each row has a "
            "single 1, so pass truth.argmax(axis=1)"
        ),
    ),
    "linkage": (
        np.array([[0, 1, 0.5, 2], [2, 3, 1.0, 2], [4, 5, 2.0, 4]]),
        (
            "truth is a 2-d array of shape (3, 4), but labels are one-dimensional: cut a linkage "
            "matrix into clusters: partita.Hierarchy.from_linkage(truth).cut(k=3)"
        ),
    ),
    "table of counts": (
        np.array([[2, 1], [0, 3]]),
        (
            f"truth is a 2-d array of shape (2, 2), {COLUMN}objects as "
            "partita.Contingency.from_matrix(truth)"
        ),
    ),
    "DataFrame": (
        pd.DataFrame({"a": [1]}),
        (
            "truth is a whole DataFrame, but labels are "
            "one-dimensional: pass one column, e.g. truth['column']"
        ),
    ),
    "Polars frame": (
        pl.DataFrame({"a": [1]}),
        (
            "truth is a whole DataFrame, but labels are "
            "one-dimensional: pass one column, e.g. truth['column']"
        ),
    ),
    "Polars lazy frame": (
        pl.LazyFrame({"a": [1]}),
        (
            "truth is a LazyFrame of polars, a source of columns and not of labels: count it with"
            " table = partita.tabulate("
        ),
    ),
    "Arrow table": (
        pa.table({"a": [1]}),
        (
            "truth is a whole Table, but labels are one-dimensional: "
            "pass one column, e.g. truth['column']"
        ),
    ),
    "complex array": (
        np.array([1j]),
        (
            "truth is an array of complex128, which cannot be labels: "
            "pass integers, strings or one field of it, e.g. converted with .astype(str)"
        ),
    ),
    "records": (
        np.zeros(1, "i4,i4"),
        (
            "truth is an array of [('f0', '<i4'), ('f1', '<i4')], which "
            "cannot be labels: pass integers, strings or one field of it"
        ),
    ),
    "times of day": (
        pl.Series([0]).cast(pl.Time),
        ("truth holds times of day (Time): cast them to String or Int64"),
    ),
    "Arrow times": (
        pa.array([0], pa.time32("s")),
        ("truth holds times of day (time32[s]): cast them to string or int64"),
    ),
    "dictionary of lists": (
        pa.DictionaryArray.from_arrays([0], pa.array([[1]])),
        (
            "truth is a "
            "dictionary array of list<item: int64>, which cannot be labels: pass "
            "its indices, or a dictionary of strings or integers"
        ),
    ),
    "GPU": (OnDevice(), f"truth is an OnDevice {ELSEWHERE}"),
    "CUDA interface": (CudaOnly(), f"truth is a CudaOnly {ELSEWHERE}"),
    "failing conversion": (
        Reluctant(),
        (
            "truth is a Reluctant that gives no NumPy array "
            "(RuntimeError('call detach first')): convert it first, e.g. with "
            ".detach().cpu().numpy()"
        ),
    ),
}

PLACED = {
    "list": ([1, [2]], f"truth[1] is [2], a list, {COVER}"),
    "lists": ([[1], [2]], f"truth[0] is [1], a list, {COVER}"),
    "dict": (["a", {}], f"truth[1] is {{}}, a dict, {HASH}"),
    "set": ([{1}], f"truth[0] is {{1}}, a set, {COVER}"),
    "list in a tuple": ([(1,), (2, [3])], f"truth[1] is (2, [3]), {INSIDE}"),
    "array": ([np.array([1])], f"truth[0] is array([1]), a ndarray, {ITEM}"),
    "scalar tensor": ([1, Scalar()], f", a Scalar, {ITEM}"),
    "record": ([np.zeros(1, "i4,i4")[0]], f"a void, {ITEM}"),
    "Arrow scalar": (
        [pa.scalar(1)],
        (
            "truth[0] is <pyarrow.Int64Scalar: 1>, an Int64Scalar: pass "
            "the pyarrow array itself, or its to_pylist()"
        ),
    ),
    "complex": (
        [1j],
        "truth[0] is 1j, a complex number: use its real part or a string as the label",
    ),
    "NumPy complex": ([np.complex64(1)], ", a complex number: use its real part or a string"),
    "by identity": (
        [1, Plain()],
        (
            "truth[1] is Plain(), a Plain, equal only to itself: define "
            "__eq__ and __hash__, or use a field of it"
        ),
    ),
    "broken repr": ([Broken()], f"truth[0] is an object of type Broken, a Broken, {HASH}"),
    "long repr": ([["x" * 100]], "truth[0] is ['" + "x" * 55 + "..., a list, which"),
    "NaN in a tuple": (
        [("a", 1), ("a", float("nan"))],
        (f"truth[1] is ('a', nan), which holds the missing value nan: {HOLDS}"),
    ),
    "None in a tuple": (
        [("a", None)],
        (f"truth[0] is ('a', None), which holds the missing value None: {HOLDS}"),
    ),
    "NaN deep inside": ([(("a", float("nan")),)], "which holds the missing value nan"),
    "multi-index": (
        pd.MultiIndex.from_tuples([("a", 1), ("a", None)]),
        (f"truth[1] is ('a', nan), which holds the missing value nan: {HOLDS}"),
    ),
    "Arrow lists": (pa.array([[1], [2]]), f"truth[0] is [1], a list, {COVER}"),
    "Polars lists": (pl.Series([[1], [2]]), f"truth[0] is [1], a list, {COVER}"),
    "Polars structs": (pl.Series([{"a": 1}]), f"truth[0] is {{'a': 1}}, a dict, {HASH}"),
}

if np.finfo(np.longdouble).bits > 64:
    THIRD = np.longdouble(1) / 3
    PLACED["long double"] = ([THIRD], "a longdouble: use float(...) of it as the label")
    PLACED["long doubles"] = (
        np.array([1, THIRD]),
        (
            f"truth[1] is {THIRD!s} (float128), which a "
            "float64 cannot hold: round the labels with .astype(numpy.float64), or use integers"
        ),
    )


@pytest.mark.parametrize(("values", "message"), WHOLE.values(), ids=WHOLE)
def test_anything_but_a_sequence_of_labels_is_refused(values, message) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(message)}"):
        read_pair(values, [1, 2])


@pytest.mark.parametrize(("values", "message"), PLACED.values(), ids=PLACED)
def test_values_that_cannot_be_labels_are_refused_by_position(values, message) -> None:
    with pytest.raises(InputError, match=re.escape(message)) as refusal:
        read_pair(values, values)
    assert str(refusal.value).startswith("truth[")
    with pytest.raises(InputError, match=r"^prediction\["):
        read_pair([1] * len(values), values)


def test_the_other_side_is_named_too() -> None:
    with pytest.raises(InputError, match=r"^prediction is empty: "):
        read_pair([1], [])
    with pytest.raises(InputError, match=r"^prediction is a set, not a sequence of labels: "):
        read_pair([1], {1})


def test_both_lengths_are_named_if_they_differ() -> None:
    message = (
        "^truth has 3 labels and prediction 2: "
        "pass one label for each object on both sides, in the same order$"
    )
    with pytest.raises(InputError, match=message):
        read_pair([1, 2, 3], ["a", "b"])


OPTIONS = {
    "missing": (
        {"missing": "skip"},
        "missing must be one of 'error', 'drop', 'singletons', 'category'; got 'skip'",
    ),
    "missing of a strange type": (
        {"missing": np.array([1, 2])},
        "missing must be one of 'error', 'drop', 'singletons', 'category'; got array([1, 2])",
    ),
    "align": ({"align": True}, "align must be one of 'error', 'index'; got True"),
    "noise_as": (
        {"noise": -1, "noise_as": "ignore"},
        "noise_as must be one of 'singletons', 'drop', 'cluster'; got 'ignore'",
    ),
    "noise_as alone": (
        {"noise_as": "drop"},
        'noise_as="drop" has no effect without noise: say which label is noise, e.g. noise=-1',
    ),
    "noise of a strange side": (
        {"noise": {"pred": -1}},
        (
            'noise has the key \'pred\': its keys are "truth" and "prediction" (the label of all'
            ' clusterings), for example noise={"prediction": -1}'
        ),
    ),
    "noise that is missing": (
        {"noise": float("nan")},
        "noise is nan, a missing value and not a label: use missing= instead",
    ),
    "noise that is no label": (
        {"noise": [-1]},
        "noise is [-1], which cannot be a label: pass one label",
    ),
    "noise that is no label, one side": (
        {"noise": {"truth": {1}}},
        "noise is {1}, which cannot be a label: pass one label",
    ),
}


@pytest.mark.parametrize(("options", "message"), OPTIONS.values(), ids=OPTIONS)
def test_unknown_options_are_refused(options, message) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        read_pair([1, 2], [1, 2], **options)


def test_an_input_error_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="truth is empty"):
        read_pair([], [])


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (np.int64(1), "1"),
        (np.float32(0.5), "0.5"),
        (np.str_("a"), "'a'"),
        (np.bool_(True), "True"),
        (np.datetime64("2024-02-29T12", "ns"), "2024-02-29T12:00:00.000000000"),
        (np.timedelta64(3, "s"), "3 seconds"),
        (Broken(), "an object of type Broken"),
        ("a" * 80, "'" + "a" * 56 + "..."),
    ],
)
def test_messages_show_plain_values(value, text) -> None:
    assert show(value) == text


def test_a_moment_keeps_its_kind_in_a_message() -> None:
    moments = np.array([1, 2], "M8[ns]")
    with pytest.raises(
        InputError, match=r"labels of truth are datetime without a time zone, e\.g\. 1970-01-01T00:"
    ):
        read_pair(moments, moments, noise=-1)
