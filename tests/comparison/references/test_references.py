"""Several references: each score, their mean and the best, from the same draws."""

import json

import numpy as np
import pytest
from scipy.stats import norm

import partita
from partita import InputError, figures
from partita.comparison import compare, join_references


def sample():
    random = np.random.default_rng(2)
    classes = random.integers(0, 3, 200)

    def labels(share):
        return np.where(random.random(200) < share, classes, random.integers(0, 3, 200))

    references = {name: labels(share) for name, share in (("Ann", 0.95), ("Bob", 0.8))}
    return references, {"kmeans": labels(0.9), "ward": labels(0.7)}


def joined(measure="adjusted_rand", **options):
    references, sides = sample()
    results = {name: compare(truth, sides, measures=measure) for name, truth in references.items()}
    return join_references(results, measure, **options)


def rows_of(found, prediction="kmeans"):
    return {row["reference"]: row for row in found.table.rows() if row["prediction"] == prediction}


@pytest.mark.parametrize("measure", ["adjusted_rand", "variation_of_information"])
def test_each_reference_has_the_interval_of_its_own_score(measure):
    references, sides = sample()
    found = joined(measure)
    better = max if partita.measure(measure).better == "higher" else min
    for prediction, labels in sides.items():
        rows = rows_of(found, prediction)
        for name, truth in references.items():
            one = partita.confidence_interval(measure, truth, labels)
            assert tuple(rows[name][key] for key in ("value", "low", "high")) == pytest.approx(
                (one.value, one.low, one.high)
            )
        values = [rows[name]["value"] for name in references]
        assert rows["mean"]["value"] == pytest.approx(np.mean(values))
        assert rows["best"]["value"] == better(values)
        assert rows["best"]["low"] <= rows["best"]["value"] <= rows["best"]["high"]


def test_the_mean_of_a_mean_over_objects_has_the_error_of_that_mean():
    # the accuracy of a clustering is a mean over objects; so is the mean of two accuracies
    references, sides = sample()
    row = rows_of(joined("purity"))["mean"]
    hits = np.mean([truth == sides["kmeans"] for truth in references.values()], axis=0)
    assert row["value"] == pytest.approx(hits.mean())
    reach = norm.ppf(0.975) * hits.std(ddof=1) / np.sqrt(200)
    assert row["high"] - row["low"] == pytest.approx(2 * reach, rel=0.05)


def test_one_reference_twice_is_that_reference():
    references, sides = sample()
    one = compare(references["Ann"], sides)
    rows = rows_of(join_references({"a": one, "b": one}))
    for name in ("mean", "best"):
        ends = [rows[name][key] for key in ("low", "high")]
        assert ends == pytest.approx([rows["a"][key] for key in ("low", "high")], abs=0.01)


def test_the_best_of_perfect_agreement_is_not_certain():
    truth = [0, 0, 1, 1, 2] * 20
    perfect = compare(truth, {"a": truth})
    rows = rows_of(join_references({"x": perfect, "y": perfect}), "a")
    for name in ("mean", "best"):
        assert 0.8 < rows[name]["low"] < rows[name]["high"] == 1


def test_it_prints_draws_and_turns_into_plain_values():
    found = joined()
    assert "95% intervals from the same draws (1,999 draws, seed 0)" in str(found)
    assert found.summary[0].startswith("kmeans: adjusted_rand ")
    assert "on average over 2 references" in found.summary[0]
    assert len(json.loads(json.dumps(found.to_dict()))["scores"]) == 8
    assert "<table" in found._repr_html_()
    assert list(found.to_frame().columns) == ["prediction", "reference", "value", "low", "high"]
    drawn = figures.references(found)
    assert [text for _, text in drawn.y.ticks][:3] == ["kmeans, Ann", "kmeans, Bob", "kmeans, mean"]


def test_other_objects_or_clusterings_are_refused():
    references, sides = sample()
    ann, bob = references.values()
    one = compare(ann, sides)
    with pytest.raises(InputError, match="'kmeans' is not the same clustering in 'a' and 'b'"):
        join_references({"a": one, "b": compare(bob[:150], {k: v[:150] for k, v in sides.items()})})
    with pytest.raises(InputError, match="'kmeans' is not the same clustering in 'a' and 'b'"):
        join_references({"a": one, "b": compare(bob, {k: v[::-1] for k, v in sides.items()})})
    weighted = compare(bob, sides, weights=np.arange(200) % 3)
    with pytest.raises(InputError, match="with the same weights"):
        join_references({"a": one, "b": weighted})
    with pytest.raises(InputError, match="reference 'b' has the clusterings 'ward', and 'a' has"):
        join_references({"a": one, "b": compare(bob, {"ward": sides["ward"]})})
    with pytest.raises(InputError, match="reference 'b' must hold a Comparison; got ndarray"):
        join_references({"a": one, "b": bob})
    with pytest.raises(InputError, match="results must map two or more references"):
        join_references({"a": one})
    with pytest.raises(InputError, match="rename the reference 'mean'"):
        join_references({"a": one, "mean": one})
