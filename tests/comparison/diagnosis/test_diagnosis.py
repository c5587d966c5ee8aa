"""Diagnoses per class, per cluster and per object: losses add up, and clusters have verdicts."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from printed_tables import IRIS, LECTURE, WU_I, WU_II, labels

import partita
from partita.comparison import compare

TABLES = {"I": WU_I, "II": WU_II, "lecture": LECTURE, "iris": IRIS}
SMALL = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=40
)  # objects as (class, cluster)


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_losses_add_up_to_the_loss_of_the_measure(table):
    truth, prediction = labels(table)
    found = compare(truth, prediction)
    classes, clusters = found.classes(), found.clusters()
    lost = 1 - partita.completeness(truth, prediction)
    assert classes["completeness_loss"].sum() == pytest.approx(lost, abs=1e-14)
    lost = 1 - partita.homogeneity(truth, prediction)
    assert clusters["homogeneity_loss"].sum() == pytest.approx(lost, abs=1e-14)
    assert classes["homogeneity_loss"].sum() == pytest.approx(lost, abs=1e-14)
    lost = 1 - partita.completeness(truth, prediction)
    assert clusters["completeness_loss"].sum() == pytest.approx(lost, abs=1e-14)
    assert classes["loss_share"].sum() == pytest.approx(1)
    assert clusters["loss_share"].sum() == pytest.approx(1)


def test_the_lecture_s_clusters():
    # purity 30/50, 20/25, 25/25 and F 60/85, 40/65, 1 by majority class (Zaki and Meira 2014)
    found = compare(*labels(LECTURE)).clusters()
    assert found["purity"].tolist() == [30 / 50, 20 / 25, 1]
    assert found["majority"].tolist() == [2, 1, 0]
    assert found["f"].tolist() == [60 / 85, 40 / 65, 1]
    assert found["classes"][0] == ((2, 30), (1, 20))
    assert found["verdict"].tolist() == ["mixed", "mixed", "pure"]


def test_a_class_cut_to_even_pieces_is_named():
    # Wu, Xiong and Chen (2009), Table 3, clustering I: class 1 in three clusters of ten
    found = compare(*labels(WU_I))
    classes, clusters = found.classes(), found.clusters()
    assert classes["clusters"][0] == ((0, 10), (1, 10), (2, 10))
    assert classes["recall"][0] == 1 / 3
    assert classes["loss_share"][0] == pytest.approx(1)
    assert classes["entropy"][0] == pytest.approx(np.log(3))
    assert classes["wallace"][0] == pytest.approx(3 * 45 / 435)  # 3·C(10,2) of C(30,2) pairs
    # P5 holds classes 2, 3 and 5 whole: merged
    assert clusters["verdict"].tolist() == ["split", "split", "split", "pure", "merged"]


def test_a_cluster_with_a_little_of_every_class_is_noise():
    found = compare(*labels([[20, 0, 0], [0, 20, 0], [0, 0, 20], [4, 4, 4]]))
    assert found.clusters()["verdict"].tolist() == ["pure", "pure", "pure", "noise"]


@given(SMALL)
def test_means_over_objects_are_the_b_cubed_measures(objects):
    truth, prediction = map(list, zip(*objects, strict=True))
    elements = compare(truth, prediction, measures="rand").elements()
    assert elements["precision"].mean() == pytest.approx(
        partita.b_cubed_precision(truth, prediction)
    )
    assert elements["recall"].mean() == pytest.approx(partita.b_cubed_recall(truth, prediction))
    assert elements["class"].tolist() == truth
    assert elements["cluster"].tolist() == prediction


@given(SMALL)
def test_similarity_and_margin_by_their_definition(objects):
    elements = compare(*map(list, zip(*objects, strict=True)), measures="rand").elements()
    for place, (own, cluster) in enumerate(objects):
        mates = {x for x, (c, _) in enumerate(objects) if c == own}

        def similarity(k, mates=mates):
            members = {x for x, (_, other) in enumerate(objects) if other == k}
            return len(mates & members) / max(len(mates), len(members))

        others = {k for c, k in objects if c == own} - {cluster}
        best = max(map(similarity, others), default=0.0)
        assert elements["similarity"][place] == similarity(cluster)
        assert elements["margin"][place] == similarity(cluster) - best
        if others:
            assert similarity(elements["elsewhere"][place]) == best
        else:
            assert elements["elsewhere"][place] is None


def page_rank(labels, alpha=0.9):
    """Personalized PageRank of every object over its group, by definition."""
    same = np.equal.outer(labels, labels)
    walk = same / same.sum(axis=1, keepdims=True)
    return np.linalg.inv(np.eye(len(labels)) - alpha * walk) * (1 - alpha)


@given(SMALL)
def test_similarity_is_the_element_centric_one(objects):
    # Gates et al. (2019), equations 1 to 3: S_i = 1 - Σ_j |p_ij - q_ij| / 2α, α = 0.9
    truth, prediction = (np.array(side) for side in zip(*objects, strict=True))
    found = compare(truth, prediction, measures="rand").elements()["similarity"]
    gaps = np.abs(page_rank(truth) - page_rank(prediction)).sum(axis=1)
    assert found == pytest.approx(1 - gaps / 1.8, abs=1e-12)


@given(SMALL)
def test_precision_and_recall_follow_their_definition(objects):
    # Bagga and Baldwin (1998): of the objects in its cluster, those of its class
    elements = compare(*map(list, zip(*objects, strict=True)), measures="rand").elements()
    for place, (own, cluster) in enumerate(objects):
        both = sum(other == (own, cluster) for other in objects)
        assert elements["precision"][place] == both / sum(k == cluster for _, k in objects)
        assert elements["recall"][place] == both / sum(c == own for c, _ in objects)


@given(SMALL)
def test_pairs_kept_are_wallace_s_indices(objects):
    truth, prediction = map(list, zip(*objects, strict=True))
    found = compare(truth, prediction, measures="rand")
    sides = {
        "pair_recall": (found.classes(), "size"),
        "pair_precision": (found.clusters(), "size"),
    }
    for name, (columns, size) in sides.items():
        pairs = columns[size] * (columns[size] - 1) / 2
        if pairs.sum():
            mean = (columns["wallace"] * pairs).sum() / pairs.sum()
            assert mean == pytest.approx(partita.MEASURES[name](truth, prediction))


@given(SMALL)
def test_pairs_kept_beyond_chance_are_the_adjusted_wallace_coefficients(objects):
    # Warrens and van der Hoef (2022): the mean over groups, weighted by their pairs
    truth, prediction = map(list, zip(*objects, strict=True))
    found = compare(truth, prediction, measures="rand")
    if found.table().perfect:
        return
    sides = {"adjusted_wallace_c": found.classes(), "adjusted_wallace_h": found.clusters()}
    for name, columns in sides.items():
        pairs = columns["size"] * (columns["size"] - 1) / 2
        if pairs.sum():
            mean = (columns["adjusted_wallace"] * pairs).sum() / pairs.sum()
            expected = partita.MEASURES[name](truth, prediction)
            assert mean == pytest.approx(expected, abs=1e-12)


def test_classes_by_hand_beyond_chance():
    # poem's example of three classes of 10: q = Q/M = (28 + 36 + 3 + 45)/435
    truth = np.repeat(["A", "B", "C"], 10)
    prediction = np.repeat(["A", "B", "C", "D"], [8, 9, 3, 10])
    found = compare(truth, prediction, measures="rand").classes()
    chance = 112 / 435
    kept = np.array([(28 + 1) / 45, (21 + 3) / 45, 1.0])
    assert found["adjusted_wallace"] == pytest.approx((kept - chance) / (1 - chance))


def test_an_object_without_label_is_noise():
    found = compare([0, 0, 0, 1], [0, 0, -1, 1], noise=-1, measures="rand").clusters()
    assert found["verdict"].tolist() == ["pure", "pure", "noise"]


def test_moments_stay_moments():
    days = np.array(["2024-01-01", "2024-01-02", "2024-01-02"], dtype="datetime64[ns]")
    classes = compare(days, [0, 0, 1], measures="rand").classes()
    assert classes.row(0)["class"] == days[0]
    clusters = compare([0, 0, 1], days, measures="rand").clusters()
    assert clusters["classes"][1] == ((0, 1), (1, 1))


def test_dropped_objects_keep_the_positions_of_the_others():
    found = compare([0, 0, 1, 1], [0, -1, 1, 1], noise=-1, noise_as="drop", measures="rand")
    assert found.elements()["position"].tolist() == [0, 2, 3]


def test_objects_without_weight_are_not_judged():
    found = compare([0, 0, 1], [5, 5, 7], weights=[1, 0, 2], measures="rand").elements()
    assert found["position"].tolist() == [0, 2]
    assert found["similarity"].tolist() == [1.0, 1.0]


def test_weights_count_as_copies():
    truth, prediction, weights = [0, 0, 1, 1], [0, 1, 1, 1], [3, 2, 1, 4]
    weighted = compare(truth, prediction, weights=weights, measures="rand").clusters()
    copied = compare(
        np.repeat(truth, weights), np.repeat(prediction, weights), measures="rand"
    ).clusters()
    assert all(np.array_equal(weighted[name], copied[name]) for name in weighted)
    fractions = compare(truth, prediction, weights=[1.5, 1, 0.5, 2], measures="rand").clusters()
    assert fractions["purity"] == pytest.approx(weighted["purity"])


def test_unused_categories_and_strings_are_accepted():
    pandas = pytest.importorskip("pandas")
    truth = pandas.Categorical(["x", "z", "z"], categories=["x", "y", "z"])
    elements = compare(truth, ["b", "b", "a"], measures="rand").elements()
    assert elements["class"].tolist() == ["x", "z", "z"]
    assert elements["similarity"].tolist() == [0.5, 0.5, 0.5]
