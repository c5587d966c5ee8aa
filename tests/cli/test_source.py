"""Files of every kind on the command line give the same scores, from distinct rows."""

from __future__ import annotations

import json
import math
import sys

import numpy as np
import pytest
from files_by_id import TWO, two

import partita
from partita import rand
from partita.cli import source as cli_source

pytest.importorskip("duckdb")
pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")


@pytest.mark.parametrize("name", ["x.parquet", "x.jsonl"])
def test_nan_is_missing_on_the_command_line_too(tmp_path, run, name):
    """Three objects of class a, two without a cluster: one of six pairs is together."""
    labels = {"t": ["a", "a", "a", "b"], "p": [math.nan, math.nan, 1.5, 1.5]}
    path = tmp_path / name
    if name == "x.parquet":
        parquet.write_table(pyarrow.table(labels), path)
    else:
        rows = zip(*labels.values(), strict=True)
        lines = [json.dumps(dict(zip(labels, row, strict=True))) for row in rows]
        path.write_text("\n".join(lines))
    for missing, expected in (("drop", 0.0), ("singletons", 1 / 3), ("category", 0.5)):
        asked = ("--truth", "t", "--prediction", "p", "--missing", missing, "--measure", "rand")
        status, printed, _ = run("score", str(path), *asked, "--format", "json")
        assert (status, json.loads(printed)["results"][0]["value"]) == (0, expected)
        assert rand(*labels.values(), missing=missing) == expected


def labels(rows=2000):
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 4, rows)
    prediction = np.where(rng.random(rows) < 0.6, truth, -1)
    weights = rng.choice([0.5, 1.0, 2.0], rows)
    return {
        "t": truth,
        "p": prediction,
        "q": truth % 2,
        "w": weights,
        "d": rng.choice(list("abcdefghijkl"), rows),
    }


POLICIES = [
    (),
    ("--weights", "w"),
    ("--noise", "-1"),
    ("--noise", "-1", "--noise-as", "drop"),
    ("--confidence", "0.9", "--draws", "99"),
    ("--confidence", "0.9", "--draws", "99", "--groups", "d"),
]


@pytest.mark.parametrize("policy", POLICIES, ids=" ".join)
def test_score_is_the_same_for_every_kind_of_file(tmp_path, monkeypatch, run, policy):
    table = pyarrow.table(labels())
    frame = table.to_pandas()
    frame.to_csv(tmp_path / "x.csv", index=False)
    parquet.write_table(table, tmp_path / "x.parquet")
    frame.to_json(tmp_path / "x.jsonl", orient="records", lines=True)
    frame.to_csv(tmp_path / "x.csv.gz", index=False)
    asked = ("--truth", "t", "--prediction", "p", "q", "--measure", "ARI", "V", *policy)
    expected = run("score", str(tmp_path / "x.csv"), *asked, "--format", "csv")
    assert expected[0] == 0
    monkeypatch.setattr(cli_source, "SMALL", 0)
    for name in ("x.csv", "x.csv.gz", "x.parquet", "x.jsonl", "x.p*t"):
        found = run("score", str(tmp_path / name), *asked, "--format", "csv")
        assert found[:2] == expected[:2], name


