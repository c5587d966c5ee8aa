"""Widths of the default intervals, compared with intervals that know the error of the score.

    python benchmarks/coverage/widths.py scores          # prints a table in Markdown
    python benchmarks/coverage/widths.py differences
    python benchmarks/coverage/widths.py differences 50  # samples of each case, 300 by default

The oracle is the range of the score (or difference) from 2.5 to 97.5% over 2000 fresh samples of
the population. results/coverage_widths.md has the table of scores.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import product

import numpy as np
from differences import Differences
from scores import Scores, population

from partita.chance.batch import Tables, scores
from partita.inference.differences.differences import by_measure
from partita.inference.intervals.estimation import estimate_all
from partita.inference.sampling.bootstrap_intervals import Settings
from partita.inference.sampling.pairing import paired
from partita.inference.sampling.samples import evaluate, object_sample
from partita.measures.chosen import choose
from partita.table.contingency import Contingency

MEASURES = {
    "ARI": "adjusted_rand", "V": "v_measure", "AMI": "adjusted_mutual_information",
    "FM": "fowlkes_mallows", "purity": "purity", "F": "f_measure",
    "VI": "variation_of_information", "B³": "b_cubed_f",
}  # fmt: skip
CHOSEN = [choose(name) for name in MEASURES.values()]
DRAWS = 199
FRESH = 2000


def score_cases() -> Iterator[Scores]:
    """Sparse tables and filled ones, with equal and unequal sizes."""
    sizes = ((2, 1000), (5, 125), (10, 500))
    qualities = ("good", "poor", "random")
    for (groups, n), shape, quality in product(sizes, ("balanced", "skewed"), qualities):
        yield Scores(groups, n, shape, quality, 300)


def difference_cases() -> Iterator[Differences]:
    """Sparse tables, nearly random clusterings, and split clusters."""
    for groups, n, a, b in ((10, 60, 0.7, 0.7), (5, 500, 0.05, 0.0), (10, 1000, 0.1, 0.0)):
        yield Differences("independent", groups, n, a, b)
    yield Differences("cut", 5, 300)


def scores_of(shares: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Every measure on samples, which are rows of counts of the cells."""
    rows, cols = (side.ravel() for side in np.indices(shares.shape, dtype=np.int32))
    flat = np.ascontiguousarray(counts.reshape(len(counts), -1))
    return scores(CHOSEN, Tables(rows, cols, flat, shares.shape), 1)


def of_scores(case: Scores) -> tuple[np.ndarray, np.ndarray, Callable[[np.ndarray, int], list]]:
    """Return the true scores, scores of fresh samples, and a function that makes intervals."""
    shares = case.cells
    truth = np.array([s.of(population(shares)) for s in CHOSEN])
    fresh = np.random.default_rng(0).multinomial(case.n, shares.ravel(), size=FRESH)

    def intervals(counts: np.ndarray, seed: int) -> list:
        sample = object_sample(Contingency.from_matrix(counts))
        draws = evaluate(CHOSEN, sample, DRAWS, seed, 1)
        return estimate_all(CHOSEN, sample, draws, Settings("calibrated", 0.95, seed, 1))

    return truth, scores_of(shares, fresh), intervals


def of_differences(
    case: Differences,
) -> tuple[np.ndarray, np.ndarray, Callable[[np.ndarray, int], list]]:
    """Return the same for differences."""
    shares = case.cells / case.cells.sum()
    one, other = (shares.sum(axis=axis) for axis in (2, 1))
    truth = np.array([s.of(population(one)) - s.of(population(other)) for s in CHOSEN])
    fresh = np.random.default_rng(0).multinomial(case.n, shares.ravel(), size=FRESH)
    fresh = fresh.reshape(-1, *shares.shape)
    found = scores_of(one, fresh.sum(axis=3)) - scores_of(other, fresh.sum(axis=2))

    def intervals(counts: np.ndarray, seed: int) -> list:
        kinds = np.repeat(np.arange(counts.size), counts.ravel())
        pair = paired(*np.unravel_index(kinds, counts.shape), None)
        settings = Settings("calibrated", 0.95, seed, 1)
        return [rows[0] for rows in by_measure(CHOSEN, pair, DRAWS, [settings])]

    return truth, found, intervals


def line(case: Scores | Differences, samples: int) -> str:
    """Coverage in percent, and the median width relative to the oracle's, for each measure."""
    make = of_scores if isinstance(case, Scores) else of_differences
    truth, fresh, intervals = make(case)
    low, high = np.quantile(fresh, (0.025, 0.975), axis=0)
    random = np.random.default_rng([case.groups, case.n, len(case.name)])
    shares = case.cells / case.cells.sum()
    drawn = [
        intervals(random.multinomial(case.n, shares.ravel()).reshape(shares.shape), seed)
        for seed in range(samples)
    ]
    ends = np.array([[(one.low, one.high) for one in row] for row in drawn])
    held = (ends[..., 0] <= truth + 1e-9) & (truth - 1e-9 <= ends[..., 1])
    coverage, width = 100 * held.mean(axis=0), np.median(ends[..., 1] - ends[..., 0], axis=0)
    holding = np.maximum(high - truth, 0) - np.minimum(low - truth, 0)  # truth and value in it
    cells = []
    for share, own, oracle, least in zip(coverage, width, high - low, holding, strict=True):
        if oracle <= 1e-9:
            cells.append(f"{share:.0f}")
            continue
        needed = f" of {least / oracle:.2f}" if least > 1.1 * oracle else ""
        cells.append(f"{share:.0f}, {own / oracle:.2f}{needed}")
    return f"| {case.name} | {' | '.join(cells)} |"


def main(part: str, samples: int = 300) -> None:
    """Print the table of one part."""
    print(f"| case | {' | '.join(MEASURES)} |")
    print("|" + "---|" * (1 + len(MEASURES)))
    for case in score_cases() if part == "scores" else difference_cases():
        print(line(case, samples), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:3]))
