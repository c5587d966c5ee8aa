"""Methods with several runs: variances by the analysis of variance, means, differences, errors."""

import json
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import t as student

import partita
from partita import InputError, figures
from partita.comparison import compare_runs

N, RUNS = 240, 4


def clustered(random, share, truth, hard):
    """A run that is right for this share of the easy objects, and for half of it of the hard."""
    right = random.random(len(truth)) < share * np.where(hard, 0.5, 1.0)
    return np.where(right, truth, (truth + random.integers(1, 3, len(truth))) % 3)


@pytest.fixture
def sample():
    random = np.random.default_rng(3)
    truth = np.repeat([0, 1, 2], N // 3)
    hard = random.random(N) < 0.3
    runs = {
        "a": [clustered(random, share, truth, hard) for share in (0.9, 0.85, 0.95, 0.8)],
        "b": [clustered(random, share, truth, hard) for share in (0.7, 0.75, 0.72)],
        "ward": [clustered(random, 0.6, truth, hard)],
    }
    return truth, runs


def analysis_of_variance(hits):
    """Parts of the variance of a run's mean, by the mean squares of objects × runs.

    E[MS objects] = σe² + R σo², E[MS runs] = σe² + n σs², E[MS rest] = σe² (Searle, Casella and
    McCulloch 1992), and the mean over n objects has the variance σo²/n + σs² + σe²/n.
    """
    runs, n = len(hits), len(hits[0])
    rows = [[Fraction(int(x)) for x in row] for row in hits]
    grand = sum(map(sum, rows)) / (runs * n)
    of_run = [sum(row) / n for row in rows]
    of_object = [sum(column) / runs for column in zip(*rows, strict=True)]
    ms_runs = n * sum((x - grand) ** 2 for x in of_run) / (runs - 1)
    ms_objects = runs * sum((x - grand) ** 2 for x in of_object) / (n - 1)
    rest = sum(
        (x - of_run[r] - of_object[i] + grand) ** 2
        for r, row in enumerate(rows)
        for i, x in enumerate(row)
    )
    ms_rest = rest / ((runs - 1) * (n - 1))
    return (
        float((ms_objects - ms_rest) / (runs * n)),
        float((ms_runs - ms_rest) / n),
        float(ms_rest / n),
    )


def test_parts_of_a_mean_over_objects_are_those_of_the_analysis_of_variance(sample):
    # purity is the share of objects in the majority of their cluster as long as that is its class
    truth, runs = sample
    found = compare_runs(truth, runs, "purity", deterministic="ward")
    hits = [run == truth for run in runs["a"]]
    assert found.runs["value"][:RUNS] == pytest.approx([hit.mean() for hit in hits])
    expected = analysis_of_variance(hits)
    assert found.parts["part"][:3].tolist() == ["objects", "seeds", "both"]
    assert found.parts["variance"][:3] == pytest.approx(expected, rel=1e-9)
    assert found.parts["share"][:3].sum() == pytest.approx(1)
    row = found.table.row(0)
    assert (row["method"], row["runs"]) == ("a", RUNS)
    assert row["value"] == pytest.approx(np.mean(hits))
    assert row["error"] ** 2 == pytest.approx(expected[0] + sum(expected[1:]) / RUNS)


def test_the_difference_of_two_means_over_objects(sample):
    # variance over objects of the difference of each object's mean hits, and that of the seeds
    truth, runs = sample
    found = compare_runs(truth, runs, "purity", deterministic="ward")
    (row,) = (x for x in found.differences.rows() if (x["first"], x["second"]) == ("a", "b"))
    a, b = (np.array([run == truth for run in runs[name]], dtype=float) for name in "ab")
    gap = a.mean(axis=0) - b.mean(axis=0)
    seeds = [analysis_of_variance(one)[1] / len(one) for one in (a, b)]
    assert row["value"] == pytest.approx(gap.mean())
    assert row["error"] ** 2 == pytest.approx(
        gap.var(ddof=1) / N + max(0, seeds[0]) + max(0, seeds[1])
    )
    reach = student.ppf(0.975, row["freedom"]) * row["error"]
    assert (row["low"], row["high"]) == pytest.approx((row["value"] - reach, row["value"] + reach))
    assert row["p_value"] == pytest.approx(
        2 * student.sf(row["value"] / row["error"], row["freedom"])
    )


def test_the_posterior_is_that_of_the_correlated_t_test(sample):
    # Benavoli et al. (2017): variance (1/R + ρ/(1 - ρ)) s² with ρ = common / total variance
    truth, runs = sample
    found = compare_runs(truth, runs, "purity", deterministic="ward")
    objects, seeds, both = found.parts["variance"][:3]
    s2 = np.var(found.runs["value"][:RUNS], ddof=1)
    assert seeds + both == pytest.approx(s2)
    rho = objects / (objects + s2)
    assert found.table["error"][0] ** 2 == pytest.approx((1 / RUNS + rho / (1 - rho)) * s2)
    gap = found.differences.row(0)
    row = found.probabilities(0.03).row(0)
    scaled = [(x - gap["value"]) / gap["error"] for x in (-0.03, 0.03)]
    below, upto = student.cdf(scaled, gap["freedom"])
    assert row["second_better"] == pytest.approx(below)
    assert row["equivalent"] == pytest.approx(upto - below)
    assert row["first_better"] == pytest.approx(1 - upto)


def test_how_many_runs_are_enough(sample):
    truth, runs = sample
    found = compare_runs(truth, runs, deterministic="ward")
    enough = {}
    for row in found.table.rows():
        parts = [part for part in found.parts.rows() if part["method"] == row["method"]]
        objects, seeds, both = (part["variance"] for part in parts)
        enough[row["method"]] = row["enough"]
        if row["runs"] == 1 or row["enough"] is None:
            assert row["runs"] == 1 or parts[0]["low"] == 0
            continue

        def error(count, objects=objects, between=seeds + both):
            return (objects + between / count) ** 0.5

        assert 0.95 * error(row["enough"]) <= objects**0.5 < 0.95 * error(row["enough"] - 1)
        count = found.runs_for(row["method"], 0.1)
        assert 2 <= count < 200
        # Student's t and Satterthwaite's degrees of freedom, as for the mean itself
        for k, fits in ((count, True), (count - 1, False)):
            if k < 2:
                continue
            between = (seeds + both) / k
            freedom = (objects + between) ** 2 / (between**2 / (k - 1) + objects**2 / (N - 1))
            assert (student.ppf(0.975, freedom) * error(k) <= 0.1) == fits
    assert enough["ward"] == 1
    assert any(count is not None and count > 1 for count in enough.values())
    assert found.runs_for("a", 1e-4) is None  # the objects alone give a wider interval
    with pytest.raises(InputError, match="'ward' has no seed"):
        found.runs_for("ward", 0.1)
    with pytest.raises(InputError, match="no method is called 'c'; there are 'a', 'b', 'ward'"):
        found.runs_for("c", 0.1)
    with pytest.raises(InputError, match="half_width must be a positive number; got 0"):
        found.runs_for("a", 0)
    with pytest.raises(InputError, match="margin must be a number of at least 0"):
        found.probabilities(-1)


def test_two_runs_leave_two_degrees_of_freedom(sample):
    # with Satterthwaite's number alone, 91% of the intervals of two runs hold in simulations
    truth, runs = sample
    found = compare_runs(truth, {"a": runs["a"][:2], "b": runs["b"]})
    row = found.table.row(0)
    assert row["high"] - row["low"] >= 2 * student.ppf(0.975, 2) * row["error"] * (1 - 1e-12)
    assert found.differences["freedom"][0] <= 2


def test_methods_without_a_seed_are_compared_as_two_clusterings(sample):
    truth, runs = sample
    single = {"a": runs["a"][:1], "b": runs["b"][:1]}
    found = compare_runs(truth, single, deterministic=["a", "b"])
    row = found.differences.row(0)
    pair = partita.difference("adjusted_rand", truth, runs["a"][0], runs["b"][0])
    assert {key: row[key] for key in ("value", "low", "high", "p_value")} == {
        key: getattr(pair, key) for key in ("value", "low", "high", "p_value")
    }
    score = partita.confidence_interval("adjusted_rand", truth, runs["a"][0])
    assert (found.table["low"][0], found.table["high"][0]) == (score.low, score.high)


def test_runs_that_do_not_vary_have_intervals_too(sample):
    truth, _ = sample
    found = compare_runs(truth, {"a": [truth, truth], "b": [truth % 2, truth % 2]}, "rand")
    assert 0.9 < found.table["low"][0] < found.table["high"][0] == 1.0
    assert found.differences["low"][0] < found.differences["value"][0]
    assert "The score of a run does not vary." in found.summary[0]


def test_lower_is_better_and_seeds_have_names(sample):
    truth, runs = sample
    named = {name: {str(10 + k): run for k, run in enumerate(own)} for name, own in runs.items()}
    found = compare_runs(truth, named, "variation_of_information", deterministic="ward")
    assert found.table["method"].tolist() == ["a", "b", "ward"]
    assert (np.diff(found.table["value"]) > 0).all()
    assert (found.differences["value"] > 0).all()
    assert found.runs["run"][:RUNS].tolist() == ["10", "11", "12", "13"]


def test_groups_are_the_units_if_they_are_given(sample):
    truth, runs = sample
    donors = np.arange(N) % 12
    found = compare_runs(truth, runs, "purity", deterministic="ward", groups=donors)
    assert (found.units, found.unit) == (12, "groups")
    # the score is a mean over groups of equal size, so these are the units of the analysis
    hits = np.array([run == truth for run in runs["a"]], dtype=float)
    means = np.array([[row[donors == d].mean() for d in range(12)] for row in hits])
    covariance = np.cov(means) / 12
    common = (covariance.sum() - np.trace(covariance)) / (RUNS * (RUNS - 1))
    assert found.parts["variance"][0] == pytest.approx(max(0, common))


def test_very_many_kinds_of_objects_are_listed_one_by_one(monkeypatch, sample):
    truth, runs = sample
    whole = compare_runs(truth, runs, deterministic="ward")
    monkeypatch.setattr("partita.comparison.draws.samples.MOST_KINDS", 5)
    blocks = compare_runs(truth, runs, deterministic="ward")
    assert blocks.parts["variance"] == pytest.approx(whole.parts["variance"])


def test_weights_are_counts_of_objects(sample):
    truth, runs = sample
    twice = compare_runs(truth, runs, deterministic="ward", weights=np.full(N, 2))
    listed = {name: [np.repeat(run, 2) for run in own] for name, own in runs.items()}
    same = compare_runs(np.repeat(truth, 2), listed, deterministic="ward")
    assert twice.parts["variance"] == pytest.approx(same.parts["variance"])


def test_it_prints_draws_and_turns_into_plain_values(sample):
    truth, runs = sample
    found = compare_runs(truth, runs, deterministic="ward")
    text = str(found)
    assert "95% intervals over 240 objects and seeds" in text
    assert "a: adjusted_rand" in text
    assert "further runs reduce the standard error by less than 5%" in text
    assert list(found.to_frame().columns) == list(found.table)
    plain = json.loads(json.dumps(found.to_dict()))
    assert [row["method"] for row in plain["methods"]] == ["a", "b", "ward"]
    assert len(plain["runs"]) == 8
    assert "<table" in found._repr_html_()
    drawn = figures.runs(found)
    assert [text for _, text in drawn.y.ticks] == ["a", "b", "ward"]
    assert "a: " in drawn.description
    split = figures.variance_parts(found)
    assert split.description.startswith("a: objects ")


def test_a_data_frame_has_a_column_per_seed(sample):
    pandas = pytest.importorskip("pandas")
    truth, runs = sample
    frame = pandas.DataFrame({10 + k: run for k, run in enumerate(runs["a"])})
    found = compare_runs(truth, {"a": frame, "b": runs["b"]})
    assert found.runs["run"][:RUNS].tolist() == ["10", "11", "12", "13"]
    listed = compare_runs(truth, {"a": runs["a"], "b": runs["b"]})
    assert found.table["value"].tolist() == listed.table["value"].tolist()


def test_runs_of_scikit_learn():
    cluster = pytest.importorskip("sklearn.cluster")
    datasets = pytest.importorskip("sklearn.datasets")
    data, truth = datasets.load_iris(return_X_y=True)
    runs = {
        "kmeans": [
            cluster.KMeans(8, n_init=1, init="random", random_state=k).fit_predict(data)
            for k in range(6)
        ],
        "ward": [cluster.AgglomerativeClustering(3).fit_predict(data)],
    }
    found = compare_runs(truth, runs, deterministic="ward")
    assert found.table["method"].tolist() == ["ward", "kmeans"]
    assert found.differences["p_value"][0] < 0.05


@pytest.mark.parametrize(
    ("runs", "options", "message"),
    [
        ([[0, 1]], {}, "runs must map names to labels"),
        ({"a": [[0, 1, 1]]}, {}, r"runs\['a'\] holds 1 run: .* write deterministic='a'"),
        ({"a": [0, 1, 1]}, {}, r"runs\['a'\] is one labeling, not a list of labelings"),
        ({"a": np.zeros(3)}, {}, r"runs\['a'\] must be a list of labelings.*found ndarray"),
        ({"a": []}, {}, r"runs\['a'\] holds no run"),
        ({"a": [[0, 1, 1]] * 2}, {"deterministic": "a"}, "says that all runs are the same"),
        ({"a": [[0, 1, 1]] * 2}, {"deterministic": "b"}, "deterministic names 'b'"),
        ({"a": [[0, 1, 1], [0, 1]]}, {}, r"'a\[1\]'"),
        ({"a": [[0, 1, 1]] * 2}, {"weights": [0.5, 1, 1]}, "fractional weights are not counts"),
    ],
)
def test_errors_say_what_to_write(runs, options, message):
    with pytest.raises(InputError, match=message):
        compare_runs([0, 0, 1], runs, **options)
