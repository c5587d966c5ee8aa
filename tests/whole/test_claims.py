"""Runs every claim of every registered measure."""

from __future__ import annotations

import copy
import inspect
import math
import pickle
import re
from importlib.resources import files
from random import Random

import pytest
from accuracy import assert_accurate
from hypothesis import given, settings
from hypothesis import strategies as st
from labelings import (
    block_diagonal,
    independent_tables,
    labelings,
    refinements,
    renamed,
    scaled,
    shuffled,
    table_of,
    tables,
    transposed,
    variants,
)
from looping import counted, for_each
from oracle import ORACLE

import partita
from partita import Contingency, UndefinedError

MEASURES = list(partita.MEASURES.values())
OURS = [m for m in MEASURES if m.ours]
EXPECTED = {"expected_mutual_information", "adjusted_mutual_information"}
SLOW = {"standardized_mutual_information"}  # slow by definition; see measures/test_against_chance


def each(measures=MEASURES):
    """One test that runs every measure on the same example."""
    return for_each(measures)


def claims(measure, claim):
    stated = getattr(measure, claim)
    return stated is not None and stated is not False  # 0.0 is a claim


def claiming(claim):
    """The measures that make a claim."""
    return [m for m in MEASURES if claims(m, claim)]


def without(claim):
    """The measures that do not make the claim, for which a counterexample must exist."""
    return [m for m in MEASURES if not claims(m, claim)]


def value(measure, matrix, options=None):
    """The value of a table of counts, or None if there is none."""
    try:
        return measure.of(counted(matrix), **(options or {}))
    except UndefinedError:
        return None


def close(x, y):
    return math.isclose(x, y, rel_tol=1e-12, abs_tol=1e-12)


# --- values ---------------------------------------------------------------------------------------


def assert_within_bounds(measure, matrix):
    low, high = measure.bounds
    for options in variants(measure):
        x = value(measure, matrix, options)
        if x is not None:
            assert type(x) is float
            assert low <= x <= high, f"{options}: {x!r}"
            assert math.copysign(1, x) == 1 or x < 0  # no -0.0


@given(tables())
@each()
def test_values_are_floats_within_the_bounds(measure, matrix):
    assert_within_bounds(measure, matrix)


@given(labelings(most=8, groups=8))
@each()
def test_values_of_scattered_labels_are_within_the_bounds(measure, pair):
    cells = table_of(*pair)
    classes, clusters = (sorted(set(side)) for side in zip(*cells, strict=True))
    assert_within_bounds(measure, [[cells.get((i, j), 0) for j in clusters] for i in classes])


@given(independent_tables())
@each()
def test_values_at_independence_are_within_the_bounds(measure, matrix):
    assert_within_bounds(measure, matrix)


EXTREMES = [
    [[1]] * 6,
    [[1] * 49],
    [[3, 6]],
    [[25, 30], [25, 30]],
    [[1] * 40 + [10**12]],
    [[9, 1], [0, 1]],
    [[1, 1]] + [[1, 0]] * 8,
    [[1] * 9 + [0], [0] * 8 + [1, 1]],
    [[1, 0], [0, 2**60]],
    [[0, 1], [1, 2**60]],
    [[10**9, 1], [1, 10**9]],
    [[1, 10**9], [10**9, 1]],
    [[int(i == j) for j in range(30)] for i in range(30)],
    [[1] * 30] * 30,
]


@each()
@pytest.mark.parametrize("matrix", EXTREMES, ids=range(len(EXTREMES)))
def test_extreme_tables_are_within_the_bounds(measure, matrix):
    assert_within_bounds(measure, matrix)


@given(tables())
@each([m for m in OURS if m.name not in SLOW])
def test_values_agree_with_the_definition(measure, matrix):
    for options in variants(measure):
        assert_accurate(measure, matrix, options)


