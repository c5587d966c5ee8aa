"""Arrow columns mean the same as their Python values in every layout; invalid ones are refused."""

from __future__ import annotations

import gc
import itertools
import struct
import sys
from typing import Any

import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from arrow_capsules import Offer
from hypothesis import given, settings
from hypothesis import strategies as st
from label_pairs import read_pair
from looping import in_turn

from partita import Contingency, InputError
from partita.labels import label_key

WORDS = [
    *("b", "", "a", "a\0", "é", "eight by", "twelve bytes", "thirteen byte", "sixteen bytes ok"),
    *("seventeen bytes!!", "a text that fits in no word, nor in two of them", "b", "a"),
]
NUMBERS = [3, 1, 0, 1, 7, 7, 0, 100, 3, 1, 2, 0, 127]
TEXTS = [pa.string(), pa.large_string(), pa.string_view()]
BYTES = [pa.binary(), pa.large_binary(), pa.binary_view()]
INTEGERS = [getattr(pa, f"{sign}int{bits}")() for sign in ("", "u") for bits in (8, 16, 32, 64)]
MOMENTS = [
    *(pa.timestamp(unit) for unit in ("s", "ms", "us", "ns")),
    pa.timestamp("us", "UTC"),
    pa.date32(),
    *(pa.duration(unit) for unit in ("s", "ms", "us")),
]
VALUES: dict[Any, list[Any]] = (
    dict.fromkeys(TEXTS, WORDS)
    | {kind: [word.encode() for word in WORDS] for kind in BYTES}
    | dict.fromkeys(INTEGERS, NUMBERS)
    | {kind: [value / 4 for value in NUMBERS] for kind in (pa.float32(), pa.float64())}
    | {pa.bool_(): [value > 2 for value in NUMBERS]}
    | dict.fromkeys(MOMENTS, NUMBERS)
)
NULLS = {
    "none": [],
    "some": [1, 2, 5, 12],
    "first": [0],
    "all but one": [x for x in range(13) if x != 4],
}


def chunked(values: list[Any], kind: Any, sizes: list[int]) -> pa.ChunkedArray:
    """Cut values into chunks, each a slice of a longer array so that its offset is not 0."""
    chunks, start = [], 0
    for size in sizes:
        longer = pa.array([values[0], *values[start : start + size], values[0]], kind)
        chunks.append(longer.slice(1, size))
        start += size
    return pa.chunked_array(chunks, kind)


LAYOUTS = {
    "whole": pa.array,
    "slice": lambda values, kind: pa.array([values[3], *values, values[0]], kind)[1:-1],
    "chunks": lambda values, kind: chunked(values, kind, [1, 0, 7, 5]),
    "dictionary": lambda values, kind: pa.array(values, kind).dictionary_encode(),
    "dictionaries": lambda values, kind: pa.chunked_array(
        [pa.array(part, kind).dictionary_encode() for part in (values[:5], values[5:9], values[9:])]
    ),
}


def keys(side: Any) -> list[Any]:
    """Return the key of the label of each object; None for a missing label."""
    names = [None if name is None else label_key(name) for name in side.names]
    return [names[int(code) - side.first] for code in side.codes]


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
@pytest.mark.parametrize("kind", VALUES, ids=str)
@in_turn("nulls", NULLS.values())
def test_a_column_means_the_same_as_its_values(kind, layout, nulls) -> None:
    values = [None if x in nulls else value for x, value in enumerate(VALUES[kind])]
    if kind in BYTES and layout is LAYOUTS["dictionary"] and kind != pa.binary():
        pytest.skip("pyarrow makes no such dictionary")
    column = layout(values, kind)
    plain = [value.as_py() for value in column]
    there = [x for x, value in enumerate(plain) if value is not None]
    side = read_pair(column, range(len(column)), missing="category").truth
    assert keys(side) == [None if value is None else label_key(value) for value in plain]
    if len(there) < len(plain):
        assert keys(read_pair(column, column, missing="drop").truth) == [
            label_key(plain[x]) for x in there
        ]
        with pytest.raises(InputError, match=rf"truth\[{plain.index(None)}\] is missing"):
            read_pair(column, column)


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
@pytest.mark.parametrize("kind", TEXTS, ids=str)
def test_tables_are_the_same_as_of_lists(kind, layout) -> None:
    table = Contingency.from_labels(layout(WORDS, kind), layout(WORDS[::-1], kind))
    listed = Contingency.from_labels(WORDS, WORDS[::-1])
    assert sorted(table.classes) == listed.classes.tolist()
    assert sorted(cells(table)) == sorted(cells(listed))


