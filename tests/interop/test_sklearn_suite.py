"""Run the tests of scikit-learn's clustering metrics with the functions of partita.

Nothing of them is copied: the installed modules are run as they are, in another process.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
import warnings
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
import sklearn.metrics.cluster

import partita.interop.sklearn as ours

HERE = Path(__file__).parent
LISTED = tomllib.loads((HERE / "sklearn_differences.toml").read_text("utf-8"))
SUITE = "sklearn.metrics.cluster.tests"


def run(module: str, folder: Path) -> dict[str, dict[str, str]]:
    """Outcomes of the tests of a module."""
    found = find_spec(f"{SUITE}.{module}")
    if found is None or found.origin is None:
        pytest.skip(f"this scikit-learn comes without {SUITE}.{module}")
    outcomes = folder / "outcomes.json"
    settings = folder / "pytest.ini"
    settings.write_text("[pytest]\n", "utf-8")
    inherited = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
    path = [str(HERE), *map(os.path.abspath, inherited)]  # it runs in another folder
    subprocess.run(
        [
            sys.executable, "-m", "pytest", "-q", "-p", "sklearn_patched", "-p", "no:cacheprovider",
            "-c", str(settings), "--rootdir", str(folder), found.origin,
        ],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path), "PARTITA_OUTCOMES": str(outcomes)},
        cwd=folder,
        capture_output=True,
        check=False,
        timeout=300,
    )  # fmt: skip
    return json.loads(outcomes.read_text("utf-8"))


@pytest.mark.parametrize("module", ["test_supervised", "test_common"])
def test_tests_of_scikit_learn_pass_except_for_those_listed(module, tmp_path):
    found = run(module, tmp_path)
    passed = {name for name, outcome in found["outcomes"].items() if outcome == "passed"}
    failed = {name for name, outcome in found["outcomes"].items() if outcome == "failed"}
    assert len(passed) > 40
    listed = {test["name"] for test in LISTED["test"]}
    assert {name.split("[")[0] for name in failed} <= listed
    assert not {name.split("[")[0] for name in passed} & listed, "listed, but it passes"


def test_the_suite_calls_every_function(tmp_path):
    found = run("test_supervised", tmp_path)
    assert len(found["patched"]) >= 14
    assert set(found["patched"]) == set(found["calls"])


def outcome(call: str, library: object) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return repr(eval(call, {**vars(library), "np": np}))
        except (ValueError, TypeError, ZeroDivisionError) as error:
            names = [kind.__name__ for kind in type(error).__mro__]
            return next(n for n in names if n in {"ValueError", "TypeError", "ZeroDivisionError"})


def same(found: str, listed: str, digits: float) -> bool:
    try:
        return float(found) == pytest.approx(float(listed), rel=digits, abs=0, nan_ok=True)
    except ValueError:
        return found == listed


@pytest.mark.parametrize("case", LISTED["behavior"], ids=lambda case: case["call"])
def test_listed_differences_are_true(case):
    found, other = (outcome(case["call"], one) for one in (ours, sklearn.metrics.cluster))
    assert found != other, "scikit-learn now does the same: take the line out"
    assert same(found, case["partita"], digits=1e-12)
    assert same(other, case["scikit_learn"], digits=0.05)  # a rounding error


@pytest.mark.parametrize("entry", [*LISTED["test"], *LISTED["behavior"]], ids=str)
def test_every_difference_has_its_reason(entry):
    assert entry["reason"].endswith(".")
