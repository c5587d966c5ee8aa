"""Every sentence of the verdict appears where it is true, only there, and has its numbers."""

import pickle
import re
from itertools import combinations

import numpy as np
import pytest
from printed_tables import IRIS, LECTURE, clean, labels, larger, together

import partita
from partita import Contingency, significance
from partita.base.wording import Spoken, brief, number_text, three
from partita.comparison import compare
from partita.comparison.counting.columns import Columns
from partita.comparison.plane import CELLS
from partita.comparison.ranking.letters import letters
from partita.comparison.ranking.ranking import Ranking
from partita.comparison.report_data import report_data
from partita.comparison.verdict.best import _tests_of, leading_measure, rank_or_reason
from partita.comparison.verdict.beyond_chance import BOUND, chance_verdict
from partita.comparison.verdict.clustering import grade, hard_verdicts
from partita.results import Significance


def verdicts_on(comparison, topic):
    return [one for one in comparison.verdict if one.topic == topic]


def only(comparison, topic):
    (one,) = verdicts_on(comparison, topic)
    return one


def topics(comparison):
    return [one.topic for one in comparison.verdict]


def random_labels(seed=0, n=300):
    random = np.random.default_rng(seed)
    return random.integers(0, 4, n), random.integers(0, 7, n)


# One clustering


def test_a_good_clustering_shows_excellent_agreement():
    found = only(compare(*clean()), "agreement")
    ari = partita.adjusted_rand(*clean())
    expected = "prediction shows excellent agreement with truth on Steinley's (2004) scale ("
    assert found.sentence.startswith(f"{expected}adjusted_rand = ")
    assert found.evidence["adjusted_rand"] == ari > 0.9
    assert found.references == ("steinley2004",)


@pytest.mark.parametrize(
    ("value", "word"),
    # Steinley (2004), p. 391: above 0.90 excellent, 0.80 good, 0.65 moderate, below poor
    [
        (0.91, "excellent"),
        (0.89, "good"),
        (0.79, "moderate"),
        (0.64, "poor"),
        (-0.2, "poor"),
    ],
)
def test_words_follow_steinley(value, word):
    assert grade(value, value) == word


def test_an_interval_across_two_grades_names_both():
    assert grade(0.6, 0.7) == "poor to moderate"
    truth, prediction = labels(larger([[0, 44, 18], [50, 0, 0], [0, 4, 34]], 3))
    found = only(compare(truth, prediction, confidence=0.95, draws=199), "agreement")
    assert found.evidence["low"] < found.evidence["adjusted_rand"] < found.evidence["high"]
    assert grade(found.evidence["low"], found.evidence["high"]) == "poor to moderate"
    assert "shows poor to moderate agreement with truth" in found.sentence
    assert "95% interval" in found.sentence


def test_an_interval_across_three_grades_has_no_word():
    assert grade(0.6, 0.81) is None
    few = compare(["a"] * 5 + ["b"] * 5, [0, 0, 0, 0, 1, 1, 1, 1, 1, 0], confidence=0.95)
    sentence = only(few, "agreement").sentence
    start = "The interval of prediction is too wide for a word of Steinley's (2004) scale"
    assert sentence.startswith(start)
    assert not any(word in sentence for word in ("poor", "moderate", "good", "excellent"))


def test_more_than_chance_comes_with_p():
    found = only(compare(*labels(IRIS)), "chance")
    assert found.sentence.startswith("prediction is significantly better than chance")
    assert found.evidence["p"] == 1 / 10_000  # no random table of 9,999 agrees as well
    assert found.evidence["expected"] == 0


def test_a_random_clustering_is_not_better_than_chance_and_nothing_else_is_claimed():
    comparison = compare(*random_labels())
    assert topics(comparison) == ["agreement", "chance"]
    assert "is not significantly better than chance" in only(comparison, "chance").sentence
    assert only(comparison, "chance").evidence["p"] > 0.05


def test_a_test_that_was_asked_for_is_quoted():
    comparison = compare(*labels(IRIS), null="permutation", draws=49)
    assert only(comparison, "chance").evidence["tables"] == 49


