"""How often the stated error of a sampled soft mean holds, beside the exact mean.

    python benchmarks/coverage/sampled_means.py [seeds]

Objects in k classes of equal size, memberships from a Dirichlet law around the true class; the mean
of each measure is known exactly (enumeration or margin programme), and estimated with
`method="sample"` for as many seeds as asked for. Prints a table in Markdown.
"""

from __future__ import annotations

import sys

import numpy as np

import partita
from partita.soft import Fuzzy

MEASURES = ("maximum_matching", "purity_f", "f_measure", "adjusted_rand", "v_measure", "jaccard")
SMOOTH = ("adjusted_rand", "v_measure", "jaccard")
CASES = {
    "n=12, k=3": (1, 12, 3, MEASURES),
    "n=14, k=2": (2, 14, 2, MEASURES),
    "n=50, k=3": (3, 50, 3, SMOOTH),
    "n=150, k=3": (4, 150, 3, SMOOTH),
    "undecided, n=12, k=3": (6, 12, 3, MEASURES),
    "leaks of 1e-4, n=100, k=3": (5, 100, 3, SMOOTH),
}


def clustering(case: str, seed: int, n: int, k: int) -> tuple[np.ndarray, Fuzzy]:
    """Classes in turn, and memberships that prefer the right cluster."""
    rng = np.random.default_rng(seed)
    truth = np.arange(n) % k
    right = truth[:, None] == np.arange(k)
    if case.startswith("leaks"):
        return truth, Fuzzy.normalized(np.where(right, 1.0, 1e-4))
    if case.startswith("undecided"):
        return truth, Fuzzy.normalized(rng.dirichlet(np.ones(k), n))
    return truth, Fuzzy.normalized([rng.dirichlet(np.where(row, 3.0, 0.15)) for row in right])


def main(seeds: int = 100) -> None:
    """Print how often errors hold."""
    print("| case | measure | held | mean stated error | largest miss | standard deviation | by |")
    print("|---|---|---|---|---|---|---|")
    for case, (seed, n, k, names) in CASES.items():
        truth, soft = clustering(case, seed, n, k)
        for name in names:
            exact = partita.expectation(name, truth, soft, method="exact")
            found = [
                partita.expectation(name, truth, soft, method="sample", seed=one)
                for one in range(seeds)
            ]
            values, errors = np.array([(one.value, one.error) for one in found]).T
            off = np.abs(values - exact.value)
            held = int((off <= errors + exact.error + 1e-14).sum())
            how = found[0].method.partition("95 % by ")[2].partition(" (")[0]
            print(
                f"| {case} | {name} | {held} of {seeds} | {errors.mean():.2g} | {off.max():.2g} "
                f"| {values.std():.2g} | {how or 'certified bounds'} |",
                flush=True,
            )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
