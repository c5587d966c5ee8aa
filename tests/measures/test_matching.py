"""The rarer matching measures: printed values, definitions by objects, and identities."""

from __future__ import annotations

from fractions import Fraction
from heapq import heappop, heappush
from itertools import combinations
from math import inf, isclose, log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from labelings import labelings, tables, variants

import partita
from partita import Contingency, InputError, UndefinedError

NEW = [
    m
    for m in partita.MEASURES.values()
    if m.__module__.rpartition(".")[2]
    in {
        "b_cubed", "best_matches", "coreference", "elements", "entity_resolution", "gini",
        "matching", "purities",
    }
]  # fmt: skip

# --- printed values -------------------------------------------------------------------------------

# Luo (2005), Figure 1: three entities, and four responses.
LUO_TRUTH = "111112233333"
LUO_RESPONSES = {"a": "aaaaabbbbbbb", "b": "aaaaabbaaaaa", "c": "a" * 12, "d": "abcdefghijkl"}
# Table 1 of the same paper: MUC, B-cubed, CEAF by mentions (φ3) and by entities (φ4), F in percent.
# MUC of (d) has no value there; here it is 0, because no link is found.
LUO_TABLE = {
    "a": (94.7, 86.5, 83.3, 73.3),
    "b": (94.7, 73.7, 58.3, 66.7),
    "c": (90.0, 54.5, 41.7, 29.4),
    "d": (0.0, 40.0, 25.0, 17.8),
}


@pytest.mark.parametrize("response", LUO_TABLE)
def test_the_table_of_luo(response):
    names = ("muc_f", "b_cubed_f", "ceaf_m", "ceaf_e_f")
    for name, percent in zip(names, LUO_TABLE[response], strict=True):
        value = partita.measure(name)(list(LUO_TRUTH), list(LUO_RESPONSES[response]))
        assert round(100 * value, 1) == percent, name


# The unit tests of ELKI 0.8 compare these two clusterings; both sides have three groups.
ELKI_TRUTH = [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3]
ELKI_PREDICTION = [1, 1, 1, 1, 2, 1, 2, 2, 2, 2, 3, 1, 3, 3, 3, 2, 2]
ELKI = {
    "edit_pantel_lin": 1 - 8 / 17,
    "pair_sets_index": 0.516598639455782,
    "simplified_pair_sets_index": 0.502380952380952,
    "purity_f": 0.705882352941176,
    "f_measure": 0.707390648567119,
    "cluster_weighted_f_measure": 0.704374057315234,
}


@pytest.mark.parametrize("name", ELKI)
def test_values_of_elki(name):
    assert isclose(partita.MEASURES[name](ELKI_TRUTH, ELKI_PREDICTION), ELKI[name], rel_tol=1e-13)


def test_values_of_er_evaluation():
    # from the documentation of er-evaluation 2.3, where the prediction comes first
    reference, prediction = list("11122334"), [1, 1, 2, 3, 2, 4, 4, 4]
    assert isclose(partita.b_cubed_precision_by_class(reference, prediction), 0.6458333333333334)


def test_groups_found_exactly_are_counted():
    truth, prediction = list("11223345"), list("11223456")  # 1, 2, 4 and 5 are found, 3 is split
    assert partita.cluster_exact_precision(truth, prediction) == 4 / 6
    assert partita.cluster_exact_recall(truth, prediction) == 4 / 5


def test_the_example_of_this_package():
    # ten objects, K = 3, L = 4: genieclust 1.3 and er-evaluation 2.3
    truth, prediction = list("0001112222"), list("0011122233")
    expected = {
        "pair_sets_index": 0.3229,
        "b_cubed_precision_by_class": 0.722,
        "b_cubed_recall_by_class": 0.537,
    }
    for name, value in expected.items():
        assert abs(partita.MEASURES[name](truth, prediction) - value) < 5e-4


# genieclust 1.3 on a square table; on others it has no NCA and NPA.
SQUARE = [[7, 2, 1], [1, 5, 3], [0, 4, 9]]
GENIECLUST = {
    "normalized_clustering_accuracy": 0.4739316239316239,
    "normalized_pivoted_accuracy": 0.484375,
    "pair_sets_index": 0.43229693383539536,
    "simplified_pair_sets_index": 0.4234265734265734,
}


