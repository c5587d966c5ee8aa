"""Draws follow the distribution, and their stated errors are valid."""

from __future__ import annotations

import numpy as np
import pytest
from random_soft import fuzzy

import partita
from partita.measures.chosen import choose
from partita.soft import Evidential, Fuzzy, Possibilistic, Rough
from partita.soft.ends.extremes import extremes
from partita.soft.laws.law import law
from partita.soft.means import mixtures
from partita.soft.means.concentration import (
    betting_bounds,
    effect_of_one,
    mcdiarmid_draws,
    mcdiarmid_error,
    range_of,
    spread_error,
)
from partita.soft.means.draws import draw_cells
from partita.soft.means.expectation import expectation
from partita.soft.means.plan import Plan
from partita.soft.means.sampling import controlled
from partita.soft.means.unlisted_worlds import unlisted_worlds_of
from partita.soft.two_sides.sides import levels_of, read_sides

BOUNDED = (
    "rand",
    "hubert_gamma_prime",
    "mirkin",
    "normalized_mirkin",
    "split_join",
    "classification_error",
    "goodman_kruskal",
    "inverse_purity",
    "maximum_matching",
    "micro_averaged_precision",
    "purity",
    "van_dongen",
    "partition_distance",
    "f_measure",
    "purity_f",
    "basic_merge_distance",
    "transfer_distance",
)


@pytest.mark.parametrize("repeated", [1, 30])
def test_cells_are_drawn_with_their_probabilities(repeated):
    truth = Fuzzy([[0.2, 0.8], [1, 0]] * repeated)
    prediction = Fuzzy([[0.5, 0, 0.5], [0, 0.3, 0.7]] * repeated)
    groups = levels_of(read_sides(truth, prediction))[0].pair().groups
    draws = 4000
    total = sum(draw_cells(groups, np.random.default_rng(0), draws)) / (draws * repeated)
    wanted = truth.memberships[:2].T @ prediction.memberships[:2]
    assert np.abs(total - wanted).max() < 4 * 0.5 / np.sqrt(draws * repeated)
    assert (total[wanted == 0] == 0).all()


def test_sizes_of_samples_by_mcdiarmid():
    """An error of 0.01 at 95%: Rand and partition distance, 150 or 12 of 150 objects uncertain."""
    assert mcdiarmid_draws(0.01, 150, 2 / 150) == 492
    assert mcdiarmid_draws(0.01, 12, 2 / 150) == 40
    assert mcdiarmid_draws(0.01, 150, 1 / 149) == 125
    assert mcdiarmid_draws(0.01, 12, 1 / 149) == 10
    assert mcdiarmid_error(492, 150, 2 / 150) <= 0.01
    with pytest.raises(partita.InputError):
        mcdiarmid_draws(0.0, 1, 1.0)


@pytest.mark.parametrize("name", BOUNDED)
def test_one_object_changes_a_measure_by_at_most_what_it_declares(name):
    measure = partita.MEASURES[name]
    rng = np.random.default_rng(0)
    for _ in range(150):
        n = int(rng.integers(2, 9))
        before = rng.integers(3, size=(2, n))
        after = before.copy()
        after[:, rng.integers(n)] = rng.integers(3, size=2)
        change = abs(measure(*before.tolist()) - measure(*after.tolist()))
        assert change <= effect_of_one(choose(measure), n) + 1e-12


@pytest.mark.parametrize("name", ["jaccard", "adjusted_rand", "f_measure"])
def test_stated_errors_are_valid_and_shrink(name):
    """About 95% of the estimates lie within the stated error; four times the draws halve it.

    Few draws are the hard case: coefficients fitted on 50 draws must not hide their own noise.
    """
    truth, prediction = fuzzy(1, 6, 2), fuzzy(2, 6, 2)
    exact = expectation(name, truth, prediction, method="exact").value
    few = estimates(name, truth, prediction, draws=100, many=60)
    covered = np.mean([abs(e.value - exact) <= e.error for e in few])
    assert covered >= 0.86  # three standard deviations below 0.95 for 60 trials
    assert np.std([e.value for e in few]) < 0.65 * np.mean([e.error for e in few])
    more = estimates(name, truth, prediction, draws=400, many=6)
    ratio = np.mean([e.error for e in few]) / np.mean([e.error for e in more])
    assert ratio > 1.5  # often far more: with more draws more controls are fitted


def estimates(name, truth, prediction, *, draws, many):
    return [
        expectation(name, truth, prediction, method="sample", rng=seed, draws=draws)
        for seed in range(many)
    ]


