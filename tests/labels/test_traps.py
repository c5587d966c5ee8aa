"""Different labels are never merged, equal ones never split, missing ones never labels."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from label_pairs import read_pair

from partita.base.errors import InputError


class Left(enum.IntEnum):
    ONE = 1


class Shout(str):
    """A string with an equality of its own."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and self.lower() == other.lower()

    def __hash__(self) -> int:
        return hash(self.lower())


class Tagged(str):
    """A string with the equality of str, as parsers return it."""

    __slots__ = ()


@dataclass(frozen=True)
class Cell:
    row: int


@dataclass(frozen=True)
class NAType:
    """A label whose class has the name of the missing value of pandas."""

    code: int


def distinct(values: object) -> int:
    side = read_pair(values, values).truth
    return len(set(side.codes.tolist()))


DIFFERENT = {
    "2**53 and 2**53 + 1": [2**53, 2**53 + 1],
    "2**64 - 1 and 2**64 - 2 with -1": [2**64 - 1, 2**64 - 2, -1],
    "2**64 - 1 and 2**64 - 2 in uint64": np.array([2**64 - 1, 2**64 - 2], "u8"),
    "ends of int64": np.array([-(2**63), 2**63 - 1]),
    "a and a NUL": ["a", "a\0"],
    "bytes and a NUL": [b"a", b"a\0"],
    "a and a NUL in objects": np.array(["a", "a\0"], object),
    "a and a NUL in pandas": pd.Series(["a", "a\0"]),
    "a and a NUL in Polars": pl.Series(["a", "a\0"]),
    "a and a NUL in Arrow": pa.array(["a", "a\0"]),
    "composed and decomposed": ["\u00e9", "e\u0301"],
    "lone surrogates": ["\ud800", "\ud801"],
    "neighboring floats": [0.1 + 0.2, 0.3],
    "smallest floats": [5e-324, 0.0],
    "bool and int in tuples": [(1, "a"), (True, "a"), (1.0, "a"), ("1", "a")],
    "bool and int in nested tuples": [((1,),), ((True,),)],
    "bool and int in frozensets": [frozenset([1]), frozenset([True])],
    "members and numbers in tuples": [(Left.ONE,), (1,)],
    "a namesake of NA": [NAType(1), NAType(2)],
    "nanoseconds": np.array([0, 1], "M8[ns]"),
    "nanoseconds in Polars": pl.Series([0, 1]).cast(pl.Datetime("ns")),
    "nanoseconds in Arrow": pa.array([0, 1], pa.timestamp("ns")),
    "nanoseconds in a list": [pd.Timestamp(0), pd.Timestamp(1)],
    "categories 1 and '1'": pd.Categorical([1, "1"], [1, "1"]),
}


@pytest.mark.parametrize("values", DIFFERENT.values(), ids=DIFFERENT)
def test_different_labels_stay_different(values) -> None:
    assert distinct(values) == len(values)


SAME = {
    "zeros": [0.0, -0.0],
    "zeros in an array": np.array([0.0, -0.0]),
    "zeros of half size": np.array([0.0, -0.0], "f2"),
    "int and NumPy int": [1, np.int8(1), np.uint64(1)],
    "float and NumPy float": [0.5, np.float32(0.5)],
    "str and NumPy str": ["a", np.str_("a"), Tagged("a")],
    "decimals": [Decimal(1), Decimal("1.0")],
    "an equality of its own": [Shout("a"), Shout("A")],
    "dataclasses": [Cell(1), Cell(1)],
    "tuples of one value": [(1, "a"), (np.int64(1), "a")],
    "moments in other units": [np.datetime64(0, "s"), np.datetime64(0, "ms")],
    "dates in other units": [np.datetime64("2024", "Y"), np.datetime64("2024-01-01", "D")],
    "moments of other libraries": [pd.Timestamp(0), pd.Timestamp(0).to_pydatetime()],
    "instants in other zones": [
        pd.Timestamp(0, tz="UTC"),
        pd.Timestamp(0, tz="UTC").tz_convert("Asia/Tokyo"),
    ],
}


@pytest.mark.parametrize("values", SAME.values(), ids=SAME)
def test_equal_labels_stay_together(values) -> None:
    assert distinct(values) == 1


