"""Consistency of measures: correlations over clusterings, their tree, and what is refused."""

import json
import time

import numpy as np
import pytest
from scipy.cluster.hierarchy import cophenet
from scipy.stats import kendalltau

import partita
from partita import Contingency, InputError, figures, measure

TRUTH = np.random.default_rng(11).choice(4, 300, p=[0.5, 0.3, 0.15, 0.05])


def clusterings(many, truth=TRUTH):
    """The truth with ever more objects moved, in two to eight clusters."""
    rng = np.random.default_rng(many)
    found = {}
    for place in range(many):
        moved = rng.random(len(truth)) < (place + 1) / (many + 1)
        found[str(place)] = np.where(moved, rng.integers(0, 2 + place % 7, len(truth)), truth)
    return found


@pytest.fixture(scope="module")
def comparison():
    return partita.compare(TRUTH, clusterings(12), measures=["rand", "VI", "v_measure", "purity"])


def test_every_two_measures_are_correlated_over_the_clusterings(comparison):
    found = partita.consistency(comparison)
    assert found.measures == ("rand", "variation_of_information", "v_measure", "purity")
    assert (found.clusterings, found.datasets, found.left_out) == (12, 1, {})
    for first in found.measures:
        for second in found.measures:
            own = [
                [(1 if measure(name).better == "higher" else -1) * comparison[one, name].value
                 for one in comparison.predictions]
                for name in (first, second)
            ]  # fmt: skip
            expected = kendalltau(*own).statistic
            assert found[first, second] == pytest.approx(expected, abs=1e-12)
    assert found["VI", "R"] == found["variation_of_information", "rand"]
    assert comparison.consistency().to_dict() == found.to_dict()
    assert comparison.consistency(["rand", "VI"])["VI", "R"] == found["VI", "R"]


def test_measures_that_are_one_by_proposition_1_form_a_group(comparison):
    # Wu, Xiong and Chen (2009), Proposition 1: R_n = 1 - J'_n = 1 - MS'_n
    names = ("adjusted_rand", "normalized_jaccard", "normalized_minkowski")
    found = partita.consistency(comparison, [*names, "purity", "VI"])
    assert [set(group) for group in found.groups(1.0) if len(group) > 1] == [set(names)]
    assert len(found.groups(-1.0)) == 1


def test_the_tree_joins_at_mean_correlations(comparison):
    found = partita.consistency(comparison, ["rand", "VI", "v_measure", "purity", "F"])
    assert sorted(found.order) == sorted(found.measures)
    heights = np.unique(np.round(cophenet(found.linkage), 12))
    assert heights.min() == pytest.approx(1 - found.matrix[np.triu_indices(5, 1)].max())


def test_data_sets_are_ranked_together_or_each_for_itself():
    # within each data set all measures fall alike; across them, VI depends on the entropies
    tables = {
        name: partita.compare(truth, clusterings(6, truth), measures=["rand", "VI"])
        for name, truth in {"two": TRUTH > 1, "many": np.arange(300) % 30}.items()
    }
    across, within = (partita.consistency(tables, within=one) for one in (False, True))
    assert (across.clusterings, across.datasets) == (12, 2)
    signs = 0
    pairs = 0
    for one in tables.values():
        values = np.array(
            [[-1 * one[p, "VI"].value, one[p, "rand"].value] for p in one.predictions]
        )
        for a in range(6):
            for b in range(a):
                signs += np.prod(np.sign(values[a] - values[b]))
                pairs += 1
    assert within["VI", "rand"] == pytest.approx(signs / pairs)  # no ties
    assert within["VI", "rand"] > across["VI", "rand"]


def test_a_table_of_each_data_set():
    rng = np.random.default_rng(2)
    tables = [
        partita.Contingency.from_matrix(rng.integers(1, 9, (3, int(k)))) for k in range(2, 12)
    ]
    found = partita.consistency(tables, ["rand", "purity"])
    columns = [[measure(name).of(one) for one in tables] for name in found.measures]
    assert found["rand", "purity"] == pytest.approx(kendalltau(*columns).statistic)
    assert len(partita.consistency(tables).measures) == sum(
        one.headline for one in partita.MEASURES.values()
    )


