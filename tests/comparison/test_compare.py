"""`compare`: values, look-up, options, errors."""

import json
import pickle
import warnings

import numpy as np
import pytest
from printed_tables import IRIS, WU_I, WU_II, labels, together
from sklearn.metrics import adjusted_rand_score, v_measure_score

import partita
from partita import InputError
from partita.comparison import compare
from partita.figures.ranges import ranges


def test_headline_measures_are_the_default():
    truth, prediction = labels(IRIS)
    found = compare(truth, prediction)
    assert [one.measure for one in found.measures] == [
        m for m in partita.MEASURES.values() if m.headline
    ]
    assert found["adjusted_rand"].value == partita.adjusted_rand(truth, prediction)
    assert found["ARI"].value == pytest.approx(adjusted_rand_score(truth, prediction), abs=1e-14)
    assert found["V"].value == pytest.approx(v_measure_score(truth, prediction), abs=1e-14)


def test_no_two_headline_measures_are_the_same_row():
    """V with beta 1 is NMI with the arithmetic average (Becker 2011), so only V is shown."""
    rng = np.random.default_rng(3)
    truth, prediction = rng.integers(0, 4, 60), rng.integers(0, 6, 60)
    truth[:30] = prediction[:30] % 4  # some agreement
    found = compare(truth, prediction)
    values = [round(one.value, 12) for one in found.scores]
    assert len(set(values)) == len(values)
    nmi = partita.normalized_mutual_information(truth, prediction)
    assert found["v_measure"].value == pytest.approx(nmi, abs=1e-15)


def test_published_values_of_two_clusterings():
    # Wu, Xiong and Chen (2009), Table 4, and Table 5 for VD_n; exact fractions where rational
    truth, predictions = together(I=WU_I, II=WU_II)
    asked = ["purity", "rand", "normalized_van_dongen", ("conditional_entropy", {"base": 2})]
    found = compare(truth, predictions, measures=asked)
    assert found["I", "purity"].value == 23 / 25
    assert found["II", "rand"].value == 6 / 7
    assert found["II", "normalized_van_dongen"].value == 10 / 41
    assert found["I", asked[3]].value == pytest.approx(0.274190, abs=1e-6)


def test_options_are_given_as_text_or_as_a_pair():
    truth, prediction = labels(IRIS)
    found = compare(truth, prediction, measures=["v_measure:beta=0.5", "v_measure"])
    expected = partita.v_measure(truth, prediction, beta=0.5)
    assert found["v_measure:beta=0.5"].value == expected
    assert found["prediction", ("V", {"beta": 0.5})].value == expected
    assert len(found.scores) == 2


def test_one_measure_needs_no_list():
    assert len(compare([0, 1], [0, 1], measures="rand").scores) == 1
    assert len(compare([0, 1], [0, 1], measures=("v_measure", {"beta": 2})).scores) == 1
    assert len(compare([0, 1], [0, 1], measures=["rand", "rand", "R"]).scores) == 1


def test_policies_apply_to_every_prediction():
    truth, noisy = [0, 0, 1, 1, 1], [0, 0, 1, 1, -1]
    single = compare(truth, noisy, noise=-1, measures="rand")
    dropped = compare(truth, noisy, noise=-1, noise_as="drop", measures="rand")
    assert single["rand"].value == partita.rand(truth, noisy, noise=-1)
    assert dropped["rand"].value == 1.0
    weighted = compare(truth, noisy, weights=[1, 2, 1, 1, 0], measures="rand")
    assert weighted["rand"].value == partita.rand(truth, noisy, weights=[1, 2, 1, 1, 0])
    assert weighted.table().n == 5


def test_series_give_their_names_and_are_aligned_on_request():
    pandas = pytest.importorskip("pandas")
    truth = pandas.Series(["a", "a", "b"], index=[1, 2, 3], name="cell type")
    turned = pandas.Series([1, 0, 0], index=[3, 2, 1], name="leiden")
    found = compare(truth, turned, measures="rand", align="index")
    assert (found.truth, found.predictions) == ("cell type", ("leiden",))
    assert found["leiden", "rand"].value == 1.0
    with pytest.raises(InputError, match="index"):
        compare(truth, {"one": [0, 0, 1], "leiden": turned})


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_frame_holds_a_prediction_per_column(library):
    frames = pytest.importorskip(library)
    found = compare([0, 0, 1], frames.DataFrame({"a": [5, 5, 6], "b": [1, 2, 2]}), measures="rand")
    assert found.to_dict() == {"a/rand": 1.0, "b/rand": 1 / 3}