@pytest.mark.parametrize("name", GENIECLUST)
def test_values_of_genieclust(name):
    found = partita.MEASURES[name].of(Contingency.from_matrix(SQUARE))
    assert isclose(found, GENIECLUST[name], rel_tol=1e-14)


# --- definitions by objects -----------------------------------------------------------------------


def by_objects(truth, prediction, share):
    """The mean over the objects of a share that depends on class and cluster as sets."""
    n = range(len(truth))
    groups = [[{y for y in n if side[y] == side[x]} for side in (truth, prediction)] for x in n]
    return sum((share(x, *groups[x]) for x in n), Fraction(0)) / len(truth)


def met_again(x, own, other):
    own, other = own - {x}, other - {x}
    return Fraction(len(own & other), len(own)) if own else Fraction(1)


def links(groups):
    """All pairs within groups; a single object is linked with itself."""
    return [
        {frozenset(pair) for pair in combinations(sorted(group), 2)} or {frozenset(group)}
        for group in groups
    ]


def groups_of(labels):
    return [{x for x, own in enumerate(labels) if own == label} for label in set(labels)]


def lea(own, other):
    kept = set().union(*links(groups_of(other)))
    pairs = list(zip(groups_of(own), links(groups_of(own)), strict=True))
    shares = (len(group) * Fraction(len(mine & kept), len(mine)) for group, mine in pairs)
    return sum(shares, Fraction(0)) / len(own)


@given(labelings(most=9))
def test_measures_of_objects_and_of_links(pair):
    truth, prediction = pair
    values = {
        "b_cubed_recall_of_others": by_objects(truth, prediction, met_again),
        "b_cubed_precision_of_others": by_objects(prediction, truth, met_again),
        "lea_recall": lea(truth, prediction),
        "lea_precision": lea(prediction, truth),
        "element_centric_similarity": by_objects(
            truth, prediction, lambda _, a, b: Fraction(len(a & b), max(len(a), len(b)))
        ),
    }
    for name, expected in values.items():
        assert isclose(partita.MEASURES[name](truth, prediction), expected, rel_tol=1e-15), name


# --- generalized merge distance -------------------------------------------------------------------


def entropy(x):
    return x * log(x)


COSTS = {
    "count": lambda *_: 1.0,
    "product": lambda x, y, _: float(x * y),
    "entropy": lambda x, y, n: (entropy(x + y) - entropy(x) - entropy(y)) / n,
}


def neighbors(partition, merging, split, merge, n):
    """All partitions at one split or one merge, with its cost; no split follows a merge."""
    for one, two in combinations(partition, 2):
        cost = COSTS[merge](len(one), len(two), n)
        yield ((partition - {one, two}) | {one | two}, True), cost
    for group in () if merging else partition:
        first, *rest = sorted(group)
        for size in range(len(rest)):
            for chosen in combinations(rest, size):
                part = frozenset({first, *chosen})
                cost = COSTS[split](len(part), len(group - part), n)
                yield ((partition - {group}) | {part, group - part}, False), cost


def cheapest(start, goal, split, merge, n):
    """Dijkstra's algorithm on all partitions; merging first, as from ab|cd to ac|bd, is shorter."""
    queue, done, tie = [(0.0, 0, (start, False))], set(), 0
    while queue:
        cost, _, here = heappop(queue)
        if here[0] == goal:
            return cost
        if here in done:
            continue
        done.add(here)
        for there, step in neighbors(*here, split, merge, n):
            tie += 1
            heappush(queue, (cost + step, tie, there))
    return inf


@given(labelings(most=5, groups=4), st.data())
@settings(max_examples=25)
def test_no_sequence_of_splits_before_merges_is_cheaper(pair, data):
    truth, prediction = (frozenset(map(frozenset, groups_of(side))) for side in pair)
    options = data.draw(st.sampled_from(variants(partita.generalized_merge_distance)))
    expected = cheapest(prediction, truth, options["split"], options["merge"], len(pair[0]))
    found = partita.generalized_merge_distance(*pair, **options)
    assert isclose(found, expected, rel_tol=1e-12, abs_tol=1e-12)


