"""Keys of names that are the same label, and the order of names."""

from __future__ import annotations

import datetime as dt
import enum
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from partita.labels import Unlabeled, label_key, order

noon = dt.datetime(2024, 2, 29, 12)
alone = Unlabeled()


class Grade(enum.IntEnum):
    LOW = 1


class Mark(enum.IntEnum):
    LOW = 1


# Each row has forms of one label; different rows are different labels.
SAME = [
    [1, np.int8(1), np.uint64(1)],
    [True, np.True_],
    [1.0, np.float32(1)],
    ["1", np.str_("1")],
    [b"1", np.bytes_(b"1")],
    [(1,), (np.int64(1),)],
    [(True,), (np.True_,)],
    [frozenset([1])],
    [Decimal(1), Decimal("1.0")],
    [Grade.LOW],
    [Mark.LOW],
    [0.0, -0.0],
    [2**70],
    [noon, np.datetime64(noon), np.datetime64(noon, "ns"), pd.Timestamp(noon)],
    [
        pd.Timestamp(noon) + pd.Timedelta(1, "ns"),
        np.datetime64(noon, "ns") + np.timedelta64(1, "ns"),
    ],
    [noon.replace(tzinfo=dt.UTC), pd.Timestamp(noon, tz="UTC")],
    [noon.date(), np.datetime64(noon, "D")],
    [dt.date(2024, 1, 1), np.datetime64("2024", "Y"), np.datetime64("2024-01", "M")],
    [dt.timedelta(hours=1), np.timedelta64(60, "m"), pd.Timedelta("1h")],
    [np.timedelta64(12, "M")],
    [np.datetime64(6, "10s"), np.datetime64(60, "s")],
    [dt.datetime(1969, 12, 31, 23), np.datetime64(-1, "h")],
    [None],
    [alone],
    [Unlabeled()],
]
FLAT = [(row, label) for row, labels in enumerate(SAME) for label in labels]


def test_keys_are_equal_only_for_the_same_label() -> None:
    for row, label in FLAT:
        for other_row, other in FLAT:
            same = label_key(label) == label_key(other)
            assert same == (row == other_row), (label, other)
            assert not same or hash(label_key(label)) == hash(label_key(other))


def test_the_name_of_an_unlabeled_object() -> None:
    assert repr(alone) == "<unlabeled>"


def objects(*values):
    return np.fromiter(values, dtype=object)


ORDERED = {
    "ints": np.array([3, -1, 2]),
    "unsigned": np.array([2**64 - 1, 0], "u8"),
    "floats": np.array([0.5, -np.inf, 0.0]),
    "bools": np.array([True, False]),
    "moments": np.array([3, 1], "M8[s]"),
    "big ints": objects(2**70, -1, np.int8(5)),
    "text": objects("b", "a\0", "a", "B"),
    "bytes": objects(b"b", b"a"),
    "datetimes": objects(noon, noon - dt.timedelta(1)),
    "dates": objects(dt.date(2024, 1, 2), dt.date(2024, 1, 1)),
    "durations": objects(dt.timedelta(2), dt.timedelta(1)),
}


@pytest.mark.parametrize("names", ORDERED.values(), ids=ORDERED)
def test_names_of_a_kind_are_ordered(names) -> None:
    found = names[order(names)]
    assert list(found) == sorted(names)


UNORDERED = {
    "kinds": objects(1, "a"),
    "bool and int": objects(True, 2),
    "tuples": objects((1,), (0,)),
    "missing": objects(1, None),
    "alone": objects(1, Unlabeled()),
    "members": objects(Grade.LOW),
    "none": objects(),
    "months": objects(np.timedelta64(2, "M"), np.timedelta64(1, "M")),
}


@pytest.mark.parametrize("names", UNORDERED.values(), ids=UNORDERED)
def test_names_without_an_order_have_none(names) -> None:
    assert order(names) is None
