"""Commands read columns of .h5ad files, and give the same numbers as for the same CSV."""

from __future__ import annotations

import json

import numpy as np
import pytest
from cells_file import CELLS
from command_line import Caller

anndata = pytest.importorskip("anndata")
pandas = pytest.importorskip("pandas")
pytest.importorskip("duckdb")


@pytest.fixture
def run(capsys):
    return Caller(capsys)


@pytest.fixture(scope="module")
def cells(tmp_path_factory):
    """The bundled cells with donors and memberships, as CSV and as AnnData."""
    obs = pandas.read_csv(CELLS, dtype="str", index_col="cell")
    obs["donor"] = [f"d{k % 12}" for k in range(len(obs))]
    obs["weight"] = np.arange(len(obs)) % 3 + 1
    distances = np.random.default_rng(0).random((len(obs), 3))
    for k in range(3):
        obs[f"p{k}"] = (distances / distances.sum(axis=1, keepdims=True))[:, k]
    folder = tmp_path_factory.mktemp("cells")
    obs.to_csv(folder / "cells.csv")
    matrix = np.zeros((len(obs), 2), "f4")
    anndata.AnnData(matrix, obs=obs).write_h5ad(folder / "cells.h5ad", compression="gzip")
    return folder


COMMANDS = [
    ("score", "--truth", "cell_line", "--prediction", "kmeans_5", "hdbscan", "--noise=-1"),
    ("score", "--truth", "cell_line", "--prediction", "kmeans_5", "--weights", "weight"),
    ("score", "--truth", "cell_line", "--prediction", "hdbscan", "--noise=-1", "--confidence",
     "0.9", "--groups", "donor", "--draws", "99"),
    ("compare", "--truth", "cell_line", "--prediction", "kmeans_5", "mixture_5", "--draws", "99"),
    ("sweep", "--truth", "cell_line", "--prediction", "kmeans_2", "kmeans_10", "--draws", "99"),
    ("agreement", "--prediction", "kmeans_5", "mixture_5", "hdbscan"),
    ("soft", "--truth", "cell_line", "--memberships", "p0", "p1", "p2", "--measure", "rand"),
]  # fmt: skip


@pytest.mark.parametrize("asked", COMMANDS, ids=lambda asked: " ".join(asked[:1] + asked[-2:]))
def test_numbers_are_those_of_csv(cells, run, asked):
    command, *options = asked
    found = [
        run(command, str(cells / name), *options, "--format", "json")
        for name in ("cells.csv", "cells.h5ad")
    ]
    assert found[0][0] == 0
    assert json.loads(found[0][1]) == json.loads(found[1][1])


def test_cells_are_matched_by_their_index(cells, run):
    """The truth in a CSV file, the clusterings in AnnData, and the other way round."""
    asked = ("--on", "cell", "--truth", "cell_line", "--prediction", "kmeans_5", "--measure", "ARI")
    plain = run("score", str(cells / "cells.csv"), *asked[2:], "--format", "csv")
    for files in (("cells.h5ad", "cells.csv"), ("cells.csv", "cells.h5ad")):
        one, truth = (str(cells / name) for name in files)
        assert run("score", one, "--truth-file", truth, *asked, "--format", "csv") == plain


def test_columns_without_numbers_are_refused(cells, run):
    file = str(cells / "cells.h5ad")
    asked = ("--truth", "cell_line", "--memberships", "p0", "p1", "hdbscan")
    status, _, said = run("soft", file, *asked)
    assert (status, "column 'hdbscan' holds categories: expected numbers" in said) == (2, True)
    status, _, said = run("score", file, "--truth", "line", "--prediction", "hdbscan")
    assert (status, "no column 'line'; did you mean 'cell_line'?" in said) == (2, True)


def test_missing_labels_need_a_policy(tmp_path, run):
    obs = pandas.DataFrame(
        {"t": ["a", "a", "b", "b"], "p": pandas.Categorical(["x", None, "y", "y"])}, list("1234")
    )
    anndata.AnnData(obs=obs).write_h5ad(tmp_path / "gaps.h5ad")
    asked = ("score", str(tmp_path / "gaps.h5ad"), "--truth", "t", "--prediction", "p")
    status, _, said = run(*asked)
    assert (status, "column 'p': a value is missing; fill it" in said) == (2, True)
    status, out, _ = run(*asked, "--missing", "drop", "--measure", "rand", "--format", "csv")
    assert (status, out.splitlines()[-1]) == (0, "p,rand,1.0")