def test_mcdiarmid_bounds_the_means_of_sampled_laws():
    truth, prediction = np.arange(30) % 3, fuzzy(3, 30, 3)
    exact = expectation("rand", truth, prediction).value
    for seed in range(20):
        drawn = law("rand", truth, prediction, method="sample", rng=seed, draws=100)
        assert abs(drawn.mean - exact) <= drawn.error


def test_controls_with_known_means_do_not_bias():
    rng = np.random.default_rng(4)
    estimates = []
    for _ in range(400):
        controls = rng.normal(size=(120, 2))
        values = 3 + controls @ [2.0, -1.0] + 0.1 * rng.normal(size=120)
        rest = controlled(values, controls)
        estimates.append((rest.mean(), rest.std(ddof=1) / np.sqrt(len(rest))))
    means, errors = np.array(estimates).T
    assert abs(means.mean() - 3) < 4 * means.std() / 20
    assert errors.mean() < 0.02  # plain draws: 2.24 / √120 = 0.2
    assert 0.9 < np.mean(np.abs(means - 3) <= 1.96 * errors) <= 1


def test_draws_repeat_with_the_seed_and_only_with_it():
    truth, prediction = fuzzy(1, 20, 3), fuzzy(2, 20, 3)
    one, again, other = (
        expectation("jaccard", truth, prediction, rng=s, draws=100).value for s in (1, 1, 2)
    )
    assert one == again != other


@pytest.mark.parametrize("name", ["rand", "v_measure", "partition_distance"])
def test_exact_intervals_contain_sampled_ones(name):
    """Ends of sampled labelings lie inside, so ends are optimized."""
    rng = np.random.default_rng(9)
    flags = rng.random((14, 3)) < 0.6
    flags[np.arange(14), rng.integers(3, size=14)] = True
    truth, rough = rng.integers(3, size=14), Rough(flags)
    exact = extremes(name, truth, rough)
    shares = Fuzzy.normalized(flags.astype(float))
    drawn = law(name, truth, shares, method="sample", draws=300).support
    assert exact.low.inner <= drawn.min() + 1e-12
    assert drawn.max() <= exact.high.inner + 1e-12
    assert exact.high.inner - exact.low.inner > np.ptp(drawn) - 1e-12


def test_sampled_selections_of_focal_sets_agree_with_all_of_them():
    rng = np.random.default_rng(2)
    truth = rng.integers(2, size=7)
    doubt = Evidential(rng.dirichlet(np.ones(3), 7), [{0}, {1}, {0, 1}])
    exact = expectation("rand", truth, doubt, method="exact", budget=2000)
    drawn = expectation("rand", truth, doubt, method="sample", selections=150)
    assert "150 selections of focal sets" in drawn.how
    assert abs(drawn.low - exact.low) <= drawn.ends_error
    assert abs(drawn.high - exact.high) <= drawn.ends_error


def test_errors_of_ends_follow_from_draws_in_the_order_of_drawing():
    """Bets on sorted values win by their order: with 10,000 of them the error seemed to be 0."""
    rng = np.random.default_rng(2)
    truth = rng.integers(2, size=7)
    doubt = Evidential(rng.dirichlet(np.ones(3), 7), [{0}, {1}, {0, 1}])
    found = expectation("rand", truth, doubt, method="sample", selections=10_000)
    assert 1e-3 < found.ends_error < 0.02  # three standard errors of values in [0.3, 1] at least


def test_the_number_of_selections_follows_from_the_error():
    rng = np.random.default_rng(6)
    masses = Evidential(rng.dirichlet(np.ones(3), 200), [{0}, {1}, {0, 1}])
    found = expectation("purity", np.arange(200) % 2, masses)
    assert found.how.count("95% by McDiarmid") == 1
    assert 0 < found.ends_error <= 0.01
    assert found.error < 1e-12


@pytest.mark.parametrize("wrong", [{"draws": 3}, {"draws": 50.0}, {"rng": "x"}, {"rng": -1}])
def test_draws_and_seed_are_checked_even_without_draws(wrong):
    with pytest.raises(partita.InputError, match=next(iter(wrong))):
        expectation("rand", [0, 1], Fuzzy([[1, 0], [0.5, 0.5]]), **wrong)


