"""A comparison as text, Markdown, LaTeX, HTML, JSON, a dictionary and a frame."""

import json
import math

import pytest
from printed_tables import IRIS, labels

import partita
from partita import figures
from partita.comparison import compare, sweep

HOSTILE = "</td><script>alert(1)</script>_&$"


@pytest.fixture
def found():
    truth, prediction = labels(IRIS)
    return compare(truth, {"k_means": prediction, HOSTILE: truth}, measures=["rand", "ARI"])


def test_text_has_a_row_per_measure(found):
    first, _, head, rand, _ = str(found).splitlines()
    assert first == "truth: truth (n = 150); * marks the best value of each measure"
    assert head.startswith("measure        better")
    assert rand.split() == ["rand", "higher", "0.8797", "1.0000*"]


def test_text_marks_no_best_value_if_all_are_equal():
    found = compare([0, 0, 1], {"a": [0, 0, 1], "b": [1, 1, 0]}, measures="rand")
    assert str(found).splitlines()[0] == "truth: truth (n = 3)"
    assert "*" not in str(found)


def test_a_lower_distance_is_marked_as_best():
    found = compare([0, 0, 1, 1], {"a": [0, 0, 1, 1], "b": [0, 1, 0, 1]}, measures="VI")
    assert str(found).splitlines()[-1].split() == [
        "variation_of_information",
        "lower",
        "0.0000*",
        "1.3863",
    ]


def test_a_wide_frame_has_a_row_per_measure_and_a_column_per_prediction():
    found = compare([0, 0, 1, 1], {"a": [0, 0, 1, 1], "b": [0, 1, 0, 1]}, measures=["rand", "VI"])
    frame = found.to_frame(wide=True)
    assert (frame.index.name, list(frame.index)) == (
        "measure",
        ["rand", "variation_of_information"],
    )
    assert list(frame.columns) == ["a", "b"]
    # rand of b: of 6 pairs, 2 are apart in both; VI: two entropies of log 2
    assert frame.loc["rand"].tolist() == [1.0, 2 / 6]
    assert frame.loc["variation_of_information"].tolist() == [0.0, 2 * math.log(2)]
    assert {str(kind) for kind in frame.dtypes} == {"float64"}


def test_a_wide_frame_has_nan_where_a_measure_has_no_value():
    found = compare([0, 0], {"one": [0, 1], "two": [0, 0]}, measures=["fager_mcgowan", "rand"])
    without = {(one.measure, one.prediction) for one in found.scores if one.value is None}
    assert ("fager_mcgowan", "one") in without
    frame = found.to_frame(wide=True)
    assert {(m, p) for m in frame.index for p in frame if frame.isna().loc[m, p]} == without


def test_the_representation_counts_measures_and_predictions(found):
    assert repr(found) == "<Comparison: 2 measures of 2 predictions against truth>"


def test_names_cannot_leave_their_cell_in_html(found):
    text = found._repr_html_()
    assert "<script>" not in text
    assert "&lt;script&gt;" in text
    assert text.count("<tr>") == 4  # the head, two measures, and the full name of one clustering


def test_names_cannot_leave_their_cell_in_latex(found):
    text = found.to_latex()
    assert r"k\_means" in text
    assert r"\_\&\$" in text
    assert text.count(r"\\") == 3


def test_json_follows_the_published_schema(found):
    document = json.loads(found.to_json())
    assert (document["schema"], document["n"], document["truth"]) == (1, 150, "truth")
    assert document["results"][0] == {
        "prediction": "k_means",
        "measure": "rand",
        "value": found["k_means", "rand"].value,
    }


def test_a_dictionary_is_flat(found):
    flat = found.to_dict()
    assert list(flat)[:2] == ["k_means/rand", "k_means/adjusted_rand"]
    assert all(type(value) is float for value in flat.values())
    truth, prediction = labels(IRIS)
    assert list(compare(truth, prediction, measures="rand").to_dict()) == ["rand"]


def test_a_frame_has_a_row_per_score(found):
    frame = found.to_frame()
    columns = ["prediction", "measure", "better", "value", "cv0", "cv1", "dcv"]
    assert list(frame.columns) == columns
    assert set(frame.dtypes[columns[3:]].map(str)) == {"float64"}
    assert len(frame) == 4


def test_sizes_vary_alike_in_method_frame_and_json(found):
    # three classes of 50 do not vary; 50, 62 and 38 do, by sqrt(((12)^2 + (-12)^2) / 2) / 50 = .24
    own = found.size_variation("k_means")
    assert (own.cv0, own.cv1, own.dcv) == (0.0, 0.24, 0.24)
    frame = found.to_frame()
    assert frame.loc[frame["prediction"] == "k_means", "cv1"].tolist() == [0.24, 0.24]
    assert json.loads(found.to_json())["size_variation"] == [
        {"prediction": "k_means", "cv0": 0.0, "cv1": 0.24, "dcv": 0.24},
        {"prediction": HOSTILE, "cv0": 0.0, "cv1": 0.0, "dcv": 0.0},
    ]


def test_a_single_group_has_no_variation():
    found = compare([0, 0, 1], [0, 0, 0], measures="rand")
    assert json.loads(found.to_json())["size_variation"][0]["dcv"] is None
    assert found.to_frame()[["cv1", "dcv"]].isna().all(axis=None)


def test_markdown_is_a_table(found):
    assert found.to_markdown().splitlines()[0].startswith("| measure | better | k_means |")


def test_intervals_and_p_values_appear_where_asked_for():
    truth, prediction = labels(IRIS)
    found = compare(
        truth, prediction, measures="rand", confidence=0.95, null="permutation", draws=199
    )
    score = found["rand"]
    assert score.low < score.value < score.high
    assert score.interval == (score.estimate.low, score.estimate.high)
    assert score.z > 5
    assert score.p_value <= 0.05
    assert f"[{score.low:.4f}, {score.high:.4f}] p≤0.005" in str(
        found
    )  # none of 199 tables is as good
    record = json.loads(found.to_json())["results"][0]
    assert [record["low"], record["high"], record["p_value"]] == [
        score.low,
        score.high,
        score.p_value,
    ]
    assert set(found.to_dict()) == {
        "rand", "rand/low", "rand/high", "rand/expected", "rand/z", "rand/p_value",
        "rand/p_adjusted",
    }  # fmt: skip
    assert record["at_floor"] is True
    assert {"low", "high", "p_value"} <= set(found.to_frame().columns)


def test_unregistered_measures_are_shown_like_others(tmp_path):
    # results hold the measures themselves, and do not look them up by name
    own, truth = partita.adjusted("rand"), [0, 0, 1, 1, 2, 2] * 10
    worse = [label % 2 for label in truth]
    found = compare(truth, {"a": truth, "b": worse}, measures=own)
    assert found["a", own.name] == found["a", own]
    found.report(tmp_path / "report.html")
    assert figures.leaderboard(found.ranks(own, draws=9)).x.label.endswith("higher is better")
    swept = sweep(truth, {3: truth, 2: worse}, measures=own, draws=9)
    assert str(swept).endswith(swept.preference(own.name))
    swept.report(tmp_path / "sweep.html")
    assert own.name in (tmp_path / "sweep.html").read_text()
    assert figures.lines(swept).marks
