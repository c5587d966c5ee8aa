"""Short runs of the long programs of benchmarks/reliability."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from oracle import expected_term
from oracle_expected import wide_term
from patience import PATIENCE

import partita

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture(autouse=True)
def programs(monkeypatch):
    monkeypatch.syspath_prepend(BENCHMARKS)


@pytest.mark.long  # test_claims and test_exactness check the same on other tables
def test_every_measure_keeps_its_promised_error():
    from reliability.exactness import measured, page

    result = measured(33, seed=7)
    assert result.failures() == []
    assert all(f"| `{name}` |" in page(result) for name in partita.MEASURES)


def test_every_way_to_a_table_gives_the_same_bits():
    from reliability.bits import measured

    ways, values, failures = measured(3000, seed=7)
    assert failures == []
    assert ways >= 20
    assert values > len(partita.MEASURES)


def test_values_of_random_pairs_are_within_their_bounds():
    from reliability.bounds import measured

    tables, failures = measured(700, seed=7)
    assert failures == []
    assert tables > 100


def test_threads_on_shared_tables_agree():
    from reliability.load import threaded

    calls, wrong = threaded(time.monotonic() + 2 * PATIENCE, threads=8)
    assert wrong == 0
    assert calls > 8


@pytest.mark.parametrize("margins", [(50, 60, 200), (490, 300, 1000), (400, 80, 10**9)])
def test_the_two_oracles_of_an_expected_cell_agree(margins):
    direct = expected_term(*margins)
    assert abs(wide_term(*margins) - direct) < 1e-35 * abs(direct)


def test_the_page_of_worst_errors_exists():
    page = (BENCHMARKS / "results" / "exactness.md").read_text("utf-8")
    assert "| `adjusted_rand` |" in page


_INFLUENCE = """
import numpy as np, partita
from partita.inference.sampling.jackknife import influence
from partita.measures.chosen import choose
labels = np.random.default_rng(7).integers(0, 300, (2, 200_000))
found = influence(choose("v_measure"), partita.Contingency.from_labels(*labels))
print(found.standard_error.hex(), found.acceleration.hex(), found.bias.hex())
"""


def test_intervals_do_not_depend_on_the_threads_of_blas():
    said = set()
    for threads in "12":
        own = {**os.environ, "OPENBLAS_NUM_THREADS": threads}
        run = [sys.executable, "-c", _INFLUENCE]
        said.add(subprocess.run(run, env=own, check=True, capture_output=True).stdout)
    assert len(said) == 1