RARE = {  # measures whose residual is 0 in all but a few worlds, and smooth ones
    "maximum_matching": 1e-4,
    "purity_f": 0.1,
    "f_measure": 0.1,
    "adjusted_rand": 0.02,
    "v_measure": 0.02,
    "jaccard": 0.06,
}


@pytest.mark.parametrize("name", RARE)
@pytest.mark.parametrize(("seed", "n", "k"), [(1, 12, 3), (2, 14, 2)])
def test_stated_errors_are_valid_for_rare_worlds(name, seed, n, k):
    """A matching that wins in one of 1e5 worlds is not drawn, but changes the mean."""
    rng = np.random.default_rng(seed)
    truth = np.arange(n) % k
    rows = [rng.dirichlet(np.where(np.arange(k) == i, 3.0, 0.15)) for i in truth]
    soft = Fuzzy.normalized(rows)
    exact = expectation(name, truth, soft, method="exact")
    assert "dominant matching" not in exact.how  # which bounds the estimate
    found = estimates(name, truth, soft, draws=300, many=6)
    held = [abs(one.value - exact.value) <= one.error + exact.error + 1e-14 for one in found]
    assert sum(held) >= 5
    assert max(one.error for one in found) < RARE[name]


@pytest.mark.parametrize("leak", [1e-4, 1e-12, 1e-300])
def test_rarely_drawn_worlds_count(leak):
    """E ARI of 30 objects that leak: to first order 1 - Σ Pr(x leaks) (1 - ARI with x moved)."""
    truth = np.arange(30) % 3
    soft = Fuzzy.normalized(np.where(truth[:, None] == np.arange(3), 1.0, leak))
    moved = truth.copy()
    moved[0] = 1
    drop = 30 * 2 * leak * (1 - partita.adjusted_rand(truth, moved))
    found = expectation("adjusted_rand", truth, soft, method="sample", draws=400)
    second = (60 * leak) ** 2  # of the order of two moves at once
    assert abs(found.value - (1 - drop)) <= found.error + second
    assert found.error <= max(1e-6, 100 * leak)


def test_ends_have_their_own_error():
    rng = np.random.default_rng(1)
    doubt = Evidential(rng.dirichlet(np.ones(4), 40), [{0}, {1}, {2}, {0, 1}])
    found = expectation("adjusted_rand", np.arange(40) % 3, doubt, draws=100)
    assert 0 < found.error < found.ends_error / 5
    before, between = str(found).split(", between")
    assert f"{found.ends_error:.2g}" not in before
    assert f"(each ± {found.ends_error:.2g})" in between


def test_bounds_state_how_far_inside_the_ends_may_be(monkeypatch):
    """Ends at one of several levels: the true ends lie inside, by at most the stated error."""
    rng = np.random.default_rng(5)
    levels = rng.choice([0.2, 0.4, 0.6, 0.8, 1.0], size=(7, 3))
    levels[np.arange(7), rng.integers(3, size=7)] = 1.0
    truth, soft = rng.integers(3, size=7), Possibilistic(levels)
    exact = {name: expectation(name, truth, soft) for name in ("rand", "adjusted_rand")}
    for steps in (1.0, 2000.0):
        monkeypatch.setattr(mixtures, "STEPS", steps)
        for name, true in exact.items():
            found = expectation(name, truth, soft)
            assert "bounds: ends at" in found.how
            off = true.low - found.low, found.high - true.high
            assert true.ends_error == 0
            assert min(off) >= -1e-12
            assert 0 < max(off) <= found.ends_error + 1e-12


def test_a_sampled_law_has_the_mean_of_the_expectation():
    truth, prediction = np.arange(300) % 5, fuzzy(3, 300, 5)
    for name in ("rand", "adjusted_rand"):
        found = law(name, truth, prediction, method="sample")
        mean = expectation(name, truth, prediction, method="sample")
        assert (found.mean, found.low, found.high) == (mean.value, mean.low, mean.high)
        assert found.error == mean.error


@pytest.mark.parametrize("seed", [-1, 1.5, True, 2**64, [1, 2]])
def test_seeds_are_checked(seed):
    for function in (expectation, law):
        with pytest.raises(partita.InputError, match="rng must be"):
            function("rand", [0, 1], Fuzzy([[0.5, 0.5], [1, 0]]), rng=seed)


def test_rounding_is_not_stated_as_a_standard_error():
    truth = np.arange(30) % 3
    rows = np.full((30, 3), 5e-10)
    rows[np.arange(30), truth] = 1 - 1e-9  # draws differ only by rounding
    found = expectation("f_measure", truth, Fuzzy(rows), method="sample", draws=100)
    assert found.method == "sampled"
    assert "standard error" not in found.how


