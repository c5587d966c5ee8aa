"""The portable build of the kernel compared with a build for this processor."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path

from peers import missing
from suite import own
from suite.data import labels, power
from suite.judging import Case, Outcome, Setting, Verdict
from suite.timing import Contender
from suite.worker import Worker

_ROOT = Path(__file__).resolve().parents[2]
_FLAGS = {"portable": "", "native": "-march=native"}
_COUNTS = (10, 100, 3000, 10**4, 10**6)


def _build(folder: Path, flags: str) -> Path:
    """Build the package with these compiler flags; return the folder to import it from."""
    package, build = folder / "package", folder / "build"
    skipped = shutil.ignore_patterns("*.so", "__pycache__")
    shutil.copytree(_ROOT / "src" / "partita", package / "partita", ignore=skipped)
    options = (f"-DPython_EXECUTABLE={sys.executable}", f"-DCMAKE_CXX_FLAGS={flags}")
    where = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    for command in (
        ("cmake", "-S", str(_ROOT), "-B", str(build), *options),
        ("cmake", "--build", str(build), "--target", "_kernel"),
    ):
        subprocess.run(command, check=True, capture_output=True, env=where)  # noqa: S603
    for found in build.glob("_kernel*.so"):
        shutil.copy(found, package / "partita")
    return package


def _tools() -> bool:
    beside = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    found = shutil.which("cmake", path=beside) and find_spec("nanobind")
    return bool(found) and (_ROOT / "CMakeLists.txt").exists()


def _builds(quick: bool) -> Iterator[Setting]:  # noqa: FBT001
    if not (quick or _tools()):
        missing.add("builds (they need cmake, nanobind and the sources)")
        return
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        places = {"installed": None} if quick else _both(folder)  # a quick run compiles nothing
        workers = {name: stack.enter_context(Worker(package)) for name, package in places.items()}
        n = 2000 if quick else 10**7
        for groups in (10, 200) if quick else _COUNTS:
            for worker in workers.values():
                worker.ask(f"labels {n} {groups}")
            contenders = [_contender(name, worker) for name, worker in workers.items()]
            title = f"n = {power(n)}, K = {groups}, int32"
            yield Setting(title, n, contenders, own.reference(*labels(n, groups)), 11)


def _both(folder: Path) -> dict[str, Path | None]:
    try:
        return {name: _build(folder / name, flags) for name, flags in _FLAGS.items()}
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"the kernel does not compile:\n{error.stderr.decode()}") from error


def _contender(name: str, worker: Worker) -> Contender:
    return Contender(
        *(f"partita, {name}", "six scores", lambda _: worker.ask("score"), dict, "own"),
        tolerance=0.0,  # the same bits
        clock=lambda: float(worker.ask("clock")),
    )


def _judge(outcomes: Sequence[Outcome]) -> Iterator[Verdict]:
    for outcome in outcomes:
        if outcome.has("partita, native"):
            ratio = outcome.of("partita, portable").cpu / outcome.of("partita, native").cpu
            what = f"six scores, {outcome.title}: portable / native (CPU)"
            yield Verdict(what, ratio, 1.2, "<=")


BUILDS = Case("builds", "The portable build compared with a native one", _builds, _judge)