@given(tables(most=300, groups=7))
@settings(max_examples=5)
@each([m for m in OURS if m.name not in SLOW and m.name not in EXPECTED])
def test_values_on_larger_tables_agree_with_the_definition(measure, matrix):
    for options in variants(measure):
        assert_accurate(measure, matrix, options)


def test_the_oracle_defines_every_measure():
    assert {m.name for m in OURS} == set(ORACLE)


@given(labelings())
@each()
def test_labels_and_their_table_give_one_value(measure, pair):
    table = Contingency.from_labels(*pair)
    try:
        expected = measure.of(table)
    except UndefinedError:
        with pytest.raises(UndefinedError):
            measure(*pair)
    else:
        assert measure(*pair) == expected


@given(labelings())
@each(claiming("perfect"))
def test_identical_partitions_score_the_best_value(measure, pair):
    labels, _ = pair
    for options in variants(measure):
        assert measure(labels, renamed(labels), **options) == measure.perfect


@each(claiming("perfect"))
def test_the_best_value_is_the_better_end(measure):
    low, high = measure.bounds
    assert measure.perfect == (high if measure.better == "higher" else low)


@given(labelings(), st.integers(0, 11), st.integers(0, 5))
@each(claiming("perfect"))
def test_moving_an_object_out_of_perfect_agreement_gains_nothing(measure, pair, place, group):
    truth, _ = pair
    moved = list(truth)
    moved[place % len(truth)] = group
    for options in variants(measure):
        x = value_of_labels(measure, truth, moved, options)
        if x is not None:
            gain = x - measure.perfect
            assert gain <= 0 if measure.better == "higher" else gain >= 0


def value_of_labels(measure, truth, prediction, options):
    try:
        return measure(truth, prediction, **options)
    except UndefinedError:
        return None


# --- order, names and sides -----------------------------------------------------------------------


@given(labelings(), st.integers(0, 2**32))
@each()
def test_names_and_order_of_objects_change_no_bit(measure, pair, seed):
    objects = list(zip(*pair, strict=True))
    Random(seed).shuffle(objects)
    truth, prediction = zip(*objects, strict=True)
    for options in variants(measure):
        x = value_of_labels(measure, *pair, options)
        assert x == value_of_labels(measure, renamed(truth), renamed(prediction), options)


@given(tables(), st.integers(0, 2**32))
@each()
def test_order_of_classes_and_clusters_changes_no_bit(measure, matrix, seed):
    rows, columns = list(range(len(matrix))), list(range(len(matrix[0])))
    random = Random(seed)
    random.shuffle(rows)
    random.shuffle(columns)
    other = shuffled(matrix, rows, columns)
    for options in variants(measure):
        assert value(measure, matrix, options) == value(measure, other, options)


@given(tables())
@each()
def test_symmetric_measures_keep_every_bit_when_the_sides_swap(measure, matrix):
    for options in variants(measure):
        if measure.is_symmetric(**options):
            assert value(measure, matrix, options) == value(measure, transposed(matrix), options)


@each()
def test_measures_not_called_symmetric_are_not(measure):
    matrices = [[[3, 1, 0], [2, 2, 5]], [[4, 0], [1, 3], [2, 2]], [[5, 1], [1, 1]]]
    matrices.append([[2, 0, 0], [0, 1, 2]])  # a class equals a cluster
    for options in variants(measure):
        if not measure.is_symmetric(**options):
            assert any(
                not close(value(measure, m, options), value(measure, transposed(m), options))
                for m in matrices
            )


DUALS = [
    ("homogeneity", "completeness"),
    ("pair_precision", "pair_recall"),
    ("adjusted_wallace_h", "adjusted_wallace_c"),
    ("purity", "inverse_purity"),
    ("nce_under", "nce_over"),
    ("conditional_entropy", "conditional_entropy_of_clusters"),
    ("b_cubed_precision", "b_cubed_recall"),
    ("b_cubed_precision_of_others", "b_cubed_recall_of_others"),
    ("muc_precision", "muc_recall"),
    ("ceaf_e_precision", "ceaf_e_recall"),
    ("lea_precision", "lea_recall"),
    ("cluster_exact_precision", "cluster_exact_recall"),
    ("closest_cluster_precision", "closest_cluster_recall"),
    ("f_measure", "cluster_weighted_f_measure"),
]


