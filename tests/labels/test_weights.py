"""Weights: integers are frequencies, fractions are importances, anything else is refused."""

from __future__ import annotations

import pickle
import re
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from label_pairs import read_pair

import partita
from partita import Contingency, Stream, WeightedContingency, WeightsWarning, tabulate
from partita.base.errors import InputError


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
def test_integers_are_frequencies(weights) -> None:
    found = read(weights)
    assert found.dtype == np.int64
    assert found.flags.c_contiguous
    assert found.tolist() == [int(weight) for weight in np.asarray(weights, object).tolist()]


FRACTIONS = {
    "list": [0.5, 0, 2],
    "smallest": [2.0**-400, 0.0, 1.0],
    "largest": [2.0**400, 0.0, 0.5],
    "2**53 among floats": [2**53, 0.5, 0.0],
    "single": np.array([0.5, 0, 2], "f4"),
    "strided": np.array([0.5, 9, 0, 9, 2])[::2],
    "pandas": pd.Series([0.5, 0, 2]),
    "pandas Float64": pd.Series([0.5, 0, 2], dtype="Float64"),
    "Polars": pl.Series([0.5, 0, 2]),
    "Arrow": pa.chunked_array([[0.5], [0.0, 2.0]]),
}


@pytest.mark.parametrize("weights", FRACTIONS.values(), ids=FRACTIONS)
def test_fractions_are_importances(weights) -> None:
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
OTHER = "or count importances with WeightedContingency.from_labels"
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
    "beyond int64, floats": ([1.0, 2.0**63, 1], f"weights[1] is {2.0**63!r}, {LARGE}, {OTHER}"),
    "too many together": (
        [2.0**400, 2.0**400, 0.5],
        "weights add up to more than 2**400: divide all by a common factor",
    ),
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


# Segments and their lengths in seconds. The adjusted Rand index follows from the weights of
# pairs, computed by hand: importances ((Σw)² - Σw²)/2, counts in milliseconds Σw(w - 1)/2.
TRUTH, PREDICTION = [0, 0, 1, 1, 2, 2], [0, 0, 1, 2, 2, 2]
SECONDS = [1.2, 0.8, 3.1, 0.4, 2.5, 1.1]
MILLISECONDS = [1200, 800, 3100, 400, 2500, 1100]
AS_IMPORTANCES, AS_COUNTS = "read as importances", "read as counts"


def by_hand(weights, pairs) -> float:
    """Return the adjusted Rand index from the weights of pairs inside groups."""

    def inside(*labelings):
        groups: dict = {}
        for at, group in enumerate(zip(*labelings, strict=True)):
            groups.setdefault(group, []).append(weights[at])
        return sum(map(pairs, groups.values()))

    both, rows, columns = inside(TRUTH, PREDICTION), inside(TRUTH), inside(PREDICTION)
    expected = rows * columns / pairs(weights)
    return (both - expected) / ((rows + columns) / 2 - expected)


def test_both_meanings_of_weights_are_reported() -> None:
    importances = by_hand(SECONDS, lambda w: (sum(w) ** 2 - sum(x * x for x in w)) / 2)
    counts = by_hand(MILLISECONDS, lambda w: sum(w) * (sum(w) - 1) / 2)
    assert abs(importances - counts) > 0.1
    score = partita.adjusted_rand
    with pytest.warns(WeightsWarning, match=AS_IMPORTANCES):
        assert score(TRUTH, PREDICTION, weights=SECONDS) == pytest.approx(importances)
    with pytest.warns(WeightsWarning, match=AS_COUNTS):
        floats = score(TRUTH, PREDICTION, weights=list(map(float, MILLISECONDS)))
    assert floats == score(TRUTH, PREDICTION, weights=MILLISECONDS) == pytest.approx(counts)


@pytest.fixture
def unwarned():
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.mark.usefixtures("unwarned")
def test_weights_with_a_clear_meaning_give_no_warning() -> None:
    score = partita.adjusted_rand
    score(TRUTH, PREDICTION, weights=MILLISECONDS)
    score(TRUTH, PREDICTION, weights=np.array(MILLISECONDS, "u2"))
    score.of(WeightedContingency.from_labels(TRUTH, PREDICTION, weights=SECONDS))
    assert score(TRUTH, PREDICTION, weights=np.ones(6)) == score(TRUTH, PREDICTION)
    partita.v_measure(TRUTH, PREDICTION, weights=SECONDS)  # depends on shares only
    Contingency.from_labels(TRUTH, PREDICTION, weights=SECONDS)  # no measure is read yet