# Several kinds in one list: (values, position of the odd one, its kind, the first kind).
MIXED = {
    "int and str": ([1, 2, "1"], 2, "str", "int"),
    "int and float": ([2**53, 2**53 + 1, 0.5], 2, "float", "int"),
    "int and bool": ([1, True], 1, "bool", "int"),
    "float and bool": ([1.0, True], 1, "bool", "float"),
    "str and bytes": (["a", b"a"], 1, "bytes", "str"),
    "after a missing one": ([None, "a", 1], 2, "int", "str"),
    "int and member": ([1, Left.ONE], 1, "Left", "int"),
    "int and tuple": ([1, (1,)], 1, "tuple", "int"),
    "str with its own equality": (["a", Shout("a")], 1, "Shout", "str"),
    "date and datetime": ([np.datetime64(0, "D"), np.datetime64(0, "s")], 1, "datetime", "date"),
    "naive and zoned": ([pd.Timestamp(0), pd.Timestamp(0, tz="UTC")], 1, "instant", "datetime"),
    "an array of objects": (np.array([1, "1"], object), 1, "str", "int"),
    "a Series of objects": (pd.Series([1, "1"], dtype=object), 1, "str", "int"),
}


@pytest.mark.parametrize(("values", "at", "odd", "first"), MIXED.values(), ids=MIXED)
def test_mixed_kinds_are_refused(values, at, odd, first) -> None:
    found = rf"^truth\[{at}\] is .* \({odd}\) but truth\[[01]\] is .* \({first}\): "
    remedy = f"labels must be of one type; make them all {first} or all {odd}$"
    with pytest.raises(InputError, match=found + remedy):
        read_pair(values, values)


nan = float("nan")

# Inputs whose middle object has no label.
GAPS = {
    "None among str": ["a", None, "b"],
    "NaN among str": ["a", nan, "b"],
    "NaN among int": [1, nan, 2],
    "NumPy NaN among int": [1, np.float32("nan"), 2],
    "NaN among float": [1.0, nan, 2.0],
    "NA among str": ["a", pd.NA, "b"],
    "NaT among datetimes": [pd.Timestamp(0), pd.NaT, pd.Timestamp(1)],
    "NumPy NaT": [np.datetime64(0, "s"), np.datetime64("NaT"), np.datetime64(1, "s")],
    "NaN among decimals": [Decimal(1), Decimal("nan"), Decimal(2)],
    "masked in a list": [1, np.ma.masked, 2],
    "None among tuples": [(1,), None, (2,)],
    "NaN array": np.array([1, nan, 2]),
    "NaN with a payload": np.array([0, 0x7FF8000000000001, 1], "u8").view("f8"),
    "half NaN": np.array([1, nan, 2], "f2"),
    "NaN objects": np.array(["a", nan, "b"], object),
    "NaT array": np.array([0, "NaT", 1], "M8[s]"),
    "NaT durations": np.array([0, "NaT", 1], "m8[s]"),
    "string type, None": np.array(["a", None, "b"], np.dtypes.StringDType(na_object=None)),
    "string type, str": np.array(["a", "?", "b"], np.dtypes.StringDType(na_object="?")),
    **{
        f"masked {dtype}": np.ma.array(np.array([1, 0, 2]).astype(dtype), mask=[0, 1, 0])
        for dtype in ("i1", ">i4", "u8", "f4", "U1", "S1", "O", "M8[s]")
    },
    "masked far value": np.ma.array([1, 10**12, 2], mask=[0, 1, 0]),
    "pandas str": pd.Series(["a", None, "b"]),
    "pandas objects": pd.Series(["a", None, "b"], dtype=object),
    "pandas string": pd.Series(["a", pd.NA, "b"], dtype="string"),
    "pandas Python string": pd.Series(["a", pd.NA, "b"], dtype="string[python]"),
    "pandas Int64": pd.Series([1, pd.NA, 2], dtype="Int64"),
    "pandas boolean": pd.Series([True, pd.NA, False], dtype="boolean"),
    "pandas Float64": pd.Series([1, pd.NA, 2], dtype="Float64"),
    "pandas arrow": pd.Series([1, None, 2], dtype="int64[pyarrow]"),
    "pandas category": pd.Categorical(["a", None, "b"]),
    "pandas datetimes": pd.Series([pd.Timestamp(0), pd.NaT, pd.Timestamp(1)]),
    "pandas zoned": pd.Series([pd.Timestamp(0), pd.NaT, pd.Timestamp(1)]).dt.tz_localize("UTC"),
    "pandas periods": pd.PeriodIndex(["2024", None, "2025"], freq="Y"),
    "Polars ints": pl.Series([1, None, 2]),
    "Polars strings": pl.Series(["a", None, "b"]),
    "Polars floats": pl.Series([1.0, nan, 2.0]),
    "Polars bools": pl.Series([True, None, False]),
    "Polars categories": pl.Series(["a", None, "b"]).cast(pl.Categorical),
    "Polars enum": pl.Series(["a", None, "b"], dtype=pl.Enum(["b", "a"])),
    "Polars dates": pl.Series([0, None, 1]).cast(pl.Date),
    "Arrow ints": pa.array([1, None, 2], pa.int8()),
    "Arrow strings": pa.array(["a", None, "b"]),
    "Arrow floats": pa.array([1.0, None, 2.0]),
    "Arrow bools": pa.array([True, None, False]),
    "Arrow chunks": pa.chunked_array([["a", None], ["b"]]),
    "Arrow dictionary": pa.array(["a", None, "b"]).dictionary_encode(),
    "Arrow null in dictionary": pa.DictionaryArray.from_arrays([0, 1, 2], ["a", None, "b"]),
    "Arrow dates": pa.array([0, None, 1], pa.date32()),
}


