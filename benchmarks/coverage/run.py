"""How often do nominal 95 % intervals hold the true score? Simulate from known cells and count.

    python benchmarks/coverage/run.py            # the reduced grid
    python benchmarks/coverage/run.py --full     # up to n = 10^5 and K = 50 with more repetitions

Writes coverage.csv (every combination) and coverage.md (what the documentation quotes) beside
this file. The true score is that of the cell probabilities themselves: of a table of 10^15
objects. Everything is seeded; the same command writes the same files.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.stats import kstest

from partita.contingency import Contingency
from partita.inference import difference, significance
from partita.inference.intervals import estimate
from partita.inference.samples import ObjectSample, evaluate
from partita.inference.scores import Scorer, scorer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from partita.inference.jackknife import Influence

HERE = Path(__file__).parent
MEASURES = {
    "ARI": "adjusted_rand",
    "V": "v_measure",
    "NMI": "normalized_mutual_information",
    "AMI": "adjusted_mutual_information",
    "R": "rand",
    "FM": "fowlkes_mallows",
    "B³": "b_cubed_f",
    "VD_n": "normalized_van_dongen",
    "F": "f_measure",
}
QUALITIES = {"good": 0.95, "fair": 0.7, "poor": 0.3, "random": 0.0}
SIZES = [(2, 50), (2, 80), (2, 1000), (5, 100), (5, 500), (5, 5000), (10, 2000), (10, 20000)]
LARGE = [(50, 50000)]
FULL = [(50, 100_000), (20, 8000), (20, 100_000), (10, 100_000), (2, 100_000), (5, 100_000)]
METHODS = ("calibrated", "bca", "percentile")
DRAWS = 399


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

    @property
    def per_cell(self) -> float:
        """Objects per cell of the population."""
        return self.n / self.groups**2


def cases(sizes: list[tuple[int, int]]) -> Iterator[Case]:
    """All shapes and qualities for these numbers of groups and of objects."""
    for groups, n in sizes:
        for shape in ("balanced", "skewed"):
            for quality in QUALITIES:
                yield Case(groups, n, shape, quality)


def coverage(case: Case, repetitions: int, seed: int) -> dict[tuple[str, str], float]:
    """Share of intervals that hold the true score, by measure and method."""
    cells = case.cells()
    scorers = {symbol: scorer(name) for symbol, name in MEASURES.items()}
    population = Contingency.from_matrix(np.round(cells * 1e15).astype(np.int64))
    truth = {symbol: s.of(population) for symbol, s in scorers.items()}
    methods = METHODS if case.groups < 50 else METHODS[:1]
    hits = dict.fromkeys(((symbol, m) for symbol in scorers for m in methods), 0)
    random = np.random.default_rng(seed)
    for repetition in range(repetitions):
        counts = random.multinomial(case.n, cells.ravel()).reshape(cells.shape)
        sample = Remembering(Contingency.from_matrix(counts))
        draws = evaluate(list(scorers.values()), sample, DRAWS, repetition, 1)
        for k, (symbol, s) in enumerate(scorers.items()):
            for method in methods:
                found = estimate(s, sample, draws[:, k], method=method, level=0.95, threads=1)
                hits[symbol, method] += found.low - 1e-9 <= truth[symbol] <= found.high + 1e-9
    return {key: count / repetitions for key, count in hits.items()}


def null_checks(repetitions: int) -> list[str]:
    """p-values under the null, and the level of the test of a difference."""
    lines = []
    sizes = np.repeat(np.arange(4), [60, 50, 40, 30])
    for symbol in ("ARI", "V", "F", "VD_n"):
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
    for symbol in ("ARI", "V", "VD_n"):
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
    """Lay out the calibrated coverage as one table, and the checks of the null as another."""
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
    head = (
        '# Coverage of nominal 95 % intervals (method "calibrated")\n\n'
        "Per cent of the samples whose interval has the true score; in bold where it is surely\n"
        "(by two standard errors of the simulation) outside 93 to 97. Written by run.py; all\n"
        "methods are in coverage.csv.\n"
    )
    return "\n".join([head, *lines, "", "| check | result |", "|---|---|", *checks, ""])


def _shown(share: float, samples: int) -> str:
    error = 2 * (share * (1 - share) / samples) ** 0.5
    text = f"{100 * share:.0f}"
    return f"**{text}**" if share + error < 0.93 or share - error > 0.97 else text


def main() -> None:
    """Run the grid and write the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--full", action="store_true", help="larger samples, more repetitions")
    parser.add_argument("--repetitions", type=int, default=400)
    asked = parser.parse_args()
    repetitions = asked.repetitions * (4 if asked.full else 1)
    rows: list[dict[str, str]] = []
    for seed, case in enumerate(cases(SIZES + LARGE + (FULL if asked.full else []))):
        size = repetitions // (1 if case.groups < 10 else 2 if case.groups < 50 else 8)
        for (symbol, method), share in coverage(case, size, seed).items():
            found = {**case._asdict(), "measure": symbol, "method": method, "repetitions": size}
            rows.append({**{k: str(v) for k, v in found.items()}, "coverage": f"{share:.4f}"})
        print(case, flush=True)
    with (HERE / "coverage.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    checks = null_checks(5 * repetitions // 2)
    (HERE / "coverage.md").write_text(markdown(rows, checks), encoding="utf-8")


if __name__ == "__main__":
    main()
