"""Measure coverage: how often partita's intervals and tests hold on samples of known populations.

    python benchmarks/coverage/run.py --processes 16        # all parts
    python benchmarks/coverage/run.py --part differences    # one part; others keep their figures
    python benchmarks/coverage/run.py --part differences --case "cut in two"    # some cases of it
    python benchmarks/coverage/run.py --quick               # few samples; prints, writes nothing

Parts: scores (intervals of one score), groups (draws of groups), differences, tails (p beyond the
draws), posteriors (of scores and differences), plans (from pilots), monitoring (all looks
together), ellipses (the plane of homogeneity and completeness), ranks, families (clusterings of
every kind, and statements on them), datasets (methods over data sets), nulls (p-values under
chance), gates (failures without a loss), runs (methods with several seeds), pooled (differences
over several data sets), references (several truths), advice (rules that apply by mistake), sparse
(corrected entropies). Writes results/coverage.csv (all figures) and results/coverage.md (what the
documentation quotes). The true score is the score of the cell probabilities, as a table of 10^15
objects. Sample k of a case has its own seed, so the files are the same for any number of processes.
"""

from __future__ import annotations

import argparse
import csv
import os
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import advice
import datasets
import differences
import ellipses
import families
import gates
import groups
import monitoring
import nulls
import plans
import pooled
import posteriors
import ranks
import references
import runs
import scores
import sparse
import tails
from counting import Case, Key, Row, hits, rows
from page import markdown

RESULTS = Path(__file__).parents[1] / "results"
PARTS = {
    "scores": scores, "groups": groups, "differences": differences,
    "tails": tails, "posteriors": posteriors, "plans": plans, "monitoring": monitoring,
    "ellipses": ellipses,
    "ranks": ranks, "families": families, "datasets": datasets, "nulls": nulls, "gates": gates,
    "runs": runs, "pooled": pooled, "references": references, "advice": advice,
    "sparse": sparse,
}  # fmt: skip
PORTION = 25  # samples per task
QUICK = 5


def planned(parts: list[str], text: str, times: float, *, quick: bool) -> Iterator[Case]:
    """The cases of the parts that have a text in their names, with their numbers of samples."""
    for part in parts:
        every = [case for case in PARTS[part].cases() if text in case.name]
        for case in every[:: max(1, len(every) // 4)] if quick else every:
            samples = QUICK if quick else max(QUICK, round(times * case.samples))
            yield replace(case, samples=samples)


def work(case: Case, start: int, stop: int) -> tuple[dict[Key, list[int]], float]:
    """Check some samples of a case; also return the CPU time."""
    begun = time.process_time()
    return hits(case, start, stop), time.process_time() - begun


def measured(cases: list[Case], processes: int) -> tuple[list[Row], float]:
    """Count all cases; return the rows and the CPU time."""
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[variable] = "1"  # for the worker processes, which share the machine
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        tasks: list[tuple[Case, list[Future]]] = [
            (
                case,
                [
                    pool.submit(work, case, start, min(start + PORTION, case.samples))
                    for start in range(0, case.samples, PORTION)
                ],
            )
            for case in reversed(cases)  # the longest first
        ]
        found, spent = [], 0.0
        for case, portions in reversed(tasks):
            merged: dict[Key, list[int]] = {}
            for portion in portions:
                part, seconds = portion.result()
                spent += seconds
                for key, held in part.items():
                    merged.setdefault(key, []).extend(held)
            found.append(rows(case, merged))
            print(f"{case.part}: {case.name}", flush=True)
    return [row for one in found for row in one], spent


def kept(path: Path, names: set[tuple[str, str]]) -> list[Row]:
    """Kept rows of the cases that are not measured now."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8") as file:
        read = [
            Row(*list(row.values())[:5], *(int(row[name]) for name in ("samples", "held", "first")))
            for row in csv.DictReader(file)
        ]
    return [row for row in read if (row.part, row.case) not in names]


def in_order(found: list[Row]) -> list[Row]:
    """Sort the rows by part and case, in the order in which they are planned."""
    every = planned(list(PARTS), "", 1.0, quick=False)
    place = {(case.part, case.name): k for k, case in enumerate(every)}
    return sorted(found, key=lambda row: place.get((row.part, row.case), len(place)))


def main() -> None:
    """Run the parts and write the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--part", action="append", choices=PARTS, help="run only this part")
    parser.add_argument("--case", default="", help="run only cases with this text in their names")
    parser.add_argument(
        "--processes", type=int, default=1, help="number of cases computed at a time"
    )
    parser.add_argument("--times", type=float, default=1.0, help="factor on the numbers of samples")
    parser.add_argument("--quick", action="store_true", help="few cases and samples; write nothing")
    parser.add_argument("--output", type=Path, default=RESULTS, help="folder of the results")
    asked = parser.parse_args()
    parts = asked.part or list(PARTS)
    cases = list(planned(parts, asked.case, asked.times, quick=asked.quick))
    found, spent = measured(cases, asked.processes)
    print(f"{spent / 60:.1f} minutes of CPU time")
    if asked.quick:
        print(markdown(found))
        return
    old = kept(asked.output / "coverage.csv", {(case.part, case.name) for case in cases})
    every = in_order([*old, *found])
    with (asked.output / "coverage.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Row._fields)
        writer.writerows(every)
    (asked.output / "coverage.md").write_text(markdown(every), encoding="utf-8")


if __name__ == "__main__":
    main()
