"""Adjusted and standardized measures under every null model."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from inference_tables import sampled
from numpy.testing import assert_allclose

import partita
from partita import _resample
from partita.chance import MODELS, chance, information_variance, spread
from partita.chance.adjustment import adjusted, standardized
from partita.chance.enumeration import all_tables
from partita.chance.models import model_of
from partita.inference import significance
from partita.table.contingency import Contingency

U, V = list("0001112222"), list("0011122233")
TEN = Contingency.from_labels(U, V)


@pytest.mark.parametrize(  # clusim 0.4, which keeps the second argument while we keep the first
    ("model", "expected"),
    [
        ("perm", 0.23728813559321993),
        ("num", 0.34044995762834546),
        ("all", 0.1057022405741621),
        ("num1", 0.28504795346155837),
        ("all1", 0.24190551518231662),
    ],
)
def test_adjusted_rand_of_clusim(model: str, expected: float) -> None:
    assert adjusted("rand", model).of(TEN) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(  # clusim 0.4, expected_mi with logbase e
    ("model", "expected"), [("num", 0.393279200524064), ("all", 0.789073560934301)]
)
def test_expected_information_of_clusim(model: str, expected: float) -> None:
    assert chance("mutual_information", TEN, null=model).expected == pytest.approx(
        expected, rel=1e-13
    )


@pytest.mark.parametrize("average", ["arithmetic", "geometric", "min", "max", "joint"])
def test_adjusted_information_is_the_ami(average: str, table: Contingency) -> None:
    found = adjusted("mutual_information").of(table, average=average)
    assert found == partita.adjusted_mutual_information.of(table, average=average)


@pytest.mark.parametrize(  # clusim 0.4: adj_mi with norm_type sum, sqrt, min and max
    ("model", "expected"),
    [
        ("num", (0.36943221047513414, 0.37310291998112305, 0.4447718094010705, 0.3159189167424585)),
        ("all", (-0.054232878195688214,) * 4),
    ],
)
def test_adjusted_information_of_clusim(model: str, expected: tuple[float, ...]) -> None:
    averages = ("arithmetic", "geometric", "min", "max")
    found = [adjusted("mutual_information", model).of(TEN, average=x) for x in averages]
    assert found == pytest.approx(list(expected), rel=1e-12)
    with pytest.raises(partita.InputError, match="average must be one of"):
        adjusted("mutual_information", model).of(TEN, average="joint")


def test_adjusted_information_divides_by_what_chance_allows() -> None:
    # chance exceeds the entropies of these labels, so they cannot reach 1
    table = Contingency.from_matrix([[90, 0], [0, 10]])
    assert adjusted("mutual_information", "all").of(table) < 0
    assert adjusted("mutual_information", "num").of(table) == pytest.approx(0.46, abs=0.01)


def test_adjusting_rand_gives_adjusted_rand(table: Contingency) -> None:
    for each in (table, TEN, sampled(9, 9, 40), sampled(50, 60, 10_000)):
        assert adjusted("rand").of(each) == pytest.approx(partita.adjusted_rand.of(each), rel=1e-12)


def test_information_variance_equals_that_of_all_tables() -> None:
    for matrix in (
        [[9, 3], [2, 14]],
        [[20, 1, 4], [3, 12, 2]],
        [[60, 1], [2, 1]],
        [[5, 5, 5, 6]] * 2,
    ):
        table = Contingency.from_matrix(matrix)
        listed = all_tables(table, model_of("permutation"), 10**5)
        rows, cols = np.indices(table.shape, dtype=np.int32).reshape(2, -1)
        read = _resample.read_counts(rows, cols, listed.counts, *table.shape, "information")[1]
        mean = listed.probabilities @ read[:, 0]
        exact = listed.probabilities @ (read[:, 0] - mean) ** 2
        assert information_variance(table) == pytest.approx(exact, rel=1e-11)
        assert information_variance(table.T) == pytest.approx(exact, rel=1e-11)


@pytest.mark.parametrize("large", [10**3, 10**6, 10**9, 10**12])
def test_information_variance_of_large_cells_is_that_of_chi_square(large: int) -> None:
    # 2n I is about χ² with (R-1)(C-1) degrees of freedom; its variance is twice that
    table = Contingency.from_matrix(np.array([[3, 5, 2], [4, 4, 4]]) * large)
    scaled = information_variance(table) * (2 * table.n) ** 2 / (2 * 2)
    assert scaled == pytest.approx(1, abs=2 / large + 1e-10)


def test_information_variance_without_freedom_is_zero() -> None:
    for matrix in ([[3, 4]], np.eye(5, dtype=int), [[1, 1, 1, 0], [0, 0, 0, 1]]):
        assert information_variance(Contingency.from_matrix(matrix)) == 0.0


def test_variance_does_not_depend_on_threads() -> None:
    random = np.random.default_rng(0)
    sizes = [np.bincount(random.integers(0, 300, 20_000)) for _ in range(2)]
    one, four = (_resample.information_variance(*sizes, threads) for threads in (1, 4))
    assert one == four > 0


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", ["rand", "mutual_information", "jaccard", "purity", "mirkin"])
def test_z_equals_that_of_a_test(model: str, name: str, table: Contingency) -> None:
    own = partita.measure(name)
    found = spread(name, table, null=model, draws=3000)
    tested = significance(name, table=table, null=model, draws=3000, rng=9)
    assert found.expected == pytest.approx(tested.expected, abs=6 * found.deviation / 3000**0.5)
    assert found.deviation == pytest.approx(tested.standard_error, rel=0.09)
    z = standardized(name, model).of(table, draws=3000)
    sign = 1 if own.better == "higher" else -1
    assert z == pytest.approx(sign * (own.of(table) - found.expected) / found.deviation)


@pytest.mark.parametrize("model", MODELS)
def test_sampled_tables_have_the_moments_of_the_formulas(model: str) -> None:
    table = sampled(5, 12, 60, good=0.2)
    draws = 1500
    for name in ("rand", "mutual_information", "variation_of_information"):
        own = partita.measure(name)
        found = spread(name, table, null=model, draws=draws)
        values = [own.of(t) for t in _tables(table, model, draws)]
        assert np.mean(values) == pytest.approx(found.expected, abs=5 * np.std(values) / draws**0.5)
        assert np.std(values) == pytest.approx(found.deviation, rel=0.1)


def _tables(table: Contingency, model: str, draws: int) -> list[Contingency]:
    from partita.chance.sampling import random_tables

    return [one for piece in random_tables(table, model_of(model), draws, 11) for one in piece]


def test_many_groups_are_fast() -> None:
    random = np.random.default_rng(2)
    table = Contingency.from_labels(
        random.integers(0, 10_000, 200_000), random.integers(0, 10_000, 200_000)
    )
    for model in ("permutation", "fixed_number", "fixed_number_one_sided"):
        assert abs(standardized("rand", model).of(table)) < 5
        assert abs(adjusted("rand", model).of(table)) < 0.001
    # a random partition of this many objects has twice as many groups, about 20,200
    assert standardized("rand", "all").of(table) < -100
    assert abs(standardized("mutual_information").of(table)) < 5
    assert abs(adjusted("purity").of(table)) < 0.01  # sampled until the mean is precise


def test_derived_measures_are_measures() -> None:
    for derived in (adjusted("f_measure", "num1"), standardized("v_measure", "all", beta=2.0)):
        again = pickle.loads(pickle.dumps(derived))
        assert again.of(TEN) == derived.of(TEN)
        assert again.name == derived.name
        assert "gates2017" in derived.references
        assert derived.drawback
    assert not adjusted("rand", "num1").symmetric
    assert adjusted("rand").symmetric


def test_without_spread_z_is_zero() -> None:
    assert standardized("rand")([0, 0, 0], [0, 1, 1]) == 0.0
    assert standardized("v_measure")([0, 1, 2], [0, 1, 1]) == 0.0
    assert standardized("rand", "num")([0, 0, 0], [0, 1, 2]) == 0.0


def test_fractional_weights_are_refused() -> None:
    labels = [0, 0, 1], [0, 1, 1]
    assert adjusted("rand")(*labels, weights=[0.5, 1.5, 1.0]) == pytest.approx(
        partita.adjusted_rand(*labels, weights=[0.5, 1.5, 1.0])
    )
    for derived in (adjusted("rand", "num"), standardized("rand")):
        with pytest.raises(partita.UndefinedError, match="use integer weights"):
            derived(*labels, weights=[0.5, 1.5, 1.0])


def test_p_values_are_uniform_when_partitions_are_random() -> None:
    from partita.chance import random_partition

    p_values = []
    for k in range(200):
        a, b = random_partition(60, 4, rng=2 * k), random_partition(60, 5, rng=2 * k + 1)
        p_values.append(significance("rand", a, b, null="num", draws=99, rng=k).p_value)
    counts = np.histogram(p_values, bins=5, range=(0, 1.0001))[0]
    assert_allclose(counts, 40, atol=4.5 * 40**0.5)


@pytest.fixture
def table() -> Contingency:
    return sampled(4, 5, 400)


@pytest.mark.parametrize(
    ("plain", "known"),
    [
        ("rand", "adjusted_rand"),
        ("v_measure", "adjusted_mutual_information"),
        ("fowlkes_mallows", "normalized_fowlkes_mallows"),
    ],
)
def test_known_adjusted_measures_are_reproduced(plain: str, known: str) -> None:
    table = sampled(4, 5, 400)
    expected = partita.measure(known).of(table)
    assert adjusted(plain).of(table) == pytest.approx(expected, rel=1e-12)


def test_adjusted_distances_are_reversed() -> None:
    table = sampled(4, 5, 400)
    assert adjusted("normalized_mirkin").of(table) == pytest.approx(
        partita.adjusted_rand.of(table), rel=1e-12
    )


def test_other_measures_are_sampled_with_a_stated_error() -> None:
    table = sampled(4, 5, 400)
    found = chance("purity", table, draws=400, rng=1)
    assert found.error > 0
    assert "400 sampled tables" in found.method
    reference = significance("purity", table=table, draws=4000, rng=7)
    assert found.expected == pytest.approx(reference.expected, abs=5 * found.error)


def test_random_labels_score_zero_on_average() -> None:
    random = np.random.default_rng(3)
    purity = adjusted("purity")
    truth = np.repeat(np.arange(3), 20)
    values = [purity(truth, random.integers(0, 4, 60), draws=200) for _ in range(60)]
    assert abs(np.mean(values)) < 4 * np.std(values) / 60**0.5 + 0.01


def test_identical_partitions_score_one_and_sparse_tables_shuffle() -> None:
    assert adjusted("f_measure")([0, 1, 1], ["b", "a", "a"]) == 1.0
    assert adjusted("f_measure").of(sampled(9, 9, 40), draws=50) < 1


def test_refusals() -> None:
    with pytest.raises(partita.InputError, match="no fixed best value"):
        adjusted("expected_mutual_information")
    with pytest.raises(partita.InputError, match="null must be one of 'permutation'"):
        adjusted("rand", null="none")
    with pytest.raises(partita.InputError, match="no option"):
        adjusted("rand", beta=1)
