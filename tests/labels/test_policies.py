"""Missing values and noise: every policy on every side, together and with weights."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
import polars as pl
import pytest
from label_pairs import read_pair

from partita.base.errors import InputError
from partita.labels import Sides, Unlabeled, read_policies
from partita.labels.policies import settle
from partita.labels.records import Reading

TRUTH = ["a", None, "b", "b", "a"]
PREDICTION = [0, 1, 1, None, 0]


def shown(labels):
    """Return labels, with a star for each object that is a group of its own."""
    return ["*" if isinstance(label, Unlabeled) else label for label in labels]


def written(labels_of, pair):
    return shown(labels_of(pair.truth)), shown(labels_of(pair.prediction))


MISSING = {
    "drop": (["a", "b", "a"], [0, 1, 0]),
    "singletons": (["a", "*", "b", "b", "a"], [0, 1, 1, "*", 0]),
    "category": (["a", None, "b", "b", "a"], [0, 1, 1, None, 0]),
}


@pytest.mark.parametrize(("missing", "expected"), MISSING.items())
def test_missing_values(missing, expected, labels_of) -> None:
    assert written(labels_of, read_pair(TRUTH, PREDICTION, missing=missing)) == expected


@pytest.mark.parametrize("missing", MISSING)
def test_without_missing_values_the_policy_changes_nothing(missing, labels_of) -> None:
    truth = np.array([2, 1, 2])
    pair = read_pair(truth, ["x", "y", "x"], missing=missing)
    assert pair.truth.codes is truth
    assert written(labels_of, pair) == ([2, 1, 2], ["x", "y", "x"])


def test_weights_of_dropped_objects_are_dropped() -> None:
    pair = read_pair(TRUTH, PREDICTION, missing="drop", weights=[1, 2, 3, 4, 5])
    assert pair.weights is not None
    assert pair.weights.tolist() == [1, 3, 5]


def test_weights_left_by_dropping_must_not_all_be_zero() -> None:
    with pytest.raises(InputError, match=r"^weights are all zero: give at least one object"):
        read_pair([None, 1], [1, 2], missing="drop", weights=[3, 0])


LABELS = [-1, 0, 0, -1]

# (options, truth, prediction) on the same labels for both sides.
NOISE = {
    "singletons": ({"noise": -1}, ["*", 0, 0, "*"], ["*", 0, 0, "*"]),
    "singletons by name": (
        {"noise": -1, "noise_as": "singletons"},
        ["*", 0, 0, "*"],
        ["*", 0, 0, "*"],
    ),
    "drop": ({"noise": -1, "noise_as": "drop"}, [0, 0], [0, 0]),
    "cluster": ({"noise": -1, "noise_as": "cluster"}, LABELS, LABELS),
    "prediction only": ({"noise": {"prediction": -1}}, LABELS, ["*", 0, 0, "*"]),
    "truth only": ({"noise": {"truth": -1, "prediction": None}}, ["*", 0, 0, "*"], LABELS),
    "one of each": (
        {"noise": {"truth": -1, "prediction": 0}},
        ["*", 0, 0, "*"],
        [-1, "*", "*", -1],
    ),
    "prediction dropped": ({"noise": {"prediction": -1}, "noise_as": "drop"}, [0, 0], [0, 0]),
    "neither": ({"noise": {}}, LABELS, LABELS),
    "not there": ({"noise": 7}, LABELS, LABELS),
    "far away": ({"noise": 2**70}, LABELS, LABELS),
    "NumPy label": ({"noise": np.int8(-1)}, ["*", 0, 0, "*"], ["*", 0, 0, "*"]),
}


@pytest.mark.parametrize(("options", "truth", "prediction"), NOISE.values(), ids=NOISE)
@pytest.mark.parametrize("form", [list, np.array, pd.Series, pl.Series, pd.Categorical])
def test_noise(form, options, truth, prediction, labels_of) -> None:
    given = form(LABELS)
    assert written(labels_of, read_pair(given, given, **options)) == (truth, prediction)


FORMS = {
    "text": (np.array(["noise", "a"]), "noise"),
    "list of text": (["noise", "a"], "noise"),
    "bytes": (np.array([b"noise", b"a"]), b"noise"),
    "floats": (np.array([-1.0, 0.5]), -1.0),
    "negative zero": (np.array([0.0, 0.5]), -0.0),
    "bools": (np.array([True, False]), True),
    "unsigned": (np.array([255, 0], "u1"), 255),
    "end of uint64": (np.array([2**64 - 1, 2**64 - 2], "u8"), 2**64 - 1),
    "hashed integers": (np.array([-1, 10**12]), -1),
    "big integers": ([2**70, 1], 2**70),
    "moments": (np.array([0, 1], "M8[ns]"), np.datetime64(0, "s")),
    "tuples": ([("noise", 1), ("a", 1)], ("noise", np.int64(1))),
    "categories": (pd.Categorical(["noise", "a"]), "noise"),
    "mixed categories": (pd.Categorical([-1, "-1"], [-1, "-1"]), -1),
}


@pytest.mark.parametrize(("values", "noise"), FORMS.values(), ids=FORMS)
def test_noise_in_every_form(values, noise, labels_of) -> None:
    found = shown(labels_of(read_pair(values, values, noise=noise).truth))
    assert found[0] == "*"
    assert found[1] == labels_of(read_pair(values, values).truth)[1]


def test_one_noise_label_for_sides_of_different_kinds(labels_of) -> None:
    pair = read_pair(["a", "b"], [-1, 0], noise=-1)
    assert written(labels_of, pair) == (["a", "b"], ["*", 0])


STRANGE = {
    "text for int": ([-1, 0], [-1, 0], "-1", ("'-1' (str)", "truth", "int", "-1", "an int")),
    "int for text": (["-1", "0"], ["-1", "0"], -1, ("-1 (int)", "truth", "str", "'-1'", "a str")),
    "int for float": ([-1.0], [-1.0], -1, ("-1 (int)", "truth", "float", "-1.0", "a float")),
    "int for bytes": ([b"-1"], [b"-1"], -1, ("-1 (int)", "truth", "bytes", "b'-1'", "a bytes")),
    "no side has the kind": (["a"], ["b"], -1, ("-1 (int)", "truth", "str", "'a'", "a str")),
    "look-alike on one side": (
        ["a"],
        [-1],
        "-1",
        ("'-1' (str)", "prediction", "int", "-1", "an int"),
    ),
    "in its own side": (["a"], [-1], {"truth": -1}, ("-1 (int)", "truth", "str", "'a'", "a str")),
}


@pytest.mark.parametrize(("truth", "prediction", "noise", "words"), STRANGE.values(), ids=STRANGE)
def test_noise_of_another_kind_is_refused(truth, prediction, noise, words) -> None:
    found, side, kind, example, noun = words
    message = (
        f"noise is {found}, but labels of {side} are {kind}, e.g. {example}: give noise as {noun}, "
        'or for one side only, e.g. noise={"prediction": -1}'
    )
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        read_pair(truth, prediction, noise=noise)


# Missing value and noise in one input, every pair of policies.
BOTH = {
    ("drop", "drop"): ([0, 0], [2, 3]),
    ("drop", "singletons"): (["*", 0, 0], [1, 2, 3]),
    ("drop", "cluster"): ([-1, 0, 0], [1, 2, 3]),
    ("singletons", "drop"): ([0, 0, "*"], [2, 3, 4]),
    ("singletons", "singletons"): (["*", 0, 0, "*"], [1, 2, 3, 4]),
    ("singletons", "cluster"): ([-1, 0, 0, "*"], [1, 2, 3, 4]),
    ("category", "drop"): ([0, 0, None], [2, 3, 4]),
    ("category", "singletons"): (["*", 0, 0, None], [1, 2, 3, 4]),
    ("category", "cluster"): ([-1, 0, 0, None], [1, 2, 3, 4]),
}


@pytest.mark.parametrize(("policies", "expected"), BOTH.items())
@pytest.mark.parametrize(
    "truth",
    [
        [-1, 0, 0, None],
        np.ma.array([-1, 0, 0, -1], mask=[0, 0, 0, 1]),
        pd.Series([-1, 0, 0, None], dtype="Int64"),
        pd.Categorical([-1, 0, 0, None]),
        pl.Series([-1, 0, 0, None]),
    ],
    ids=["list", "masked", "Int64", "category", "Polars"],
)
def test_missing_and_noise_together(truth, policies, expected, labels_of) -> None:
    missing, noise_as = policies
    pair = read_pair(truth, [1, 2, 3, 4], missing=missing, noise={"truth": -1}, noise_as=noise_as)
    assert written(labels_of, pair) == expected


def test_single_objects_share_no_group() -> None:
    side = read_pair([None, -1, -1, None], [1] * 4, missing="singletons", noise={"truth": -1}).truth
    assert len(set(side.codes.tolist())) == 4


def test_everything_dropped_is_refused() -> None:
    message = (
        "^nothing is left to compare: all 2 objects were dropped, because a label is missing or "
        'noise; use "singletons" instead of "drop"$'
    )
    with pytest.raises(InputError, match=message):
        read_pair([-1, 0], [0, -1], noise=-1, noise_as="drop")


def test_codes_that_wrap_are_renumbered(labels_of) -> None:
    top = 2**64 - 1
    pair = read_pair(np.array([top, top - 1, top], "u8"), [1, 2, 3], noise={"truth": top - 1})
    assert shown(labels_of(pair.truth)) == [top, "*", top]
    low = np.array([-128, 127, -128], "i1")
    pair = read_pair(low, [1, 2, 3], noise={"truth": 127})
    assert shown(labels_of(pair.truth)) == [-128, "*", -128]


def test_arrays_of_the_caller_stay_as_they_were() -> None:
    truth, weights = np.array([-1, 0, 0]), np.array([1, 2, 3])
    read_pair(truth, truth, weights=weights, noise=-1)
    assert truth.tolist() == [-1, 0, 0]
    assert weights.tolist() == [1, 2, 3]
    assert truth.flags.writeable
    category = pd.Categorical([1.5, 0.5])
    before = np.asarray(category.categories).flags.writeable
    read_pair(category, category)
    assert category.codes.tolist() == [1, 0]
    assert np.asarray(category.categories).flags.writeable == before


@pytest.mark.parametrize("weights", [None, [1, 0, 3, 4, 5]])
def test_a_pair_has_a_mask_of_its_kept_rows(weights) -> None:
    """Expected by hand: rows 1 and 3 lack a label on one side; a weight of 0 drops no row."""
    sides = ["a", None, "b", "b", "a"], [1, 1, -1, None, 2]
    pair = read_pair(*sides, missing="drop", noise={"prediction": -1}, weights=weights)
    assert pair.kept.tolist() == [True, False, True, False, True]
    assert len(pair.truth.codes) == len(pair.prediction.codes) == 3


def test_there_is_no_mask_if_all_rows_were_kept() -> None:
    assert read_pair([1, 2], [1, 2]).kept is None
    assert read_pair([1, 2], [1, -1], noise=-1).kept is None
    assert read_pair([1, 2], [1, 2], missing="drop", noise=-1, noise_as="drop").kept is None


def test_a_row_of_several_noise_objects_becomes_a_row_for_each() -> None:
    """Two objects of noise are two clusters; three of another label stay one row."""
    truth, prediction = Reading(np.array([0, 0]), 0, np.array([7])), np.array([-1, 4])
    sides = Sides(truth, Reading(np.array([0, 1]), 0, prediction), n=np.array([2, 3]))
    pair = settle(sides, read_policies(noise={"prediction": -1}))
    assert pair.weights.tolist() == [1, 1, 3]
    assert len(set(pair.prediction.codes.tolist())) == 3