def cells(table: Any) -> list[tuple[Any, Any, int]]:
    rows, cols = table.classes[table.rows], table.clusters[table.cols]
    return list(zip(rows, cols, table.counts.tolist(), strict=True))


TEXT = st.text(st.characters(codec="utf-8"), max_size=20)


@given(st.lists(TEXT | st.none(), min_size=1, max_size=40), st.data())
@settings(max_examples=60, deadline=None)
def test_any_strings_in_any_chunks(values, data) -> None:
    cut = data.draw(st.integers(0, len(values)))
    expected = [None if value is None else ("str", value) for value in values]
    for kind in TEXTS:
        chunks = [pa.array(part, kind) for part in (values[:cut], values[cut:])]
        for column in (pa.chunked_array(chunks), pl.Series(values, dtype=pl.String)):
            side = read_pair(column, column, missing="category").truth
            assert keys(side) == expected
            assert side.names[: len(set(values) - {None})].tolist() == sorted(set(values) - {None})


def test_threads_change_nothing_in_strings() -> None:
    rng = np.random.default_rng(5)
    names = pa.array([f"{'long ' * (k % 5)}{k}" for k in range(3000)])
    column = names.take(pa.array(rng.integers(0, 3000, 200_000)))
    one, *more = (read_pair(column, column, threads=threads).truth for threads in (1, 2, 3))
    assert one.names.tolist() == sorted(names.to_pylist())
    for side in more:
        assert (side.codes == one.codes).all()
        assert (side.names == one.names).all()


@pytest.mark.parametrize("groups", [1, 255, 256, 257, 65535, 65536, 65537])
def test_few_names_have_narrow_codes(groups) -> None:
    column = pa.array([str(k) for k in range(groups)])
    side = read_pair(column, column).truth
    assert side.codes.dtype.itemsize == (1 if groups <= 256 else 2 if groups <= 65536 else 4)
    assert side.names[side.codes].tolist() == column.to_pylist()


def test_polars_columns_of_many_chunks() -> None:
    parts = [pl.Series(["b", None, "a text longer than a view"]), pl.Series(["b"] * 3)]
    column = pl.concat(parts, rechunk=False)
    assert column.n_chunks() == 2
    side = read_pair(column, column, missing="category").truth
    assert [side.names[code] for code in side.codes] == column.to_list()


# --- objects of any library, by the Arrow C interface ---------------------------------------------


def strings(*values: bytes, form: str = "u") -> Offer:
    ends = [0, *itertools.accumulate(map(len, values))]
    size = "i" if form in "uz" else "q"
    offsets = struct.pack(f"{len(ends)}{size}", *ends)
    return Offer(form, [None, offsets, b"".join(values)], len(values))


