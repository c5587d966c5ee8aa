"""Runs the Python tests that should notice a fault, the cheapest first.

They run in a forked process whose libraries are already loaded; only there the package itself is
loaded, with the fault.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .limits import PATIENCE, limit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .mutant import Mutant

LOADED = ("pytest", "hypothesis.strategies", "mpmath", "numpy", "scipy.optimize", "scipy.sparse")
DOCTESTS = ("--import-mode=prepend", "--doctest-modules")
MEASURES = "src/partita/measures/"
SLOW = "tests/measures/test_reduced_information.py"
ELSEWHERE = 77  # exit status of a child that imported another copy of the package
SHARED = (
    (
        "tests/base/test_arithmetic.py",
        "tests/whole/test_limits.py",
        "tests/measures/test_published.py",
        "tests/table/test_contingency.py",
    ),
    ("tests/measures", f"--ignore={SLOW}", "tests/badinputs"),
    ("tests/whole/test_exactness.py",),
    ("tests/whole/test_claims.py",),
)
LABELS = (
    ("tests/labels/test_weights.py", "tests/labels/test_policies.py", "tests/labels/test_traps.py"),
    ("tests/labels/test_refusals.py", "tests/labels/test_properties.py", "tests/badinputs"),
    (
        "tests/gpu/test_cells.py",
        "tests/labels/test_alignment.py",
        "tests/labels/test_encode.py",
        "tests/inference/sampling/test_given_tables.py",
    ),
    ("tests/sources/test_conformance.py",),
)
CHANCE = (
    ("tests/chance/test_models.py",),
    ("tests/chance/test_adjustment.py", "tests/measures/test_against_chance.py"),
)


def load(tree: Path) -> None:
    """Load the libraries of the tests for all forks, but not the package itself."""
    for name in LOADED:
        import_module(name)
    failed = failing(tree, ["tests/base/test_arithmetic.py", "tests/labels/test_weights.py"])
    if failed:
        raise SystemExit(f"the tests do not run without a fault: {failed}")


def first_failure(tree: Path, mutant: Mutant, source: bytes) -> str | None:
    """Return the first test that fails, None if all pass."""
    for arguments, measures in (([*DOCTESTS, mutant.path], []), *_stages(mutant, source)):
        failed = failing(tree, arguments, measures=measures)
        if failed:
            return failed
    return None


def _stages(mutant: Mutant, source: bytes) -> list[tuple[list[str], list[str]]]:
    """Return arguments of pytest, with the measures that loops over all measures are limited to."""
    if mutant.path.startswith(MEASURES):
        names = re.findall(
            r"^@register\(\n.*?^def (\w+)", source.decode(), re.DOTALL | re.MULTILINE
        )
        chosen = [mutant.owner] if mutant.owner in names else names
        ids = " or ".join(["[ours", *(f"[{name}] or -{name}] or [{name}-" for name in chosen)])
        claims = [f"tests/whole/test_{name}.py" for name in ("claims", "limits", "exactness")]
        reduced = mutant.path.endswith("reduced_information.py")
        others = ["tests/measures"] if reduced else ["tests/measures", f"--ignore={SLOW}"]
        return [([*claims, "-k", ids], chosen), (others, [])]
    folder = mutant.path.split("/")[2]
    return [(list(s), []) for s in {"labels": LABELS, "chance": CHANCE}.get(folder, SHARED)]


def failing(
    tree: Path, arguments: list[str], only: set[str] | None = None, measures: Iterable[str] = ()
) -> str | None:
    """Run pytest in a fork; return the first test that fails, or another failure."""
    receive, send = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:  # the child must never continue the parent's work
            os.close(receive)
            limit()
            os.environ["PARTITA_MEASURES"] = " ".join(measures)
            signal.alarm(PATIENCE)
            status = _pytest(tree, arguments, _Watcher(send, only))
        finally:
            os._exit(status)
    os.close(send)
    with os.fdopen(receive, encoding="utf-8") as pipe:
        failed = pipe.readline().strip()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status in (-signal.SIGALRM, -signal.SIGXCPU):
        return "the time limit"
    if status == ELSEWHERE:
        raise SystemExit("another copy of partita is imported: uninstall it, or use another venv")
    return None if status in (0, 5) else failed or f"exit status {status}"  # 5: no tests chosen


class _Watcher:
    """Reports failures to the parent; runs only the named tests, if there are any."""

    def __init__(self, send: int, only: set[str] | None) -> None:
        self.send, self.only = send, only

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        if self.only is not None:
            items[:] = [item for item in items if item.nodeid in self.only]

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            os.write(self.send, f"{report.nodeid}\n".encode())

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            os.write(self.send, b"the import\n")


def _pytest(tree: Path, arguments: list[str], watcher: _Watcher) -> int:
    import pytest

    os.chdir(tree)
    os.environ.update(PYTHONPATH=f"{tree}/src", PYTHONDONTWRITEBYTECODE="1")
    sys.path.insert(0, f"{tree}/src")
    sys.meta_path[:] = [f for f in sys.meta_path if "Redirecting" not in type(f).__name__]  # pip -e
    package = find_spec("partita")
    if package is None or not str(package.origin).startswith(str(tree)):
        return ELSEWHERE
    sys.dont_write_bytecode = True  # a stale file could hide a fault of equal length
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    flags = ["-x", "-q", "-n0", "-p", "no:cacheprovider", "--hypothesis-seed=0"]
    flags += ["-W", "ignore:Module already imported"]
    return int(pytest.main([*flags, *arguments], plugins=[watcher]))


def unsound(tree: Path, tests: set[str]) -> list[str]:
    """Return the tests that fail without a fault, whose findings do not count."""
    modules = sorted({t.partition("::")[0] for t in tests if t.startswith("src/")})
    bad = [module for module in modules if failing(tree, [*DOCTESTS, module])]
    ids = {t for t in tests if t.startswith("tests/")}  # a changed claim may add its own
    first = failing(tree, sorted({t.partition("::")[0] for t in ids}), ids) if ids else None
    return [*bad, first] if first else bad
