"""Means, deviations and p-values of every null model compared with all pairs of labelings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import all_labelings
import numpy as np
import pytest
from looping import for_each

import partita
from partita.chance import MODELS, chance, exact_deviation, exact_mean, model_of, spread
from partita.chance.enumeration import all_tables
from partita.chance.n11_distribution import n11_distribution
from partita.inference import significance
from partita.table.contingency import Contingency

if TYPE_CHECKING:
    from partita.measures.measure import Measure

SHIPPED = [m for m in partita.MEASURES.values() if m.ours and m.family != "table"]
CASES = [
    ((0, 0, 0, 1, 1, 2), (0, 0, 1, 1, 1, 2)),
    ((0, 0, 1, 1, 2), (0, 1, 1, 1, 1)),
    ((0, 0, 0, 0), (0, 1, 2, 3)),
    ((0, 1), (0, 0)),
]
EXACT_EVERYWHERE = {"rand", "mirkin", "normalized_mirkin", "hubert_gamma_prime"}
EXACT_EVERYWHERE |= {"mutual_information", "variation_of_information", "conditional_entropy"}


def test_the_oracle_counts_bell_and_stirling_numbers() -> None:
    assert [len(all_labelings.partitions(n)) for n in range(8)] == [1, 1, 2, 5, 15, 52, 203, 877]
    numbers = [
        len(all_labelings.side("number", tuple(range(k)) + (0,) * (6 - k))) for k in range(1, 7)
    ]
    assert numbers == [1, 31, 90, 65, 15, 1]


FORCED = [
    ((0,), (0,)),
    ((0, 0, 0), (1, 1, 1)),
    ((0, 1, 2), (0, 1, 2)),
    ((0, 0, 1), (0, 1, 2)),
    ((0, 0, 0), (0, 0, 1)),
]


@pytest.mark.parametrize("labels", FORCED, ids=str)
@for_each(SHIPPED)
def test_if_sizes_allow_one_table_its_value_is_the_mean(own: Measure, labels: tuple) -> None:
    table = Contingency.from_labels(*labels)
    few = 1, table.n
    models = MODELS if table.n == 1 else ("permutation",)
    if table.n > 1 and table.shape[1] in few:
        models += ("fixed_number_one_sided",)
        models += ("fixed_number",) if table.shape[0] in few else ()
    try:
        value = own.of(table)
    except partita.UndefinedError:
        for model in models:
            with pytest.raises(partita.UndefinedError, match=f"{own.name} has no value here"):
                spread(own, table, null=model)
        return
    for model in models:
        assert spread(own, table, null=model) == (value, 0.0, 0.0, "exact", 0.0)
        assert chance(own, table, null=model).expected == value
        tested = significance(own, table=table, null=model)
        assert (tested.expected, tested.standard_error, tested.p_value) == (value, 0.0, 1.0)
        assert (tested.method, tested.notes) == (model, ("one table",))


def _long(model: str, labels: tuple) -> tuple:
    """The most pairs of labelings by far, listed again for every measure without a formula."""
    return (pytest.mark.long,) if model == "all_partitions" and len(labels[0]) > 4 else ()


@pytest.mark.parametrize(
    ("model", "labels"),
    [
        pytest.param(model, labels, id=f"{model}-n={len(labels[0])}", marks=_long(model, labels))
        for model in MODELS
        for labels in CASES
    ],
)
def test_formulas_equal_means_over_all_labelings(model: str, labels: tuple) -> None:
    world = all_labelings.tables(model, *labels)
    table = Contingency.from_labels(*labels)
    for own in SHIPPED:
        try:
            values = np.array([own.of(each) for each, _ in world])
        except partita.UndefinedError:
            continue
        mass = np.array([p for _, p in world])
        mean = mass @ values
        deviation = np.sqrt(mass @ (values - mean) ** 2)
        by_formula = exact_mean(own, table, model), exact_deviation(own, table, model)
        if by_formula[0] is not None:
            assert by_formula[0] == pytest.approx(mean, rel=1e-12, abs=1e-12), own.name
        if by_formula[1] is not None:
            assert by_formula[1] == pytest.approx(deviation, rel=1e-9, abs=1e-7), own.name
        found = spread(own, table, null=model, draws=40)
        if found.error == 0.0 and "sampled" not in found.method:
            assert found.expected == pytest.approx(mean, rel=1e-12, abs=1e-12), own.name
            assert found.deviation == pytest.approx(deviation, rel=1e-9, abs=1e-7), own.name


@pytest.mark.parametrize(
    ("model", "labels"),
    [
        ("permutation", ((0, 0, 0, 0, 1, 1, 1, 2), (0, 0, 1, 1, 2, 2, 3, 3))),
        ("fixed_number", ((0, 0, 0, 0, 1, 1, 1), (0, 0, 1, 1, 2, 2, 3))),
        ("fixed_number_one_sided", ((0, 0, 0, 0, 1, 1, 1, 2), (0, 0, 1, 1, 2, 2, 3, 3))),
        ("all_partitions_one_sided", ((0, 0, 0, 0, 1, 1, 1, 2), (0, 0, 1, 1, 2, 2, 3, 3))),
    ],
)
def test_seven_and_eight_objects(model: str, labels: tuple) -> None:
    world = all_labelings.tables(model, *labels)
    table = Contingency.from_labels(*labels)
    mass = np.array([p for _, p in world])
    for name in ("rand", "mutual_information", "variation_of_information", "pair_recall"):
        own = partita.measure(name)
        values = np.array([own.of(each) for each, _ in world])
        mean, deviation = exact_mean(own, table, model), exact_deviation(own, table, model)
        if name != "pair_recall" or model != "fixed_number":
            assert mean == pytest.approx(mass @ values, rel=1e-12)
        if deviation is not None:
            exact = np.sqrt(mass @ (values - mass @ values) ** 2)
            assert deviation == pytest.approx(exact, rel=1e-11)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", sorted(EXACT_EVERYWHERE))
def test_which_means_have_a_formula_under_every_model(model: str, name: str) -> None:
    table = Contingency.from_labels(*CASES[0])
    own = partita.measure(name)
    assert exact_mean(own, table, model) is not None
    assert (exact_deviation(own, table, model) is not None) == (
        own.family == "pairs" or model == "permutation"
    )


def test_which_means_have_a_formula_for_a_fixed_truth() -> None:
    table = Contingency.from_labels(*CASES[0])
    for name in ("pair_recall", "homogeneity", "cluster_entropy"):
        own = partita.measure(name)
        assert exact_mean(own, table, "fixed_number_one_sided") is not None
        assert exact_mean(own, table, "fixed_number") is None or name == "cluster_entropy"
    for name in ("adjusted_rand", "fowlkes_mallows", "jaccard", "v_measure", "pair_precision"):
        for model in list(MODELS)[1:]:
            assert exact_mean(partita.measure(name), table, model) is None


@pytest.mark.parametrize("model", MODELS)
def test_listed_tables_have_the_distribution_of_all_labelings(model: str) -> None:
    for labels in (
        ((0, 0, 1, 1, 2), (0, 0, 0, 1, 1)),
        ((0, 0, 0, 1, 1, 2, 2), (0, 0, 0, 0, 1, 1, 1)),
    ):
        if len(labels[0]) == 7 and model == "all_partitions":
            continue  # 877² pairs of labelings
        table = Contingency.from_labels(*labels)
        listed = all_tables(table, model_of(model), 10**5)
        assert listed is not None
        assert listed.probabilities.sum() == pytest.approx(1, abs=1e-13)
        for name in ("adjusted_rand", "v_measure", "purity", "f_measure", "jaccard"):
            own = partita.measure(name)
            exact = all_labelings.law(
                (own.of(t), p) for t, p in all_labelings.tables(model, *labels)
            )
            drawn = zip(listed.tables, listed.probabilities.tolist(), strict=True)
            found = all_labelings.law((own.of(t), p) for t, p in drawn)
            assert list(found) == pytest.approx(list(exact), abs=1e-9)
            assert list(found.values()) == pytest.approx(list(exact.values()), abs=1e-12)


@pytest.mark.parametrize("model", MODELS)
def test_p_values_of_few_objects_are_exact(model: str) -> None:
    labels = (0, 0, 0, 1, 1, 2), (0, 0, 1, 1, 1, 2)
    if model == "all_partitions":
        labels = (0, 0, 0, 1, 1), (0, 0, 0, 1, 2)
    world = all_labelings.tables(model, *labels)
    for name in ("adjusted_rand", "v_measure", "variation_of_information", "f_measure"):
        own = partita.measure(name)
        observed, sign = own(*labels), 1 if own.better == "higher" else -1
        found = significance(name, *labels, null=model)
        expected = sum(p for t, p in world if sign * (own.of(t) - observed) >= -1e-12)
        assert found.p_value == pytest.approx(expected, abs=1e-12)
        assert found.expected == pytest.approx(sum(p * own.of(t) for t, p in world), abs=1e-12)
        assert found.draws == 0
        assert found.how.startswith(f"{model}: all ")


def test_the_distribution_of_n11_equals_that_of_all_tables() -> None:
    for matrix in ([[3, 1, 0], [0, 2, 1], [1, 0, 2]], [[5, 2], [1, 9], [3, 3]], [[4, 4]]):
        table = Contingency.from_matrix(matrix)
        listed = all_tables(table, model_of("permutation"), 10**6)
        law = n11_distribution(table)
        assert law is not None
        pairs = (listed.counts * (listed.counts - 1) // 2).sum(axis=1)
        exact = all_labelings.law(zip(pairs.tolist(), listed.probabilities.tolist(), strict=True))
        assert law.values.tolist() == [int(k) for k in exact]
        assert law.probabilities.tolist() == pytest.approx(list(exact.values()), abs=1e-13)


def test_jaccard_is_exact_beyond_listed_tables() -> None:
    table = Contingency.from_matrix([[20, 3, 9, 2, 8], [4, 11, 5, 6, 1]])
    assert all_tables(table, model_of("permutation")) is None
    found = chance("jaccard", table)
    assert found.error == 0.0
    assert found.method == f"all {len(n11_distribution(table).values)} values of N11"
    tested = significance("jaccard", table=table, draws=9)
    assert tested.expected == pytest.approx(found.expected, rel=1e-12)
    assert "values of N11" in tested.how
    # Rand is linear in N11, so its mean from the distribution must equal the formula
    rand = significance("rand", table=table)
    assert rand.expected == pytest.approx(chance("rand", table).expected, rel=1e-12)
    assert rand.standard_error == pytest.approx(spread("rand", table).deviation, rel=1e-12)


def test_names_of_models() -> None:
    assert [model_of(x).name for x in ("perm", "num", "all", "num1", "all1")] == list(MODELS)
    with pytest.raises(partita.InputError, match=r"null must be one of 'permutation', .*'none'"):
        model_of("none")
    with pytest.raises(partita.InputError, match="null must be one of"):
        significance("rand", *CASES[0], null="none")


@pytest.mark.parametrize("draws", [0, -1, 1.5, "x", True])
def test_draws_and_seeds_are_checked_before_anything_is_drawn(draws: object) -> None:
    table = partita.Contingency.from_matrix([[3, 1], [1, 3]])
    for ask in (chance, spread):
        with pytest.raises(partita.InputError, match="draws must be an integer"):
            ask("purity", table, draws=draws)
        with pytest.raises(partita.InputError, match="rng must be an integer"):
            ask("purity", table, rng="x")
    with pytest.raises(partita.InputError, match="draws must be an integer"):
        partita.adjusted("purity").of(table, draws=draws)


def test_more_objects_than_can_be_drawn_are_refused() -> None:
    table = partita.Contingency.from_matrix([[2**62, 1, 1], [1, 2**62, 5], [2**60, 1, 9]])
    with pytest.raises(partita.UndefinedError, match=r"fewer than 2\*\*63 objects"):
        chance("purity", table)