@pytest.mark.parametrize(("name", "dual"), DUALS)
@given(tables())
def test_one_sided_measures_swap_when_the_sides_do(name, dual, matrix):
    first, second = partita.MEASURES[name], partita.MEASURES[dual]
    assert value(first, matrix) == value(second, transposed(matrix))
    assert value(second, matrix) == value(first, transposed(matrix))


@pytest.mark.parametrize("name", ["v_measure", "pair_f_measure", "b_cubed_f"])
@given(tables())
def test_beta_and_its_inverse_swap_the_sides(name, matrix):
    measure = partita.MEASURES[name]
    for beta, inverse in ((0.5, 2.0), (0.0, math.inf), (0.125, 8.0)):
        x = value(measure, matrix, {"beta": beta})
        assert close(x, value(measure, transposed(matrix), {"beta": inverse}))


# --- independence, n-invariance, convex additivity (Wu, Xiong and Chen, Properties 2 to 5) --------


@given(independent_tables())
@each(claiming("independence"))
def test_independent_tables_score_the_stated_value(measure, matrix):
    for options in variants(measure):
        assert value(measure, matrix, options) == measure.independence


@each(without("independence"))
def test_measures_without_a_value_at_independence_vary_there(measure):
    matrices = [[[1, 1], [1, 1]], [[1, 2], [2, 4]], [[4, 2, 2], [2, 1, 1]], [[9, 3], [3, 1]]]
    matrices.append([[1, 1, 1]] * 3)
    assert len({value(measure, matrix) for matrix in matrices}) > 1


@given(tables(), st.sampled_from([2, 3, 10, 10**6, 10**12]))
@each(claiming("n_invariant"))
def test_n_invariant_measures_ignore_a_common_factor(measure, matrix, factor):
    for options in variants(measure):
        x, y = value(measure, matrix, options), value(measure, scaled(matrix, factor), options)
        assert close(x, y)


@each(without("n_invariant"))
def test_measures_not_called_n_invariant_are_not(measure):
    matrix = [[3, 1, 0], [1, 4, 2]]
    assert not close(value(measure, matrix), value(measure, scaled(matrix, 7)))


@each(claiming("degree"))
@given(tables(), st.sampled_from([2, 3, 10, 1000]))
def test_a_common_factor_multiplies_by_its_power(measure, matrix, factor):
    for options in variants(measure):
        x, y = value(measure, matrix, options), value(measure, scaled(matrix, factor), options)
        assert (x is None) == (y is None)
        assert x is None or close(x * factor**measure.degree, y)


@each(without("degree"))
def test_measures_without_a_degree_are_not_multiplied_by_a_power(measure):
    matrix, powers = [[3, 1, 0], [1, 4, 2]], []
    for options in variants(measure):
        one, two, eight = (value(measure, scaled(matrix, f), options) for f in (1, 2, 8))
        powers.append(close(two**3, one**2 * eight))  # as for f^d
    assert not all(powers)


def mean_over_blocks(measure, blocks, turn, options):
    """The size-weighted mean of the values of each group and its pieces."""
    n = sum(map(sum, blocks))
    parts = [(sum(pieces), value(measure, turn([list(pieces)]), options)) for pieces in blocks]
    if any(part is None for _, part in parts):
        return None
    return math.fsum(size / n * part for size, part in parts)


SIDES = {"classes split": lambda matrix: matrix, "clusters split": transposed}


@pytest.mark.parametrize("turn", SIDES.values(), ids=SIDES.keys())
@given(refinements())
@each(claiming("convex_additive"))
def test_convex_additive_measures_average_over_the_blocks(measure, turn, blocks):
    for options in variants(measure):
        whole = value(measure, turn(block_diagonal(blocks)), options)
        assert close(whole, mean_over_blocks(measure, blocks, turn, options))


