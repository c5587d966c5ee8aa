"""Sentences do not call noise a cluster, and an undeclared label -1 is noticed."""

import csv
from html import unescape
from pathlib import Path

import numpy as np
import pytest
from pages import page

import partita
from partita.cli import main
from partita.comparison import compare, sweep
from partita.comparison.advice.noise import noise_treatment
from partita.table.groups import Groups

CELLS = Path(partita.__file__).parent / "data" / "cells.csv"
TOLD = "5 clusters, 41 unclustered objects"  # what HDBSCAN found and left out


@pytest.fixture(scope="module")
def cells():
    with CELLS.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return {name: [row[name] for row in rows] for name in rows[0]}


def labels(n=400, k=4, share=0.3, seed=0):
    """A clustering that leaves a share of the objects out."""
    random = np.random.default_rng(seed)
    truth = random.integers(0, k, n)
    found = np.where(random.random(n) < 0.8, truth, random.integers(0, k, n))
    return truth, np.where(random.random(n) < share, -1, found)


def test_clusters_and_noise_are_counted_separately_everywhere(cells):
    found = compare(cells["cell_line"], {"hdbscan": cells["hdbscan"]}, noise="-1")
    assert found.table().groups == Groups(5, 5, unclustered=41)
    assert found.table().shape == (5, 46)  # measures still count single objects
    assert TOLD in repr(found.table())
    assert TOLD in found.table()._repr_html_()
    balance = next(one for one in found.verdict if one.topic == "balance")
    assert TOLD in balance.sentence
    assert (balance.evidence["clusters"], balance.evidence["unclustered"]) == (5, 41)
    text = unescape(page(found))
    assert f"hdbscan: {TOLD} against 5 classes" in text
    assert f"5 classes, {TOLD}" in text
    assert "46 clusters" not in text
    assert "unlabeled" not in text
    assert all("46" not in str(one) for one in found.advice)


def test_words_do_not_change_numbers(cells):
    found = compare(cells["cell_line"], cells["hdbscan"], noise="-1", measures="ARI")
    alone = [k if name == "-1" else name for k, name in enumerate(cells["hdbscan"])]
    alone = [str(name) if isinstance(name, str) else f"single {name}" for name in alone]
    assert found["ARI"].value == partita.adjusted_rand(cells["cell_line"], alone)


def test_classes_count_their_clusters_and_unclustered_objects():
    truth = ["a"] * 6 + ["b"] * 4
    prediction = [0, 0, 1, -1, -1, -1, 1, 1, -1, -1]
    classes = compare(truth, prediction, noise=-1).classes()
    assert classes["pieces"].tolist() == [2, 1]
    assert classes["unclustered"].tolist() == [3, 2]
    assert [tuple(row) for row in classes["clusters"]] == [((0, 2), (1, 1)), ((1, 2),)]
    clusters = compare(truth, prediction, noise={"truth": "b"}).clusters()
    assert clusters["unlabeled"].tolist() == [2, 0, 2]
    assert clusters["mixed"].tolist() == [1, 1, 1]


def test_noise_shares_one_line_of_a_drawn_table():
    truth = ["a"] * 6 + ["b"] * 4
    cells = compare(truth, [0, 0, 1, -1, -1, -1, 1, 1, -1, -1], noise=-1).cells()
    last = [row for row in cells.rows() if row["column"] == max(cells["column"])]
    assert [(row["cluster"], row["count"]) for row in last] == [
        ("5 unclustered objects", 3),
        ("5 unclustered objects", 2),
    ]


def test_a_sweep_counts_noise_apart_from_clusters():
    truth, prediction = labels()
    found = sweep(
        truth, {1: truth, 2: prediction}, measures="ARI", noise={"prediction": -1}, draws=0
    )
    assert found.table["clusters"].tolist() == [4, 4]
    assert found.table["unclustered"].tolist() == [0, (prediction == -1).sum()]
    assert "unclustered" not in sweep(truth, {1: truth}, measures="ARI", draws=0).table


def test_missing_and_noise_are_both_counted():
    truth = ["a"] * 5 + ["b"] * 5
    prediction = [None, None, "x", "x", "x", "-", "-", "-", "y", "y"]
    found = compare(truth, prediction, missing="drop", noise="-")
    (one,) = found.counted.values()
    assert (one.left_out, one.noise, one.given) == (2, 3, 10)
    assert noise_treatment(one) == "2 left out, 3 counted as single objects"
    (said,) = [advice for advice in found.advice if advice.rule == "left out"]
    assert "20.0% in prediction" in said.finding