UNBOUNDED = (
    "transfer_distance",
    "basic_merge_distance",
    "generalized_merge_distance",
    "reduced_mutual_information",
    "mutual_information",
)


@pytest.mark.parametrize("name", UNBOUNDED)
def test_errors_of_measures_without_declared_bounds_are_valid(name):
    """Leaks of 1e-5: plain draws show only one world, and the mean differs from it by 2e-4."""
    truth = np.arange(12) % 3
    soft = Fuzzy.normalized(np.where(truth[:, None] == np.arange(3), 1.0, 1e-5))
    exact = expectation(name, truth, soft, method="exact")
    for one in estimates(name, truth, soft, draws=200, many=4):
        assert abs(one.value - exact.value) <= one.error + exact.error + 1e-14
        assert one.error < 1e-3


@pytest.mark.parametrize("name", ["adjusted_rand", "v_measure", "b_cubed_f_by_class"])
def test_errors_are_valid_for_a_rare_world_among_frequent_ones(name):
    """Eight objects with memberships 1/2, and a class of one object that leaves with 0.001."""
    truth = np.repeat([0, 1, 2], [60, 59, 1])
    rows = (truth[:, None] == np.arange(3)).astype(float)
    rows[:8], rows[-1] = (0.5, 0.5, 0.0), (0.0, 0.001, 0.999)
    exact = expectation(name, truth, Fuzzy(rows), method="exact")
    for one in estimates(name, truth, Fuzzy(rows), draws=300, many=8):
        assert abs(one.value - exact.value) <= one.error + exact.error + 1e-14
        assert 1e-8 < one.error < 1e-3


def test_listed_and_unlisted_worlds_are_all_worlds():
    """The mean table is (1 - q) times the listed mean plus q times the mean of the rest."""
    truth, prediction = fuzzy(1, 6, 2), Fuzzy.normalized(fuzzy(2, 6, 3).memberships ** 3)
    groups = levels_of(read_sides(truth, prediction))[0].pair().groups
    rest = unlisted_worlds_of(groups, 300)
    assert 0.01 < rest.probability < 0.5
    assert rest.listed.weight.sum() == pytest.approx(1)
    listed = np.tensordot(rest.listed.weight, rest.listed.tables, 1)
    drawn = np.array(list(rest.draw(np.random.default_rng(0), 4000)))
    mean = (1 - rest.probability) * listed + rest.probability * drawn.mean(axis=0)
    spread = rest.probability * drawn.std(axis=0) / np.sqrt(len(drawn))
    assert (np.abs(mean - truth.memberships.T @ prediction.memberships) < 4 * spread + 1e-9).all()


@pytest.mark.parametrize("chance", [0.5, 0.01, 0.001])
def test_bets_bound_the_mean_of_rare_losses(chance):
    """200 samples of 300 values: 1 except for rare zeros, and most samples have no zero."""
    rng = np.random.default_rng(5)
    ends = [betting_bounds(1.0 * (rng.random(300) >= chance), (0.0, 1.0)) for _ in range(200)]
    assert np.mean([low <= 1 - chance <= high for low, high in ends]) >= 0.95
    low, high = betting_bounds(np.ones(300), (0.0, 1.0))
    assert 0.97 < low < 1 - 3 / 300
    assert high == 1


def test_values_lie_in_the_known_range():
    rng = np.random.default_rng(3)
    for _ in range(60):
        n = int(rng.integers(2, 9))
        sides = rng.integers(rng.integers(1, 5, size=2)[:, None], size=(2, n))
        groups = len(set(sides[0].tolist())), len(set(sides[1].tolist()))
        for measure in partita.MEASURES.values():
            try:
                value = measure(*sides.tolist())
            except partita.UndefinedError:
                continue
            low, high = range_of(choose(measure), n, groups)
            assert low - 1e-12 <= value <= high + 1e-12, measure.name


def test_without_a_known_range_95_percent_is_not_stated():
    plan = Plan.of("standardized_rand", {}, method="sample", rng=0, draws=None, budget=None)
    ends = range_of(plan.chosen, 10, (3, 3))
    constant, varied = (spread_error(plan, values, ends) for values in (np.ones(9), np.arange(9.0)))
    assert constant.error == np.inf
    assert constant.by.startswith("no error known")
    assert np.isfinite(varied.error)
    assert "not 95%" in varied.by
