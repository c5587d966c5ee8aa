"""The rarer pair measures: correct values of other packages, and relations between measures.

The example has ten objects, three classes and four clusters, with
N11 = 4, N10 = 8, N01 = 4, N00 = 29.
"""

from __future__ import annotations

from fractions import Fraction as Q
from math import isclose, sqrt

import pytest
from hypothesis import given
from labelings import tables, ulps

import partita
from partita import Contingency, InputError, UndefinedError

TRUTH, PREDICTION = list("0001112222"), list("0011122233")

# By hand from the four counts; the packages named give the same digits.
EXAMPLE = {
    "pair_specificity": Q(29, 33),
    "adjusted_wallace_h": Q(7, 22),
    "adjusted_wallace_c": Q(7, 37),
    "tversky": Q(1, 4),  # mclustcomp
    "adapted_rand_error": Q(3, 5),  # scikit-image 0.26, with no label ignored
    "pair_overlap": Q(1, 2),
    "blanc": (Q(8, 20) + Q(58, 70)) / 2,
    "kulczynski": Q(5, 12),  # permetrics 2.1
    "mcconnaughey": Q(-1, 6),
    "rogers_tanimoto": Q(11, 19),  # clusim 0.4, permetrics
    "gower_legendre": Q(11, 13),  # permetrics, as Sokal-Sneath 2
    "russell_rao": Q(4, 45),  # permetrics
    "sokal_sneath_1": (Q(1, 3) + Q(1, 2) + Q(29, 33) + Q(29, 37)) / 4,
    "sokal_sneath_2": Q(1, 7),  # permetrics, as Sokal-Sneath 1
    "peirce": Q(1, 3) - Q(4, 33),
    "yule_q": Q(84, 148),
    "baulieu_1": Q(1629, 2025),
    "baulieu_2": Q(84, 2025),
    "southwood": Q(1, 3),  # clusim
}
ROOTS = {
    "sokal_sneath_3": 116 / sqrt(12 * 8 * 33 * 37),
    "fager_mcgowan": 4 / sqrt(96) - 1 / sqrt(48),
    "rv": 18 / sqrt(34 * 26),
    "mcnemar": 4 / sqrt(12),
}


@pytest.mark.parametrize("name", EXAMPLE)
def test_the_example_in_fractions(name):
    assert ulps(partita.MEASURES[name](TRUTH, PREDICTION), EXAMPLE[name]) <= 1


@pytest.mark.parametrize("name", ROOTS)
def test_the_example_with_roots(name):
    assert isclose(partita.MEASURES[name](TRUTH, PREDICTION), ROOTS[name], rel_tol=1e-15)


def of(name, table, **options):
    try:
        return partita.MEASURES[name].of(table, **options)
    except UndefinedError:
        return None


def near(first, second):
    return isclose(first, second, rel_tol=1e-13, abs_tol=1e-13)


@given(tables())
def test_the_adjusted_rand_index_is_the_harmonic_mean_of_the_adjusted_wallaces(matrix):
    table = Contingency.from_matrix(matrix)
    h, c = of("adjusted_wallace_h", table), of("adjusted_wallace_c", table)
    if h + c:
        assert near(2 * h * c / (h + c), of("adjusted_rand", table))


@given(tables())
def test_measures_that_rescale_another_measure(matrix):
    table = Contingency.from_matrix(matrix)
    rand, jaccard = of("rand", table), of("jaccard", table)
    if table.pairs.pairs:
        assert near(of("rogers_tanimoto", table), rand / (2 - rand))
        assert near(of("gower_legendre", table), 2 * rand / (1 + rand))
        assert near(of("baulieu_1", table), 1 - rand * (1 - rand))
    assert near(of("mcconnaughey", table), 2 * of("kulczynski", table) - 1)
    assert near(of("sokal_sneath_2", table), jaccard / (2 - jaccard))
    if not table.perfect:
        assert near(of("southwood", table), jaccard / (1 - jaccard))


@given(tables())
def test_tversky_and_the_adapted_error_are_f_measures(matrix):
    table = Contingency.from_matrix(matrix)
    assert of("tversky", table) == of("jaccard", table)
    assert near(of("tversky", table, alpha=0.5, beta=0.5), of("pair_f_measure", table))
    for alpha, beta in ((0.5, 1.0), (0.2, 2.0), (0.8, 0.5)):
        f = of("pair_f_measure", table, beta=beta)
        assert near(of("adapted_rand_error", table, alpha=alpha), 1 - f)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("tversky", {"alpha": -1}),
        ("tversky", {"beta": float("inf")}),
        ("tversky", {"beta": None}),
        ("adapted_rand_error", {"alpha": 1.5}),
        ("adapted_rand_error", {"alpha": True}),
    ],
)
def test_weights_of_errors_that_are_refused(name, options):
    (option,) = options
    with pytest.raises(InputError, match=f"{option} must be"):
        partita.MEASURES[name](TRUTH, PREDICTION, **options)


def test_no_lower_bound_of_the_adjusted_wallace_coefficients():
    truth, prediction = [0] * 99 + [1], [*range(99), 0]  # the only pair in a cluster is wrong
    assert partita.adjusted_wallace_h(truth, prediction) == -49.0
    assert partita.adjusted_wallace_c(prediction, truth) == -49.0
