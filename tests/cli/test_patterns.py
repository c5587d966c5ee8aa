"""Patterns of columns name the columns of any file, in its order."""

from __future__ import annotations

import io
import json
import sys

import pytest

pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")
pytest.importorskip("duckdb")
anndata = pytest.importorskip("anndata")

COLUMNS = {
    "truth": ["a", "a", "b", "b"],
    "leiden_1.0": ["0", "0", "1", "1"],
    "leiden_0.5": ["0", "0", "0", "1"],
    "ward[2]": ["0", "1", "0", "1"],
    "k*": ["0", "1", "1", "1"],
    "kmeans": ["0", "0", "0", "0"],
    "donor": ["d", "e", "d", "e"],
}


def h5ad(path):
    frame = pandas.DataFrame(COLUMNS, index=list("wxyz"))
    anndata.AnnData(obs=frame).write_h5ad(path)


def json_lines(path):
    """The first line lacks a key that another has."""
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in zip(*COLUMNS.values(), strict=True)]
    del rows[0]["donor"]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


FILES = {
    "pandas.csv": lambda path: pandas.DataFrame(COLUMNS).to_csv(path, index=False),
    "pandas.tsv": lambda path: pandas.DataFrame(COLUMNS).to_csv(path, index=False, sep="\t"),
    "pandas.csv.gz": lambda path: pandas.DataFrame(COLUMNS).to_csv(path, index=False),
    "pandas.parquet": lambda path: pandas.DataFrame(COLUMNS).to_parquet(path),
    "polars.csv": lambda path: polars.DataFrame(COLUMNS).write_csv(path),
    "polars.parquet": lambda path: polars.DataFrame(COLUMNS).write_parquet(path),
    "lines.jsonl": json_lines,
    "cells.h5ad": h5ad,
}


@pytest.fixture(params=FILES)
def file(request, tmp_path):
    path = tmp_path / request.param
    FILES[request.param](path)
    return str(path)


@pytest.fixture
def csv(tmp_path):
    FILES["pandas.csv"](tmp_path / "x.csv")
    return str(tmp_path / "x.csv")


def scored(run, *asked):
    """The clusterings that were scored, in the order of the output."""
    status, out, said = run(*asked, "--truth", "truth", "--measure", "rand", "--format", "json")
    assert (status, said) == (0, "")
    return [one["prediction"] for one in json.loads(out)["results"]]


def test_matches_are_in_the_order_of_the_file(run, file):
    assert scored(run, "score", file, "--prediction", "leiden_*") == ["leiden_1.0", "leiden_0.5"]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["k*"], ["k*"]),  # which is a column
        (["ward[2]"], ["ward[2]"]),
        (["k??*"], ["kmeans"]),
        (["ward[[]2]"], ["ward[2]"]),
        (["*_[01].*"], ["leiden_1.0", "leiden_0.5"]),
        (["leiden_0.5", "leiden_*", "*eans"], ["leiden_0.5", "leiden_1.0", "kmeans"]),
    ],
)
def test_a_name_of_a_column_is_no_pattern(run, csv, texts, expected):
    assert scored(run, "score", csv, "--prediction", *texts) == expected


@pytest.mark.parametrize("command", ["score", "compare", "agreement"])
def test_a_pattern_without_a_match_says_what_there_is(run, csv, command):
    truth = () if command == "agreement" else ("--truth", "truth")
    status, _, said = run(command, csv, *truth, "--prediction", "louvain_*")
    assert status == 2
    assert "--prediction: no column matches the pattern 'louvain_*'; the file has 'truth'," in said


@pytest.mark.parametrize(
    ("option", "column"), [("--truth", "truth"), ("--groups", "donor"), ("--weights", "donor")]
)
def test_a_pattern_must_not_match_columns_with_another_meaning(run, csv, option, column):
    asked = ("--truth", "truth", option, column)[0 if option != "--truth" else 2 :]
    asked += ("--confidence", "0.9") if option == "--groups" else ()
    status, _, said = run("score", csv, *asked, "--prediction", "k*", f"*{column[1:]}")
    assert status == 2
    assert f"the pattern '*{column[1:]}' also matches '{column}', the column of {option}" in said


def test_a_column_named_twice_is_still_refused(run, csv):
    status, _, said = run("score", csv, "--truth", "truth", "--prediction", "kmeans", "kmeans")
    assert (status, "--prediction names a column twice" in said) == (2, True)


def test_a_comparison_of_one_match_needs_another(run, csv):
    status, _, said = run("compare", csv, "--truth", "truth", "--prediction", "kme*")
    assert (status, "name at least two columns" in said) == (2, True)


def test_sweep_reads_the_parameter_of_matches(run, tmp_path):
    frame = pandas.DataFrame({**COLUMNS, "res=2": COLUMNS["kmeans"]})
    frame.to_csv(tmp_path / "x.csv", index=False)
    asked = ("--truth", "truth", "--prediction", "leiden_*", "kmeans=4", "res*", "--null", "none")
    status, out, _ = run("sweep", str(tmp_path / "x.csv"), *asked, "--format", "json")
    found = {one["parameter"]: one["prediction"] for one in json.loads(out)["results"]}
    assert status == 0
    assert found == {0.5: "leiden_0.5", 1.0: "leiden_1.0", 2: "res=2", 4: "kmeans"}


def test_soft_takes_patterns_on_both_sides(run, tmp_path):
    votes = pandas.DataFrame({"t1": [1.0, 0], "t2": [0.0, 1], "p1": [0.5, 0], "p2": [0.5, 1]})
    votes.to_csv(tmp_path / "v.csv", index=False)
    asked = ("--measure", "rand", "--format", "json")
    sides = ("--truth-memberships", "t*", "--memberships", "p[12]")
    found = run("soft", str(tmp_path / "v.csv"), *sides, *asked)
    sides = ("--truth-memberships", "t1", "t2", "--memberships", "p1", "p2")
    assert found == run("soft", str(tmp_path / "v.csv"), *sides, *asked)
    assert found[0] == 0


def test_stdin_is_read_once_and_patterns_work(run, csv, monkeypatch):
    with open(csv, "rb") as file:
        text = file.read()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Pipe(text)))
    assert scored(run, "score", "-", "--prediction", "leiden_*") == ["leiden_1.0", "leiden_0.5"]


class Pipe(io.BytesIO):
    """Bytes that are read once, as from another program."""

    def seekable(self) -> bool:
        return False
