"""`partita score`: output on stdout, messages on stderr, and the exit status."""

import csv
import io
import json
import sys

import pytest
from command_line import COARSE, TRUTH

import partita

CV = 0.5**0.5 / 2.5  # of sizes 3 and 2


@pytest.fixture
def score(run, labels):
    def call(*arguments, truth="truth"):
        return run("score", labels, "--truth", truth, "--prediction", *arguments)

    return call


def test_the_table_has_a_row_per_measure_and_a_column_per_clustering(score):
    status, out, err = score("good", "coarse", "--measure", "rand", "VI")
    assert (status, err) == (0, "")
    assert out == (
        "truth: truth (n = 5)\n\n"
        "measure                   better    good  coarse\n"
        "rand                      higher  1.0000  0.4000\n"
        "variation_of_information  lower   0.0000  0.6730\n"
    )


def test_json_follows_the_published_schema(score):
    status, out, err = score("good", "coarse", "--measure", "rand", "--format", "json")
    assert (status, err) == (0, "")
    assert json.loads(out) == {
        "schema": 1,
        "n": 5,
        "truth": "truth",
        "results": [
            {"prediction": "good", "measure": "rand", "value": 1.0},
            {"prediction": "coarse", "measure": "rand", "value": 0.4},
        ],
        # classes of 3 and 2, as the clusters of good: standard deviation √0.5 over mean 2.5
        "size_variation": [
            {"prediction": "good", "cv0": CV, "cv1": CV, "dcv": 0.0},
            {"prediction": "coarse", "cv0": CV, "cv1": None, "dcv": None},
        ],
    }


def test_csv_has_a_row_per_score_at_full_precision(score):
    _, out, _ = score("coarse", "--measure", "purity", "f_measure", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [(row["prediction"], row["measure"]) for row in rows] == [
        ("coarse", "purity"),
        ("coarse", "f_measure"),
    ]
    assert float(rows[1]["value"]) == partita.f_measure(TRUTH, COARSE)


def test_markdown_is_a_table(score):
    _, out, _ = score("good", "--measure", "rand", "--format", "markdown")
    assert out == "| measure | better | good |\n| --- | --- | --: |\n| rand | higher | 1.0000 |\n"


def test_headline_measures_are_the_default(score):
    _, out, _ = score("good", "--format", "json")
    shown = [result["measure"] for result in json.loads(out)["results"]]
    assert shown == [m.name for m in partita.MEASURES.values() if m.headline]


def test_predictions_may_be_given_in_several_options(score):
    _, out, _ = score("good", "--prediction", "coarse", "--measure", "rand", "--format", "csv")
    assert [line.split(",")[0] for line in out.splitlines()[1:]] == ["good", "coarse"]


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--truth", "truth"),
        ("--weights", "weight"),
        ("--noise", "-1"),
        ("--noise-as", "drop"),
        ("--missing", "drop"),
        ("--delimiter", ","),
        ("--format", "csv"),
    ],
)
def test_an_option_with_one_value_is_given_once(score, option, value):
    given = [] if option == "--truth" else [option, value]
    status, out, err = score("good", *given, option, value)
    assert (status, out) == (2, "")
    assert f"argument {option}: given twice, and takes one value" in err


def test_measures_have_a_name_symbol_or_alias_and_count_once(score):
    asked = ["adjusted_rand", "ARI", "adjusted_rand_score", "V"]
    _, out, _ = score("good", "--measure", *asked, "--format", "csv")
    assert [line.split(",")[1] for line in out.splitlines()] == [
        "measure",
        "adjusted_rand",
        "v_measure",
    ]


def test_options_of_a_measure_follow_a_colon(score):
    measures = ["v_measure:beta=0.5", "NMI:average=min", "v_measure:beta=inf"]
    _, out, _ = score("gaps", "--missing", "drop", "--measure", *measures, "--format", "json")
    results = json.loads(out)["results"]
    assert [result["options"] for result in results] == [
        {"beta": 0.5},
        {"average": "min"},
        {"beta": "inf"},
    ]
    _, out, _ = score("coarse", "--measure", "pair_f_measure:beta=2", "--format", "csv")
    assert out.splitlines()[1].startswith("coarse,pair_f_measure:beta=2.0,")
    expected = partita.pair_f_measure(TRUTH, COARSE, beta=2)
    assert float(out.splitlines()[1].rpartition(",")[2]) == expected


def test_a_missing_label_is_refused_with_row_and_column(score, labels):
    status, out, err = score("good", "gaps")
    assert (status, out) == (2, "")
    assert err.startswith(f"partita: error: {labels}, line 4 (row 3), column 'gaps': the field is")


