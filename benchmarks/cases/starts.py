"""The fixed cost of a call: on a hundred labels, and from a cold start."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from peers import missing, peers, score
from suite import own
from suite.data import labels
from suite.judging import Case, Outcome, Setting, Verdict
from suite.timing import Contender

_CALLED = ("ARI", "V", "NMI", *own.FURTHER)
_PEERS = ("genieclust ARI", "igraph ARI", "scikit-learn ARI", "scikit-learn V", "torchmetrics ARI")


def _call(quick: bool) -> Iterator[Setting]:  # noqa: FBT001
    for kind in ("int32", "int64"):
        pair = labels(100, 10, kind)
        contenders = [_called(name, pair) for name in _CALLED]
        contenders += peers(*pair, *_PEERS)
        loops = 3 if quick else 300
        looped = [replace(one, loops=loops) for one in contenders]
        yield Setting(f"100 labels, {kind}", 100, looped, own.reference(*pair), 15, 1.0)


def _called(name: str, pair: tuple[Any, Any]) -> Contender:
    measure = own.MEASURES[name]
    return Contender("partita", name, lambda _: measure(*pair), score(name), "own")


def _judge_call(outcomes: Sequence[Outcome]) -> Iterator[Verdict]:
    for outcome in outcomes:
        for name in _CALLED:
            wall = 1e6 * outcome.of("partita", name).wall
            yield Verdict(f"{name}, {outcome.title}: wall", wall, 10, "<=", "µs")


CALL = Case("call", "A call on 100 labels, caches warm", _call, _judge_call)

_LEARN = """
import csv, json, sys
from sklearn.metrics import adjusted_rand_score, v_measure_score
rows = list(csv.DictReader(open(sys.argv[1])))
pair = [[int(row[name]) for row in rows] for name in ("truth", "prediction")]
print(json.dumps({"V": v_measure_score(*pair), "ARI": adjusted_rand_score(*pair)}))
"""


def _children() -> float:
    """CPU seconds of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _process(name: str, job: str, command: Sequence[str], role: Any, claims: Any) -> Contender:
    """A process as users start it the second time: Python has the bytecode of all imports."""
    unset = ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")
    environment = {name: value for name, value in os.environ.items() if name not in unset}

    def run(_: None) -> str:
        return subprocess.run(  # noqa: S603
            command, check=True, capture_output=True, text=True, env=environment
        ).stdout

    run(None)  # writes the bytecode
    return Contender(name, job, run, claims, role, clock=_children)


def _scored(text: str) -> dict[str, float]:
    found = {row["measure"]: row["value"] for row in json.loads(text)["results"]}
    return {"V": found["v_measure"], "ARI": found["adjusted_rand"]}


def _cold(quick: bool) -> Iterator[Setting]:  # noqa: FBT001
    pair = labels(1000, 10)
    python = sys.executable
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "labels.csv")
        rows = zip(*(side.tolist() for side in pair), strict=True)
        lines = ["truth,prediction", *(f"{a},{b}" for a, b in rows), ""]
        file.write_text("\n".join(lines), encoding="utf-8")
        asked = (str(file), "--truth", "truth", "--prediction", "prediction", "--format", "json")
        score_command = (python, "-m", "partita", "score", *asked)
        contenders = [
            _process("Python", "start", (python, "-c", ""), "limit", lambda _: {}),
            _process("NumPy", "import", (python, "-c", "import numpy"), "limit", lambda _: {}),
            _process("partita", "import", (python, "-c", "import partita"), "own", lambda _: {}),
            _process("partita", "score", score_command, "own", _scored),
        ]
        if find_spec("sklearn") is None:
            missing.add("scikit-learn")
        else:
            command = (python, "-c", _LEARN, str(file))
            contenders.append(_process("scikit-learn", "V and ARI", command, "peer", json.loads))
        repeats = 1 if quick else 9
        yield Setting("1,000 rows of CSV", 1000, contenders, own.reference(*pair), repeats, 20.0)


def _judge_cold(outcomes: Sequence[Outcome]) -> Iterator[Verdict]:
    for outcome in outcomes:
        wall = 1000 * outcome.of("partita", "score").wall
        yield Verdict(f"partita score, {outcome.title}, new process: wall", wall, 150, "<=", "ms")
        if outcome.has("scikit-learn"):
            ratio = 1000 * outcome.of("scikit-learn").wall / wall
            what = f"partita score, {outcome.title}, new process: scikit-learn / partita (wall)"
            yield Verdict(what, ratio, 10, ">=")


COLD = Case("cold", "A new process of the command line, bytecode cached", _cold, _judge_cold)
