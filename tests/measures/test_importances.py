"""Fractional weights: a score does not depend on their unit, from 2^-400 to 2^400."""

from __future__ import annotations

from math import isfinite

import numpy as np
import pytest
from labelings import relative_error, variants
from looping import for_each
from mpmath import mp
from oracle import ORACLE, Undefined

import partita
from partita import MEASURES, UndefinedError, WeightedContingency

TRUTH = [0, 0, 0, 1, 1, 1, 2, 2, 2, 2]
PREDICTION = [0, 0, 1, 1, 1, 2, 2, 2, 0, 1]
WEIGHTS = np.array([0.375, 1.5, 2.25, 0.125, 1.0, 0.75, 3.0, 0.5, 1.25, 0.875])
DISTANCES = {  # the power of the unit of weight in which it is measured
    "mirkin": 2,
    "split_join": 1,
    "transfer_distance": 1,
    "generalized_merge_distance": 2,
}
COUNTED = ["fager_mcgowan", "mcnemar", "chi_squared"]  # they count objects or pairs
POWERS = [-397, -361, -300, -129, -1, 1, 129, 300, 340, 361, 390]


def value_of(measure, table, options=None):
    """The value, or the reason why there is none; warnings of NumPy are errors."""
    try:
        with np.errstate(all="raise"):
            return measure.of(table, **(options or {}))
    except UndefinedError as error:
        return str(error)


@pytest.fixture(scope="module")
def tables():
    weights = {power: np.ldexp(WEIGHTS, power) for power in (0, *POWERS)}
    return {
        power: WeightedContingency.from_labels(TRUTH, PREDICTION, weights=scaled)
        for power, scaled in weights.items()
    }


@for_each(MEASURES.values())
def test_the_unit_of_weights_changes_no_bit(measure, tables):
    """A weight times a power of two is exact, so even the bits are known."""
    for options in variants(measure):
        if "entropy" in options.values() or "count" in options.values():
            continue  # amounts in a unit other than weight
        value = value_of(measure, tables[0], options)
        for power in POWERS:
            scaled = value_of(measure, tables[power], options)
            if measure.name in DISTANCES:
                assert scaled == np.ldexp(value, power * DISTANCES[measure.name])
            else:
                assert scaled == value, f"{measure.name}{options}: weights times 2^{power}"


@pytest.mark.parametrize("name", COUNTED)
def test_measures_that_count_objects_have_no_value_for_importances(name, tables):
    with pytest.raises(UndefinedError, match="use integer weights"):
        MEASURES[name].of(tables[0])
    assert isfinite(MEASURES[name](TRUTH, PREDICTION, weights=[2] * 10))


def test_a_correlation_of_large_weights_has_its_sign():
    """N11 N00 - N10 N01 is about -2^1500 here, beyond what a float holds."""
    weights = np.ldexp([1.5, 1.0, 1.0, 1.5], 380)
    against = [0, 1, 0, 1]
    large, small = (
        partita.WeightedContingency.from_labels([0, 0, 1, 1], against, weights=one)
        for one in (weights, [1.5, 1.0, 1.0, 1.5])
    )
    assert partita.hubert_gamma.of(large) == partita.hubert_gamma.of(small) < 0


def test_a_ratio_beyond_floats_is_refused():
    """N11 is 2^796, and the only pair on which the two disagree weighs 2^-798."""
    weights = [2.0**398, 2.0**398, 2.0**-399, 2.0**-399]
    with pytest.raises(UndefinedError, match=r"southwood .* too large for a float"):
        partita.southwood([0, 0, 1, 1], [0, 0, 1, 2], weights=weights)
    weights = [2.0**-399, 2.0**-399, 2.0**398, 2.0**398]
    found = partita.minkowski_score([0, 0, 1, 2], [0, 0, 1, 1], weights=weights)
    assert found == 2.0**797  # √(2^796 / 2^-798): only the root is in range


MIXED = [  # weights of 2^±399 in one table: integers in units of 2^-399
    [[1, 2**798], [2**798, 3]],
    [[2**798, 1, 1], [1, 1, 0]],
]


@pytest.mark.parametrize("matrix", MIXED)
def test_weights_of_all_sizes_in_one_table(matrix):
    """Measures that ignore a common factor have the value of the table of integers."""
    rows, cols = (np.repeat(range(len(matrix)), len(matrix[0])), list(range(len(matrix[0]))))
    weights = np.array([float(n) for row in matrix for n in row])
    table = WeightedContingency.from_labels(
        rows, np.resize(cols, len(rows)), weights=np.ldexp(weights, -399)
    )
    for measure in MEASURES.values():
        if not measure.n_invariant:
            continue
        for options in variants(measure):
            value = value_of(measure, table, options)
            try:
                with mp.workdps(400):  # entropies of shares of 2^-800 cancel as many digits
                    exact = ORACLE[measure.name](matrix, **options)
            except Undefined:
                assert isinstance(value, str)
                continue
            if not isinstance(value, str):
                assert relative_error(value, exact) < 1e-13, (measure.name, options, value, exact)


def test_a_tiny_negative_ratio_is_not_a_negative_zero():
    """Weights at both ends of the range: adjusted Rand is about -2^-1400."""
    truth, prediction = [2, 3, 3, 3, 0, 1], [2, 1, 1, 2, 3, 2]
    weights = np.ldexp([1.75, 1.5, 1.75, 1.25, 1.5, 1.5], [399, -399, -399, -399, 0, 300])
    table = WeightedContingency.from_labels(truth, prediction, weights=weights)
    for measure in MEASURES.values():
        value = value_of(measure, table)
        assert isinstance(value, str) or (isfinite(value) and str(value) != "-0.0")
