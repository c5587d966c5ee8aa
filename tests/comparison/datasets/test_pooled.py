"""Random effects over data sets, by hand with fractions; and where differences come from."""

import json
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import chi2, ttest_1samp
from scipy.stats import t as student

import partita
from partita import InputError, figures
from partita.comparison import compare, compare_runs, pool_datasets


def by_hand(values, variances):
    """DerSimonian and Laird (1986, section 3) in exact arithmetic: τ², weights, mean, Q."""
    weights = [1 / v for v in variances]
    mean = sum(w * y for w, y in zip(weights, values, strict=True)) / sum(weights)
    q = sum(w * (y - mean) ** 2 for w, y in zip(weights, values, strict=True))
    scale = sum(weights) - sum(w * w for w in weights) / sum(weights)
    between = max(Fraction(0), (q - (len(values) - 1)) / scale)
    weights = [1 / (v + between) for v in variances]
    mean = sum(w * y for w, y in zip(weights, values, strict=True)) / sum(weights)
    spread = sum(w * (y - mean) ** 2 for w, y in zip(weights, values, strict=True))
    return between, weights, mean, q, spread


def test_dersimonian_and_laird_by_hand():
    values = [Fraction(1, 10), Fraction(3, 10), Fraction(6, 10), Fraction(2, 10)]
    errors = [Fraction(1, 10), Fraction(1, 10), Fraction(2, 10), Fraction(1, 20)]
    between, weights, mean, q, spread = by_hand(values, [e * e for e in errors])
    assert between > 0
    # w = 100, 100, 25, 400; mean 1.35/6.25 = 0.216; Q by hand
    assert q == Fraction(100) * Fraction(116, 1000) ** 2 + 100 * Fraction(84, 1000) ** 2 + (
        25 * Fraction(384, 1000) ** 2 + 400 * Fraction(16, 1000) ** 2
    )
    given = {str(k): pair for k, pair in enumerate(zip(values, errors, strict=True))}
    found = pool_datasets(
        {name: tuple(map(float, pair)) for name, pair in given.items()},
        method="dersimonian-laird",
    )
    row = found.table.row(0)
    assert row["value"] == pytest.approx(float(mean))
    assert row["between"] ** 2 == pytest.approx(float(between))
    assert row["homogeneity_p"] == pytest.approx(chi2.sf(float(q), 3))
    shares = [float(w / sum(weights)) for w in weights]
    assert found.datasets["weight"] == pytest.approx(shares)
    # Hartung and Knapp: the spread of the weighted differences, here above that of known variances
    factor = max(1.0, float(spread / 3))
    error = (factor / float(sum(weights))) ** 0.5
    assert row["error"] == pytest.approx(error)
    reach = student.ppf(0.975, 3) * error
    assert (row["low"], row["high"]) == pytest.approx((float(mean) - reach, float(mean) + reach))
    assert row["p_value"] == pytest.approx(2 * student.sf(float(mean) / error, 3))
    # Higgins, Thompson and Spiegelhalter (2009): k - 2 degrees of freedom
    new = student.ppf(0.975, 2) * (error**2 + float(between)) ** 0.5
    assert row["new_high"] == pytest.approx(float(mean) + new)


@pytest.mark.parametrize("method", ["paule-mandel", "dersimonian-laird"])
def test_equal_errors_give_the_t_test_of_the_differences(method):
    # then τ² = s² - v for both estimates, and the interval is that of Student's t
    values = [0.1, 0.3, 0.25, 0.02, 0.4]
    found = pool_datasets({str(k): (x, 0.05) for k, x in enumerate(values)}, method=method)
    row = found.table.row(0)
    assert row["between"] ** 2 == pytest.approx(np.var(values, ddof=1) - 0.05**2)
    test = ttest_1samp(values, 0)
    assert row["p_value"] == pytest.approx(test.pvalue)
    assert (row["low"], row["high"]) == pytest.approx(tuple(test.confidence_interval()))


def test_paule_and_mandel_of_two_data_sets_in_closed_form():
    # (y1 - y2)² / (v1 + v2 + 2 τ²) = 1
    found = pool_datasets({"a": (0.5, 0.1), "b": (0.1, 0.2)})
    assert found.table["between"][0] ** 2 == pytest.approx((0.16 - 0.01 - 0.04) / 2)
    assert np.isnan(found.table["new_low"][0])
    assert found.to_dict()["pairs"][0]["new_low"] is None
    assert "on a new data set" not in found.summary[0]


def test_no_interval_exceeds_what_the_measure_can_differ_by():
    # with two data sets Student's t has one degree of freedom: 12.7 standard errors each way
    truth = np.arange(60) % 3
    wrong = {name: np.where(np.arange(60) < size, 0, truth) for name, size in (("a", 3), ("b", 40))}
    found = pool_datasets(
        {
            "one": compare(truth, wrong),
            "two": compare(truth, wrong | {"b": np.where(np.arange(60) < 9, 0, truth)}),
            "three": compare(truth, {"a": wrong["b"], "b": wrong["a"]}),
        }
    ).table.row(0)
    assert (found["new_low"], found["new_high"]) == (-1.5, 1.5)  # ARI is from -0.5 to 1
    assert -1.5 <= found["low"] < found["value"] < found["high"] <= 1.5
    numbers = pool_datasets({"one": (0.5, 0.1), "two": (-0.5, 0.1), "three": (9.0, 0.1)})
    assert numbers.table.row(0)["new_high"] > 20  # of an unknown measure