@pytest.mark.usefixtures("unwarned")
def test_measures_of_shares_do_not_depend_on_the_meaning() -> None:
    """Only measures that depend on n warn: the others have a single value."""
    counts = Contingency.from_labels(TRUTH, PREDICTION, weights=MILLISECONDS)
    shares = WeightedContingency.from_labels(TRUTH, PREDICTION, weights=MILLISECONDS)
    for measure in partita.MEASURES.values():
        if measure.n_invariant:
            assert measure.of(shares) == pytest.approx(measure.of(counts), rel=1e-12), measure


WAYS = {
    "compare": lambda w: partita.compare(TRUTH, PREDICTION, weights=w, measures="rand"),
    "sweep": lambda w: partita.sweep(
        TRUTH, {3: PREDICTION}, weights=w, measures="rand", draws=0, null=None
    ),
    "agreement": lambda w: partita.agreement({"a": TRUTH, "b": PREDICTION}, weights=w),
    "tabulate": lambda w: partita.rand.of(tabulate((TRUTH, PREDICTION), weights=w)),
    "columns": lambda w: partita.rand.of(
        tabulate({"t": TRUTH, "p": PREDICTION, "w": w}, "t", "p", weights="w")
    ),
    "lazy frame": lambda w: partita.rand.of(
        tabulate(pl.LazyFrame({"t": TRUTH, "p": PREDICTION, "w": w}), "t", "p", weights="w")
    ),
    "stream": lambda w: partita.rand.of(Stream().update(TRUTH, PREDICTION, w).table),
    "streams": lambda w: partita.rand.of(
        (Stream().update([0], [0], [1]) + Stream().update(TRUTH, PREDICTION, w)).table
    ),
    "sums": lambda w: partita.rand.of(
        sum(Contingency.from_labels(TRUTH, PREDICTION, weights=w) for _ in range(2))
    ),
    "transposed": lambda w: partita.rand.of(
        Contingency.from_labels(TRUTH, PREDICTION, weights=w).T
    ),
    "pickled": lambda w: partita.rand.of(
        pickle.loads(pickle.dumps(Contingency.from_labels(TRUTH, PREDICTION, weights=w)))
    ),
}
COUNTING = {  # these depend on the number of objects, whatever the measure
    "confidence_interval": lambda w: partita.confidence_interval(
        "v_measure", TRUTH, PREDICTION, weights=w, draws=99
    ),
    "significance": lambda w: partita.significance(
        "v_measure", TRUTH, PREDICTION, weights=w, draws=99
    ),
    "groups": lambda w: partita.confidence_interval(
        "v_measure", TRUTH, PREDICTION, weights=w, groups=[0, 0, 1, 1, 2, 2], draws=99
    ),
    "difference": lambda w: partita.difference(
        "v_measure", TRUTH, PREDICTION, TRUTH, weights=w, draws=99
    ),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_every_way_to_a_value_warns(way) -> None:
    with pytest.warns(WeightsWarning, match=AS_IMPORTANCES):
        way(SECONDS)
    with pytest.warns(WeightsWarning, match=AS_COUNTS):
        way([2.0, 1.0, 3.0, 1.0, 1.0, 1.0])


@pytest.mark.parametrize("way", COUNTING.values(), ids=COUNTING)
def test_resampling_warns(way) -> None:
    with pytest.warns(WeightsWarning, match=AS_COUNTS):
        way([2.0, 1.0, 3.0, 1.0, 1.0, 1.0])


def test_a_warning_names_the_line_of_the_caller() -> None:
    with pytest.warns(WeightsWarning) as caught:
        partita.rand(TRUTH, PREDICTION, weights=SECONDS)
    assert caught[0].filename == __file__


def test_counts_end_with_int64() -> None:
    """2.0**62 and 2.0**63 must not have different meanings."""
    labels = [0, 0, 1], [0, 1, 1]
    with pytest.warns(WeightsWarning, match=AS_COUNTS):
        assert partita.rand(*labels, weights=[2.0**62, 1, 1]) == 1.0
    with pytest.raises(InputError, match=r"^weights\[0\] is .*, beyond 2\*\*63 - 1"):
        partita.rand(*labels, weights=[2.0**63, 1, 1])
    for large in (2.0**62, 2.0**63):
        table = WeightedContingency.from_labels(*labels, weights=[large, 1, 1])
        assert partita.rand.of(table) == pytest.approx(0.5)


def test_importances_with_too_large_a_sum_are_refused() -> None:
    weights = {"weights": [2.0**399.5, 1.0, 0.5]}
    table = Contingency.from_labels([0, 0, 1], [0, 1, 1], **weights)
    for add_up in (
        lambda: table + table,
        lambda: tabulate(([0, 0, 1], [0, 0, 1]), weights=[2.0**400, 2.0**400, 0.5]),
        lambda: Contingency.from_labels([0, 0], [0, 0], weights=[2.0**400, 0.5]) + table,
    ):
        with pytest.raises(InputError, match="weights add up to more than 2"):
            add_up()
