"""Lists and object arrays: one pass of the kernel gives the same as the general reader."""

from __future__ import annotations

import datetime as dt
import enum
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from label_pairs import read_pair
from looping import in_turn

from partita import Contingency, InputError, _kernel
from partita.labels import encode, label_key


class Text(str):
    """A str that compares by value."""

    __slots__ = ()


class Loud(str):
    """A str with an equality of its own."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return str(self).lower() == str(other).lower()

    def __hash__(self) -> int:
        return hash(str(self).lower())


class Color(enum.StrEnum):
    """Members are labels of their own."""

    RED = "red"


NAN = float("nan")
LABELS: dict[str, list[Any]] = {
    "strings": ["b", "a", "b", "", "a\0", "é", "漢", "😀", "\udc80", "b" * 100],
    "equal strings that are not one object": ["".join(["x", str(k % 3)]) for k in range(10)],
    "strings and None": ["b", None, "a"],
    "strings and NaN": [NAN, "b", NAN, "a"],
    "strings, None and NaN": [None, NAN, "b", None],
    "integers": [3, -1, 3, 0, 2**62, -(2**63), 2**63 - 1],
    "integers and None": [None, 7, 5, 7],
    "integers and NaN": [7, NAN, 5],
    "integers beyond 64 bits": [2**63, -(2**70), 1],
    "small integers": [True + 0, 1, 2],
    "floats": [1.5, NAN, -0.0, 0.0],
    "bools": [True, False],
    "bytes": [b"b", b"a"],
    "NumPy integers among integers": [1, np.int8(1), 2],
    "NumPy strings among strings": ["a", np.str_("a"), "b"],
    "subclass of str": ["a", Text("a"), Text("b")],
    "subclass of str that compares otherwise": [Loud("a"), Loud("A")],
    "members": [Color.RED, Color.RED],
    "dates": [dt.date(2020, 1, 1), dt.date(2020, 1, 2)],
    "tuples": [(1, "a"), (1, "b")],
    "decimals": [Decimal(1), Decimal("NaN")],
    "NaT": ["a", np.datetime64("NaT")],
    "nothing but None": [None, None],
    "nothing but NaN": [NAN, NAN],
}
MIXED: dict[str, list[Any]] = {
    "integer and string": [1, "1"],
    "string and integer": ["a", "b", 1],
    "integer and bool": [1, True],
    "string and bool": ["a", True],
    "integer and float": [1, 1.0],
    "string and float": ["a", 0.5],
    "string and bytes": ["a", b"a"],
    "integer beyond 64 bits and string": [2**70, "a"],
    "member and string": ["red", Color.RED],
    "list": ["a", ["a"]],
    "complex": [1, 1j],
}


def array(values: list[Any]) -> Any:
    return np.fromiter(values, dtype=object)


CONTAINERS = {
    "list": list,
    "tuple": tuple,
    "array": array,
    "every other of an array": lambda values: array([x for v in values for x in (v, None)])[::2],
    "reversed array": lambda values: array(values[::-1])[::-1],
    "column of an array": lambda values: np.array([array(values)] * 2).T[:, 1],
}


def meaning(container: Any) -> Any:
    """Return the label of each object and the names in order, or the error."""
    try:
        side = read_pair(container, range(len(container)), missing="category").truth
    except InputError as error:
        return str(error)
    names = [None if name is None else label_key(name) for name in side.names]
    used = {int(code) - side.first for code in side.codes}
    return (
        [names[int(code) - side.first] for code in side.codes],
        [names[group] for group in sorted(used)],
    )


@pytest.mark.parametrize("container", CONTAINERS.values(), ids=CONTAINERS)
@in_turn("values", (LABELS | MIXED).values())
def test_one_pass_gives_the_same_as_the_general_reader(values, container, monkeypatch) -> None:
    quick = meaning(container(values))
    with monkeypatch.context() as slow:
        slow.setattr(encode.kernel, "encode_objects", lambda _: None)
        assert quick == meaning(container(values))


@pytest.mark.parametrize("values", MIXED.values(), ids=MIXED)
def test_lists_of_several_kinds_are_refused(values) -> None:
    assert _kernel.encode_objects(values) is None
    assert isinstance(meaning(values), str)


def test_one_pass_reads_only_plain_kinds() -> None:
    taken = {name for name, values in LABELS.items() if _kernel.encode_objects(values) is not None}
    assert taken == {
        *("strings", "equal strings that are not one object", "strings and None"),
        *("strings and NaN", "strings, None and NaN"),
        *("integers", "integers and None", "integers and NaN", "small integers"),
    }


@given(st.lists(st.text(max_size=4) | st.none(), min_size=1), st.booleans())
@settings(max_examples=100, deadline=None)
def test_any_strings(values, fresh) -> None:
    if fresh:  # equal strings that are different objects
        values = [None if value is None else "".join(list(value)) for value in values]
    found = meaning(values)
    assert found[0] == [None if value is None else ("str", value) for value in values]


def test_many_strings_enlarge_the_hash_table() -> None:
    values = [f"label {k * 7919 % 50021}" for k in range(60_000)]
    side = read_pair(values, values).truth
    assert side.names.tolist() == sorted(set(values))
    assert side.names[side.codes].tolist() == values


def test_every_reader_gives_the_same_table() -> None:
    rng = np.random.default_rng(7)
    truth, found = (rng.integers(0, 40, 3000) for _ in range(2))
    names = np.array([f"group {k:02}" for k in range(40)])
    expected = Contingency.from_labels(truth, found)
    for make in (
        lambda x: names[x],
        lambda x: names[x].tolist(),
        lambda x: names.astype(object)[x],
    ):
        table = Contingency.from_labels(make(truth), make(found))
        assert (table.counts == expected.counts).all()
        assert (table.rows == expected.rows).all()
        assert (table.cols == expected.cols).all()


def test_other_containers_are_refused_by_the_kernel() -> None:
    for values in (np.array([1.5]), np.array(["a"]), np.array([["a"]], object), 5):
        with pytest.raises((ValueError, TypeError)):
            _kernel.encode_objects(values)


@pytest.mark.parametrize(
    ("codes", "places"), [([0, 2], [1, 0]), ([-1], [0]), ([0], [])], ids=["large", "negative", "no"]
)
def test_codes_outside_the_places_are_refused(codes, places) -> None:
    with pytest.raises(ValueError, match="codes must lie"):
        _kernel.renumber(np.array(codes, np.int32), np.array(places, np.int32))
