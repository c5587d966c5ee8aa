"""The paper's sampling (Propositions 3 and 5): what it promises holds, and it is too narrow."""

from __future__ import annotations

import numpy as np
import pytest

import partita
from partita import InputError
from partita.soft import Evidential, Fuzzy, Possibilistic, Rough, equal_shares, sampled_ends

# thirty objects: half the mass on the right cluster, half on all three
THIRTY = np.arange(30) % 3
DOUBT = Evidential(
    np.column_stack([np.eye(3)[THIRTY] / 2, np.full(30, 0.5)]), [{0}, {1}, {2}, {0, 1, 2}]
)


def rough_side(open_: int) -> tuple[np.ndarray, Rough]:
    """150 objects in three classes; some may also be in the next one."""
    truth = np.repeat([0, 1, 2], 50)
    sets = [{int(c)} for c in truth]
    for x in np.random.default_rng(0).permutation(150)[:open_]:
        sets[x] = {int(truth[x]), (int(truth[x]) + 1) % 3}
    return truth, Rough(sets)


def test_the_largest_draw_has_the_distribution_of_proposition_3():
    """Pr(d_u - drawn > ε) = F(d_u - ε)^s with the distribution F of a single draw."""
    truth, rough = rough_side(12)
    end = partita.extremes("rand", truth, rough).high.inner
    whole = partita.law("rand", truth, equal_shares(rough))
    seeds, draws = 400, 20
    drawn = [sampled_ends("rand", truth, rough, draws=draws, rng=s).high for s in range(seeds)]
    for epsilon in (0.005, 0.01, 0.02, 0.03):
        below = float(whole.mass[whole.support < end - epsilon - 1e-12].sum()) ** draws
        share = float(np.mean(end - np.array(drawn) > epsilon + 1e-12))
        deviation = max((below * (1 - below) / seeds) ** 0.5, 1 / seeds)
        assert abs(share - below) <= 4 * deviation, epsilon


def test_draws_of_a_rough_clustering_miss_both_ends():
    """Fifty open objects: 1,000 draws reach less than half of the interval."""
    truth, rough = rough_side(50)
    ends = partita.extremes("rand", truth, rough)
    low, high = ends.low.inner, ends.high.inner
    assert ends.low.certified
    assert ends.high.certified
    for seed in range(5):
        found = sampled_ends("rand", truth, rough, draws=1000, rng=seed)
        assert found.selections == 1
        assert low < found.low < found.high < high
        assert found.high - found.low < 0.5 * (high - low)


def test_nested_draws_are_too_narrow_however_many_selections():
    """The exact interval is from 0.545 to 1; the upper means that are drawn end near 0.80."""
    exact = partita.expectation("rand", THIRTY, DOUBT)
    assert exact.ends_method == "exact"
    assert exact.high == pytest.approx(1.0)
    for selections in (50, 150):
        found = sampled_ends("rand", THIRTY, DOUBT, selections=selections)
        assert exact.low + 0.03 < found.low
        assert found.high < 0.82
    more = sampled_ends("rand", THIRTY, DOUBT, selections=50, draws=1000)
    assert exact.low < more.low < found.low
    assert found.high < more.high < exact.high


def test_few_objects_and_many_draws_reach_the_ends():
    """All labelings of three open objects are drawn, so only the selections are estimated."""
    masses = Evidential([[1, 0, 0], [0.6, 0, 0.4], [0, 0.5, 0.5], [0, 1, 0]], [{0}, {1}, {0, 1}])
    exact = partita.expectation("rand", [0, 0, 1, 1], masses)
    found = sampled_ends("rand", [0, 0, 1, 1], masses, selections=1000, draws=50)
    error = (np.log(2 / 0.001) / (2 * 1000)) ** 0.5  # Hoeffding, as in Proposition 5
    assert abs(found.low - exact.low) < error
    assert abs(found.high - exact.high) < error


def test_the_mean_of_fuzzy_clusterings():
    """Proposition 4: sets of one cluster leave nothing to draw within them."""
    fuzzy = Fuzzy(np.random.default_rng(1).dirichlet(np.ones(3), 30))
    found = sampled_ends("rand", THIRTY, fuzzy, selections=1000, draws=1)
    assert found.low == found.high
    exact = partita.expectation("rand", THIRTY, fuzzy)
    assert abs(found.low - exact.value) < (np.log(2 / 0.001) / 2000) ** 0.5


def test_levels_of_possibilities_are_drawn_by_their_weight():
    given = Possibilistic([[1, 0], [1, 0.4], [0, 1], [0, 1]])
    found = sampled_ends("rand", [0, 0, 1, 1], given, selections=1000)
    exact = partita.expectation("rand", [0, 0, 1, 1], given)
    assert exact.low == pytest.approx(0.4 * 0.5 + 0.6)
    assert found.low == pytest.approx(exact.low, abs=0.5 * (np.log(2 / 0.001) / 2000) ** 0.5)


def test_draws_repeat_with_the_seed():
    first, again, other = (sampled_ends("v_measure", THIRTY, DOUBT, rng=s) for s in (7, 7, 8))
    assert first == again != other
    text = str(sampled_ends("rand", [0, 1], [1, 0], draws=5))
    ended = "(1 selection of focal sets, 5 draws in each, seed 0); draws miss rare ends"
    assert text == f"drawn from 1 to 1 {ended}"


@pytest.mark.parametrize("wrong", [{"draws": 0}, {"selections": 0}, {"draws": 1.5}, {"rng": -1}])
def test_arguments_are_checked(wrong):
    with pytest.raises(InputError, match=next(iter(wrong))):
        sampled_ends("rand", [0, 1], [0, 1], **wrong)
