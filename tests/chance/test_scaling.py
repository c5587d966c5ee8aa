"""Measures scaled by their minimum and maximum, compared with Table 5 of Wu, Xiong and Chen."""

import pickle

import numpy as np
import pytest

import partita
from partita import MEASURES, Contingency, InputError, scaled
from partita.behavior.criterion import table_3
from partita.chance import exact_mean


def entropies(table):
    """Lemma 4: VI is at most H(C) + H(P)."""
    return table.information.truth_entropy + table.information.prediction_entropy


def room(table):
    """Lemma 5: VD is at most 1 - (max class + max cluster) / 2n."""
    return 1 - (table.class_sizes.max() + table.cluster_sizes.max()) / (2 * table.n)


def floor(table):
    """Lemma 6: F is at least F₋ of Procedure 1."""
    return table.overlaps.class_f_floor / table.n


def mistakes(table):
    """Lemma 7: ε is at most 1 - 1/K."""
    return 1 - 1 / max(table.shape)


SCALED = {
    "normalized_variation_of_information": scaled("variation_of_information", maximum=entropies),
    "normalized_van_dongen": scaled("van_dongen", maximum=room),
    "normalized_f_measure": scaled("f_measure", minimum=floor),
    "normalized_classification_error": scaled("classification_error", maximum=mistakes),
}
# Table 5 on both clusterings of Table 3
TABLE_5 = {
    "normalized_variation_of_information": (0.308834, 0.247508),
    "normalized_van_dongen": (0.40, 10 / 41),
    "normalized_f_measure": (0.566038, 0.851465),
    "normalized_classification_error": (0.60, 0.125),
}


@pytest.mark.parametrize("name", SCALED)
def test_table_5(name):
    found = [SCALED[name].of(table_3(one)) for one in ("I", "II")]
    assert found == pytest.approx(TABLE_5[name], abs=5e-7)


@pytest.mark.parametrize("name", SCALED)
def test_the_normalized_measures_on_random_tables(name):
    rng = np.random.default_rng(5)
    for _ in range(200):
        table = Contingency.from_matrix(1 + rng.poisson(2, rng.integers(2, 6, 2)))
        assert SCALED[name].of(table) == pytest.approx(MEASURES[name].of(table), abs=1e-12)


def test_what_table_5_scales_by_the_mean_is_one_minus_adjusted():
    # J'_n and MS'_n: (S - min) / (E - min), of distances with min = 0
    for name in ("I", "II"):
        table = table_3(name)
        for plain, normal in (("mirkin", "normalized_jaccard"), ("mirkin", "normalized_minkowski")):
            share = partita.measure(plain).of(table) / exact_mean(partita.measure(plain), table)
            assert 1 - partita.adjusted(plain).of(table) == pytest.approx(share, rel=1e-12)
            assert MEASURES[normal].of(table) == pytest.approx(share, rel=1e-12)


def test_a_measure_with_fixed_bounds_needs_no_ends():
    # the adjusted Rand index of these labels is 0 and declared from -1/2 to 1: (0 + 1/2) / (3/2)
    labels = [0, 0, 1, 1], [0, 0, 0, 0]
    low, high = partita.adjusted_rand.bounds
    own = scaled("adjusted_rand")
    assert own(*labels) == pytest.approx((partita.adjusted_rand(*labels) - low) / (high - low))
    assert (own.bounds, own.better, own.perfect, own.symmetric) == ((0.0, 1.0), "higher", 1.0, True)
    assert own(labels[0], labels[0]) == 1.0


def test_the_direction_of_a_distance_stays():
    own = SCALED["normalized_van_dongen"]
    assert (own.better, own.perfect, own([0, 0, 1], [1, 1, 0])) == ("lower", 0.0, 0.0)
    assert (own.name, own.symbol) == ("scaled_van_dongen", "scaled VD")
    comparison = partita.compare([0, 0, 1, 1], [0, 1, 1, 1], measures=[own])
    assert comparison["scaled_van_dongen"].value == own([0, 0, 1, 1], [0, 1, 1, 1])
    assert pickle.loads(pickle.dumps(own)).of(table_3("I")) == own.of(table_3("I"))


def test_options_belong_to_the_measure():
    bits = scaled("variation_of_information", 0, lambda one: entropies(one) / np.log(2), base=2)
    for name in ("I", "II"):
        expected = SCALED["normalized_variation_of_information"].of(table_3(name))
        assert bits.of(table_3(name)) == pytest.approx(expected, rel=1e-12)


def test_ends_that_cannot_be_are_refused():
    with pytest.raises(InputError, match="variation_of_information has no fixed maximum: pass max"):
        scaled("variation_of_information")
    for end in ("1", True, float("inf"), float("nan")):
        with pytest.raises(InputError, match="maximum must be a number or a function of a table"):
            scaled("van_dongen", maximum=end)
    with pytest.raises(
        InputError, match=r"van_dongen is 0\.25 here, outside the ends from 0\.0 to"
    ):
        scaled("van_dongen", maximum=0.1)([0, 0, 1, 1], [0, 1, 1, 1])
    with pytest.raises(InputError, match="maximum must give a finite number for this table; found"):
        scaled("van_dongen", maximum=lambda _: None)([0, 0, 1, 1], [0, 1, 1, 1])
    with pytest.raises(partita.UndefinedError, match="divides by zero"):
        scaled("homogeneity", 1.0, lambda _: 1.0)([0, 0, 1, 1], [0, 1, 2, 2])
