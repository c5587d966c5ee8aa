"""Runs the kernel's tests on a fault in a header, first plain, then with sanitizers."""

from __future__ import annotations

import os
import re
import subprocess
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from .limits import PATIENCE, limit

if TYPE_CHECKING:
    from .mutant import Mutant

HEADERS = "kernel/include/partita"
CENTRAL = (
    "test_tabulate",
    "test_information",
    "test_shares",
)  # for headers of all tests
PLAIN = ("-std=c++20", "-O0", "-ffp-contract=off", "-pthread", "-D_GLIBCXX_ASSERTIONS", "-w")
CHECKED = (*PLAIN, "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def first_failure(tree: Path, mutant: Mutant) -> str | None:
    """Return the first test that fails, "the compiler" on a compile error, None if all pass."""
    tests = _tests_of(tree, mutant.path.removeprefix(f"{HEADERS}/"))
    for flags in (PLAIN, CHECKED):
        for test in tests:
            failed = _run(tree, test, flags)
            if failed:
                return failed
    return None


def _run(tree: Path, name: str, flags: tuple[str, ...]) -> str | None:
    """Compile and run a test, or replay the inputs of a fuzz target; return the failure."""
    sources, inputs = [f"kernel/tests/{name}.cpp"], []
    if name.startswith("fuzz_"):
        sources = [f"kernel/fuzz/{name}.cpp", "kernel/fuzz/replay.cpp"]
        inputs = [f"tests/fuzz/corpus/{name.removeprefix('fuzz_')}.txt"]
    compiler = os.environ.get("CXX", "g++")
    if _fails(tree, [compiler, *flags, "-Ikernel/include", *sources, "-o", "mutated"]):
        return "the compiler"
    return name if _fails(tree, ["./mutated", *inputs]) else None


def _fails(tree: Path, command: list[str]) -> bool:
    quiet = subprocess.DEVNULL
    run = subprocess.Popen(command, cwd=tree, stdout=quiet, stderr=quiet, preexec_fn=limit)  # noqa: PLW1509, S603
    try:
        return run.wait(PATIENCE) != 0
    except subprocess.TimeoutExpired:
        run.kill()
        run.wait()
        return True


def _tests_of(tree: Path, header: str) -> list[str]:
    """Return at most three tests: those with the shortest path of includes to the header.

    Headers that the tools of all tests include are tested by `CENTRAL`.
    """
    tests = sorted((tree / "kernel/tests").glob("test_*.cpp"))
    tests += sorted((tree / "kernel/fuzz").glob("fuzz_*.cpp"))
    ways = {test.stem: _distance(tree, test, header) for test in tests}
    ways = {name: far for name, far in ways.items() if far}
    own = f"test_{Path(header).stem}"
    if _distance(tree, tree / "kernel/tests/check.hpp", header):
        ways = {name: far for name, far in ways.items() if far == 1 or name == own}
        ways |= {name: far for far, name in enumerate(CENTRAL, 2) if name not in ways}
    return sorted(ways, key=lambda name: (name != own, ways[name], name))[:3]


def _distance(tree: Path, test: Path, header: str) -> int:
    """Return the number of includes from a file to a header, 0 if there is no path."""
    far, known = 0, {test}
    while known and far < 8:
        includes = {name for path in known for name in _included(path)}
        far += 1
        if header in includes:
            return far
        known = {tree / HEADERS / name for name in includes}
    return 0


@cache
def _included(path: Path) -> frozenset[str]:
    if not path.is_file():
        return frozenset()
    return frozenset(re.findall(r'#include "partita/([\w/]+\.hpp)"', path.read_text("utf-8")))


def unsound(tree: Path, tests: set[str]) -> list[str]:
    """Return the tests that fail without a fault, whose findings do not count."""
    return [t for t in sorted(tests) if re.match(r"(test|fuzz)_\w+$", t) and _run(tree, t, CHECKED)]