def test_a_measure_without_a_value_does_not_stop_the_others():
    # Jaccard is 0/0 on all-singletons against itself only for pairs; Minkowski divides by P = 0
    found = compare([0, 1, 2], [0, 0, 1], measures=["minkowski_score", "rand"])
    assert found["minkowski_score"].value is None
    assert "divides by zero" in str(found["minkowski_score"])
    assert found["rand"].value == 2 / 3
    assert found.to_dict() == {"rand": 2 / 3}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda c: c["four", "rand"], "no prediction is called 'four'; there are 'one', 'two'"),
        (lambda c: c["rand"], "name one of the predictions 'one', 'two'"),
        (lambda c: c["one", "purity"], "'purity' was not asked for; this comparison has rand"),
        (lambda c: c.classes(), "name one of the predictions"),
        (lambda c: c.edits("one", limit=0), "limit must be an integer of at least 1; got 0"),
    ],
)
def test_failed_look_ups_list_the_known_names(call, message):
    found = compare([0, 0, 1], {"one": [0, 0, 1], "two": [0, 1, 1]}, measures="rand")
    with pytest.raises(InputError, match=message):
        call(found)


@pytest.mark.parametrize(
    ("prediction", "options", "message"),
    [
        ({}, {}, "prediction holds 0 clusterings; pass at least 1"),
        ({1: [0, 0], "1": [0, 1]}, {}, "two names that read '1'"),
        ({"x": [0, 1], "y": [0]}, {}, "prediction 'y': truth has 2 labels and prediction 1"),
        ([0, 1], {"measures": []}, "measures is empty"),
        ([0, 1], {"measures": 3}, "expected a measure, its name"),
        ([0, 1], {"measures": ["rand", 3]}, "expected a measure, its name"),
        ([0, 1], {"measures": "v_measure:gamma=1"}, "v_measure has no option 'gamma'"),
        ([0, 1], {"measures": "v_measure:beta=x"}, "beta of v_measure must be a number"),
        ([0, 1], {"measures": ("v_measure", {"b": 1})}, "no option 'b'; its options: beta"),
    ],
)
def test_errors_name_the_argument(prediction, options, message):
    with pytest.raises(InputError, match=message):
        compare([0, 1], prediction, **options)


def test_soft_clusterings_have_the_interval_that_they_leave_open():
    truth = ["a", "a", "b", "b"]
    rough = partita.Rough([{0}, {0}, {0, 1}, {1}])
    found = compare(truth, {"hard": [0, 0, 1, 1], "rough": rough}, measures="rand")
    assert found["hard", "rand"].interval is None
    # the third object in cluster 1 gives 1; in cluster 0 three of six pairs agree
    assert found["rough", "rand"].interval == (0.5, 1.0)
    assert found["rough", "rand"].value == 0.75
    fuzzy = partita.Fuzzy([[1, 0], [1, 0], [0.5, 0.5], [0, 1]])
    mean = compare(truth, fuzzy, measures="rand")["rand"]
    assert (mean.value, mean.interval) == (0.75, None)  # a single number has no interval
    with pytest.raises(InputError, match="confidence is for hard labels"):
        compare(truth, rough, measures="rand", confidence=0.95)
    with pytest.raises(InputError, match="'rough' is soft or was compared with a soft truth"):
        found.classes("rough")
    with pytest.raises(InputError, match="weights is for hard labels"):
        compare(truth, rough, weights=[1, 1, 1, 1])


