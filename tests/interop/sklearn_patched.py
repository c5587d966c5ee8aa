"""A plugin for pytest: puts partita's functions into scikit-learn's tests of clustering metrics.

Loaded by ``pytest -p sklearn_patched``, before the tests are imported. Which test passed and how
often each function was called goes to the file that the variable PARTITA_OUTCOMES names.
"""

from __future__ import annotations

import functools
import json
import os
from collections import Counter
from pathlib import Path

import sklearn.metrics.cluster as public
import sklearn.metrics.cluster._supervised as private

import partita.interop.sklearn as ours

NAMES = [name for name in ours.__all__ if hasattr(public, name)]
calls: Counter[str] = Counter()
outcomes: dict[str, str] = {}


def counting(name):
    function = getattr(ours, name)

    @functools.wraps(function)
    def called(*arguments, **options):
        calls[name] += 1
        return function(*arguments, **options)

    return called


for name in NAMES:
    setattr(public, name, counting(name))
for name in ("entropy", "_entropy"):
    setattr(private, name, counting("entropy"))


def pytest_runtest_logreport(report):
    if report.when == "call" or report.outcome != "passed":
        outcomes[report.nodeid.split("::", 1)[1]] = report.outcome


def pytest_sessionfinish():
    found = {"outcomes": outcomes, "calls": calls, "patched": [*NAMES, "entropy"]}
    Path(os.environ["PARTITA_OUTCOMES"]).write_text(json.dumps(found), "utf-8")
