"""The example on single cells runs and writes its files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

anndata = pytest.importorskip("anndata")
pytest.importorskip("matplotlib")

EXAMPLE = Path(__file__).parents[2] / "examples" / "single_cell.py"


def test_the_example_on_single_cells_runs(tmp_path):
    environment = {**os.environ, "MPLBACKEND": "Agg"}
    ran = subprocess.run(
        [sys.executable, str(EXAMPLE), str(tmp_path)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert ran.returncode == 0, ran.stderr
    assert "mixture_5" in ran.stdout
    report = (tmp_path / "report.html").read_text("utf-8")
    assert "cell_line" in report
    assert "#0072b2" in (tmp_path / "flow.svg").read_text("utf-8").lower()
    kept = anndata.read_h5ad(tmp_path / "cells.h5ad").uns["partita"]["scores"]
    assert kept["mixture_5"]["adjusted_rand"]["value"] > kept["kmeans_2"]["adjusted_rand"]["value"]