def test_fuzzy_clusterings_have_the_range_of_most_hard_clusterings():
    truth, hard = np.arange(30) % 2, (np.arange(30) + (np.arange(30) < 4)) % 2
    fuzzy = partita.Fuzzy.normalized(np.eye(2)[truth] + np.random.default_rng(0).random((30, 2)))
    both = {"hard": hard, "fuzzy": fuzzy}
    found = compare(truth, both, measures=["rand", "v_measure"], confidence=0.8)
    for name in ("rand", "v_measure"):
        score, law = found["fuzzy", name], partita.law(name, truth, fuzzy)
        assert score.interval == score.spread == (law.quantile(0.1), law.quantile(0.9))
        assert law.at_most(score.low)[1] >= 0.1
        assert law.at_most(score.high)[1] >= 0.9
        assert score.low < score.value < score.high
        assert score.value == pytest.approx(law.mean, abs=1e-12)
        assert found["hard", name].spread is None
        assert found["hard", name].estimate.confidence == 0.8
        assert f"most hard clusterings from {score.low:.6g} to {score.high:.6g}" in str(score)
    assert "intervals of soft clusterings show what they leave open" in str(found)
    alone = compare(truth, fuzzy, measures="rand", confidence=0.8)
    assert "what they leave open" not in str(alone)
    assert alone["rand"].interval == found["fuzzy", "rand"].interval
    legend = [key.label for key in ranges(found).legend]
    assert legend[2:] == ["80% interval", "what a soft clustering leaves open"]
    with pytest.raises(InputError, match="null is for hard labels"):
        compare(truth, fuzzy, null="permutation")


def test_a_comparison_survives_pickling():
    truth, predictions = together(I=WU_I, II=WU_II)
    found = compare(truth, predictions, measures="rand", noise=4)
    copy = pickle.loads(pickle.dumps(found))
    assert copy.scores == found.scores
    assert str(copy) == str(found)


def test_the_truth_is_read_once():
    class Counting(list):
        reads = 0

        def __iter__(self):
            type(self).reads += 1
            return super().__iter__()

    truth = Counting(["a", "b"] * 50)
    labels_ = np.zeros(100, dtype=int)
    compare(truth, {"a": labels_}, measures="rand")
    alone = Counting.reads
    Counting.reads = 0
    compare(truth, dict.fromkeys("abcdef", labels_), measures="rand")
    assert Counting.reads <= alone


@pytest.mark.parametrize("one", [1, 1.0, np.int64(1), np.float32(1)])
def test_numbers_of_options_are_equal_however_they_are_written(one):
    found = compare([0, 0, 1], [0, 1, 1], measures=[("v_measure", {"beta": one})])
    assert found["v_measure:beta=1"] is found["prediction", ("v_measure", {"beta": 1.0})]
    assert found["v_measure:beta=1.0"] is found["v_measure:beta=1"]
    assert json.loads(found.to_json())["results"][0]["options"] == {"beta": 1.0}
    assert len(compare([0, 1], [0, 1], measures=["V:beta=1", ("V", {"beta": one})]).scores) == 1


EXTREMES = {
    "one object": ([0], [0]),
    "one class": ([0] * 6, [0, 1, 1, 2, 2, 2]),
    "one cluster": ([0, 1, 1, 2, 2, 2], [0] * 6),
    "all alone": (list(range(6)), list(range(6))),
    "alone against one": (list(range(6)), [0] * 6),
}


@pytest.mark.parametrize(("truth", "prediction"), EXTREMES.values(), ids=EXTREMES)
def test_everything_has_an_answer_in_limit_cases(truth, prediction):
    found = compare(truth, {"a": prediction, "b": prediction[::-1]}, confidence=0.95, draws=99,
                    null="permutation")  # fmt: skip
    for score in found.scores:
        assert score.low <= score.value <= score.high
        assert 0 < score.p_value <= 1
    assert found.classes("a").height == len(set(truth))
    assert found.clusters("a").height == len(set(prediction))
    assert found.elements("a").height == len(truth)
    assert all(edit.gain > 0 for edit in found.edits("a"))
    assert found.ranks(draws=99).table["rank"].tolist() == [1, 1]
    assert "{" not in " ".join(map(str, found.advice))
    assert partita.sweep(truth, {1: prediction, 2: prediction[::-1]}).best["v_measure"] == 1


def test_names_of_any_kind_are_found_again():
    found = compare([0, 1], {3: [0, 1], ("a", "b"): [0, 0]}, measures="rand")
    assert found.predictions == ("3", "('a', 'b')")
    assert found[3, "rand"] is found["3", "rand"]
    assert found.classes(("a", "b")).height == 2