@each(without("convex_additive"))
def test_measures_not_called_convex_additive_are_not(measure):
    blocks = [[3, 1], [2, 2, 1], [4]]
    gaps = []
    for turn in SIDES.values():
        whole = value(measure, turn(block_diagonal(blocks)))
        mean = mean_over_blocks(measure, blocks, turn, {})
        gaps.append(mean is None or not close(whole, mean))
    assert any(gaps)


# --- margins --------------------------------------------------------------------------------------


def sum_over_cells(measure, cells):
    """The sum over cells in which the measure is claimed to be affine for given group sizes."""
    if measure.family == "pairs":
        return math.fsum(m * m for m in cells.values())
    return math.fsum(m * math.log(m) for m in cells.values())


def bends(measure, options, truth, orders):
    """The distance from a line of the points (sum over cells, value) of three tables."""
    sums, values = [], []
    for prediction in orders:
        x = value_of_labels(measure, truth, prediction, options)
        if x is None:
            return 0.0
        sums.append(sum_over_cells(measure, table_of(truth, prediction)))
        values.append(x)
    (s0, s1, s2), (x0, x1, x2) = sums, values
    return abs((x1 - x0) * (s2 - s0) - (x2 - x0) * (s1 - s0))


@given(labelings(), st.integers(0, 2**32))
@each(claiming("margin_affine"))
def test_margin_affine_measures_are_affine_given_the_margins(measure, pair, seed):
    truth, prediction = pair
    random = Random(seed)
    orders = [random.sample(prediction, len(prediction)) for _ in range(3)]
    for options in variants(measure):
        if measure.is_margin_affine(**options):
            assert bends(measure, options, truth, orders) < 1e-9


@each([m for m in MEASURES if m.family in ("pairs", "information")])
def test_measures_not_called_margin_affine_are_not(measure):
    truth = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]
    orders = (
        [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 0],
        [0, 0, 1, 1, 1, 0, 0, 2, 2, 2, 0, 1],
        [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 0],
    )
    for options in variants(measure):
        if not measure.is_margin_affine(**options):
            assert bends(measure, options, truth, orders) > 1e-6


# --- declaration ----------------------------------------------------------------------------------


@each()
def test_declaration_is_complete(measure):
    assert measure.reading
    assert measure.drawback
    assert measure.formula
    assert measure.symbol
    assert measure.better in ("higher", "lower")
    assert measure.bounds[0] < measure.bounds[1]
    families = ("pairs", "information", "association", "overlap", "matching", "records", "coding")
    assert measure.family in (*families, "table")
    assert partita.MEASURES[measure.name] is measure


@each()
def test_signature_shows_the_options(measure):
    parameters = inspect.signature(measure).parameters
    assert list(parameters)[:2] == ["truth", "prediction"]
    for name, default in measure.options.items():
        assert parameters[name].default == default
    assert {"weights", "missing", "noise", "noise_as", "align"} <= set(parameters)


@each(OURS)
def test_references_are_in_the_bibliography(measure):
    bibliography = files("partita").joinpath("references.bib").read_text("utf-8")
    assert measure.references
    assert set(measure.references) <= set(re.findall(r"@\w+\{([^,\s]+),", bibliography))


@each()
def test_every_name_leads_to_the_measure(measure):
    for name in (measure.name, measure.symbol, *measure.aliases):
        assert partita.measure(name) is measure


def test_no_two_measures_share_a_name():
    names = [n for m in MEASURES for n in (m.name, m.symbol, *m.aliases)]
    assert sorted(names) == sorted(set(names))


@each()
def test_copies_and_pickles_are_the_measure_itself(measure):
    assert pickle.loads(pickle.dumps(measure)) is measure
    assert copy.deepcopy(measure) is measure
    assert copy.copy(measure) is measure
    assert measure.name in repr(measure)