@pytest.mark.parametrize("policy", ["drop", "singletons", "category"])
def test_missing_labels_follow_the_policy(score, policy):
    status, out, err = score("gaps", "--missing", policy, "--measure", "rand", "--format", "json")
    gaps = ["1", "1", None, "2", "2"]
    assert status == 0
    assert json.loads(out)["results"][0]["value"] == partita.rand(TRUTH, gaps, missing=policy)
    assert err == ("partita: gaps: 1 of 5 rows left out\n" if policy == "drop" else "")


def test_clusterings_of_different_objects_show_their_number(score):
    arguments = ["good", "gaps", "--missing", "drop", "--measure", "rand"]
    _, out, _ = score(*arguments, "--format", "json")
    document = json.loads(out)
    assert document["n"] == 5
    assert ["n" in result for result in document["results"]] == [False, True]
    assert document["results"][1]["n"] == 4
    _, out, _ = score(*arguments)
    assert out.startswith("truth: truth (good = 5, gaps = 4)\n")


@pytest.mark.parametrize("policy", ["singletons", "drop", "cluster"])
def test_noise_follows_the_policy(score, policy):
    arguments = ["--noise", "-1", "--noise-as", policy, "--measure", "rand", "--format", "json"]
    _, out, _ = score("noisy", *arguments)
    expected = partita.rand(TRUTH, ["0", "0", "-1", "1", "-1"], noise="-1", noise_as=policy)
    assert json.loads(out)["results"][0]["value"] == expected


@pytest.mark.parametrize(
    ("column", "weights"), [("weight", [2, 1, 1, 3, 1]), ("share", [0.5, 0.25, 0.5, 1.0, 1.0])]
)
def test_weights_come_from_a_column(score, column, weights):
    _, out, _ = score("coarse", "--weights", column, "--measure", "rand", "--format", "json")
    document = json.loads(out)
    assert document["results"][0]["value"] == partita.rand(TRUTH, COARSE, weights=weights)
    assert document["n"] == sum(weights)


@pytest.mark.parametrize(
    ("threshold", "status", "message"),
    [
        ("rand=0.4", 0, ""),
        ("rand=0.41", 1, "partita: rand of coarse is 0.4000, worse than 0.41\n"),
        ("VI=0.7", 0, ""),
        ("VI=0.6", 1, "partita: variation_of_information of coarse is 0.6730, worse than 0.6\n"),
        ("v_measure:beta=2=0.1", 1, "partita: v_measure:beta=2.0 of coarse is 0.0000, worse than"),
    ],
)
def test_a_missed_threshold_is_exit_status_one(score, threshold, status, message):
    found, out, err = score("coarse", "--fail-under", threshold, "--measure", "purity")
    assert found == status
    assert err.startswith(message)
    assert threshold.rpartition("=")[0].replace("VI", "variation").split(":")[0] in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["god"], "no column 'god'; did you mean 'good'?"),
        (["good", "good"], "--prediction names a column twice"),
        (["good", "--measure", "adjusted_rnd"], "'adjusted_rnd'; did you mean 'adjusted_rand'"),
        (["good", "--measure", "rand:beta=1"], "rand has no option 'beta'; its options: none"),
        (["good", "--measure", "V:bet=1"], "v_measure has no option 'bet'; its options: beta"),
        (["good", "--measure", "V:beta=x"], "beta of v_measure must be a number, found 'x'"),
        (["coarse", "--measure", "V:beta=-1"], "beta must be a number from 0 to infinity"),
        (["coarse", "--measure", "NMI:average=mid"], "average must be one of"),
        (["good", "--fail-under", "rand"], "expected NAME=VALUE such as rand=0.8, found 'rand'"),
        (["good", "--fail-under", "rand=nan"], "expected NAME=VALUE"),
        (["good", "--noise-as", "drop"], "--noise-as needs --noise"),
        (["good", "--weights", "truth"], "column 'truth': 'a' is not a weight; expected a number"),
        (["good", "--delimiter", "::"], "--delimiter: expected one character or tab, found '::'"),
        (["good", "--format", "yaml"], "invalid choice: 'yaml'"),
        (["good", "--missing", "keep"], "invalid choice: 'keep'"),
        (["good", "--mesure", "rand"], "no option is called '--mesure'; did you mean '--measure'?"),
        (["good", "--qqqqqqqqq"], "no option is called '--qqqqqqqqq'; --help lists them"),
        (["good", "--confidence", "95"], "must be a number between 0 and 1, such as 0.95; got 95"),
        (["good", "--confidence", "high"], "argument --confidence: invalid float value: 'high'"),
        (["good", "--null", "none such"], "null must be"),
        (["good", "--confidence", "0.9", "--method", "boca"], "method must be one of"),
        (["good", "--confidence", "0.9", "--seed", "-1"], "--seed: expected an integer from 0"),
        (["good", "--confidence", "0.9", "--draws", "0"], "draws must be an integer of at least 2"),
        (["good", "--groups", "gaps", "--confidence", "0.9"], "column 'gaps': the field is empty"),
    ],
)
def test_wrong_use_is_exit_status_two_with_a_remedy(score, arguments, message):
    status, out, err = score(*arguments)
    assert (status, out) == (2, "")
    assert message in err


