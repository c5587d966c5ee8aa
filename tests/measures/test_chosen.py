"""``"all"``: every measure with a value, and the reason for those without one."""

from __future__ import annotations

import json
import sys
import types
from pathlib import Path

import numpy as np
import pytest
from command_line import Caller

import partita
from partita import MEASURES, UndefinedError
from partita.measures.chosen import choose_all

SCORES = {name: one for name, one in MEASURES.items() if not one.baseline}
TRUTH, PREDICTION = [0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0]
WEIGHTS = [0.5, 1.5, 1.0, 0.25, 1.0, 2.0, 1.0, 0.75]
ROWS = "\n".join(f"{t},{p},{w}" for t, p, w in zip(TRUTH, PREDICTION, WEIGHTS, strict=True))
BENCHMARK = Path(__file__).parents[2] / "benchmarks/device/run.py"
COLUMNS = ["--truth", "t", "--prediction", "p"]


@pytest.fixture
def labels(tmp_path):
    (tmp_path / "labels.csv").write_text(f"t,p,w\n{ROWS}\n")
    return str(tmp_path / "labels.csv")


@pytest.fixture
def run(capsys):
    return Caller(capsys)


@pytest.mark.parametrize("asked", ["all", ["all"], ["rand", "all"]])
def test_all_is_every_measure_once(asked):
    assert {one.label for one in choose_all(asked)} == set(SCORES)
    assert len(choose_all(asked)) == len(SCORES)


def test_measures_without_a_value_are_listed_with_the_reason():
    found = partita.compare(TRUTH, PREDICTION, measures="all", weights=WEIGHTS)
    missing = {one.measure: one.undefined for one in found.scores if one.value is None}
    assert "counts objects" in missing["muc_f"]
    for name, measure in SCORES.items():
        if name in missing:
            with pytest.raises(UndefinedError):
                measure(TRUTH, PREDICTION, weights=WEIGHTS)
        else:
            assert found[name].value == measure(TRUTH, PREDICTION, weights=WEIGHTS)


def test_a_measure_without_an_interval_does_not_affect_the_others(monkeypatch):
    """A measure without a value on any resampled table is an error if it is requested by name."""

    def picky(p: partita.statistics.PairCounts) -> float:
        if p[:4] != (3, 4, 4, 17):
            raise UndefinedError("picky has a value for this table alone")
        return 0.5

    own = partita.Measure(picky, symbol="picky", formula="0.5")
    few = {name: MEASURES[name] for name in ("rand", "jaccard", "v_measure")}
    monkeypatch.setattr("partita.measures.chosen.MEASURES", {"picky": own, **few})
    settings = {"confidence": 0.9, "method": "percentile", "draws": 49, "null": "permutation"}
    with pytest.raises(UndefinedError, match="picky"):
        partita.compare(TRUTH, PREDICTION, measures=[own, "rand"], **settings)
    found = partita.compare(TRUTH, PREDICTION, measures="all", **settings)
    alone = partita.compare(TRUTH, PREDICTION, measures=list(few), **settings)
    for name in few:
        assert found[name].interval == alone[name].interval
        assert found[name].p_value == alone[name].p_value
    unsure = found.scores[0]
    assert (unsure.value, unsure.interval, unsure.undefined[:5]) == (0.5, None, "picky")


def test_the_command_line_takes_all(run, labels):
    status, out, err = run("score", labels, *COLUMNS, "--measure", "all", "--weights", "w")
    assert (status, err) == (0, "")
    assert all(f"\n{name} " in out for name in SCORES)
    assert "dom_q0, dom_q2: Dom's code lengths count objects" in " ".join(out.split())
    *_, out, _ = run(
        "score", labels, *COLUMNS, "--measure", "all", "--weights", "w", "--format=json"
    )
    results = {one["measure"]: one for one in json.loads(out)["results"]}
    assert set(results) == set(SCORES)
    assert results["muc_f"]["value"] is None
    assert "use integer weights" in results["muc_f"]["undefined"]
    assert "undefined" not in results["rand"]


def test_compare_ranks_by_measures_with_values(run, labels, monkeypatch):
    few = {name: MEASURES[name] for name in ("rand", "southwood")}
    monkeypatch.setattr("partita.measures.chosen.MEASURES", few)
    columns = ["--truth", "t", "--prediction", "p", "w", "--confidence", "0.9", "--draws", "49"]
    status, out, err = run("compare", labels, *columns, "--measure", "all", "--format", "json")
    assert status == 0, err
    assert {one["measure"] for one in json.loads(out)["results"]} == set(few)


# --- thresholds and closed streams ----------------------------------------------------------------


def test_a_perfect_clustering_passes_every_threshold(run, labels):
    """Southwood's index has no value there, because no pair is in disagreement."""
    same = ["score", labels, "--truth", "p", "--prediction", "p2"]
    rows = "".join(f"{t},{p},{p}\n" for t, p in zip(TRUTH, PREDICTION, strict=True))
    Path(labels).write_text(f"t,p,p2\n{rows}")
    assert run(*same, "--fail-under", "southwood=0.5")[0] == 0
    assert run("score", labels, *COLUMNS, "--fail-under", "southwood=0.5")[0] == 1
    assert run("score", labels, *COLUMNS, "--fail-under", "southwood=0.3")[0] == 0  # it is 3/8


CLOSED = {
    "score": ["score", "-", *COLUMNS],
    "compare": ["compare", "-", "--truth", "t", "--prediction", "p", "w"],
    "sweep": ["sweep", "-", "--truth", "t", "--prediction", "p=2", "w=3"],
    "agreement": ["agreement", "-", "--prediction", "p", "w"],
    "soft": ["soft", "-", "--truth", "t", "--memberships", "p", "w"],
}


@pytest.mark.parametrize("name", CLOSED)
def test_a_closed_stdin_is_refused(name, run, monkeypatch):
    """Python has no stdin if the shell closed it, as in ``partita score - <&-``."""
    monkeypatch.setattr(sys, "stdin", None)
    status, out, err = run(*CLOSED[name])
    assert (status, out) == (2, "")
    assert err == "partita: error: stdin is closed: name a file, or send the rows to stdin\n"


# --- the benchmark of devices ---------------------------------------------------------------------


def test_the_benchmark_of_devices_skips_measures_without_a_value(monkeypatch):
    """Its other parts need a GPU; torch is only a name here."""
    monkeypatch.setitem(sys.modules, "torch", types.SimpleNamespace(Tensor=object))
    monkeypatch.setattr("partita.statistics.information._MOST_SIZES", 1)
    from runpy import run_path

    everything = run_path(str(BENCHMARK), run_name="benchmark")["everything"]
    found = everything(np.array(TRUTH), np.array(PREDICTION))
    assert len(found) == len(SCORES) - 1
    assert "standardized_mutual_information" not in found