def test_messages_count_objects_not_distinct_rows(tmp_path, run):
    """Advice and shares of noise are about objects, not about the rows that stand for them."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 3, 400)
    columns = {
        "t": [f"c{k}" for k in truth],
        "p": ["-1" if x < 10 else f"k{k}" for x, k in enumerate(truth)],
        "q": [f"k{k}" for k in rng.permutation(truth)],
    }
    parquet.write_table(pyarrow.table(columns), tmp_path / "x.parquet")
    rows = zip(*columns.values(), strict=True)
    (tmp_path / "x.csv").write_text("t,p,q\n" + "".join(",".join(row) + "\n" for row in rows))
    asked = ("--truth", "t", "--prediction", "p", "q", "--noise=-1", "--noise-as", "cluster")
    asked += ("--measure", "ARI", "--draws", "49", "--format", "json")
    found = [run("compare", str(tmp_path / name), *asked) for name in ("x.csv", "x.parquet")]
    assert json.loads(found[0][1]) == json.loads(found[1][1])
    for name in ("x.csv", "x.parquet"):
        report = tmp_path / f"{name}.html"
        run("score", str(tmp_path / name), *asked[:8], "--report", str(report))
        assert "10 of 400 objects are noise" in report.read_text()
        assert "objects are weighted" not in report.read_text()
    weighted = tmp_path / "weighted.html"
    partita.compare(["a", "b"], ["a", "b"], weights=[2, 3]).report(str(weighted))
    assert "objects are weighted" in weighted.read_text()


def test_the_same_command_gives_the_same_numbers(tmp_path, run):
    """Even if threads return the rows of many row groups in another order each time."""
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 5, 60_000).tolist()
    gaps = [None if x < 0.05 else k for x, k in zip(rng.random(60_000), truth, strict=True)]
    table = pyarrow.table({"t": gaps, "p": truth, "w": rng.random(60_000).round(3)})
    parquet.write_table(table, tmp_path / "x.parquet", row_group_size=3000)
    asked = ("score", str(tmp_path / "x.parquet"), "--truth", "t", "--prediction", "p")
    asked += ("--missing", "singletons", "--measure", "rand", "--confidence", "0.9", "--draws", "9")
    assert len({run(*asked) for _ in range(3)}) == 1


def test_groups_may_be_the_truth_of_another_file(tmp_path, run):
    files = tmp_path / "t.parquet", tmp_path / "p.parquet"
    ids = list(range(20))
    parquet.write_table(pyarrow.table({"id": ids, "t": [x % 4 for x in ids]}), files[0])
    parquet.write_table(pyarrow.table({"id": ids, "p": [x % 3 for x in ids]}), files[1])
    asked = ("--truth", "t", "--prediction", "p", "--groups", "t", "--confidence", "0.9")
    status, _, said = run(
        "score", str(files[1]), "--truth-file", str(files[0]), "--on", "id", *asked
    )
    assert (status, said) == (0, "")


def test_a_capital_e_marks_a_fraction_too(tmp_path, run, monkeypatch):
    """Three objects of weight 1E-1 weigh the same as three of 0.1, added one by one."""
    monkeypatch.setattr(cli_source, "SMALL", 0)
    found = []
    for tenth in ("1E-1", "0.1"):
        (tmp_path / "x.csv").write_text("t,p,w\n" + f"a,1,{tenth}\n" * 3 + "b,2,1\n")
        asked = ("--truth", "t", "--prediction", "p", "--weights", "w", "--format", "json")
        found.append(run("score", str(tmp_path / "x.csv"), *asked, "--measure", "rand", "V"))
    assert found[0] == found[1]
    assert json.loads(found[0][1])["n"] == 1.3


def test_score_matches_two_files(tmp_path, run):
    truth, prediction = two(tmp_path, *TWO)
    asked = ("--truth", "t", "--prediction", "p", "--measure", "ARI", "--format", "csv")
    status, printed, _ = run(
        "score", str(prediction), "--truth-file", str(truth), "--on", "id", *asked
    )
    assert (status, printed.splitlines()[-1].split(",")[-1]) == (0, "1.0")
    status, _, said = run("score", str(prediction), "--on", "id", *asked)
    assert status == 2
    assert "--on has no effect without --truth-file, the other file, --baseline or" in said


def test_score_names_the_missing_extra(tmp_path, run, monkeypatch):
    parquet.write_table(pyarrow.table(labels(10)), tmp_path / "x.parquet")
    monkeypatch.setitem(sys.modules, "duckdb", None)
    status, _, said = run("score", str(tmp_path / "x.parquet"), "--truth", "t", "--prediction", "p")
    assert status == 2
    assert "partita[files]" in said


def test_a_column_of_measurements_is_noticed(tmp_path, run):
    path = tmp_path / "x.csv"
    rows = [f"{k % 3},{k / 7 + 0.01:.4f},{k % 4 + 0.5},{k}" for k in range(60)]
    path.write_text("truth,measured,rounded,id\n" + "\n".join(rows))
    asked = ("--truth", "truth", "--prediction", "measured", "rounded", "id", "--measure", "ARI")
    status, _, told = run("score", str(path), *asked)
    assert status == 0
    assert told.count("look like measurements") == 1  # 4 different ones are labels, ids too
    assert "measured: labels look like measurements (0.0100, 0.1529, …)" in told
