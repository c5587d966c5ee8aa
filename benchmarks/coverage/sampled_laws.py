"""How often the stated error of a sampled distribution holds, compared with the exact one.

    python benchmarks/coverage/sampled_laws.py [seeds]

The clusterings are those of `sampled_means.py`. The exact distribution of each measure is known
(all tables, or the margin program) and compared with `law(..., method="sample")`, one per seed:
the largest distance of the two distribution functions, for equal weights and for the weights that
give the draws the known mean. Prints a table in Markdown.
"""

from __future__ import annotations

import re
import sys

import numpy as np
from sampled_means import clustering

import partita

CASES = {
    "n=12, k=3": (1, 12, 3, ("v_measure", "f_measure", "purity")),
    "undecided, n=12, k=3": (6, 12, 3, ("v_measure", "f_measure", "purity")),
    "n=14, k=2": (2, 14, 2, ("maximum_matching", "jaccard")),
    "n=50, k=3": (3, 50, 3, ("rand", "adjusted_rand", "jaccard")),
    "n=150, k=3": (4, 150, 3, ("rand", "adjusted_rand")),
}


def distances(exact: partita.soft.Law, found: partita.soft.Law) -> tuple[float, float, bool]:
    """The largest distance of the weighted and of the equal draws, and whether the bounds hold."""
    places = np.union1d(exact.support, found.support)
    wanted = _reached(np.cumsum(exact.mass), exact.support, places)
    weighted = _reached(np.cumsum(found.mass), found.support, places)
    low, high = found.bounds[:, np.searchsorted(found.support, places + 1e-12, side="right")]
    equal = (low + high) / 2
    inside = (low > 0) & (high < 1)
    held = bool(((low <= wanted + 1e-9) & (wanted <= high + 1e-9)).all())
    return np.abs(weighted - wanted).max(), np.abs(equal - wanted)[inside].max(), held


def _reached(function: np.ndarray, support: np.ndarray, places: np.ndarray) -> np.ndarray:
    at = np.searchsorted(support, places + 1e-12, side="right")
    return np.append(0.0, function)[at]


def main(seeds: int = 200) -> None:
    """Print how often the errors hold."""
    print("| case | measure | bounds held | error held | mean stated error | mean distance, equal "
          "| weighted |")  # fmt: skip
    print("|---|---|---|---|---|---|---|")
    for case, (seed, n, k, names) in CASES.items():
        truth, soft = clustering(case, seed, n, k)
        for name in names:
            exact = partita.law(name, truth, soft, method="exact")
            rows = []
            for one in range(seeds):
                found = partita.law(name, truth, soft, method="sample", rng=one)
                stated = float(re.search(r"function within ([0-9.]+)", found.how)[1])
                weighted, equal, held = distances(exact, found)
                rows.append((held, weighted <= stated, stated, equal, weighted))
            held, right, stated, equal, weighted = np.array(rows, dtype=float).T
            print(
                f"| {case} | {name} | {held.sum():.0f} of {seeds} | {right.sum():.0f} of {seeds} "
                f"| {stated.mean():.3f} | {equal.mean():.4f} | {weighted.mean():.4f} |",
                flush=True,
            )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
