"""Two pandas Series are compared only if their indices agree or are matched."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
import pytest
from label_pairs import read_pair

from partita.base.errors import InputError

TRUTH = pd.Series([1, 2, 3], index=["x", "y", "z"])
SHUFFLED = pd.Series([30, 10, 20], index=["z", "x", "y"])
WEIGHTS = pd.Series([7, 5, 6], index=["z", "x", "y"])


def test_equal_indices_need_no_choice(labels_of) -> None:
    pair = read_pair(TRUTH, TRUTH * 10)
    assert labels_of(pair.prediction) == [10, 20, 30]
    again = pd.Series([4, 5, 6], index=pd.Index(["x", "y", "z"], dtype=object))
    assert labels_of(read_pair(TRUTH, again).prediction) == [4, 5, 6]


DAYS = pd.date_range("2020", periods=3)
ALIKE = {
    "text": (pd.Index(list("abc"), dtype=object), pd.Index(list("abc"), dtype="string")),
    "integers": (pd.Index([1, 2, 3]), pd.Index([1, 2, 3], dtype="Int64")),
    "units": (DAYS.as_unit("s"), DAYS.as_unit("ns")),
    "zones": (DAYS.tz_localize("UTC"), DAYS.tz_localize("UTC").tz_convert("Europe/Paris")),
    "gaps": (pd.Index([None, 1, 2], dtype="Int64"), pd.Index([np.nan, 1, 2])),
    "levels": (
        pd.MultiIndex.from_tuples([(1, np.nan), (1, 2), (3, 4)]),
        pd.MultiIndex.from_tuples([(1, pd.NA), (1, 2), (3, 4)]),
    ),
}


@pytest.mark.parametrize("index", ALIKE)
def test_equal_ids_of_different_types_are_the_same_objects(index, labels_of) -> None:
    one, other = (pd.Series([1, 2, 3], index=ids) for ids in ALIKE[index])
    assert labels_of(read_pair(one, other).prediction) == [1, 2, 3]
    with pytest.raises(InputError, match="different indices"):
        read_pair(one, other[::-1])


@pytest.mark.parametrize(
    ("one", "other", "at"),
    [
        (pd.Index([None, 1, 2], dtype="Int64"), pd.Index([1, None, 2], dtype="Int64"), 0),
        (DAYS, DAYS.tz_localize("UTC"), 0),
        (
            pd.MultiIndex.from_tuples([(1, np.nan), (1, 2), (3, 4)]),
            pd.MultiIndex.from_tuples([(1, np.nan), (1, 2), (3, 5)]),
            2,
        ),
    ],
)
def test_the_first_different_id_is_named(one, other, at) -> None:
    with pytest.raises(InputError, match=rf"different indices \(at position {at}: "):
        read_pair(pd.Series([1, 2, 3], index=one), pd.Series([1, 2, 3], index=other))


def test_equal_indices_may_repeat() -> None:
    twice = pd.Series([1, 2], index=["x", "x"])
    assert len(read_pair(twice, twice).truth.codes) == 2


@pytest.mark.parametrize("form", [list, np.array, pd.Categorical, pd.Index])
def test_a_series_and_anything_else_are_matched_by_position(form, labels_of) -> None:
    assert labels_of(read_pair(TRUTH, form(SHUFFLED)).prediction) == [30, 10, 20]


REFUSAL = (
    "{one} and {other} have different indices (at position 0: {a} and {b}): pass "
    'align="index" to match objects by index, or .to_numpy() of both to match by position'
)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((TRUTH, SHUFFLED, None), ("truth", "prediction", "'x'", "'z'")),
        ((TRUTH, TRUTH, WEIGHTS), ("truth", "weights", "'x'", "'z'")),
        ((TRUTH.to_numpy(), TRUTH, WEIGHTS), ("prediction", "weights", "'x'", "'z'")),
        ((TRUTH, TRUTH.reset_index(drop=True), None), ("truth", "prediction", "'x'", "0")),
    ],
)
def test_different_indices_are_refused(arguments, words) -> None:
    truth, prediction, weights = arguments
    one, other, a, b = words
    message = REFUSAL.format(one=one, other=other, a=a, b=b)
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        read_pair(truth, prediction, weights=weights)


def test_different_lengths_are_reported_as_lengths() -> None:
    with pytest.raises(InputError, match=r"^truth has 3 labels and prediction 2: "):
        read_pair(TRUTH, SHUFFLED[:2])


def test_series_are_matched_by_index(labels_of) -> None:
    pair = read_pair(TRUTH, SHUFFLED, weights=WEIGHTS, align="index")
    assert labels_of(pair.truth) == [1, 2, 3]
    assert labels_of(pair.prediction) == [10, 20, 30]
    assert pair.weights.tolist() == [5, 6, 7]


def test_alignment_keeps_categories(labels_of) -> None:
    pair = read_pair(TRUTH, SHUFFLED.astype("category"), align="index")
    assert labels_of(pair.prediction) == [10, 20, 30]
    assert pair.prediction.codes.dtype == np.int8


def test_ids_of_several_levels(labels_of) -> None:
    index = pd.MultiIndex.from_tuples([("p", 1), ("p", 2), ("q", 1)])
    truth = pd.Series([1, 2, 3], index=index)
    assert labels_of(read_pair(truth, truth[::-1] * 10, align="index").prediction) == [10, 20, 30]


NOT_SERIES = (
    'but align="index" matches pandas Series by their index: '
    "pass a Series, or leave align out to match by position"
)
COMMON = "keep only ids that both have, e.g. with .loc[common]"

REFUSED = {
    "array": (TRUTH, [1, 2, 3], None, f"prediction is a list, {NOT_SERIES}"),
    "array first": (np.array([1]), TRUTH, None, f"truth is a ndarray, {NOT_SERIES}"),
    "weights": (TRUTH, SHUFFLED, [1, 2, 3], f"weights is a list, {NOT_SERIES}"),
    "repeated": (
        TRUTH,
        SHUFFLED.rename({"z": "x"}),
        None,
        ("the index of prediction has the id 'x' 2 times: make the ids unique to align by index"),
    ),
    "repeated truth": (
        TRUTH.rename({"z": "x"}),
        SHUFFLED,
        None,
        ("the index of truth has the id 'x' 2 times: make the ids unique to align by index"),
    ),
    "unmatched": (
        TRUTH,
        SHUFFLED.drop(["y", "z"]),
        None,
        (f"the id 'y' of truth is not in the index of prediction (2 unmatched): {COMMON}"),
    ),
    "left over": (
        TRUTH.drop("y"),
        SHUFFLED,
        None,
        (f"the id 'y' of prediction is not in the index of truth (1 unmatched): {COMMON}"),
    ),
    "weights unmatched": (
        TRUTH,
        SHUFFLED,
        WEIGHTS.drop("x"),
        (f"the id 'x' of truth is not in the index of weights (1 unmatched): {COMMON}"),
    ),
    "no id": (
        pd.Series([1, 2], index=["x", None]),
        SHUFFLED,
        None,
        ("the index of truth has no id at position 1: give every object an id to align by"),
    ),
    "no id at a level": (
        pd.Series([1, 2], index=pd.MultiIndex.from_tuples([("x", 1), ("x", None)])),
        SHUFFLED,
        None,
        ("the index of truth has no id at position 1: give every object an id to align by"),
    ),
    "text and number": (
        pd.Series([1, 2]),
        pd.Series([1, 2], index=["0", "1"]),
        None,
        (f"the id 0 of truth is not in the index of prediction (2 unmatched): {COMMON}"),
    ),
}


@pytest.mark.parametrize(
    ("truth", "prediction", "weights", "message"), REFUSED.values(), ids=REFUSED
)
def test_sides_that_cannot_be_matched_are_refused(truth, prediction, weights, message) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        read_pair(truth, prediction, weights=weights, align="index")