def test_a_capsule_is_enough(monkeypatch) -> None:
    for name in ("pyarrow", "pandas", "polars"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    offer = strings(b"b", b"a", b"b")
    assert keys(read_pair(offer, [1, 2, 3]).truth) == [("str", "b"), ("str", "a"), ("str", "b")]
    gc.collect()
    assert sorted(offer.released) == ["array", "schema"]


def test_memory_is_released_when_the_last_array_on_it_is_gone() -> None:
    offer = Offer("i", [None, struct.pack("3i", 5, 6, 5)], 3)
    side = read_pair(offer, [1, 2, 3]).truth
    assert offer.released == []
    assert not side.codes.flags.writeable
    assert side.codes.tolist() == [5, 6, 5]
    del side
    gc.collect()
    assert sorted(offer.released) == ["array", "schema"]


def test_memory_that_is_not_aligned_is_read() -> None:
    offer = Offer("i", [None, b"\0" + struct.pack("3i", 5, 6, 5)], 3)
    offer.places[1] += 1
    assert read_pair(offer, [1, 2, 3]).truth.codes.tolist() == [5, 6, 5]
    text = Offer("u", [None, b"\0" + struct.pack("3i", 0, 1, 2), b"ba"], 2)
    text.places[1] += 1
    assert keys(read_pair(text, [1, 2]).truth) == [("str", "b"), ("str", "a")]


def indices(*values: int) -> Offer:
    return Offer("c", [None, struct.pack(f"{len(values)}b", *values)], len(values))


FALSE = {
    "negative length": lambda: strings(b"a", b"b").spoil(length=-1),
    "immense length": lambda: strings(b"a", b"b").spoil(length=2**62),
    "negative offset": lambda: strings(b"a", b"b").spoil(offset=-1),
    "too many nulls": lambda: strings(b"a", b"b").spoil(null_count=3),
    "nulls nowhere": lambda: strings(b"a", b"b").spoil(null_count=1),
    "too few buffers": lambda: strings(b"a", b"b").spoil(n_buffers=2),
    "negative buffers": lambda: strings(b"a", b"b").spoil(n_buffers=-1),
    "no buffers": lambda: strings(b"a", b"b").spoil(buffers=None),
    "children": lambda: strings(b"a", b"b").spoil(n_children=2),
    "no offsets": lambda: Offer("u", [None, None, b"ab"], 2),
    "no bytes": lambda: Offer("u", [None, struct.pack("3i", 0, 1, 2), None], 2),
    "falling offsets": lambda: Offer("u", [None, struct.pack("3i", 0, 2, 1), b"ab"], 2),
    "negative start": lambda: Offer("u", [None, struct.pack("3i", -9, 1, 2), b"ab"], 2),
    "negative end": lambda: Offer("U", [None, struct.pack("3q", 0, 1, -2), b"ab"], 2),
    "no UTF-8": lambda: strings(b"a", b"\xff"),
    "view nowhere": lambda: Offer("vu", [None, struct.pack("4i", 20, 0, 3, 0), b""], 1),
    "negative view": lambda: Offer("vu", [None, struct.pack("4i", -1, 0, 0, 0), b""], 1),
    "long view": lambda: Offer(
        "vu", [None, struct.pack("4i", 20, 0, 0, 0), b"x" * 19, struct.pack("q", 19)], 1
    ),
    "no numbers": lambda: Offer("i", [None, None], 2),
    "index too large": lambda: indices(0, 2).with_dictionary(strings(b"a", b"b")),
    "negative index": lambda: indices(0, -1).with_dictionary(strings(b"a", b"b")),
    "false dictionary": lambda: indices(0, 1).with_dictionary(strings(b"a", b"b").spoil(length=-1)),
    "dictionary by floats": lambda: Offer("f", [None, bytes(8)], 2).with_dictionary(
        strings(b"a", b"b")
    ),
}


@pytest.mark.parametrize("make", FALSE.values(), ids=FALSE)
def test_invalid_arrays_are_refused_and_released_once(make) -> None:
    offer = make()
    with pytest.raises(InputError, match=r"prediction is an? \w+ whose Arrow data cannot be used"):
        read_pair([1, 2], offer)
    gc.collect()
    assert sorted(offer.released) == ["array", "schema"]


def test_a_released_array_is_refused() -> None:
    offer = strings(b"a", b"b")
    read_pair(offer, [1, 2])
    gc.collect()
    with pytest.raises(InputError, match="released before it was read"):
        read_pair(offer, [1, 2])


class Talker:
    """Returns any answer instead of capsules."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def __arrow_c_array__(self, requested_schema: object = None) -> Any:
        return self.answer()


@pytest.mark.parametrize(
    "answer",
    [
        lambda: ("a", "b"),
        lambda: 3,
        lambda: 1 / 0,
        lambda: strings(b"a").__arrow_c_array__()[::-1],
    ],
)
def test_answers_that_are_not_capsules_are_refused(answer) -> None:
    with pytest.raises(InputError, match="truth is a Talker whose Arrow data cannot be used"):
        read_pair(Talker(answer), [1, 2])


UNREAD = {
    "a table": (pa.table({"a": [1]}), "truth is a whole Table, but labels are one-dimensional"),
    "lists": (
        Talker(pa.array([[1]]).__arrow_c_array__),
        r'Arrow values of the format "\+l", which partita does not read: cast them to strings',
    ),
    "a struct": (Talker(pa.array([{"a": 1}]).__arrow_c_array__), "truth is a whole Talker"),
    "times": (Talker(pa.array([1], pa.time32("s")).__arrow_c_array__), r"times of day \(time32"),
    "nothing": (Talker(pa.array([], pa.string()).__arrow_c_array__), "truth is empty"),
}


@pytest.mark.parametrize(("values", "message"), UNREAD.values(), ids=UNREAD)
def test_columns_that_cannot_be_labels_are_refused(values, message) -> None:
    with pytest.raises(InputError, match=message):
        read_pair(values, [1])
