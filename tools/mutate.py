"""Plant faults in the measures and in the kernel, one at a time, and see whether a test notices.

``python tools/mutate.py`` tries a sample that depends only on ``--seed``; ``--sample`` and
``--kernel`` set its size. ``--all`` tries every fault (days), ``--match TEXT`` only those whose
description contains the text; ``--minutes`` or Ctrl-C ends the run early. Faults are planted in a
copy of the tree with the extensions of the installed package, so install the code that you test.
``tests/mutation/survivors.toml`` lists faults that change no result, with the reason. The exit
status is 1 if less than 95% are noticed. Needs a POSIX system.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from contextlib import suppress
from functools import partial
from math import inf
from pathlib import Path

from mutation import kernel_faults, kernel_tests, python_faults, python_tests
from mutation.mutant import Mutant

ROOT = Path(__file__).resolve().parents[1]
KNOWN = ROOT / "tests/mutation/survivors.toml"
MODULES = ("statistics/information", "statistics/matching", "statistics/overlaps")
MODULES += ("statistics/pairs", "statistics/entity_resolution", "statistics/values")
MODULES += ("base/arithmetic", "table/groups", "table/table", "labels/policies")
MODULES += ("labels/weights", "chance/exact", "chance/pair_moments")
BAR = 0.95
Outcome = tuple[Mutant, str | None]


def every_mutant(kind: str) -> list[Mutant]:
    """Return all faults of a kind, "python" or "kernel", in the order of the sources."""
    if kind == "kernel":
        headers = (ROOT / "kernel/include/partita").glob("*/*.hpp")
        paths = sorted(path for path in headers if path.parent.name != "soft")
        find = kernel_faults.mutants_of
    else:
        package = ROOT / "src/partita"
        paths = sorted((package / "measures").glob("*.py"))
        paths += [package / f"{module}.py" for module in MODULES]
        rooms = ("base", "statistics", "table")
        below = [path for room in rooms for path in (package / room).glob("*.py")]
        others = (python_faults.defined(path.read_bytes()) for path in below)
        find = partial(python_faults.mutants_of, attributes=set().union(*others))
    return [m for p in paths for m in find(p.relative_to(ROOT).as_posix(), p.read_bytes())]


def equivalents() -> dict[tuple[str, str, str], str]:
    """Return the faults that are known to change no result, with their reasons."""
    listed = tomllib.loads(KNOWN.read_text("utf-8"))["survivor"]
    return {(s["file"], s["line"], s["change"]): s["reason"] for s in listed}


def key_of(mutant: Mutant) -> tuple[str, str, str]:
    """Return a key of a fault that does not change if lines move."""
    return mutant.path, mutant.shown, mutant.change


def main() -> int:
    """Try the faults, and print those that no test noticed."""
    options = _options()
    chosen, known = _chosen(options), equivalents()
    end = time.monotonic() + 60 * options.minutes
    outcomes: list[Outcome] = []
    excused = [mutant for mutant in chosen if key_of(mutant) in known]
    tried = [mutant for mutant in chosen if key_of(mutant) not in known]
    with tempfile.TemporaryDirectory() as scratch:
        tree = _copy(Path(scratch).resolve())
        python_tests.load(tree)
        with suppress(KeyboardInterrupt):  # report the faults tried so far
            for number, mutant in enumerate(tried, 1):
                while options.pause and options.pause.exists() and time.monotonic() < end:
                    time.sleep(5)
                if time.monotonic() >= end:
                    break
                noticed = noticed_by(tree, mutant)
                outcomes.append((mutant, noticed))
                print(f"{number}/{len(tried)} {noticed or 'SURVIVED'} | {mutant}", flush=True)
        tests = {noticed for _, noticed in outcomes if noticed}
        bad = python_tests.unsound(tree, tests) + kernel_tests.unsound(tree, tests)
    print("\n" + report(outcomes, excused, bad))
    return 1 if bad or _score(outcomes) < BAR else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sample", type=int, default=150, help="faults in Python (default: 150)")
    parser.add_argument("--kernel", type=int, default=60, help="in the kernel (default: 60)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--all", action="store_true", help="every fault")
    parser.add_argument(
        "--match", action="append", help="only faults whose description has this text"
    )
    parser.add_argument("--minutes", type=float, default=inf, help="stop after this many")
    parser.add_argument("--pause", type=Path, help="wait while this file exists")
    return parser.parse_args()


def _chosen(options: argparse.Namespace) -> list[Mutant]:
    chosen, dice = [], random.Random(options.seed)  # noqa: S311 - a sample
    for kind, size in (("python", options.sample), ("kernel", options.kernel)):
        found = every_mutant(kind)
        if options.match:
            chosen += [m for m in found if any(text in str(m) for text in options.match)]
        elif options.all:
            chosen += found
        else:
            chosen += dice.sample(found, min(size, len(found)))
    dice.shuffle(chosen)  # so that an early end leaves a sample too
    return chosen


def _copy(tree: Path) -> Path:
    """Copy the files that git tracks or would add, and the built extensions."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True).stdout  # noqa: S603
    paths = [ROOT / name.decode() for name in names.split(b"\0") if name]
    for path in paths:
        if path.is_file():
            target = tree / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target)
    where = [sys.executable, "-c", "from partita import _kernel; print(_kernel.__file__)"]
    kernel = subprocess.run(where, check=True, capture_output=True, text=True).stdout  # noqa: S603
    for path in Path(kernel.strip()).parent.glob("*.so"):
        shutil.copy2(path, tree / "src/partita")
    return tree


def noticed_by(tree: Path, mutant: Mutant) -> str | None:
    """Plant the fault in the tree, run its tests, restore the tree; return the test that failed."""
    path = tree / mutant.path
    source = path.read_bytes()
    path.write_bytes(mutant.planted(source))
    try:
        if path.suffix == ".hpp":
            return kernel_tests.first_failure(tree, mutant)
        return python_tests.first_failure(tree, mutant, source)
    finally:
        path.write_bytes(source)


def _score(outcomes: list[Outcome]) -> float:
    valid = [noticed for _, noticed in outcomes if noticed != "the compiler"]
    return sum(noticed is not None for noticed in valid) / max(1, len(valid))


def report(outcomes: list[Outcome], excused: list[Mutant], bad: list[str]) -> str:
    """Return a page of Markdown: the score in total and by folder, and every survivor."""
    lines = ["| where | planted | noticed | share |", "|---|---|---|---|"]
    valid = [(m, noticed) for m, noticed in outcomes if noticed != "the compiler"]
    places = sorted({m.path.rpartition("/")[0] for m, _ in valid})
    for place in ("", *places):
        here = [o for o in valid if o[0].path.rpartition("/")[0] == place or not place]
        killed = sum(noticed is not None for _, noticed in here)
        lines.append(f"| {place or 'all'} | {len(here)} | {killed} | {_score(here):.1%} |")
    broken = len(outcomes) - len(valid)
    lines.append(f"\nNot counted: {broken} did not compile; {len(excused)} change no result, see")
    lines[-1] += " tests/mutation/survivors.toml."
    lines += [f"- survived: {m}" for m, noticed in valid if noticed is None]
    lines += [f"- fails without a fault, so the score is void: {test}" for test in bad]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
