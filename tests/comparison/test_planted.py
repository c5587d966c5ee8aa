"""Planted mistakes over many random clusterings: the first edit and the verdicts name them."""

import numpy as np
import pytest

from partita.comparison import compare

# from every family: pairs, information, matching and overlaps
MEASURES = [
    "adjusted_rand",
    "fowlkes_mallows",
    "adjusted_mutual_information",
    "v_measure",
    "variation_of_information",
    "maximum_matching",
    "f_measure",
    "normalized_van_dongen",
    "b_cubed_f",
]
SEEDS = range(12)
NEW = 999


def nearly_right(random):
    """Six classes of 30 to 80 objects, clusters with other names, and few misplaced objects."""
    truth = np.repeat(np.arange(6), random.integers(30, 80, 6))
    names = random.permutation(6) + 100
    prediction = names[truth]
    misplaced = random.choice(len(truth), len(truth) // 60, replace=False)
    prediction[misplaced] = names[random.integers(0, 6, len(misplaced))]
    return truth, prediction, names


def some(random, inside, least, most):
    """A random share of the objects of a mask."""
    objects = random.permutation(np.flatnonzero(inside))
    return objects[: int(len(objects) * random.uniform(least, most))]


def merged(random):
    truth, prediction, names = nearly_right(random)
    one, other = random.choice(6, 2, replace=False)
    prediction[prediction == names[other]] = names[one]
    return truth, prediction, ("split", {names[one]}, {one, other}), {names[one]: "merged"}


def split(random):
    truth, prediction, names = nearly_right(random)
    one = random.integers(6)
    inside = (truth == one) & (prediction == names[one])
    prediction[some(random, inside, 0.3, 0.5)] = NEW
    return truth, prediction, ("merge", {names[one], NEW}, {one}), {NEW: "split"}


def moved(random):
    truth, prediction, names = nearly_right(random)
    one, other = random.choice(6, 2, replace=False)
    inside = (truth == one) & (prediction == names[one])
    prediction[some(random, inside, 0.25, 0.4)] = names[other]
    return truth, prediction, ("move", {names[other], names[one]}, {one}), {}


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("mistake", [merged, split, moved])
def test_the_first_edit_names_the_planted_mistake(mistake, measure):
    for seed in SEEDS:
        truth, prediction, (kind, clusters, classes), _ = mistake(np.random.default_rng(seed))
        first = compare(truth, prediction, measures="rand").edits(measure=measure, limit=1)[0]
        assert (first.kind, set(first.clusters)) == (kind, clusters)
        assert classes <= set(first.classes)
        assert first.gain > 0


@pytest.mark.parametrize("mistake", [merged, split])
def test_the_verdict_names_the_planted_mistake(mistake):
    for seed in SEEDS:
        truth, prediction, _, expected = mistake(np.random.default_rng(seed))
        clusters = compare(truth, prediction, measures="rand").clusters()
        verdicts = dict(zip(clusters["cluster"].tolist(), clusters["verdict"], strict=True))
        assert expected.items() <= verdicts.items()
        assert list(verdicts.values()).count("pure") >= 4  # the classes without a mistake


def test_a_cluster_that_takes_a_little_of_every_class_is_noise():
    for seed in SEEDS:
        random = np.random.default_rng(seed)
        truth, prediction, names = nearly_right(random)
        for group in range(6):
            inside = (truth == group) & (prediction == names[group])
            prediction[some(random, inside, 0.1, 0.2)] = NEW
        clusters = compare(truth, prediction, measures="rand").clusters()
        verdicts = dict(zip(clusters["cluster"].tolist(), clusters["verdict"], strict=True))
        assert verdicts.pop(NEW) == "noise"
        assert set(verdicts.values()) == {"pure"}


def test_purity_ignores_splits_so_it_proposes_no_merge():
    truth, prediction, *_ = split(np.random.default_rng(0))
    kinds = {edit.kind for edit in compare(truth, prediction).edits(measure="purity")}
    assert "merge" not in kinds
