"""Long programs that check partita's promises; docs/reliability.md has their figures.

    python benchmarks/reliability/run.py exactness    # errors of every measure; writes a page
    python benchmarks/reliability/run.py bits         # the same bits for every way to make a table
    python benchmarks/reliability/run.py bounds       # 10^6 pairs: no NaN, no -0.0, within bounds
    python benchmarks/reliability/run.py load         # threads and processes for minutes
    python benchmarks/reliability/run.py kills        # kill -9 at random moments of writing
    python benchmarks/reliability/run.py stops        # how soon calls end after Ctrl-C
    python benchmarks/reliability/run.py bombs        # megabytes that unpack to gigabytes
    python benchmarks/reliability/run.py producers    # output of other libraries; writes a page

The exit status is 1 if a promise is broken. The package must be installed with its test extra.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parent / "results" / "exactness.md"
PRODUCED = HERE.parent / "results" / "producers.md"
TESTS = HERE.parents[1] / "tests"
sys.path[:0] = [*(str(TESTS / name) for name in (".", "oracles", "support")), str(HERE.parent)]


def exactness(options: argparse.Namespace) -> list[str]:
    """Write the page of worst errors."""
    from reliability.exactness import measured, page

    result = measured(options.tables, options.seed)
    options.output.write_text(page(result), encoding="utf-8")
    print(f"{result.values:,} values on {result.tables:,} tables, see {options.output.name}")
    return result.failures()


def bits(options: argparse.Namespace) -> list[str]:
    """Compare bits."""
    from reliability.bits import measured

    ways, values, failures = measured(options.objects, options.seed)
    print(f"{ways} ways to the same table, {values:,} values each")
    return failures


def bounds(options: argparse.Namespace) -> list[str]:
    """Look for values out of bounds."""
    from reliability.bounds import measured

    tables, failures = measured(options.pairs, options.seed)
    print(f"{options.pairs:,} pairs of labelings, {tables:,} different tables")
    return failures


def load(options: argparse.Namespace) -> list[str]:
    """Load the machine."""
    from reliability.load import measured

    summary, failures = measured(options.minutes, options.threads, options.processes)
    print(summary)
    return failures


def kills(options: argparse.Namespace) -> list[str]:
    """Kill processes that write."""
    from reliability.kills import measured

    summary, failures = measured(options.rounds, options.seed)
    print(summary)
    return failures


def stops(options: argparse.Namespace) -> list[str]:
    """Look for long stretches of work that do not check for Ctrl-C."""
    from reliability.stops import measured

    return measured(options.call)


def bombs(options: argparse.Namespace) -> list[str]:
    """Read small files that unpack to huge ones."""
    from reliability.bombs import measured

    summary, failures = measured(options.gigabytes)
    print(summary)
    return failures


def producers(options: argparse.Namespace) -> list[str]:
    """Check the invariants of results on other libraries' output, and write the page."""
    from reliability.producers import measured

    page, failures = measured(options.processes, options.every, options.match)
    options.output.write_text(page, encoding="utf-8")
    print(page)
    return failures


def parser() -> argparse.ArgumentParser:
    """The command line."""
    whole = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    whole.add_argument("--seed", type=int, default=1)
    parts = whole.add_subparsers(required=True)
    part = parts.add_parser("exactness")
    part.add_argument("--tables", type=int, default=2200)
    part.add_argument("--output", type=Path, default=PAGE)
    part.set_defaults(work=exactness)
    part = parts.add_parser("bits")
    part.add_argument("--objects", type=int, default=200_000)
    part.set_defaults(work=bits)
    part = parts.add_parser("bounds")
    part.add_argument("--pairs", type=int, default=10**6)
    part.set_defaults(work=bounds)
    part = parts.add_parser("load")
    part.add_argument("--minutes", type=float, default=2.0)
    part.add_argument("--threads", type=int, default=64)
    part.add_argument("--processes", type=int, default=16)
    part.set_defaults(work=load)
    part = parts.add_parser("kills")
    part.add_argument("--rounds", type=int, default=200)
    part.set_defaults(work=kills)
    part = parts.add_parser("stops")
    part.add_argument("--call", default="", help="only calls whose name contains this text")
    part.set_defaults(work=stops)
    part = parts.add_parser("bombs")
    part.add_argument("--gigabytes", type=float, default=4.0)
    part.set_defaults(work=bombs)
    part = parts.add_parser("producers")
    part.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    part.add_argument("--every", type=int, default=1, help="run one in this many jobs")
    part.add_argument("--match", default="", help="only jobs whose name contains this text")
    part.add_argument("--output", type=Path, default=PRODUCED)
    part.set_defaults(work=producers)
    return whole


def main() -> int:
    """Run one program."""
    options = parser().parse_args()
    start = time.process_time()
    failures = options.work(options)
    for failure in failures[:20]:
        print("broken:", failure)
    print(f"{len(failures)} broken promises, {time.process_time() - start:.0f} s of CPU time")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