def test_merged_split_and_balanced():
    truth = np.repeat([0, 1, 2, 3], 50)
    merged, split = truth // 2, np.arange(200) // 25
    assert "merged more than split" in only(compare(truth, merged), "balance").sentence
    assert "split more than merged" in only(compare(truth, split), "balance").sentence
    balanced = only(compare(*clean()), "balance")
    assert "are balanced" in balanced.sentence
    h, c = (balanced.evidence[name] for name in ("homogeneity", "completeness"))
    assert abs(h - c) <= 0.05


def test_the_class_that_is_split_is_named():
    truth = np.repeat(["whole", "cut", "fine"], 60)
    prediction = np.r_[[0] * 60, [1] * 30, [2] * 30, [3] * 60]
    comparison = compare(truth, prediction)
    found = only(comparison, "classes")
    assert "comes from class cut (50% in one of its 2 clusters)." in found.sentence
    assert found.evidence["loss_share"] == pytest.approx(1)
    assert found.evidence["recall_1"] == 0.5
    assert not verdicts_on(comparison, "clusters")  # all are pure


def test_the_cluster_that_is_mixed_is_named():
    truth = np.repeat(["a", "b", "c"], 60)
    prediction = np.r_[["ab"] * 120, ["c"] * 60]
    comparison = compare(truth, prediction)
    found = only(comparison, "clusters")
    assert "comes from cluster ab (50% a, 2 classes)." in found.sentence
    assert not verdicts_on(comparison, "classes")


# Limits


def test_perfect_agreement():
    truth = np.repeat([0, 1, 2], 20)
    comparison = compare(truth, truth)
    assert topics(comparison) == ["agreement", "chance"]
    assert "is identical to truth: each of its clusters is one of the 3 classes" in str(
        comparison.verdict[0]
    )


@pytest.mark.parametrize(
    ("truth", "prediction", "phrase"),
    [
        ([0, 0, 1, 1], [7, 7, 7, 7], "puts all objects into one cluster"),
        ([0, 0, 1, 1], [0, 1, 2, 3], "puts no two objects into one cluster"),
        (
            [0, 0, 0, 0],
            [0, 0, 1, 1],
            "is compared with a single class, which it splits into 2 clusters",
        ),
        ([0, 1, 2, 3], [0, 0, 1, 1], "a truth in which no two objects share a class"),
        ([0], [0], "is identical to truth: one cluster, one class"),
        ([0, 1], [0, 1], "is identical to truth: each of its clusters is one of the 2 classes"),
    ],
)
def test_limit_cases_are_named(truth, prediction, phrase):
    (found,) = compare(truth, prediction).verdict
    assert phrase in found.sentence
    assert found.evidence


def test_a_measure_without_a_value_is_named():
    # The adjusted mutual information counts objects; fractional weights are not counts
    comparison = compare(*clean(), weights=np.linspace(0.1, 1, 300))
    found = only(comparison, "undefined")
    assert "adjusted_mutual_information has no value for prediction: " in found.sentence
    assert found.evidence == {"undefined": 1.0, "asked": float(len(comparison.scores))}
    assert not verdicts_on(comparison, "chance")  # weights cannot be drawn


# Several


def test_the_best_is_named_with_its_p():
    truth = np.repeat([0, 1, 2], 100)
    bad = np.random.default_rng(0).permutation(truth)
    found = only(compare(truth, {"bad": bad, "good": clean()[1]}), "best")
    assert found.prediction is None
    assert found.sentence.startswith("good is best by adjusted_rand")
    assert ", significantly better than bad (" in found.sentence
    assert found.evidence["p"] < 0.05
    assert found.evidence["tied"] == 0


def test_a_lead_that_chance_explains_is_not_significant():
    truth = np.repeat([0, 1, 2], 100)
    one, two = truth.copy(), truth.copy()
    one[:20] = 1
    two[100:121] = 2
    found = only(compare(truth, {"one": one, "two": two}), "best")
    assert found.sentence.startswith("one has the highest adjusted_rand")
    assert "but is not significantly better than two (p = " in found.sentence
    assert "best" not in found.sentence
    assert found.evidence["p"] > 0.05