def test_a_frame_with_two_columns_of_one_name_is_refused():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame([[0, 1, 0], [1, 1, 0]], columns=["a", "b", "a"])
    with pytest.raises(InputError, match="two columns called 'a': rename one"):
        compare([0, 1], frame)


def test_two_hundred_clusterings():
    random = np.random.default_rng(0)
    truth = random.integers(0, 4, 300)
    many = {k: np.where(random.random(300) < k / 250, truth, 0) for k in range(200)}
    found = compare(truth, many, measures=["ARI", "V"])
    assert len(found.scores) == 400
    some = compare(truth, {k: many[k] for k in range(0, 200, 5)})
    assert int(some.ranks(draws=49).table["prediction"][0]) > 150
    assert found.to_markdown().count("\n") == 202  # a row for each clustering


def test_errors_of_the_kernel_name_the_prediction():
    with pytest.raises(InputError, match="prediction 'b': a cell would hold 2\\*\\*63 objects"):
        compare([0, 0], {"a": [0, 1], "b": [0, 0]}, weights=[2**62, 2**62])


def test_a_frame_is_a_mapping_and_a_lazy_one_must_be_collected():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"a": [0, 0, 1], "b": [0, 1, 1]})
    assert compare([0, 0, 1], frame, measures="rand").predictions == ("a", "b")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(InputError, match=r"prediction is a LazyFrame .* partita\.tabulate"):
            compare([0, 0, 1], frame.lazy())


def test_messages_do_not_list_very_many_predictions():
    many = compare([0, 1], {k: [0, 1] for k in range(50)}, measures="rand")
    with pytest.raises(InputError, match=r"'11', … \(50 in all\)$"):
        many["x", "rand"]
    with pytest.raises(InputError, match="prediction is missing and there are several"):
        many.classes()
    with pytest.raises(InputError, match="expected a prediction and a measure"):
        many["0", "rand", "value"]


def test_more_objects_than_can_be_drawn_are_scored_and_reported_without_draws(tmp_path):
    truth = [0, 0, 1, 1, 2, 2]
    both = {"a": [0, 1, 1, 1, 2, 2], "b": truth}
    found = compare(truth, both, measures="ARI", weights=[2**61] * 6)
    assert found["b", "ARI"].value == 1.0
    assert any("2**63" in one.sentence for one in found.verdict)
    found.report(tmp_path / "report.html")
    assert "No intervals" in (tmp_path / "report.html").read_text("utf-8")
    with pytest.raises(InputError, match=r"weights add up to 2\*\*63 objects or more"):
        found.ranks()


@pytest.mark.parametrize(
    ("weights", "objects", "noise", "unclustered"),
    [
        (None, 20, 10, 10),
        ([1] * 11 + [0] * 9, 11, 1, 1),
        ([2] * 20, 40, 20, 20),
        ([0.5] * 20, 20, 10, 10),
        ([0.5] * 11 + [0.0] * 9, 20, 10, 1),
    ],
)
def test_integer_weights_are_numbers_of_objects(weights, objects, noise, unclustered):
    """Ten objects in clusters of their own and ten of noise; weight 0 removes a cluster."""
    prediction = [*range(10), *[-1] * 10]
    found = partita.compare(["a"] * 10 + ["b"] * 10, prediction, weights=weights, noise=-1)
    (one,) = found.counted.values()
    assert (one.objects, one.noise) == (objects, noise)
    assert (one.table.groups.clusters, one.table.groups.unclustered) == (10, unclustered)
    dropped = partita.compare(
        ["a"] * 10 + ["b"] * 10, prediction, weights=weights, noise=-1, noise_as="drop"
    )
    (one,) = dropped.counted.values()
    assert (one.given, one.left_out) == (objects, noise)


def test_z_is_none_if_chance_has_no_deviation():
    found = compare([0, 0, 1, 1], [0, 0, 0, 1], measures="expected_mutual_information",
                    null="permutation").scores[0]  # fmt: skip
    assert found.z is None
    assert found.details["z"] is None
    assert "z" not in found.numbers
