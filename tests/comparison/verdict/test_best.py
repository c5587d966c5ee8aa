"""Letters, ranks, p-values and sentences of rankings agree, for two clusterings and for forty."""

import json
import re

import numpy as np
import pytest
from pages import page

import partita
from partita.comparison import compare, sweep
from partita.comparison.verdict import best
from partita.comparison.verdict.best import rank_or_reason
from partita.inference.multiple import step_down

CLUSTERINGS = 36  # Holm's correction of the smallest p of 1999 draws would be 630 * 2/2000 = 0.63


def graded(many, objects=150, groups=3, seed=0):
    """Clusterings from nearly the truth to random labels."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, groups, objects)
    shares = np.linspace(0.02, 1, many)
    return truth, {
        f"r{k:02d}": np.where(rng.random(objects) < share, rng.integers(0, groups, objects), truth)
        for k, share in enumerate(shares)
    }


@pytest.fixture(scope="module")
def forty():
    truth, predictions = graded(CLUSTERINGS)
    found = compare(truth, predictions, measures="adjusted_rand")
    return found, found.ranks(draws=299)


def test_many_clusterings_can_differ_significantly(forty):
    _, ranking = forty
    groups = ranking.table["group"].tolist()
    assert not set(groups[0]) & set(groups[-1])  # ARI 0.97 and 0.0
    assert len(set(groups)) > 3
    assert "corrected for 630 comparisons" in str(ranking)
    assert "too few" not in str(ranking)


def test_letters_ranks_and_p_agree(forty):
    _, ranking = forty
    place = {name: k for k, name in enumerate(ranking.table["prediction"])}
    signs = [set(re.findall(r"[a-z]\d*", group)) for group in ranking.table["group"]]
    better, worse = [0] * CLUSTERINGS, [0] * CLUSTERINGS
    for row in ranking.differences.rows():
        first, second = place[row["first"]], place[row["second"]]
        apart = row["p_adjusted"] <= 0.05
        assert apart == (not signs[first] & signs[second]) == ranking.is_apart(row)
        assert row["p_adjusted"] >= row["p_value"]
        assert (row["low"] <= 0 <= row["high"]) == (row["p_value"] > 0.05)
        better[second] += apart
        worse[first] += apart
    assert ranking.table["rank_low"].tolist() == [1 + count for count in better]
    assert ranking.table["rank_high"].tolist() == [CLUSTERINGS - count for count in worse]


def test_the_report_of_many_clusterings_has_their_ranking(forty, monkeypatch):
    found, ranking = forty
    monkeypatch.setattr(best, "rank", lambda *_, **__: ranking)  # made once for this module
    shown = rank_or_reason(found)
    assert shown is ranking
    (verdict,) = best.best_verdict(found, shown)
    assert "r00" in verdict.sentence
    assert "too many" not in verdict.sentence


def test_a_ranking_that_takes_long_names_the_remedy(monkeypatch):
    found = compare(*graded(3), measures="adjusted_rand")
    monkeypatch.setattr(best, "COSTLY", 10)
    reason = "ranking 3 clusterings of 150 objects takes long; call ranks()"
    assert rank_or_reason(found) == reason
    assert found.ranks(draws=99).table.height == 3
    truth = np.repeat([0, 1], 10)
    soft = compare(truth, {"a": truth, "b": truth[::-1], "c": partita.Fuzzy(np.eye(2)[truth])})
    assert "; compare the hard ones alone and call ranks()" in rank_or_reason(soft)


def test_the_order_of_the_clusterings_does_not_matter():
    truth, predictions = graded(5)
    for measure in ("adjusted_rand", "variation_of_information"):
        one, same, other = (
            compare(truth, dict(order)).ranks(measure, draws=99)
            for order in (predictions.items(), predictions.items(), reversed(predictions.items()))
        )
        for again in (same, other):
            assert list(one.table.rows()) == list(again.table.rows())
            assert list(one.differences.rows()) == list(again.differences.rows())


@pytest.mark.parametrize("settings", [{}, {"method": "percentile", "draws": 59}])
def test_one_score_has_one_interval(settings):
    truth, predictions = graded(4)
    asked = compare(truth, predictions, measures=["ARI", "V"], confidence=0.95, **settings)
    for measure in ("adjusted_rand", "v_measure"):
        for row in asked.ranks(measure, draws=99).table.rows():
            score = asked[row["prediction"], measure]
            assert (row["low"], row["high"]) == score.interval
    other = asked.ranks("adjusted_rand", confidence=0.8, draws=99).table.row(0)
    assert other["low"] > asked[other["prediction"], "adjusted_rand"].low  # another level
    if settings:
        return
    plain = compare(truth, predictions, measures=["ARI", "V"])
    expected = asked.ranks("ARI").table
    assert plain.ranks("ARI").table["low"].tolist() == expected["low"].tolist()
    text = page(plain)  # the report adds intervals
    for low, high in zip(expected["low"], expected["high"], strict=True):
        assert f"{low:.4f} to {high:.4f}" in text


def test_equally_good_clusterings_are_rarely_called_different():
    # 40 means of equal expectation, all pairs compared: the largest of 780 normal z, whose 95%
    # quantile is that of Tukey's studentized range over √2, 3.5; Holm's bound would be 4.0
    rng = np.random.default_rng(0)
    families, many, draws = 150, 40, 299
    left, right = np.triu_indices(many, 1)
    false = 0
    for _ in range(families):
        means = rng.standard_normal(many)
        noise = rng.standard_normal((draws, many)) / np.sqrt(2)
        evidence = np.abs(means[left] - means[right]) / np.sqrt(2)
        p = step_down(evidence, lambda k, own=noise: np.abs(own[:, left[k]] - own[:, right[k]]))
        false += min(p) <= 0.05
    assert 1 <= false <= 14  # 7.5 expected; 14 or more have a probability of 2%


def test_draws_that_always_differ_are_significant_among_many():
    # the truth scores 1 and one cluster scores 0 on every draw: there is no spread to divide by
    truth, predictions = graded(8)
    found = compare(truth, {"truth": truth, "one": np.zeros_like(truth), **predictions})
    pairs = found.ranks(draws=199).differences.rows()
    row = next(row for row in pairs if {row["first"], row["second"]} == {"truth", "one"})
    assert row["p_adjusted"] <= 45 * 1e-9  # the smallest p of a tail, for 45 comparisons
    assert row["at_floor"]


# False sentences must not be printed


def sentence_on_the_best(truth, predictions, measures="adjusted_rand"):
    found = compare(truth, predictions, measures=measures)
    return next(one.sentence for one in found.verdict if one.topic == "best")


def test_only_a_significant_lead_is_called_best():
    truth, predictions = graded(3, objects=300)
    clear = sentence_on_the_best(truth, {"good": predictions["r00"], "poor": predictions["r02"]})
    assert "good is best" in clear
    assert "significantly better than poor" in clear
    assert "not significantly" not in clear
    two = truth.copy()
    two[:2] = (truth[:2] + 1) % 3
    close = sentence_on_the_best(truth, {"one": truth, "two": two})
    assert "but is not significantly better than two (" in close
    for claim in ("is best", "ahead of", "first in", "better than every other"):
        assert claim not in close
    lower = sentence_on_the_best(truth, {"one": truth, "two": two}, "variation_of_information")
    assert lower.startswith("one has the lowest variation_of_information")


def test_equal_leaders_share_first_place():
    truth, predictions = graded(3, objects=300)
    others = {"a": predictions["r00"], "b": predictions["r00"] + 7, "poor": predictions["r02"]}
    sentence = sentence_on_the_best(truth, others)
    assert sentence.startswith("a and b are best by adjusted_rand")
    assert "not significantly" not in sentence
    assert "significantly better than every other clustering" in sentence
    assert "ahead of poor" in sentence


def test_random_clusterings_have_no_winner():
    # V of random labels grows with the number of clusters: 60 clusters win on every draw
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 4, 300)
    random = {k: rng.integers(0, k, 300) for k in (3, 10, 30, 60)}
    ranking = compare(truth, {str(k): one for k, one in random.items()}).ranks("V", draws=199)
    assert set(ranking.table["group"]) == {"a"}
    assert set(ranking.table["rank_low"]) == {1}
    assert set(ranking.table["rank_high"]) == {4}
    found = sweep(truth, random, measures="V", draws=199)
    assert found.best == {"v_measure": 60}
    assert found.alike("V") == (3, 10, 30)
    assert found.preference("V") == (
        "v_measure prefers 60, which is not significantly better than 3, 10 and 30"
    )


def test_no_share_of_draws_is_shown():
    truth, predictions = graded(3)
    found = compare(truth, predictions, confidence=0.95, draws=99, measures="adjusted_rand")
    swept = sweep(truth, dict(enumerate(predictions.values())), draws=99)
    shown = [
        str(found.ranks(draws=99)), str(swept), page(found),
        json.dumps([one.sentence for one in found.verdict]),
    ]  # fmt: skip
    for text in shown:
        assert "first in" not in text
        assert "of the draws" not in text
    assert not {"best", "wins"} & {*found.ranks(draws=99).table, *swept.table}
