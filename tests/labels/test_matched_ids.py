"""Labelings of different objects are matched by id; `how` decides about ids of one side only."""

from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd
import pytest

import partita
from partita import InputError, match_ids

TRUTH = {"a": 1, "b": 1, "c": 2, "d": 2}
PREDICTION = {"b": "x", "a": "x", "d": "y", "e": "y"}


def test_ids_in_another_order_are_matched():
    shuffled = dict(reversed(list(TRUTH.items())))
    both = match_ids(TRUTH, shuffled)
    assert both.ids == list(TRUTH)
    assert both.truth == both.prediction == list(TRUTH.values())
    assert both.only_truth == both.only_prediction == []


def test_inner_leaves_out_ids_of_one_side_only():
    both = match_ids(TRUTH, PREDICTION, how="inner")
    assert (both.ids, both.truth, both.prediction) == (["a", "b", "d"], [1, 1, 2], ["x", "x", "y"])
    assert (both.only_truth, both.only_prediction) == (["c"], ["e"])


def test_outer_keeps_them_with_a_missing_label():
    both = match_ids(TRUTH, PREDICTION, how="outer")
    assert both.ids == ["a", "b", "c", "d", "e"]
    assert both.truth == [1, 1, 2, 2, None]
    assert both.prediction == ["x", "x", None, "y", "y"]


def test_the_option_missing_decides_about_unlabeled_objects():
    both = match_ids(TRUTH, PREDICTION, how="outer")
    # by hand: truth 11 22 s, prediction xx s yy
    expected = partita.adjusted_rand([1, 1, 2, 2, 3], ["x", "x", "z", "y", "y"])
    assert partita.adjusted_rand(*both, missing="singletons") == expected
    inner = match_ids(TRUTH, PREDICTION, how="inner")
    assert partita.rand(*both, missing="drop") == partita.rand(*inner)
    with pytest.raises(InputError, match=r"truth\[4\] is missing"):
        partita.rand(*both)


@pytest.mark.parametrize("how", ["error", "inner", "outer"])
def test_every_container_of_ids_gives_the_same(how):
    forms = (
        dict,
        lambda d: list(d.items()),
        lambda d: zip(d, d.values(), strict=True),
        pd.Series,
    )
    other = {name: label * 2 for name, label in reversed(TRUTH.items())}
    found = [match_ids(one(TRUTH), two(other), how=how) for one, two in product(forms, forms)]
    assert all(one == found[0] for one in found)


def test_ids_of_different_kinds_never_match():
    numbers = [(1, "a"), ("1", "b"), (1.0, "c"), (True, "d")]
    assert match_ids(numbers, numbers).truth == ["a", "b", "c", "d"]
    with pytest.raises(InputError, match="no id in common"):
        match_ids({1: "a"}, {"1": "a"}, how="inner")


def test_ids_of_one_kind_match_whatever_their_type():
    both = match_ids({np.int64(7): "a"}, {7: "b"})
    assert both.ids == [7]


def test_large_integer_labels_stay_exact_next_to_a_missing_one():
    big = 2**53
    both = match_ids(pd.Series({"a": big, "b": big + 1}), pd.Series({"b": 1, "c": 2}), how="outer")
    assert both.truth == [big, big + 1, None]  # a float column would have merged the two


@pytest.mark.parametrize(
    ("truth", "prediction", "how", "message"),
    [
        (TRUTH, PREDICTION, "error", r"id 'c' of truth is not in prediction \(1 unmatched\)"),
        ({"a": 1}, {"a": 1, "b": 2}, "error", "id 'b' of prediction is not in truth"),
        (TRUTH, PREDICTION, "left", "how must be one of 'error', 'inner', 'outer'; got 'left'"),
        (TRUTH, PREDICTION, None, "how must be"),
        ([("a", 1), ("a", 2)], TRUTH, "inner", "id 'a' twice .*position 1"),
        ([1, 2, 3], TRUTH, "inner", r"truth\[0\] is 1, not a pair"),
        (TRUTH, "abc", "inner", "prediction is a str"),
        (TRUTH, 5, "inner", "prediction is an int"),
        ([(None, 1)], TRUTH, "inner", "id at position 0 of truth is missing"),
        ([(float("nan"), 1)], TRUTH, "inner", "id at position 0 of truth is missing"),
        ([([1], 1)], TRUTH, "inner", "cannot name an object"),
        ({}, {}, "outer", "no id in common"),
    ],
)
def test_sides_that_cannot_be_matched_are_refused(truth, prediction, how, message):
    with pytest.raises(InputError, match=message):
        match_ids(truth, prediction, how=how)