def test_a_label_minus_one_is_noticed_with_its_three_scores():
    truth, prediction = labels()
    (found,) = [one for one in compare(truth, prediction).advice if one.rule == "label -1"]
    for policy in ("cluster", "singletons", "drop"):
        expected = partita.adjusted_rand(truth, prediction, noise=-1, noise_as=policy)
        assert found.evidence[f"ari_{policy}"] == pytest.approx(expected, abs=1e-15)
        assert f"{expected:.3f}" in found.finding
    assert found.evidence["minus_one_share"] == (prediction == -1).mean()
    assert "pass noise=-1, noise_as=" in found.recommendation


@pytest.mark.parametrize(
    "said", [{"noise": -1}, {"noise": -1, "noise_as": "cluster"}, {"noise": {}}]
)
def test_a_declared_noise_label_calls_for_no_advice(said):
    truth, prediction = labels()
    rules = [one.rule for one in compare(truth, prediction, **said).advice]
    assert not [rule for rule in rules if rule.startswith("label -1")]


def test_advice_says_what_to_pass_for_text_and_for_both_sides():
    truth, prediction = labels()
    text = compare(truth, prediction.astype(str)).advice[0]
    assert 'pass noise="-1"' in text.recommendation
    both = {one.rule: one for one in compare(prediction, prediction).advice}
    assert 'noise={"prediction": -1}' in both["label -1"].recommendation
    assert 'noise={"truth": -1}' in both["label -1 in the truth"].recommendation


def test_tables_are_checked_too():
    truth, prediction = labels()
    table = partita.Contingency.from_labels(truth, prediction)
    assert compare(table=table).advice[0].rule == "label -1"


def test_a_clustering_that_leads_under_two_treatments_is_named_once(cells):
    clusterings = {name: cells[name] for name in ("kmeans_5", "mixture_5", "hdbscan")}
    found = compare(cells["cell_line"], clusterings).advice
    (one,) = (each for each in found if each.rule == "label -1 decides")
    assert one.finding == (
        "The best clustering depends on what the label -1 means: adjusted_rand is highest for "
        "mixture_5 with -1 as one cluster or as single objects, and for hdbscan with -1 left out. "
        "The difference changes by 0.129 (standard error 0.025)."
    )


def test_several_clusterings_share_a_paragraph():
    truth, prediction = labels()
    many = {f"c{k}": np.where(np.arange(400) < k, 0, prediction) for k in range(6)}
    found = [one for one in compare(truth, many).advice if one.rule == "label -1"]
    assert len(found) == 1
    assert "; and 3 more." in found[0].finding
    assert {name.partition("/")[0] for name in found[0].evidence} == set(many)


@pytest.mark.parametrize("missing", ["singletons", "category", "drop"])
@pytest.mark.parametrize("form", [int, float, str, lambda label: str(float(label))])
def test_missing_values_do_not_hide_a_label_minus_one(missing, form):
    truth, prediction = labels()
    found = [None, *map(form, prediction[1:].tolist())]
    (said,) = [one for one in compare(truth, found, missing=missing).advice if "-1" in one.rule]
    noise = f'"{form(-1)}"' if isinstance(form(-1), str) else form(-1)
    assert f"pass noise={noise}, and" in said.recommendation


def written(tmp_path):
    truth, prediction = labels()
    path = tmp_path / "labels.csv"
    rows = [f"{a},{b},{a}" for a, b in zip(truth, prediction, strict=True)]
    path.write_text("\n".join(["truth,found,other", *rows]), encoding="utf-8")
    return str(path), int((prediction == -1).sum())


@pytest.mark.parametrize("command", ["score", "compare", "sweep", "agreement"])
def test_the_command_line_warns_of_it(command, tmp_path, capsys):
    path, marked = written(tmp_path)
    columns = ["found=1", "other=2"] if command == "sweep" else ["found", "other"]
    known = [] if command == "agreement" else ["--truth", "truth"]
    typed = [command, path, *known, "--prediction", *columns]
    typed += ["--draws", "99"] if command == "sweep" else []
    assert main(typed) == 0
    told = f"found: {marked} of 400 labels are -1 and count as one cluster; write --noise=-1 if"
    assert told in capsys.readouterr().err
    assert main([*typed, "--noise=-1", "--noise-as", "cluster"]) == 0
    assert told not in capsys.readouterr().err


def test_the_command_line_knows_what_pandas_writes_with_missing_values(tmp_path, capsys):
    path = tmp_path / "labels.csv"
    path.write_text("truth,found\na,-1.0\na,0.0\nb,1.0\nb,\n", encoding="utf-8")
    typed = ["score", str(path), "--truth", "truth", "--prediction", "found", "--missing", "drop"]
    assert main(typed) == 0
    assert "1 of 4 labels are -1.0 and count as one cluster; write --noise=-1.0 if" in (
        capsys.readouterr().err
    )
    assert main([*typed, "--noise=-1.0"]) == 0
    assert "labels are -1.0" not in capsys.readouterr().err
