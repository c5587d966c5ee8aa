"""Time partita, the read limit and every installed peer, and write the results.

    python benchmarks/run.py            all cases; writes benchmarks/results/speed.*
    python benchmarks/run.py --only ami --only call
    python benchmarks/run.py --quick    tiny sizes, in seconds: all answers must agree

A full run takes about a quarter of an hour and 8 GB. With `--only` or `--quick` it writes files
only to the folder of `--output`. Install the peers with
`pip install scikit-learn genieclust clusim torchmetrics igraph fastami pandas numba polars duckdb
pyarrow`, and the tools for the native build with `pip install cmake nanobind`.
"""

from __future__ import annotations

import argparse
import gc
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path

from cases import CASES
from peers import missing
from suite.checking import disagreement
from suite.growth import Series, series
from suite.judging import Case, Outcome, Verdict
from suite.machine import load
from suite.pictures import picture
from suite.timing import measure
from suite.writing import as_csv, markdown

_HERE = Path(__file__).resolve().parent
_RESULTS = _HERE / "results"
_GROWTH = {"objects": ("n", "number of objects"), "clusters": ("groups", "number of clusters")}


def outcomes_of(case: Case, *, quick: bool) -> list[Outcome]:
    """Run the settings of a case one after the other, and compare every answer with ours."""
    found = []
    for setting in case.settings(quick):
        rounds = min(setting.repeats, 2) if quick else setting.repeats
        options = {"evicted": 0} if quick else {}  # tiny runs are not about times
        timings = measure(setting.contenders, repeats=rounds, budget=setting.budget, **options)
        for timing in timings:
            timing.note = disagreement(timing, setting.reference)
            timing.claims = {}
            if timing.note and (quick or timing.contender.role == "own"):
                raise SystemExit(
                    f"{case.key}, {setting.title}: {timing.contender.key}: {timing.note}"
                )
        found.append(Outcome(setting.title, setting.n, setting.groups, timings, load()))
        report(case, found[-1])
        setting.contenders.clear()
        gc.collect()
    return found


def report(case: Case, outcome: Outcome) -> None:
    """Print the minimum wall and CPU times of a setting."""
    print(f"{case.key}: {outcome.title} (load {outcome.load})")
    for one in outcome.timings:
        times = f"{1000 * one.wall:12.4f} ms {1000 * one.cpu:12.4f} ms CPU"
        print(f"  {one.contender.key:40} {times}  {one.note}", flush=True)


def write(results: Sequence[tuple[Case, list[Outcome], list[Verdict]]], folder: Path) -> None:
    """Write the report, the raw times, and a figure for each kind of growth."""
    folder.mkdir(parents=True, exist_ok=True)
    plain = [(case.key, case.title, outcomes, judged) for case, outcomes, judged in results]
    loads = sorted(float(o.load) for _, outcomes, _ in results for o in outcomes)
    load = f"Load while it ran: {loads[0]:.1f} to {loads[-1]:.1f} (one busy process gives 1)."
    run = {case.key for case, _, _ in results}
    if left := [case.key for case in CASES if case.key not in run]:  # interrupted, or --only
        load += f" **Not complete: without {', '.join(left)}.**"
    growth: dict[str, Series] = {}
    for case, outcomes, _ in results:
        if case.key in _GROWTH:
            by, label = _GROWTH[case.key]
            growth[case.title] = found = series(outcomes, "n" if by == "n" else "groups")
            drawn = picture(case.title, label, found)
            (folder / f"speed-{case.key}.svg").write_text(drawn, encoding="utf-8")
    text = markdown(plain, growth, missing, load)
    (folder / "speed.md").write_text(text, encoding="utf-8")
    (folder / "speed.csv").write_text(as_csv(plain), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the cases asked for."""
    keys = [case.key for case in CASES]
    parser = argparse.ArgumentParser(description="Time partita and its peers.")
    parser.add_argument("--quick", action="store_true", help="tiny sizes; all answers must agree")
    parser.add_argument(
        "--only", action="append", choices=keys, metavar="CASE", help=", ".join(keys)
    )
    parser.add_argument("--output", type=Path, metavar="DIR", help="folder of the results")
    asked = parser.parse_args(arguments)
    # The folder `coverage` next to this file is not the package that numba imports.
    sys.path[:] = [place for place in sys.path if Path(place).resolve() != _HERE]
    warnings.simplefilter("ignore")  # ignore the warnings of other libraries
    full = asked.only is None and not asked.quick
    folder = asked.output or (_RESULTS if full else None)
    results = []
    for case in CASES:
        if asked.only is None or case.key in asked.only:
            outcomes = outcomes_of(case, quick=asked.quick)
            judged = list(case.judge(outcomes))
            results.append((case, outcomes, [] if asked.quick else judged))
            if folder is not None:
                write(results, folder)  # after each case, since a long run may be interrupted
    for verdict in (verdict for _, _, judged in results for verdict in judged):
        mark = "met   " if verdict.met else "MISSED"
        print(f"{mark} {verdict.what}: {verdict.found:.4g} {verdict.unit} ({verdict.bar:g})")
    print(f"left out: {', '.join(sorted(missing)) or 'nothing'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
