"""Every kind of input gives its own labels back, with names in the documented order."""

from __future__ import annotations

import datetime as dt
import enum
from array import array
from collections import UserList, deque
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import xarray as xr
from label_pairs import read_pair

WIDTHS = [f"{sign}{size}" for sign in "iu" for size in (1, 2, 4, 8)]


class Color(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Grade(enum.IntEnum):
    LOW = 1
    HIGH = 2


@dataclass(frozen=True)
class Cell:
    row: int
    column: str


class Point(NamedTuple):
    x: int
    y: int


class Offers:
    """An object of another library, known only by its protocols."""

    def __init__(self, values: Any) -> None:
        self._values = np.asarray(values)


class OffersArray(Offers):
    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self._values if dtype is None else self._values.astype(dtype)


class OffersDLPack(Offers):
    def __dlpack__(self, **options: Any) -> Any:
        return self._values.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._values.__dlpack_device__()


def packed(values: list[Any], dtype: str) -> Any:
    """A field of records without padding: an odd number of bytes is between its items."""
    records = np.zeros(len(values), [("tag", "i1"), ("field", dtype)])
    records["field"] = values
    return records["field"]


def dictionary(*values: Any) -> pa.DictionaryArray:
    return pa.array(values).dictionary_encode()


day, next_day = dt.date(2024, 2, 29), dt.date(2024, 3, 1)
noon, night = dt.datetime(2024, 2, 29, 12), dt.datetime(2024, 2, 29, 23)

# (id, input, its labels, the names in order)
PYTHON = [
    ("list of int", [3, 1, 3], [3, 1, 3], [1, 2, 3]),
    ("tuple of int", (3, 1, 3), [3, 1, 3], [1, 2, 3]),
    ("range", range(5, 2, -1), [5, 4, 3], [3, 4, 5]),
    ("far apart", [10**9, -(10**9)], [10**9, -(10**9)], [-(10**9), 10**9]),
    ("ends of int64", [2**63 - 1, -(2**63)], [2**63 - 1, -(2**63)], [-(2**63), 2**63 - 1]),
    ("end of int64", [2**63 - 1, 2**63 - 2], [2**63 - 1, 2**63 - 2], [2**63 - 2, 2**63 - 1]),
    ("beyond int64", [2**64, -1, 2**100], [2**64, -1, 2**100], [-1, 2**64, 2**100]),
    ("NumPy ints", [np.int8(2), 1, np.uint64(2)], [2, 1, 2], [1, 2]),
    ("list of bool", [True, False], [True, False], [False, True]),
    ("NumPy bools", [np.True_, False], [True, False], [False, True]),
    ("list of float", [2.0, 0.5, 2.0], [2.0, 0.5, 2.0], [0.5, 2.0]),
    ("NumPy floats", [np.float32(2), 0.5], [2.0, 0.5], [0.5, 2.0]),
    ("list of str", ["b", "a", "b"], ["b", "a", "b"], ["a", "b"]),
    ("NumPy strings", [np.str_("b"), "a"], ["b", "a"], ["a", "b"]),
    ("list of bytes", [b"b", b"a"], [b"b", b"a"], [b"a", b"b"]),
    ("dates", [next_day, day], [next_day, day], [day, next_day]),
    ("datetimes", [night, noon], [night, noon], [noon, night]),
    ("Timestamps", [pd.Timestamp(night), noon], [night, noon], [noon, night]),
    (
        "durations",
        [night - noon, dt.timedelta(0)],
        [night - noon, dt.timedelta(0)],
        [dt.timedelta(0), night - noon],
    ),
    ("enum", [Color.RED, Color.BLUE], [Color.RED, Color.BLUE], [Color.RED, Color.BLUE]),
    ("int enum", [Grade.HIGH, Grade.LOW], [Grade.HIGH, Grade.LOW], [Grade.HIGH, Grade.LOW]),
    ("tuples", [("b", 2), ("a", 1)], [("b", 2), ("a", 1)], [("b", 2), ("a", 1)]),
    ("named tuples", [Point(2, 1), Point(1, 2)], [Point(2, 1), Point(1, 2)], None),
    ("frozensets", [frozenset("ab"), frozenset("a")], [frozenset("ab"), frozenset("a")], None),
    ("dataclasses", [Cell(1, "a"), Cell(0, "a")], [Cell(1, "a"), Cell(0, "a")], None),
    ("decimals", [Decimal("1.5"), Decimal(2)], [Decimal("1.5"), Decimal(2)], None),
    ("fractions", [Fraction(1, 3), Fraction(1, 2)], [Fraction(1, 3), Fraction(1, 2)], None),
    ("deque", deque([3, 1]), [3, 1], [1, 2, 3]),
    ("other sequence", UserList(["b", "a"]), ["b", "a"], ["a", "b"]),
    ("array", array("h", [3, 1]), [3, 1], [1, 2, 3]),
    ("array of characters", array("u", "ba"), ["b", "a"], ["a", "b"]),
    ("memoryview", memoryview(array("d", [0.5, -1.0])), [0.5, -1.0], [-1.0, 0.5]),
]

NUMPY = [
    *((f"ints {w}", np.array([3, 1, 3], w), [3, 1, 3], [1, 2, 3]) for w in WIDTHS),
    *((f"swapped {w}", np.array([3, 1, 3], f">{w}"), [3, 1, 3], [1, 2, 3]) for w in WIDTHS),
    *((f"strided {w}", np.array([3, 0, 1, 0], w)[::2], [3, 1], [1, 2, 3]) for w in WIDTHS),
    *((f"backwards {w}", np.array([3, 2], w)[::-1], [2, 3], [2, 3]) for w in WIDTHS),
    *((f"packed {w}", packed([3, 1, 3], w), [3, 1, 3], [1, 2, 3]) for w in WIDTHS),
    ("packed wide ints", packed([10**18, -7], "i8"), [10**18, -7], None),
    ("unaligned", np.frombuffer(bytes([9, 3, 0, 1, 0]), "<i2", offset=1), [3, 1], [1, 2, 3]),
    ("packed floats", packed([0.5, -2.0], "f8"), [0.5, -2.0], [-2.0, 0.5]),
    ("packed bools", packed([True, False], "?"), [True, False], [False, True]),
    ("packed text", packed(["b", "a"], "U1"), ["b", "a"], ["a", "b"]),
    (
        "packed moments",
        packed([next_day, day], "M8[D]"),
        [np.datetime64(next_day), np.datetime64(day)],
        [np.datetime64(day), np.datetime64(next_day)],
    ),
    ("packed with a mask", np.ma.array(packed([3, 1], "i4"), mask=False), [3, 1], [1, 2, 3]),
    ("ends of int8", np.array([127, -128], "i1"), [127, -128], list(range(-128, 128))),
    ("ends of int64", np.array([2**63 - 1, -(2**63)]), [2**63 - 1, -(2**63)], None),
    (
        "end of uint64",
        np.array([2**64 - 1, 2**64 - 2], "u8"),
        [2**64 - 1, 2**64 - 2],
        [2**64 - 2, 2**64 - 1],
    ),
    ("wide uint64", np.array([2**64 - 1, 0], "u8"), [2**64 - 1, 0], [0, 2**64 - 1]),
    ("wide int32", np.array([10**9, -(10**9), 7], "i4"), [10**9, -(10**9), 7], None),
    ("column of a matrix", np.arange(6).reshape(3, 2)[:, 1], [1, 3, 5], [1, 2, 3, 4, 5]),
    ("bools", np.array([True, False]), [True, False], [False, True]),
    ("strided bools", np.array([True, True, False])[::2], [True, False], [False, True]),
    ("forged bools", np.array([2, 0], "u1").view(bool), [True, False], [False, True]),
    *(
        (f"floats {w}", np.array([0.5, -2, 0.5], w), [0.5, -2.0, 0.5], [-2.0, 0.5])
        for w in ("f2", "f4", "f8", ">f4", ">f8", "longdouble")
    ),
    ("strided floats", np.array([0.5, 9, -2])[::-2], [-2.0, 0.5], [-2.0, 0.5]),
    ("infinities", np.array([np.inf, -np.inf, 0]), [np.inf, -np.inf, 0.0], [-np.inf, 0.0, np.inf]),
    ("text", np.array(["bb", "a", "bb"]), ["bb", "a", "bb"], ["a", "bb"]),
    ("swapped text", np.array(["bb", "ä"], ">U2"), ["bb", "ä"], ["bb", "ä"]),
    ("strided text", np.array(["b", "x", "a"])[::2], ["b", "a"], ["a", "b"]),
    ("empty text", np.array(["", ""], "U0"), ["", ""], [""]),
    ("bytes", np.array([b"bb", b"a"]), [b"bb", b"a"], [b"a", b"bb"]),
    ("objects", np.array(["b", "a"], object), ["b", "a"], ["a", "b"]),
    ("object ints", np.array([2**70, 1], object), [2**70, 1], [1, 2**70]),
    ("string type", np.array(["b", "a"], np.dtypes.StringDType()), ["b", "a"], ["a", "b"]),
    (
        "days",
        np.array([next_day, day], "M8[D]"),
        [np.datetime64(next_day), np.datetime64(day)],
        [np.datetime64(day), np.datetime64(next_day)],
    ),
    (
        "swapped moments",
        np.array([night, noon], ">M8[ns]"),
        [np.datetime64(night), np.datetime64(noon)],
        None,
    ),
    (
        "durations",
        np.array([5, 3], "m8[s]"),
        [np.timedelta64(5, "s"), np.timedelta64(3, "s")],
        None,
    ),
    ("nothing masked", np.ma.array([3, 1]), [3, 1], [1, 2, 3]),
    ("read-only memory map", np.frombuffer(b"\x03\x01", "u1"), [3, 1], [1, 2, 3]),
]

PANDAS = [
    ("ints", pd.Series([3, 1]), [3, 1], [1, 2, 3]),
    ("strings", pd.Series(["b", "a"]), ["b", "a"], ["a", "b"]),
    ("objects", pd.Series(["b", "a"], dtype=object), ["b", "a"], ["a", "b"]),
    ("nullable strings", pd.Series(["b", "a"], dtype="string"), ["b", "a"], ["a", "b"]),
    ("Python strings", pd.Series(["b", "a"], dtype="string[python]"), ["b", "a"], ["a", "b"]),
    ("Int64", pd.Series([3, 1], dtype="Int64"), [3, 1], [1, 2, 3]),
    ("UInt64", pd.Series([2**64 - 1, 2**64 - 2], dtype="UInt64"), [2**64 - 1, 2**64 - 2], None),
    ("Float32", pd.Series([0.5, -1], dtype="Float32"), [0.5, -1.0], [-1.0, 0.5]),
    ("boolean", pd.Series([True, False], dtype="boolean"), [True, False], [False, True]),
    ("arrow ints", pd.Series([3, 1], dtype="int32[pyarrow]"), [3, 1], [1, 2, 3]),
    (
        "arrow strings",
        pd.Series(["b", "a"], dtype=pd.ArrowDtype(pa.string())),
        ["b", "a"],
        ["a", "b"],
    ),
    (
        "arrow dictionary",
        pd.Series(pd.array(dictionary("b", "a", "b"), dtype=pd.ArrowDtype(dictionary("b").type))),
        ["b", "a", "b"],
        ["b", "a"],
    ),
    ("categories", pd.Categorical(["b", "a"], ["c", "b", "a"]), ["b", "a"], ["c", "b", "a"]),
    ("series of categories", pd.Series(["b", "a"], dtype="category"), ["b", "a"], ["a", "b"]),
    ("index of categories", pd.CategoricalIndex([2, 1], [2, 1]), [2, 1], [2, 1]),
    ("float categories", pd.Categorical([1.5, 0.5]), [1.5, 0.5], [0.5, 1.5]),
    ("mixed categories", pd.Categorical([1, "1"], [1, "1"]), [1, "1"], [1, "1"]),
    (
        "interval categories",
        pd.cut([1, 5], [0, 2, 6]),
        [pd.Interval(0, 2), pd.Interval(2, 6)],
        None,
    ),
    ("index", pd.Index(["b", "a"]), ["b", "a"], ["a", "b"]),
    ("range index", pd.RangeIndex(2, 4), [2, 3], [2, 3]),
    ("multi-index", pd.MultiIndex.from_tuples([("b", 1), ("a", 2)]), [("b", 1), ("a", 2)], None),
    ("datetimes", pd.Series([night, noon]), [np.datetime64(night), np.datetime64(noon)], None),
    (
        "zoned datetimes",
        pd.Series([night, noon]).dt.tz_localize("Asia/Tokyo"),
        [(one - dt.timedelta(hours=9)).replace(tzinfo=dt.UTC) for one in (night, noon)],
        None,
    ),
    (
        "periods",
        pd.period_range("2024-01", periods=2, freq="M"),
        [pd.Period("2024-01"), pd.Period("2024-02")],
        None,
    ),
    ("sparse", pd.Series(pd.arrays.SparseArray([0, 0, 2])), [0, 0, 2], [0, 1, 2]),
    ("extension array", pd.array([3, 1], dtype="Int8"), [3, 1], [1, 2, 3]),
    ("NumPy extension array", pd.Series([3, 1]).array, [3, 1], [1, 2, 3]),
]

FRAMES = [
    ("polars ints", pl.Series([3, 1], dtype=pl.UInt8), [3, 1], [1, 2, 3]),
    (
        "polars chunks",
        pl.concat([pl.Series([3]), pl.Series([1])], rechunk=False),
        [3, 1],
        [1, 2, 3],
    ),
    ("polars wide ints", pl.Series([2**100, 1], dtype=pl.Int128), [2**100, 1], [1, 2**100]),
    ("polars strings", pl.Series(["b", "a"]), ["b", "a"], ["a", "b"]),
    ("polars bools", pl.Series([True, False]), [True, False], [False, True]),
    ("polars floats", pl.Series([0.5, -1.0], dtype=pl.Float32), [0.5, -1.0], [-1.0, 0.5]),
    (
        "polars enum",
        pl.Series(["b", "a"], dtype=pl.Enum(["c", "b", "a"])),
        ["b", "a"],
        ["c", "b", "a"],
    ),
    ("polars categories", pl.Series(["q1", "q0"]).cast(pl.Categorical), ["q1", "q0"], ["q1", "q0"]),
    (
        "polars shared categories",
        pl.Series(["r9", "r1", "r5", "r0"]).cast(pl.Categorical)[1::2],
        ["r1", "r0"],
        ["r1", "r0"],
    ),
    (
        "polars dates",
        pl.Series([next_day, day]),
        [np.datetime64(next_day), np.datetime64(day)],
        [np.datetime64(day), np.datetime64(next_day)],
    ),
    (
        "polars datetimes",
        pl.Series([night, noon]),
        [np.datetime64(night), np.datetime64(noon)],
        None,
    ),
    ("polars durations", pl.Series([night - noon]), [np.timedelta64(11, "h")], None),
    ("polars decimals", pl.Series([Decimal("1.5")]), [Decimal("1.5")], None),
    ("polars bytes", pl.Series([b"b", b"a"]), [b"b", b"a"], [b"a", b"b"]),
    ("arrow ints", pa.array([3, 1], pa.uint16()), [3, 1], [1, 2, 3]),
    ("arrow chunks", pa.chunked_array([[3], [1]]), [3, 1], [1, 2, 3]),
    ("arrow slice", pa.array([9, 3, 1])[1:], [3, 1], [1, 2, 3]),
    *(
        (f"arrow {t}", pa.array(["b", "a"], t), ["b", "a"], ["a", "b"])
        for t in (pa.string(), pa.large_string(), pa.string_view())
    ),
    ("arrow text chunks", pa.chunked_array([["b"], ["a", "b"]]), ["b", "a", "b"], ["a", "b"]),
    ("arrow bytes", pa.array([b"b", b"a"]), [b"b", b"a"], [b"a", b"b"]),
    ("arrow fixed bytes", pa.array([b"b", b"a"], pa.binary(1)), [b"b", b"a"], [b"a", b"b"]),
    ("arrow bools", pa.array([True, False]), [True, False], [False, True]),
    *(
        (f"arrow {t}", pa.array([0.5, -1], t), [0.5, -1.0], [-1.0, 0.5])
        for t in (pa.float16(), pa.float32(), pa.float64())
    ),
    ("arrow dictionary", dictionary("b", "a", "b"), ["b", "a", "b"], ["b", "a"]),
    ("arrow int dictionary", dictionary(7, 5, 7), [7, 5, 7], [7, 5]),
    ("arrow sliced dictionary", dictionary("b", "a", "b")[1:], ["a", "b"], ["b", "a"]),
    (
        "arrow chunks of dictionaries",
        pa.chunked_array([dictionary("a", "b"), dictionary("c", "a")]),
        ["a", "b", "c", "a"],
        ["a", "b", "c"],
    ),
    (
        "arrow dictionary with a label twice",
        pa.DictionaryArray.from_arrays([0, 1, 2], ["a", "a", "b"]),
        ["a", "a", "b"],
        ["a", "b"],
    ),
    ("arrow days", pa.array([next_day, day]), [np.datetime64(next_day), np.datetime64(day)], None),
    ("arrow date64", pa.array([day], pa.date64()), [np.datetime64(day)], None),
    (
        "arrow moments",
        pa.array([night, noon], pa.timestamp("ns")),
        [np.datetime64(night), np.datetime64(noon)],
        None,
    ),
    (
        "arrow zoned moments",
        pa.array([noon], pa.timestamp("s", "Asia/Tokyo")),
        [noon.replace(tzinfo=dt.UTC)],
        None,
    ),
    ("arrow durations", pa.array([night - noon]), [np.timedelta64(11, "h")], None),
    ("arrow decimals", pa.array([Decimal("1.5")]), [Decimal("1.5")], None),
    (
        "arrow extension",
        pa.ExtensionArray.from_storage(pa.uuid(), pa.array([b"x" * 16], pa.binary(16))),
        [b"x" * 16],
        None,
    ),
    ("xarray ints", xr.DataArray([3, 1], dims="object"), [3, 1], [1, 2, 3]),
    ("xarray strings", xr.DataArray(["b", "a"]), ["b", "a"], ["a", "b"]),
    ("offers an array", OffersArray([3, 1]), [3, 1], [1, 2, 3]),
    ("offers objects", OffersArray(np.array(["b", "a"], object)), ["b", "a"], ["a", "b"]),
    ("offers DLPack", OffersDLPack([3, 1]), [3, 1], [1, 2, 3]),
]

CASES = [
    pytest.param(*case, id=f"{group}: {name}")
    for group, cases in (("python", PYTHON), ("numpy", NUMPY), ("pandas", PANDAS), ("", FRAMES))
    for name, *case in cases
]


@pytest.mark.parametrize(("given", "labels", "names"), CASES)
def test_labels_come_back_as_they_were(given, labels, names, labels_of) -> None:
    pair = read_pair(given, given)
    for side in (pair.truth, pair.prediction):
        found = labels_of(side)
        assert found == labels
        assert list(map(plain_type, found)) == list(map(plain_type, labels))
        if names is not None:
            assert list(side.names) == names
        assert side.names.ndim == side.codes.ndim == 1
        assert not side.names.flags.writeable
        assert side.codes.dtype.kind in "iu"
        assert side.codes.dtype.isnative


def plain_type(label: object) -> type:
    """Return the plain type of a label, because ``True == 1 == 1.0``."""
    for kind in (bool, enum.Enum, int, float, str, dt.date, dt.timedelta):
        if isinstance(label, kind):
            return kind
    return type(label)


@pytest.mark.parametrize("module", ["torch", "jax.numpy"])
def test_tensors_on_the_cpu_are_read(module, labels_of) -> None:
    library = pytest.importorskip(module)
    make = library.tensor if module == "torch" else library.array
    pair = read_pair(make([3, 1, 3]), make([True, False, True]))
    assert labels_of(pair.truth) == [3, 1, 3]
    assert labels_of(pair.prediction) == [True, False, True]


def test_the_two_sides_may_hold_different_kinds(labels_of) -> None:
    pair = read_pair(["a", "b"], np.array([1.5, 2.5]))
    assert labels_of(pair.truth) == ["a", "b"]
    assert labels_of(pair.prediction) == [1.5, 2.5]


def test_one_object_is_enough() -> None:
    assert len(read_pair([1], ["a"]).truth.codes) == 1