def test_nothing_left_to_count_is_refused(score):
    status, out, err = score("noisy", "--noise", "a", "--noise-as", "drop", truth="truth")
    assert status == 0  # b is left
    status, out, err = score("coarse", "--noise", "1", "--noise-as", "drop")
    assert (status, out) == (2, "")
    assert "nothing is left to compare" in err


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (("1e-200", "0.5"), "weights[0] is 1e-200, outside 2**-400 to 2**400: multiply or divide"),
        (("0.5", "1e200"), "weights[1] is 1e+200, outside 2**-400 to 2**400: multiply or divide"),
        (("1", str(2**64)), f"weights[1] is {2**64}, beyond 2**63 - 1: divide all weights"),
        ((str(2**62), str(2**62)), "a cell would hold 2**63 objects or more"),
    ],
)
def test_weights_out_of_range_are_bad_input_not_a_missed_threshold(run, tmp_path, weights, message):
    path = tmp_path / "labels.csv"
    one, other = weights
    path.write_text(f"t,p,w\na,1,{one}\na,1,{other}\nb,2,1\n", encoding="utf-8")
    arguments = ["--truth", "t", "--prediction", "p", "--weights", "w", "--fail-under", "rand=0"]
    status, out, err = run("score", str(path), *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("partita: error: ")
    assert message in err


@pytest.mark.parametrize("error", [ValueError, OverflowError])
def test_errors_of_the_kernel_are_bad_input_not_a_missed_threshold(score, monkeypatch, error):
    def refuses(*_, **__):
        raise error("too much")

    monkeypatch.setattr("partita.comparison.counting.counting.count_pair", refuses)
    status, out, err = score("good", "coarse", "--fail-under", "rand=0")
    assert (status, out) == (2, "")
    assert err == "partita: error: prediction 'good': too much\n"


def test_a_fault_of_partita_is_neither_a_missed_threshold_nor_bad_input(score, monkeypatch):
    def broken(*_, **__):
        raise RuntimeError("a fault")

    monkeypatch.setattr("partita.comparison.counting.counting.count_pair", broken)
    status, out, err = score("good", "--fail-under", "rand=0")
    assert (status, out) == (70, "")
    assert "RuntimeError: a fault" in err
    assert err.endswith("partita: this is a fault of partita, not of your data: please report it\n")


def test_a_missed_threshold_mentions_an_interval_that_includes_it(run, tmp_path):
    path = tmp_path / "labels.csv"
    rows = [f"{i % 2},{(i % 2) ^ (i % 7 == 0)}" for i in range(200)]
    path.write_text("\n".join(["t,p", *rows]) + "\n", encoding="utf-8")
    arguments = ("score", str(path), "--truth", "t", "--prediction", "p", "--measure", "rand")
    _, out, _ = run(*arguments, "--confidence", "0.95", "--format", "json")
    (result,) = json.loads(out)["results"]
    just_above = (result["value"] + result["high"]) / 2
    status, _, err = run(*arguments, "--confidence", "0.95", "--fail-under", f"rand={just_above}")
    assert status == 1
    low, high = (f"{result[end]:.4f}" for end in ("low", "high"))
    assert err.endswith(f", which its interval {low} to {high} includes\n")
    status, _, err = run(*arguments, "--confidence", "0.95", "--fail-under", "rand=0.999")
    assert (status, err.endswith("worse than 0.999\n")) == (1, True)


def test_intervals_chance_and_p_are_absent_unless_asked_for(score):
    asked = ("coarse", "good", "--measure", "purity", "rand", "--format", "json")
    keys = {"prediction", "measure", "value"}
    found = json.loads(score(*asked)[1])
    assert set(found) == {"schema", "n", "truth", "results", "size_variation"}
    assert set(found["results"][0]) == keys
    asked += ("--draws", "99")
    found = json.loads(score(*asked, "--confidence", "0.9")[1])
    assert set(found["results"][0]) == keys | {"low", "high", "method"}
    assert (found["confidence"], found["seed"]) == (0.9, 0)
    found = json.loads(score(*asked, "--null", "permutation", "--seed", "5")[1])
    chance = {"expected", "p_value", "p_adjusted", "at_floor", "null"}
    assert set(found["results"][2]) - {"z"} == keys | chance
    assert "confidence" not in found
    assert found["seed"] == 5


def test_the_table_shows_p_after_correction_for_all_tests(score):
    asked = ("good", "coarse", "--measure", "rand", "ARI", "--null", "permutation")
    results = json.loads(score(*asked, "--format", "json")[1])["results"]
    _, out, _ = score(*asked)
    for result in results:
        assert f"p={result['p_adjusted']:.2g}" in out
    # two groups of 3 and 2 objects on both sides: 1 of C(5, 2) = 10 arrangements agrees
    assert results[0]["p_value"] == 0.1
    assert results[0]["p_adjusted"] == pytest.approx(0.4)
    assert "corrected for 4 tests by Holm's method" in " ".join(out.split())


def test_the_numbers_are_the_same_as_in_python(score):
    asked = ("good", "coarse", "--confidence", "0.9", "--draws", "99", "--seed", "7")
    _, out, _ = score(*asked, "--format", "json")
    predictions = {"good": ["x", "x", "x", "y", "y"], "coarse": COARSE}
    found = partita.compare(TRUTH, predictions, confidence=0.9, draws=99, rng=7)
    document = json.loads(found.to_json())
    assert json.loads(out) == document


def test_a_noise_label_that_does_not_occur_is_noted(score):
    status, out, err = score("good", "--noise", "-2", "--measure", "rand")
    assert (status, err) == (0, "partita: no label is '-2', so --noise changes nothing\n")
    assert "1.0000" in out


def test_a_measure_without_a_value_is_undefined_not_a_number(score):
    arguments = ["coarse", "--measure", "minkowski_score", "rand"]
    status, out, err = score(*arguments, "--format", "json", truth="id")
    assert status == 0
    assert [result["value"] for result in json.loads(out)["results"]] == [None, 0.0]
    assert err.startswith("partita: coarse: minkowski_score has no value here: ")
    assert "undefined" in score(*arguments, truth="id")[1]
    status, _, err = score(*arguments, "--fail-under", "minkowski_score=9", truth="id")
    assert status == 1
    assert "minkowski_score of coarse is undefined, worse than 9" in err


def test_stdin_and_delimiters(run, monkeypatch):
    content = "t;p\na;1\nb;2\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content.encode())))
    options = ["--truth", "t", "--prediction", "p", "--delimiter", ";", "--measure", "rand"]
    status, out, _ = run("score", "-", *options)
    assert status == 0
    assert "1.0000" in out


def test_a_file_of_another_kind_is_refused_unopened(run, tmp_path):
    path = str(tmp_path / "labels.pkl")
    status, out, err = run("score", path, "--truth", "t", "--prediction", "p")
    assert (status, out) == (2, "")
    assert "files of type .pkl are not opened" in err


def test_hostile_names_are_escaped(run, tmp_path):
    path = tmp_path / "labels.csv"
    path.write_text("t,\x1b[2J\na,1\nb,2\n", encoding="utf-8")
    arguments = ["score", str(path), "--truth", "t", "--measure", "rand", "--prediction"]
    _, out, _ = run(*arguments, "\x1b[2J")
    assert "\x1b" not in out
    _, _, err = run(*arguments, "\x1b[3J")
    assert "\x1b" not in err


def test_a_clustering_of_groups_is_drawn_by_group(run, tmp_path):
    path = tmp_path / "donors.csv"
    lines = [f"{i % 3},{(i + i // 20) % 3},d{i // 6}" for i in range(120)]
    path.write_text("\n".join(["t,p,donor", *lines]) + "\n", encoding="utf-8")
    arguments = ("score", str(path), "--truth", "t", "--prediction", "p", "--measure", "rand")
    ends = []
    for extra in ((), ("--groups", "donor")):
        _, out, _ = run(*arguments, "--confidence", "0.9", *extra, "--format", "json")
        (result,) = json.loads(out)["results"]
        ends.append((result["low"], result["high"]))
    assert ends[0] != ends[1]
