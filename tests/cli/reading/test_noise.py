"""The noise label of the command line, which is text, among typed labels."""

from __future__ import annotations

import json
import math

import pytest

from partita import rand, v_measure

pytest.importorskip("duckdb")
pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")


@pytest.mark.parametrize(
    ("clusters", "text"),
    [
        ([-1, -1, 1, 1, 2], "-1"),
        ([-1.0, -1.0, 1.5, 1.5, 2.0], "-1"),
        ([-1.0, -1.0, 1.5, 1.5, 2.0], "-1.0"),
        ([2**53 + 1] * 2 + [2**53] * 2 + [2], "9007199254740993"),
        ([True, True, False, False, False], "True"),
        ([b"-1", b"-1", b"a", b"a", b"b"], "-1"),
    ],
)
@pytest.mark.parametrize("policy", ["singletons", "drop"])
def test_noise_is_the_label_with_this_text(tmp_path, run, clusters, text, policy):
    """Classes are text and clusters of HDBSCAN are the numbers -1, 0, 1, …"""
    truth = ["x", "x", "-1", "y", "y"]
    parquet.write_table(pyarrow.table({"t": truth, "p": clusters}), tmp_path / "x.parquet")
    asked = ("--truth", "t", "--prediction", "p", f"--noise={text}", "--noise-as", policy)
    status, printed, _ = run(
        "score", str(tmp_path / "x.parquet"), *asked, "--measure", "rand", "--format", "json"
    )
    sides = {"truth": text if text == "-1" else None, "prediction": clusters[0]}
    expected = rand(truth, clusters, noise=sides, noise_as=policy)
    assert (status, json.loads(printed)["results"][0]["value"]) == (0, expected)


def test_a_noise_label_that_does_not_occur_is_noted(tmp_path, run):
    table = pyarrow.table({"t": [1, 1, 2], "p": [1, 1, 2], "q": ["1", "1", "2"]})
    parquet.write_table(table, tmp_path / "x.parquet")
    asked = ("score", str(tmp_path / "x.parquet"), "--truth", "t", "--measure", "rand")
    status, _, said = run(*asked, "--prediction", "p", "--noise=x", "--noise-as", "drop")
    assert (status, "no label is 'x', so --noise changes nothing" in said) == (0, True)
    assert run(*asked, "--prediction", "p", f"--noise={'9' * 5000}")[0] == 0
    status, _, said = run(*asked, "--prediction", "p", "--noise=None", "--missing", "drop")
    assert (status, "no label is 'None', so --noise changes nothing" in said) == (0, True)


@pytest.mark.parametrize("policy", ["singletons", "drop", "cluster"])
def test_every_prediction_has_noise_of_its_own_type(tmp_path, run, policy):
    columns = {
        "t": ["x", "x", "-1", "y", "y", None],
        "p": [-1, -1, 0, 1, 10, 2],
        "q": ["x", "x", "y", "y", "-1", "-1"],
        "r": [-1.0, 0.0, -0.0, 1.5, 1.5, math.nan],
    }
    parquet.write_table(pyarrow.table(columns), tmp_path / "x.parquet")
    asked = ("score", str(tmp_path / "x.parquet"), "--truth", "t", "--format", "json")
    asked += ("--noise=-1", "--noise-as", policy, "--missing", "category", "--measure", "rand", "V")
    status, printed, _ = run(*asked, "--prediction", "p", "q", "r")
    assert status == 0
    together = [result["value"] for result in json.loads(printed)["results"]]
    noise = {"p": -1, "q": "-1", "r": -1.0}
    for at, (name, label) in enumerate(noise.items()):
        options = {"noise": {"truth": "-1", "prediction": label}, "noise_as": policy}
        for k, measure in enumerate((rand, v_measure)):
            expected = measure(columns["t"], columns[name], missing="category", **options)
            assert together[2 * at + k] == expected
