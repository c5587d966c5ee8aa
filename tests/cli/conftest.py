"""Fixtures for tests of commands: a caller, a small file, and the columns of the example."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from cells_file import CELLS, THREE
from command_line import LABELS, Caller

from partita.comparison import Comparison, Sweep


@pytest.fixture
def run(capsys):
    return Caller(capsys)


@pytest.fixture
def narrow(monkeypatch):
    """A terminal of 80 columns."""
    monkeypatch.setattr("partita.cli.terminal.is_terminal", lambda _: True)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture
def labels(tmp_path: Path) -> str:
    path = tmp_path / "labels.csv"
    path.write_text(LABELS, encoding="utf-8")
    return str(path)


@pytest.fixture(scope="session")
def columns():
    with open(CELLS, encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return {name: [row[name] for row in rows] for name in rows[0]}


@pytest.fixture(scope="session")
def three(columns):
    return {name: columns[name] for name in THREE[1:]}


@pytest.fixture
def written(monkeypatch):
    """Paths of the reports that were asked for; the page itself has its own tests."""
    paths = []
    for subject in (Comparison, Sweep):
        monkeypatch.setattr(subject, "report", lambda _, path, **_more: paths.append(path))
    return paths
