"""A file with objects, and calls of `partita score` with a baseline."""

from __future__ import annotations

from pathlib import Path

import pytest
from gate_files import table, write


@pytest.fixture
def file(tmp_path: Path) -> str:
    return write(tmp_path / "labels.csv", table())


@pytest.fixture
def score(run):
    """Score a column of a file by ARI."""

    def call(file: str, column: str, *options: str) -> tuple[int, str, str]:
        measure = () if "--measure" in options else ("--measure", "ARI")
        return run("score", file, "--truth", "truth", "--prediction", column, *measure, *options)

    return call


@pytest.fixture
def main_json(file, score, tmp_path) -> str:
    """A baseline of the column `old`, by rows."""
    path = str(tmp_path / "main.json")
    assert score(file, "old", "--write-baseline", path)[0] == 0
    return path
