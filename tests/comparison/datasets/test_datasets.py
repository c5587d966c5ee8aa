"""Methods over several data sets: Friedman's and Nemenyi's tests, and signed ranks."""

from itertools import permutations
from math import factorial, inf

import numpy as np
import pytest
from printed_tables import clean

from partita import InputError
from partita.comparison import compare, rank_datasets
from partita.inference import holm

# Demšar (2006), Table 6: area under the curve of C4.5 and three variants on 14 data sets. The
# last but one prints .975 twice and gives them ranks 2 and 3, so they differ before rounding.
DEMSAR = """
.763 .768 .771 .798
.599 .591 .590 .569
.954 .971 .968 .967
.628 .661 .654 .657
.882 .888 .886 .898
.936 .931 .916 .931
.661 .668 .609 .685
.583 .583 .563 .625
.775 .838 .866 .875
1.000 1.000 1.000 1.000
.940 .962 .965 .962
.619 .666 .614 .669
.972 .981 .9751 .975
.957 .978 .946 .970
"""
VARIANTS = ("C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf")


def demsar():
    rows = [map(float, line.split()) for line in DEMSAR.split("\n") if line]
    return {str(i): dict(zip(VARIANTS, row, strict=True)) for i, row in enumerate(rows)}


def test_friedman_and_nemenyi_as_published():
    # Demšar (2006), section 3.2.2: mean ranks, χ² = 9.28, F = 3.69, critical difference 1.25
    found = rank_datasets(demsar())
    ranks = dict(zip(found.table["method"], found.table["mean_rank"], strict=True))
    expected = {"C4.5": 3.143, "C4.5+m": 2.000, "C4.5+cf": 2.893, "C4.5+m+cf": 1.964}
    assert ranks == {name: pytest.approx(rank, abs=5e-4) for name, rank in expected.items()}
    assert found.statistic == pytest.approx(9.28, abs=0.005)
    assert found.critical_difference == pytest.approx(1.25, abs=0.005)
    assert 0.01 < found.p_value < 0.05  # F(3, 39) = 3.69, critical value 2.85 at 5%
    assert set(found.table["group"]) == {"a"}  # no two differ by 1.25 …
    loose = rank_datasets(demsar(), confidence=0.90)
    assert loose.critical_difference == pytest.approx(1.12, abs=0.005)  # … but by 1.12 they do
    # C4.5 is worse than the two with +m; C4.5+cf belongs to neither group for certain
    assert loose.table["group"].tolist() == ["a", "a", "ab", "b"]


def test_friedman_is_exact_for_few_data_sets():
    # all 6^2 ways to order the second and third of three data sets, the first being a, b, c
    orders = list(permutations((1.0, 2.0, 3.0)))
    shown = [orders[0], orders[0], (2.0, 1.0, 3.0)]
    far = (np.sum(shown, axis=0) ** 2).sum()
    every = [np.sum([orders[0], x, y], axis=0) for x in orders for y in orders]
    share = sum((sums**2).sum() >= far for sums in every) / 36
    scores = {str(k): dict(zip("abc", row, strict=True)) for k, row in enumerate(shown)}
    found = rank_datasets(scores, better="lower")
    assert found.p_value == pytest.approx(share, rel=1e-12)  # 7/36; the F form has 0.049
    assert share == pytest.approx(7 / 36)


def test_friedman_of_many_methods_uses_its_f_form():
    from scipy.stats import f, friedmanchisquare

    values = np.random.default_rng(0).random((9, 8)) + 0.1 * np.arange(8)
    scores = {str(k): dict(zip("abcdefgh", row, strict=True)) for k, row in enumerate(values)}
    statistic = float(friedmanchisquare(*values.T).statistic)
    ratio = 8 * statistic / (9 * 7 - statistic)
    assert rank_datasets(scores).p_value == pytest.approx(f.sf(ratio, 7, 56), rel=1e-9)