@pytest.mark.parametrize("values", GAPS.values(), ids=GAPS)
def test_a_missing_value_is_never_a_label(values, labels_of) -> None:
    message = (
        r'^truth\[1\] is missing \(1 of 3 labels are\): pass missing="drop" to leave such objects '
        r'out, "singletons" to give each a group of its own, "category" to make them one group$'
    )
    with pytest.raises(InputError, match=message):
        read_pair(values, [0, 0, 0])
    with pytest.raises(InputError, match=r"^prediction\[1\] is missing"):
        read_pair([0, 0, 0], values)
    kept = labels_of(read_pair(values, [7, 8, 9], missing="drop").truth)
    assert len(kept) == len(set(kept)) == 2
    assert None not in kept
    pair = read_pair(values, [7, 8, 9], missing="category")
    assert labels_of(pair.truth) == [kept[0], None, kept[1]]
    assert labels_of(pair.prediction) == [7, 8, 9]


ALL_GAPS = {
    "None": [None, None],
    "NaN": [nan, nan],
    "NaN array": np.array([nan, nan]),
    "NaT array": np.array(["NaT", "NaT"], "M8[s]"),
    "masked": np.ma.array([1, 2], mask=True),
    "category": pd.Categorical([None, None]),
    "Int64": pd.Series([pd.NA, pd.NA], dtype="Int64"),
    "Polars": pl.Series([None, None]),
    "Polars ints": pl.Series([None, None], dtype=pl.Int8),
    "Arrow": pa.nulls(2),
    "Arrow ints": pa.nulls(2, pa.int8()),
    "Arrow strings": pa.nulls(2, pa.string()),
    "Arrow dictionary": pa.nulls(2, pa.dictionary(pa.int8(), pa.string())),
}


@pytest.mark.parametrize("values", ALL_GAPS.values(), ids=ALL_GAPS)
def test_a_side_without_any_label(values, labels_of) -> None:
    with pytest.raises(InputError, match=r"^truth\[0\] is missing \(2 of 2 labels are\)"):
        read_pair(values, [1, 2])
    assert labels_of(read_pair(values, [1, 2], missing="category").truth) == [None, None]
    alone = labels_of(read_pair(values, [1, 2], missing="singletons").truth)
    assert [repr(name) for name in alone] == ["<unlabeled>", "<unlabeled>"]
    assert alone[0] != alone[1]
    with pytest.raises(InputError, match=r"^nothing is left to compare: all 2 objects"):
        read_pair(values, [1, 2], missing="drop")


def test_values_under_a_mask_are_ignored() -> None:
    hidden = np.ma.array([10**12, 1, 2], mask=[1, 0, 0])
    side = read_pair(hidden, [1, 2, 3], missing="category").truth
    assert list(side.names) == [1, 2, None]


def test_words_such_as_nan_are_labels(labels_of) -> None:
    words = ["nan", "None", "NA", "", "NaT", "null"]
    assert labels_of(read_pair(words, words).truth) == words


def test_tuples_match_by_their_parts_at_any_depth() -> None:
    deep = [((1, "a"), 2), ((True, "a"), 2), ((1, "a"), 2), ((1, "a"), (2,))]
    side = read_pair(deep, deep).truth
    assert side.codes.tolist() == [0, 1, 0, 2]
    days = [(np.datetime64(0, "D"),), (np.datetime64(0, "s"),), (np.datetime64(0, "D"),)]
    assert read_pair(days, days).truth.codes.tolist() == [0, 1, 0]