def test_measures_that_rank_nothing_are_left_out_with_the_reason():
    # every cluster lies within a class, so each homogeneity is exactly 1
    predictions = {"a": [0, 0, 1, 1], "b": [0, 1, 2, 2], "c": [0, 1, 2, 3]}
    found = partita.consistency(
        partita.compare([0, 0, 1, 1], predictions), ["rand", "completeness", "homogeneity"]
    )
    assert found.left_out == {"homogeneity": "has the same value for all clusterings"}
    assert "Left out: homogeneity has the same value for all clusterings." in found.summary
    with pytest.raises(InputError, match="homogeneity was left out: it has the same value"):
        found["homogeneity", "rand"]


def test_results_in_every_format(comparison):
    found = partita.consistency(comparison)
    document = json.loads(found.to_json())
    assert document["measures"] == list(found.measures)
    assert document["matrix"] == found.matrix.tolist()
    assert sorted(name for group in document["groups"] for name in group) == sorted(found.measures)
    assert str(found).splitlines()[0].split() == ["measure", *found.order]
    assert "<table" in found._repr_html_()
    assert list(found.to_frame().index) == list(found.measures)


def test_figures_follow_the_order_of_the_tree(comparison):
    found = partita.consistency(comparison)
    matrix, tree = figures.consistency(found), figures.consistency_tree(found)
    assert [name for _, name in matrix.x.ticks] == list(found.order)
    assert [name for _, name in sorted(tree.y.ticks)] == list(found.order)
    assert matrix.scale.label == "Kendall correlation"


@pytest.mark.parametrize(
    ("results", "options", "message"),
    [
        (5, {}, "results must be a Comparison, or map data sets to comparisons or tables"),
        ({}, {}, "found dict without entries"),
        ({"iris": [1, 2]}, {}, "data set 'iris' must hold a Comparison or a table; found list"),
        ({"a": 1, "b": 2}, {"measures": "rand"}, "data set 'a' must hold a Comparison or a table"),
    ],
)
def test_what_is_no_comparison_is_refused(results, options, message):
    with pytest.raises(InputError, match=message):
        partita.consistency(results, **options)


def test_too_little_to_rank_is_refused(comparison):
    alone = partita.compare(TRUTH, TRUTH)
    with pytest.raises(InputError, match="results holds one clustering: pass at least two"):
        partita.consistency(alone)
    with pytest.raises(InputError, match="within=True compares clusterings of the same data set"):
        partita.consistency({"a": alone, "b": alone}, within=True)
    with pytest.raises(InputError, match="needs at least two measures that rank"):
        partita.consistency(comparison, "rand")
    found = partita.consistency(comparison)
    for least in (2, "0.8", True, float("nan")):
        with pytest.raises(InputError, match="least is a correlation from -1 to 1"):
            found.groups(least)
    with pytest.raises(InputError, match="'jaccard' was not asked for; the measures are rand"):
        found["jaccard", "rand"]
    with pytest.raises(InputError, match="expected two measures"):
        found["rand"]


def test_forty_clusterings_and_sixteen_measures_take_seconds():
    names = list(partita.MEASURES)[:16]
    begin = time.process_time()
    found = partita.consistency(partita.compare(TRUTH, clusterings(40), measures=names))
    assert time.process_time() - begin < 5
    assert found.clusterings == 40


def test_a_measure_without_a_value_names_the_clusterings_and_their_data_sets():
    """Minkowski's score divides by the pairs of the truth, which classes of one object lack."""
    single = Contingency.from_matrix([[1, 0], [1, 0], [0, 1]])
    others = [Contingency.from_matrix(one) for one in ([[2, 1], [0, 3]], [[3, 0], [1, 2]])]
    tables = dict(zip(("single", "poor", "good"), (single, *others), strict=True))
    found = partita.consistency(tables, ["minkowski_score", "purity", "mirkin"])
    why = "has no value for 1 clustering of 3 ('single', 'prediction')"
    assert found.left_out == {"minkowski_score": why}
    assert f"Left out: minkowski_score {why}." in found.summary