def test_signed_ranks_as_published():
    # Demšar (2006), section 3.1.3: C4.5 and C4.5+m, R+ = 93, R- = 12, z = -2.54 (two-sided .011)
    found = rank_datasets(demsar(), method="wilcoxon")
    pairs = {frozenset((row["first"], row["second"])): row for row in found.differences.rows()}
    row = pairs[frozenset(("C4.5", "C4.5+m"))]
    assert row["p_value"] == pytest.approx(2 * 0.00554, abs=3e-4)  # Φ(-2.54) = 0.00554
    assert found.differences["p_adjusted"].tolist() == holm(found.differences["p_value"])
    assert found.critical_difference is None
    assert "signed ranks, corrected by Holm" in str(found)
    assert found.table["mean_rank"].tolist() == rank_datasets(demsar()).table["mean_rank"].tolist()


def test_signed_ranks_of_few_data_sets_are_exact():
    # five data sets, all in favor of a: p = 2/2^5
    scores = {str(k): {"a": 0.5 + k / 100, "b": 0.4 - k / 90} for k in range(5)}
    found = rank_datasets(scores, method="wilcoxon")
    assert found.differences["p_value"].tolist() == [2 / 2**5]
    assert set(found.table["group"]) == {"a"}
    six = {**scores, "5": {"a": 0.9, "b": 0.1}}
    assert rank_datasets(six, method="wilcoxon").table["group"].tolist() == ["a", "b"]
    tied = {str(k): {"a": 0.5, "b": 0.5} for k in range(5)}
    assert rank_datasets(tied, method="wilcoxon").differences["p_value"].tolist() == [1.0]


def test_nemenyi_p_values_and_the_critical_difference_agree():
    for level in (0.5, 0.9, 0.95):
        found = rank_datasets(demsar(), confidence=level)
        rows = found.differences
        beyond = rows["value"] > found.critical_difference
        assert np.array_equal(beyond, rows["p_adjusted"] < 1 - level)
        assert found.to_frame()["method"].tolist() == found.table["method"].tolist()


def test_methods_over_comparisons():
    truth, prediction = clean()
    worse = np.roll(prediction, 60)
    results = {str(k): compare(truth, {"a": prediction, "b": worse}) for k in range(4)}
    found = rank_datasets(results, "VI")
    assert found.table["method"].tolist() == ["a", "b"]
    assert found.table["mean_rank"].tolist() == [1.0, 2.0]
    assert "4 data sets" in str(found)


@pytest.mark.parametrize(("methods", "datasets"), [(2, 2), (2, 5), (3, 4)])
def test_the_same_order_in_all_data_sets_has_its_exact_p(methods, datasets):
    # of k! equally likely orders N - 1 data sets repeat the first: k!^(1-N), whatever F says
    scores = {str(k): float(k) for k in range(methods)}
    found = rank_datasets({str(k): scores for k in range(datasets)})
    assert found.p_value == pytest.approx(factorial(methods) ** (1 - datasets), rel=1e-12)


@pytest.mark.parametrize(
    ("results", "message"),
    [
        ({"x": {"a": 1, "b": 2}}, "at least two data sets"),
        ({"x": {"a": 1, "b": 2}, "y": {"a": 1}}, "data set 'y' has scores of 'a'"),
        ({"x": {"a": 1}, "y": {"a": 1}}, "at least two methods"),
        ({"x": {"a": 1, "b": "2"}, "y": {"a": 1, "b": 1}}, "a finite number for each of 'a'"),
        ({"x": {"a": 1, "b": inf}, "y": {"a": 1, "b": 1}}, "a finite number for each of 'a'"),
        ([{"a": 1, "b": 2}] * 2, "results must map data sets to comparisons"),
        ({"x": [1, 2], "y": [1, 2]}, "data set 'x' must hold a Comparison or scores by method"),
    ],
)
def test_incomplete_results_are_refused(results, message):
    with pytest.raises(InputError, match=message):
        rank_datasets(results)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"confidence": 95}, "confidence must be a number between 0 and 1"),
        ({"method": "tukey"}, "method must be one of"),
        ({"better": "more"}, "better must be one of"),
    ],
)
def test_settings_that_do_not_exist_are_refused(options, message):
    with pytest.raises(InputError, match=message):
        rank_datasets(demsar(), **options)