def test_equal_differences_vary_no_more_than_their_errors():
    found = pool_datasets({"a": (0.2, 0.1), "b": (0.2, 0.2), "c": (0.2, 0.1)})
    row = found.table.row(0)
    assert row["between"] == 0
    assert row["value"] == pytest.approx(0.2)
    assert row["error"] == pytest.approx((100 + 25 + 100) ** -0.5)
    assert row["homogeneity_p"] == pytest.approx(1)


def results():
    random = np.random.default_rng(5)
    found = {}
    for k, n in enumerate((150, 400, 90, 250)):
        truth = random.integers(0, 3, n)
        sides = {
            name: np.where(random.random(n) < share, truth, random.integers(0, 3, n))
            for name, share in (("good", 0.9), ("fair", 0.7), ("poor", 0.5))
        }
        found[f"set {k}"] = truth, sides
    return found


def test_comparisons_give_the_differences_of_every_two_methods():
    given = results()
    found = pool_datasets({name: compare(*sides) for name, sides in given.items()}, "v_measure")
    assert found.measure == "v_measure"
    pairs = list(zip(found.table["first"], found.table["second"], strict=True))
    assert sorted(pairs) == [("fair", "poor"), ("good", "fair"), ("good", "poor")]
    for row in found.datasets.rows():
        truth, sides = given[row["dataset"]]
        one = partita.difference("v_measure", truth, sides[row["first"]], sides[row["second"]])
        assert row["value"] == pytest.approx(one.value)
        assert row["error"] == pytest.approx(one.standard_error)
    alone = {
        name: partita.difference("v_measure", truth, sides["fair"], sides["good"])
        for name, (truth, sides) in given.items()
    }
    same = pool_datasets(alone)
    assert (same.table["first"][0], same.table["second"][0]) == ("b", "a")
    assert same.table["value"][0] == pytest.approx(found.pair("good", "fair")["value"])


def test_lower_is_better_and_summaries_of_runs():
    given = results()
    found = pool_datasets({name: compare(*sides) for name, sides in given.items()}, "VI")
    assert (found.table["value"] > 0).all()
    assert set(found.table["first"][found.table["second"] == "poor"]) == {"good", "fair"}
    runs = {
        name: compare_runs(
            truth, {"x": [sides["good"], sides["fair"]], "y": [sides["poor"], sides["fair"]]}
        )
        for name, (truth, sides) in given.items()
    }
    pooled = pool_datasets(runs)
    for row in pooled.datasets.rows():
        own = runs[row["dataset"]].differences.row(0)
        assert (abs(row["value"]), row["error"]) == (abs(own["value"]), own["error"])


def test_it_prints_draws_and_turns_into_plain_values():
    found = pool_datasets({name: compare(*sides) for name, sides in results().items()})
    text = str(found)
    assert "by Paule and Mandel, intervals by Hartung and Knapp" in text
    assert "adjusted_rand: good is better than poor by" in text
    assert len(json.loads(json.dumps(found.to_dict()))["datasets"]) == 12
    assert "<table" in found._repr_html_()
    assert list(found.to_frame().columns) == list(found.table)
    drawn = figures.forest(found, first="poor", second="good")
    assert [text for _, text in drawn.y.ticks][-1] == "mean"
    assert drawn.x.label == "adjusted_rand: how much better good is than poor"
    shares = found.probabilities(0.05).row(0)
    assert sum(value for key, value in shares.items() if key not in ("first", "second")) == 1
    with pytest.raises(InputError, match="no pair of 'good' and 'best'; there are 'good'"):
        found.plot(first="good", second="best")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"a": (0.1, 0.1)}, "results must map two or more data sets"),
        ([(0.1, 0.1)], "results must map two or more data sets"),
        ({"a": (0.1, 0.1), "b": 0.2}, "data set 'b' must hold a Comparison"),
        ({"a": (0.1, 0.1), "b": (0.2, -1)}, "data set 'b' must hold a Comparison"),
        ({"a": (0.1, 0.1), "b": (float("nan"), 1)}, "data set 'b' must hold a Comparison"),
        ({"a": (0.1, 0.1), "b": (0.0, 0.0)}, "data set 'b': the difference of 'a' and 'b' is 0"),
    ],
)
def test_errors_say_what_to_write(given, message):
    with pytest.raises(InputError, match=message):
        pool_datasets(given)


def test_data_sets_need_the_same_methods_and_measure():
    (truth, sides), *_ = results().values()
    whole = compare(truth, sides)
    with pytest.raises(InputError, match=r"data set 'b' has the methods 'fair', 'good', and 'a'"):
        pool_datasets({"a": whole, "b": compare(truth, {k: sides[k] for k in ("good", "fair")})})
    with pytest.raises(InputError, match="data set 'b': it has a single prediction"):
        pool_datasets({"a": whole, "b": compare(truth, {"good": sides["good"]})})
    one = partita.difference("rand", truth, sides["good"], sides["fair"], draws=99)
    other = partita.difference("purity", truth, sides["good"], sides["fair"], draws=99)
    with pytest.raises(InputError, match="differences by 'purity' and 'rand'"):
        pool_datasets({"a": one, "b": other})
    with pytest.raises(InputError, match="method"):
        pool_datasets({"a": one, "b": one}, method="fixed")