# --- identities -----------------------------------------------------------------------------------


@given(tables())
def test_measures_that_are_transformations_of_others(matrix):
    table = Contingency.from_matrix(matrix)

    def value(name, **options):
        return partita.MEASURES[name].of(table, **options)

    pairs = [
        ("generalized_merge_distance", {}, value("mirkin") / 2),
        ("basic_merge_distance", {},
         value("generalized_merge_distance", split="count", merge="count")),
        ("transfer_distance", {}, value("partition_distance", normalize="count")),
        ("symmetric_gini", {}, (value("b_cubed_precision") + value("b_cubed_recall")) / 2),
        ("geometric_accuracy", {}, (value("purity") * value("inverse_purity")) ** 0.5),
        ("normalized_pivoted_accuracy", {}, 1 - value("normalized_classification_error")),
    ]  # fmt: skip
    for name, options, expected in pairs:
        assert isclose(value(name, **options), expected, rel_tol=1e-14, abs_tol=1e-15), name
    variation = value("generalized_merge_distance", split="entropy", merge="entropy")
    assert isclose(variation, value("variation_of_information"), rel_tol=1e-13, abs_tol=1e-15)
    cubed = min(value("b_cubed_precision"), value("b_cubed_recall"))
    assert value("element_centric_similarity") <= cubed


@given(tables())
def test_a_closest_cluster_is_a_best_match(matrix):
    """J = F/(2 - F) rises with F, so both select the same counterparts."""
    t = Contingency.from_matrix(matrix)
    for i, row in enumerate(matrix):
        f = [2 * m / (t.class_sizes[i] + b) for m, b in zip(row, t.cluster_sizes, strict=True)]
        best = int(np.argmax(f))
        union = t.class_sizes[i] + t.cluster_sizes[best] - row[best]
        assert isclose(row[best] / union, max(f) / (2 - max(f)))


# --- weights, and counts of any size --------------------------------------------------------------


@pytest.mark.parametrize("measure", [m for m in NEW if m.n_invariant], ids=lambda m: m.name)
@given(labelings(), st.data())
@settings(max_examples=15)
def test_fractional_weights_are_scaled_counts(measure, pair, data):
    n = len(pair[0])
    eighths = data.draw(st.lists(st.integers(1, 40), min_size=n, max_size=n))
    halved = [(2 * w + 1) / 16 for w in eighths]  # none of them is an integer
    for options in variants(measure):
        counted = measure(*pair, weights=[2 * w + 1 for w in eighths], **options)
        weighed = measure(*pair, weights=halved, **options)
        assert isclose(weighed, counted, rel_tol=1e-14, abs_tol=1e-25)


@pytest.mark.parametrize("name", ["muc_f", "lea_f", "b_cubed_f_of_others", "edit_pantel_lin"])
def test_measures_that_count_objects_refuse_fractions_with_the_remedy(name):
    with pytest.raises(UndefinedError, match="use integer weights"):
        partita.MEASURES[name]([0, 0, 1], [0, 1, 1], weights=[0.5, 1.5, 1.0])


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("mean_f1", {"mean": "geometric"}),
        ("mean_f1", {"weighting": "none"}),
        ("mean_partial_probability", {"weighting": "size"}),
        ("generalized_merge_distance", {"split": "linear"}),
        ("generalized_merge_distance", {"merge": None}),
    ],
)
def test_unknown_variants_are_refused(name, options):
    with pytest.raises(InputError, match="must be one of"):
        partita.MEASURES[name]([0, 0, 1], [0, 1, 1], **options)


def test_matchings_of_shares_are_best_beyond_the_precision_of_floats():
    # both shares of the first cluster are 2/3 as floats
    big = 10**17
    table = Contingency.from_matrix([[2 * big, 1], [2 * big - 1, 1]])
    options = (
        Fraction(4 * big, 6 * big) + Fraction(2, 2 * big + 2),
        Fraction(4 * big - 2, 6 * big - 1) + Fraction(2, 2 * big + 3),
    )
    assert float(table.share_matching.matched - max(options)) == pytest.approx(0.0, abs=1e-50)
