"""How often do nominal 95 % intervals hold the true score? Simulate from known cells and count.

    python benchmarks/coverage/run.py                    # about 15 minutes on one core
    python benchmarks/coverage/run.py --full             # six times the samples: an hour and a half
    python benchmarks/coverage/run.py --processes 8      # the same figures, sooner

Writes coverage.csv (every combination) and coverage.md (what the documentation quotes) beside
this file. The true score is that of the cell probabilities themselves: of a table of 10^15
objects. Everything is seeded; the same command writes the same files.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.stats import binomtest, kstest

from partita.contingency import Contingency
from partita.inference import difference, significance
from partita.inference.estimation import estimate_all
from partita.inference.samples import ObjectSample, evaluate
from partita.inference.scores import Scorer, scorer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from partita.inference.jackknife import Influence

HERE = Path(__file__).parent
MEASURES = {
    "ARI": "adjusted_rand",
    "V, NMI": "v_measure",  # with arithmetic means they are the same
    "AMI": "adjusted_mutual_information",
    "R": "rand",
    "FM": "fowlkes_mallows",
    "VD_n": "normalized_van_dongen",
    "F": "f_measure",
}
QUALITIES = {"good": 0.95, "fair": 0.7, "poor": 0.3, "random": 0.0}
# Groups on each side, objects, samples: fewer where a sample costs more.
SIZES = [
    *[(2, n, 200) for n in (50, 80, 1000, 100_000)],
    *[(5, n, 200) for n in (100, 500, 5000, 100_000)],
    *[(10, n, 120) for n in (2000, 20_000, 100_000)],
    *[(20, n, 60) for n in (8000, 100_000)],
    *[(50, n, 30) for n in (50_000, 100_000)],
]
METHODS = ("calibrated", "bca", "percentile")
DRAWS = 199
FEWER_DRAWS = 149  # at K = 50, where the AMI of a draw takes a millisecond


class Remembering(ObjectSample):
    """Objects whose jackknife is computed once for all methods."""

    __slots__ = ("known",)

    def influence(self, s: Scorer, threads: int) -> Influence:
        """Return the jackknife over objects."""
        if not hasattr(self, "known"):
            object.__setattr__(self, "known", {})
        known: dict[str, Influence] = self.known
        if s.measure.name not in known:
            known[s.measure.name] = super().influence(s, threads)
        return known[s.measure.name]


class Case(NamedTuple):
    """One population and one sample size."""

    groups: int
    n: int
    shape: str
    quality: str

    def cells(self) -> NDArray[np.float64]:
        """Cell probabilities: a share of the objects in place, the rest independent."""
        sizes = (
            np.ones(self.groups) if self.shape == "balanced" else 1 / np.arange(1, self.groups + 1)
        )
        sizes /= sizes.sum()
        good = QUALITIES[self.quality]
        return good * np.diag(sizes) + (1 - good) * np.outer(sizes, sizes)


def cases() -> Iterator[tuple[Case, int]]:
    """All populations and sample sizes, with the number of samples."""
    for groups, n, samples in SIZES:
        for shape in ("balanced", "skewed"):
            for quality in QUALITIES:
                yield Case(groups, n, shape, quality), samples


def coverage(case: Case, repetitions: int, seed: int) -> dict[tuple[str, str], float]:
    """Share of intervals that hold the true score, by measure and method."""
    cells = case.cells()
    scorers = {symbol: scorer(name) for symbol, name in MEASURES.items()}
    population = Contingency.from_matrix(np.round(cells * 1e15).astype(np.int64))
    truth = {symbol: s.of(population) for symbol, s in scorers.items()}
    methods = METHODS if case.groups < 50 else METHODS[:1]
    hits = dict.fromkeys(((symbol, m) for symbol in scorers for m in methods), 0)
    random, own = np.random.default_rng(seed), list(scorers.values())
    size = DRAWS if case.groups < 50 else FEWER_DRAWS
    for repetition in range(repetitions):
        counts = random.multinomial(case.n, cells.ravel()).reshape(cells.shape)
        sample = Remembering(Contingency.from_matrix(counts))
        draws = evaluate(own, sample, size, repetition, 1)
        for method in methods:
            found = estimate_all(own, sample, draws, method=method, level=0.95, threads=1)
            for symbol, one in zip(scorers, found, strict=True):
                hits[symbol, method] += one.low - 1e-9 <= truth[symbol] <= one.high + 1e-9
    return {key: count / repetitions for key, count in hits.items()}


def null_checks(repetitions: int) -> list[str]:
    """p-values under the null, and the level of the test of a difference."""
    lines = []
    sizes = np.repeat(np.arange(4), [60, 50, 40, 30])
    for symbol in ("ARI", "V, NMI", "F", "VD_n"):
        random = np.random.default_rng(5)
        found = [
            significance(MEASURES[symbol], sizes, random.permutation(sizes), draws=199, seed=k)
            for k in range(repetitions)
        ]
        smooth = [f.p_value - random.random() / 200 for f in found]
        # Scores that take few values tie often, and ties count against the finding: there the
        # p-values may be larger than uniform, never smaller.
        side, says = ("greater", "too small") if symbol == "VD_n" else ("two-sided", "not uniform")
        p = kstest(smooth, "uniform", alternative=side).pvalue
        small = np.mean([f.p_value <= 0.05 for f in found])
        lines.append(
            f"| p-values of {symbol} under the null: {says}? (Kolmogorov-Smirnov) | p = {p:.2f}; "
            f"{100 * small:.1f} % are at most 0.05 |"
        )
    for symbol in ("ARI", "V, NMI", "VD_n"):
        random = np.random.default_rng(6)
        rejected = 0
        for k in range(repetitions):
            truth = random.integers(0, 3, 250)
            sides = [
                np.where(random.random(250) < 0.7, truth, random.integers(0, 3, 250)) for _ in "ab"
            ]
            found = difference(MEASURES[symbol], truth, *sides, draws=DRAWS, seed=k)
            rejected += found.p_value < 0.05
        lines.append(
            f"| test of a difference in {symbol} at 5 %, two equally good clusterings "
            f"| {100 * rejected / repetitions:.1f} % rejected |"
        )
    return lines


def markdown(rows: list[dict[str, str]], checks: list[str]) -> str:
    """Lay out the ranges of coverage, every case of the default method, and the null checks."""
    head = (
        "# Coverage of nominal 95 % intervals\n\n"
        "Per cent of the samples whose interval has the true score. Written by run.py; all\n"
        "methods are in coverage.csv.\n"
    )
    cases_head = (
        '\n## Every case (method "calibrated")\n\n'
        "In bold where coverage is surely outside 93 to 97: where Wilson's 95 % interval of the\n"
        "simulation itself has no value in between.\n"
    )
    tail = ["", "| check | result |", "|---|---|", *checks, ""]
    return "\n".join([head, *ranges(rows), cases_head, *every_case(rows), *tail])


def ranges(rows: list[dict[str, str]]) -> list[str]:
    """Lowest and highest coverage with at least 20 objects per cell, and the mean."""
    symbols = list(MEASURES)
    lines = [
        "Lowest - highest coverage over all cases with n >= 20 cells, and the mean:\n",
        "| clustering | method | " + " | ".join(symbols) + " |",
        "|" + "---|" * (2 + len(symbols)),
    ]
    enough = [row for row in rows if int(row["n"]) >= 20 * int(row["groups"]) ** 2]
    for quality in QUALITIES:
        for method in METHODS:
            shown = []
            for symbol in symbols:
                key = (quality, method, symbol)
                found = [
                    100 * float(row["coverage"])
                    for row in enough
                    if (row["quality"], row["method"], row["measure"]) == key
                ]
                shown.append(f"{min(found):.0f}-{max(found):.0f}, {np.mean(found):.1f}")
            lines.append(f"| {quality} | {method} | " + " | ".join(shown) + " |")
    return lines


def every_case(rows: list[dict[str, str]]) -> list[str]:
    """Return the coverage of the default method in every case."""
    symbols = list(MEASURES)
    lines = [
        "| K | n | n/cells | sizes | clustering | samples | " + " | ".join(symbols) + " |",
        "|" + "---|" * (6 + len(symbols)),
    ]
    kept = [row for row in rows if row["method"] == "calibrated"]
    columns = ("groups", "n", "shape", "quality", "repetitions")
    for key in dict.fromkeys(tuple(row[c] for c in columns) for row in kept):
        groups, n, shape, quality, samples = key
        found = {r["measure"]: r["coverage"] for r in kept if tuple(r[c] for c in columns) == key}
        shown = [_shown(float(found[symbol]), int(samples)) for symbol in symbols]
        first = [groups, n, f"{int(n) / int(groups) ** 2:.0f}", shape, quality, samples]
        lines.append("| " + " | ".join([*first, *shown]) + " |")
    return lines


def _shown(share: float, samples: int) -> str:
    low, high = binomtest(round(share * samples), samples).proportion_ci(method="wilson")
    text = f"{100 * share:.0f}"
    return f"**{text}**" if high < 0.93 or low > 0.97 else text


def rows_of(seed: int, case: Case, samples: int) -> list[dict[str, str]]:
    """Coverage of one case as rows of the file."""
    found = [
        {**case._asdict(), "measure": symbol, "method": method, "repetitions": samples, "share": x}
        for (symbol, method), x in coverage(case, samples, seed).items()
    ]
    print(case, flush=True)
    return [
        {**{k: str(v) for k, v in row.items() if k != "share"}, "coverage": f"{row['share']:.4f}"}
        for row in found
    ]


def main() -> None:
    """Run the grid and write the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--full", action="store_true", help="six times the samples (90 minutes)")
    parser.add_argument("--processes", type=int, default=1, help="cases computed at a time")
    asked = parser.parse_args()
    times = 6 if asked.full else 1
    plan = [(seed, case, times * samples) for seed, (case, samples) in enumerate(cases())]
    with ProcessPoolExecutor(asked.processes) as pool:
        checks = pool.submit(null_checks, 600 * times)
        found = [pool.submit(rows_of, *one) for one in reversed(plan)]  # the longest first
        rows = [row for one in reversed(found) for row in one.result()]
    with (HERE / "coverage.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    (HERE / "coverage.md").write_text(markdown(rows, checks.result()), encoding="utf-8")


if __name__ == "__main__":
    main()
