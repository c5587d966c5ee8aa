"""Planted mistakes are the first edits, and gains are the gains of the edited clustering."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from printed_tables import IRIS, WU_I, labels

import partita
from partita.comparison import compare
from partita.comparison.edits import shortlist
from partita.comparison.edits.edits import apply_edit, candidate_at, edits
from partita.comparison.edits.shifts import merges, moves, splits
from partita.comparison.edits.shortlist import estimated_gains
from partita.measures.chosen import choose

MEASURES = [
    "adjusted_rand",
    "adjusted_mutual_information",
    "v_measure",
    "variation_of_information",
    "normalized_van_dongen",
    "f_measure",
    "maximum_matching",
    "b_cubed_f",
]
CLASSES = np.repeat(["a", "b", "c", "d"], [60, 50, 40, 30])
CORRECT = np.repeat([0, 1, 2, 3], [60, 50, 40, 30])


def planted(mistake):
    """A perfect clustering with one mistake, and scattered errors that are much smaller."""
    prediction = CORRECT.copy()
    prediction[[3, 70, 120]] = 3, 2, 1
    mistake(prediction)
    return prediction


def merge_two(prediction):
    prediction[prediction == 2] = 1


def split_one(prediction):
    prediction[:30] = 9


def move_some(prediction):
    prediction[100:112] = 1  # twelve objects of class b's neighbor, class c's first objects
    prediction[110:112] = 2


@pytest.mark.parametrize("measure", MEASURES)
def test_two_classes_merged_are_named_first(measure):
    found = compare(CLASSES, planted(merge_two)).edits(measure=measure)[0]
    assert (found.kind, found.clusters) == ("split", (1,))
    assert {"b", "c"} <= set(found.classes)


@pytest.mark.parametrize("measure", MEASURES)
def test_a_class_split_in_two_is_named_first(measure):
    found = compare(CLASSES, planted(split_one)).edits(measure=measure)[0]
    assert (found.kind, found.clusters) == ("merge", (0, 9))
    assert found.classes == ("a",)


@pytest.mark.parametrize("measure", MEASURES)
def test_objects_moved_to_another_cluster_are_named_first(measure):
    prediction = CORRECT.copy()
    prediction[110:122] = 1  # class c's first twelve objects
    found = compare(CLASSES, prediction).edits(measure=measure)[0]
    assert (found.kind, found.clusters, found.classes) == ("move", (1, 2), ("c",))
    assert found.value == partita.MEASURES[measure].perfect


def test_the_even_pieces_of_a_large_class_are_merged_first():
    # Wu, Xiong and Chen (2009), Table 3, clustering I: clusters 1 to 3 are pieces of class 1
    found = compare(*labels(WU_I)).edits()
    assert found[0].kind == "merge"
    assert set(found[0].clusters) < {0, 1, 2}
    assert found[0].classes == (0,)


@pytest.mark.parametrize("measure", MEASURES)
def test_the_gain_equals_the_gain_of_the_edited_labels(measure):
    truth, prediction = labels(IRIS)
    formula = partita.MEASURES[measure]
    sign = 1 if formula.better == "higher" else -1
    now = formula(truth, prediction)
    for edit in compare(truth, prediction).edits(measure=measure):
        edited = [new_cluster(edit, c, k) for c, k in zip(truth, prediction, strict=True)]
        assert edit.value == formula(truth, edited)
        assert edit.gain == sign * (edit.value - now)
        assert edit.gain > 0


def new_cluster(edit, own, cluster):
    """The new cluster of an object, as a name."""
    if edit.kind == "merge":
        return str(edit.clusters[0] if cluster in edit.clusters else cluster)
    if cluster != edit.clusters[0]:
        return str(cluster)
    if edit.kind == "split":
        return f"{cluster} of {own}"
    return str(edit.clusters[1] if own in edit.classes else cluster)


TABLES = st.lists(st.lists(st.integers(0, 6), min_size=3, max_size=3), min_size=2, max_size=4)


@given(TABLES.filter(lambda table: np.sum(table) > 1))
def test_no_edit_is_better_than_the_first(table):
    own = partita.Contingency.from_matrix(table)
    for measure in ("adjusted_rand", "v_measure"):
        asked = choose(measure)
        now = asked.measure.of(own)
        best = max((value - now for value in every_edit(own, asked.measure)), default=0.0)
        found = edits(own, asked, limit=3)
        if best > 1e-12:
            assert found[0].gain == pytest.approx(best, abs=1e-12)
        else:
            assert all(edit.gain <= 1e-12 for edit in found)


def every_edit(table, measure):
    """Values after every merge of sharing clusters, every split, and every move to the largest."""
    dense = table.to_scipy().toarray()
    columns = range(dense.shape[1])
    for one, other in combinations(columns, 2):
        if (dense[:, one] * dense[:, other]).any():
            merged = np.delete(dense, other, axis=1)
            merged[:, one - (other < one)] += dense[:, other]
            yield value(measure, merged)
    for column in columns:
        parts = np.diag(dense[:, column])
        yield value(measure, np.hstack((np.delete(dense, column, axis=1), parts)))
        for row in np.flatnonzero(dense[:, column]):
            home = int(dense[row].argmax())
            if home != column:
                moved = dense.copy()
                moved[row, home] += moved[row, column]
                moved[row, column] = 0
                yield value(measure, moved)


def value(measure, dense):
    return measure.of(partita.Contingency.from_matrix(dense))


@pytest.mark.parametrize("measure", ["rand", "adjusted_rand", "fowlkes_mallows", "v_measure", "VI"])
@pytest.mark.parametrize("kind", [merges, splits, moves])
def test_estimates_are_exact_for_pairs_and_information(measure, kind):
    table = partita.Contingency.from_matrix([[9, 2, 0, 4], [1, 7, 3, 0], [2, 0, 8, 5]])
    asked = choose(measure)
    shifts = kind(table)
    found = estimated_gains(table, shifts, asked)
    now = asked.measure.of(table)
    for place, gain in enumerate(found):
        edited = apply_edit(table, candidate_at(shifts, place))
        assert gain == pytest.approx(asked.sign * (asked.measure.of(edited) - now), abs=1e-13)


def test_of_very_many_edits_the_best_are_found(monkeypatch):
    rng = np.random.default_rng(0)
    table = partita.Contingency.from_matrix(
        rng.integers(0, 3, (40, 40)) + 9 * np.eye(40, dtype=int)
    )
    every = edits(table, choose("v_measure"))
    monkeypatch.setattr(shortlist, "_MANY", 100)
    monkeypatch.setattr(shortlist, "_EACH", 50)
    assert edits(table, choose("v_measure")) == every


def test_a_perfect_clustering_needs_no_edit():
    assert compare([0, 0, 1], [5, 5, 6]).edits() == ()
    assert compare([0], [0]).edits() == ()


def test_edits_take_fractional_weights():
    truth, prediction = [0, 0, 0, 1, 1], [0, 0, 2, 1, 1]
    found = compare(truth, prediction, weights=[0.5, 1.5, 1, 1, 1]).edits()[0]
    assert (found.kind, found.clusters, found.value) == ("merge", (0, 2), 1.0)
