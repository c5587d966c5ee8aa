"""A summary holds the verdict, the best scores, what no clustering finds, and what to do next."""

from __future__ import annotations

import pickle

import numpy as np
from printed_tables import WU_I, WU_II, larger, together

from partita import Fuzzy, compare


def halved(k=4, each=60):
    """Four classes; a clustering that merges two of them, and one at random."""
    truth = np.repeat(np.arange(k), each)
    return truth, {
        "merged": np.where(truth == 3, 2, truth),
        "random": np.random.default_rng(0).integers(0, k, k * each),
    }


def test_a_summary_repeats_the_verdicts_on_all_clusterings():
    found = compare(*halved())
    text = " ".join(str(found.summary()).split())
    overall = [one.sentence for one in found.verdict if one.prediction is None]
    assert [one.topic for one in found.verdict if one.prediction is None] == [
        "best",
        "missed",
        "robust",
    ]
    assert all(sentence in text for sentence in overall)


def test_a_summary_lists_scores_best_first_with_their_intervals():
    found = compare(*halved(), confidence=0.95, draws=99)
    first, second = found.summary().scores
    assert (first.prediction, second.prediction) == ("merged", "random")
    assert f"- merged: {first.value:.3f}, 95% interval {first.low:.3f} to" in str(found.summary())


def test_the_next_step_is_the_edit_with_the_largest_gain():
    found = compare(*halved())
    step = found.summary().next_steps[0]
    assert step == f"Largest gain for merged: {found.edits('merged', limit=1)[0]}."
    assert "split cluster 2 into classes 2, 3" in step


def test_advice_follows_the_edit():
    found = compare(*together(I=larger(WU_I), II=larger(WU_II)))
    assert found.advice
    assert str(found.advice[0]) in found.summary().next_steps


def test_many_clusterings_are_counted():
    truth, both = halved()
    many = {f"c{k}": both["random"] for k in range(8)} | {"merged": both["merged"]}
    found = compare(truth, many, measures="ARI").summary()
    assert (len(found.scores), found.more) == (5, 4)
    assert "- and 4 more" in str(found)


def test_one_clustering_has_a_summary_of_its_own_verdicts():
    truth, both = halved()
    found = compare(truth, both["merged"])
    text = " ".join(str(found.summary()).split())
    for one in found.verdict:
        if one.topic in ("agreement", "chance", "balance"):
            assert one.sentence in text
    assert text.endswith("240 objects in 4 classes of truth; 1 clustering.")


def test_a_soft_clustering_has_a_summary():
    memberships = Fuzzy(np.tile([0.7, 0.3], (6, 1)))
    text = str(compare([0, 0, 0, 1, 1, 1], memberships).summary())
    assert "on average over the possible hard clusterings" in " ".join(text.split())
    assert "6 objects of truth; 1 clustering." in text


def test_a_summary_without_a_value_says_so():
    found = compare([0, 0], [0, 1], measures="fager_mcgowan").summary()
    assert found.scores == ()
    assert "has no value" in " ".join(str(found).split())


def test_a_summary_can_be_pickled():
    found = compare(*halved()).summary()
    assert str(pickle.loads(pickle.dumps(found))) == str(found)