def test_clusterings_with_equal_scores_are_called_equal():
    truth, prediction = clean()
    found = only(compare(truth, {"a": prediction, "b": prediction + 7}), "best")
    assert found.sentence.startswith("a and b are equal in adjusted_rand")


def test_the_first_measure_ranks_if_adjusted_rand_is_missing():
    truth, predictions = together(a=LECTURE, b=LECTURE[::-1])
    comparison = compare(truth, predictions, measures=["v_measure", "rand"])
    assert leading_measure(comparison).label == "v_measure"
    assert leading_measure(compare(truth, predictions)).label == "adjusted_rand"


def test_fractional_weights_leave_the_order_untested():
    truth, prediction = clean()
    comparison = compare(
        truth, {"a": prediction, "b": truth // 2}, weights=np.linspace(0.1, 1, len(truth))
    )
    assert isinstance(rank_or_reason(comparison), str)
    found = only(comparison, "best")
    assert "significance was not tested: resampling draws objects" in str(found)


# Soft


def memberships(certain=0.8):
    truth = np.repeat([0, 1, 2], 20)
    return truth, np.full((60, 3), (1 - certain) / 2) + np.eye(3)[truth] * (3 * certain - 1) / 2


def test_a_fuzzy_clustering_is_graded_by_its_mean():
    truth, degrees = memberships()
    comparison = compare(truth, {"fuzzy": partita.Fuzzy(degrees)}, measures="adjusted_rand")
    (found,) = comparison.verdict
    assert found.evidence["adjusted_rand"] == comparison["adjusted_rand"].value
    assert "on average over the possible hard clusterings" in found.sentence


def test_a_rough_clustering_shows_its_interval():
    truth = np.repeat([0, 1], 10)
    sets = np.eye(2, dtype=bool)[truth]
    sets[:2] = True
    comparison = compare(truth, {"rough": partita.Rough(sets)}, measures=["rand", "v_measure"])
    (found,) = comparison.verdict
    assert found.evidence["low"] < found.evidence["v_measure"] < found.evidence["high"]
    assert found.sentence.endswith("higher is better.")


def test_a_soft_clustering_among_hard_ones_is_ordered_but_not_tested():
    truth, degrees = memberships()
    both = {"fuzzy": partita.Fuzzy(degrees), "hard": truth}
    found = only(compare(truth, both, measures="adjusted_rand"), "best")
    assert found.sentence.startswith("hard has the highest adjusted_rand")
    assert "not tested" in found.sentence


# All verdicts


@pytest.mark.parametrize("seed", range(6))
def test_every_sentence_has_its_numbers(seed):
    random = np.random.default_rng(seed)
    truth = random.integers(0, 4, 120)
    moved = np.where(random.random(120) < 0.3 * seed / 5, random.integers(0, 5, 120), truth)
    comparison = compare(
        truth, {"a": moved, "b": truth // 2, "c": truth * 2 + random.integers(0, 2, 120)}
    )
    assert comparison.verdict
    for one in comparison.verdict:
        assert one.evidence
        assert all(
            isinstance(value, (int, float)) and np.isfinite(value)
            for value in one.evidence.values()
        )
        assert re.search(r"\d", one.sentence)
        assert one.sentence.endswith(".")
        assert pickle.loads(pickle.dumps(one)) == one
        assert set(one.references) <= partita_references()


def partita_references():
    from partita.report.formats.references import bibliography

    return bibliography().keys()


def test_long_names_are_cut_and_control_characters_escaped():
    truth = np.repeat(["x" * 10_000, "\x1b[31mred"], 30)
    prediction = np.r_[[0] * 15, [1] * 15, [0] * 15, [1] * 15]
    prediction[:3] = 1
    name = "n" * 9_000
    for one in compare(truth, {name: prediction, "other\n": truth}).verdict:
        assert len(one.sentence) < 600
        assert one.sentence.isprintable()


def test_names_and_numbers_in_sentences():
    assert brief("a" * 100, 11) == "aaaaaaa" + "…" + "aaa"
    assert three(0.99999) == "0.9999"
    assert three(1.0) == "1"
    assert three(-1e-9) == "-1.0e-09"  # as in tables
    assert three(-0.0) == "0.000"


def test_a_sentence_shows_no_zero_that_the_table_does_not():
    for value in (0.0004, -0.0004, 0.00021, -0.00021, 3e-7, -3e-7, 1e-17):
        shown = three(value), number_text(value), f"{Spoken(value):.3f}", f"{Spoken(value):.4f}"
        assert all(float(text) for text in shown), shown
        assert len({text.startswith("-") for text in shown}) == 1
    assert {three(0.0), three(-0.0), f"{Spoken(-0.0):.3f}"} == {"0.000"}
    assert number_text(-0.0) == "0.0000"
    rng = np.random.default_rng(1)
    found = compare(rng.integers(0, 4, 4000), rng.integers(0, 4, 4000))
    assert -0.0005 < found["adjusted_rand"].value < 0  # three decimals would be -0.000
    shown = number_text(found["adjusted_rand"].value)
    for text in (only(found, "agreement").sentence, str(found.advice[0])):
        assert f"adjusted_rand = {shown}" in text


# What a report adds


def test_reports_add_cheap_intervals_and_chance():
    comparison = compare(*labels(IRIS))
    found = report_data(comparison)
    score = found.comparison["adjusted_rand"]
    assert score.value == comparison["adjusted_rand"].value
    assert score.low < score.value < score.high
    assert found.chance["prediction", "adjusted_rand"] == 0
    # Σ_j E[max_i n_ij]/n of random labels: positive, below what the clustering reaches
    assert 0 < found.chance["prediction", "purity"] < comparison["purity"].value
    assert any("added by the report" in remark for remark in found.remarks)
    assert found.ranking is None


def test_reports_keep_intervals_that_were_asked_for():
    comparison = compare(*labels(IRIS), confidence=0.9, draws=99, measures="rand")
    assert report_data(comparison).comparison is comparison


def test_what_is_expensive_is_left_out_with_a_remark():
    random = np.random.default_rng(0)
    truth, prediction = random.integers(0, 400, 20_000), random.integers(0, 400, 20_000)
    comparison = compare(truth, prediction, measures=["adjusted_rand", "purity"])
    assert comparison.table().nnz > CELLS
    found = report_data(comparison)
    assert found.comparison is comparison
    assert found.chance == {("prediction", "adjusted_rand"): 0}
    assert any("No intervals" in remark for remark in found.remarks)


def test_limit_cases_have_their_value_as_chance():
    comparison = compare([0, 0, 1, 1], [5, 5, 5, 5], measures=["purity", "v_measure"])
    assert report_data(comparison).chance == {
        ("prediction", "purity"): 0.5,
        ("prediction", "v_measure"): 0.0,
    }


def test_verdicts_are_ordered_for_reading():
    comparison = compare(*labels(IRIS))
    assert topics(comparison) == ["agreement", "chance", "balance", "classes", "clusters"]
    table = comparison.table()
    assert [one.topic for one in hard_verdicts("p", "t", table, (), 0)] == topics(comparison)


def test_another_null_model_is_named():
    truth, prediction = labels(IRIS)
    found = only(compare(truth, prediction, null="fixed_number", draws=49), "chance")
    assert "two random partitions with the same numbers of groups reach" in found.sentence


def test_p_is_bounded_if_drawing_takes_long():
    random = np.random.default_rng(0)
    truth = random.integers(0, 2_000, 30_000)
    prediction = np.where(random.random(30_000) < 0.5, truth, random.permutation(truth))
    found = only(compare(truth, prediction, measures="adjusted_rand"), "chance")
    z = found.evidence["z"]
    assert found.evidence["p"] == 1 / (1 + z * z)  # Cantelli, for the exact mean and deviation
    assert "by Cantelli's inequality" in found.sentence
    apart = only(compare(truth, random.permutation(truth), measures="adjusted_rand"), "chance")
    assert "is not significantly better than chance" in apart.sentence


@pytest.mark.parametrize(
    ("z", "said"),
    [(3.0, "A bound on p does not show that a is"), (-1.0, "a is not significantly")],
)
def test_a_large_bound_on_p_proves_nothing(z, said):
    # z = 3 leaves p <= 1/10 by Cantelli, while a normal law has p = 0.001
    bound = 1 / (1 + z * z) if z > 0 else 1.0
    found = Significance("adjusted_rand", z / 100, 0.0, 0.01, z, bound, BOUND, (), 0, None)
    sentence = chance_verdict("a", Contingency.from_matrix([[3, 1], [1, 3]]), found).sentence
    assert sentence.startswith(f"{said} better than chance: ")


def test_none_of_many_random_clusterings_is_significant():
    # p of each is uniform: uncorrected, one of 24 would be below 0.05 in 71 of 100 cases
    random = np.random.default_rng(4)
    truth = random.integers(0, 3, 90)
    names = [f"r{k}" for k in range(24)]
    comparison = compare(truth, {name: random.integers(0, 3, 90) for name in names})
    found = [one for one in comparison.verdict if one.topic == "chance"]
    assert {one.evidence["tests"] for one in found} == {24}
    assert min(significance("adjusted_rand", truth, comparison.counted[n].pair.prediction.codes)
               .p_value for n in names) < 0.05  # fmt: skip
    assert all("is not significantly better than chance" in one.sentence for one in found)
    assert all("corrected for 24 clusterings" in one.sentence for one in found)


def test_a_good_clustering_among_many_is_significant():
    random = np.random.default_rng(3)
    truth = random.integers(0, 3, 90)
    others = {f"r{k}": random.integers(0, 3, 90) for k in range(12)}
    for options in ({}, {"null": "permutation", "draws": 19}):  # 19 are too few for 13 tests
        found = compare(truth, {"good": truth, **others}, measures="adjusted_rand", **options)
        (chance,) = [one for one in found.verdict if one.topic == "chance"][:1]
        assert chance.prediction == "good"
        assert chance.sentence.startswith("good is significantly better than chance")


def test_letters_beyond_z_do_not_look_like_ties():
    # the letter after z is a2, which is not a
    names = [f"m{k}" for k in range(28)]
    pairs = list(combinations(names, 2))
    differences = Columns(
        {"first": [a for a, _ in pairs], "second": [b for _, b in pairs],
         "p_adjusted": np.full(len(pairs), 0.001), "at_floor": np.full(len(pairs), fill_value=True)}
    )  # fmt: skip
    groups = letters(28, combinations(range(28), 2))
    table = Columns({"prediction": names, "group": groups})
    ranking = Ranking("adjusted_rand", table, differences, 0.95, 1999, 0)
    numbers, tied, p = _tests_of(ranking, ["m0"])
    assert numbers["tied"] == 0
    assert tied == []
    assert p == "largest p ≤ 0.001, corrected for 378 comparisons"


def test_a_spread_loss_says_only():
    random = np.random.default_rng(0)
    truth = np.repeat(np.arange(100), 30)
    prediction = np.where(random.random(3_000) < 0.8, truth, random.integers(0, 100, 3_000))
    found = only(compare(truth, prediction, measures="adjusted_rand"), "classes")
    assert re.match(r"Only \d% of the completeness lost", found.sentence)
    assert found.evidence["loss_share"] < 0.1


def test_chance_is_tested_on_as_many_tables_as_by_compare():
    truth, prediction = labels(IRIS)
    found = only(compare(truth, prediction), "chance")
    asked = compare(truth, prediction, measures="adjusted_rand", null="permutation").scores[0]
    assert found.evidence["p"] == asked.p_value == 1 / 10_000
    assert "p ≤ 0.0001 from 9,999 random tables" in found.sentence
