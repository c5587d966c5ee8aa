"""How often the stated error of a sampled soft mean holds, compared with the exact mean.

    python benchmarks/coverage/sampled_means.py [seeds]

The first cases have k classes of equal size and memberships from a Dirichlet distribution around
the true class. The others have memberships with rare worlds: leaks, eight objects at 1/2 and a
class of one object that leaves with probability 0.001, and a mixture model of iris. The exact mean
of each measure is known (enumeration or margin program) and compared with estimates by
`method="sample"`, one per seed. Prints a table in Markdown.
"""

from __future__ import annotations

import sys

import numpy as np

import partita
from partita.soft import Fuzzy

MEASURES = ("maximum_matching", "purity_f", "f_measure", "adjusted_rand", "v_measure", "jaccard")
SMOOTH = ("adjusted_rand", "v_measure", "jaccard")
UNBOUNDED = (
    "transfer_distance",
    "basic_merge_distance",
    "generalized_merge_distance",
    "reduced_mutual_information",
    "mutual_information",
)
CASES = {
    "n=12, k=3": (1, 12, 3, MEASURES),
    "n=14, k=2": (2, 14, 2, MEASURES),
    "n=50, k=3": (3, 50, 3, SMOOTH),
    "n=150, k=3": (4, 150, 3, SMOOTH),
    "undecided, n=12, k=3": (6, 12, 3, MEASURES),
    "leaks of 1e-4, n=100, k=3": (5, 100, 3, SMOOTH),
    "leaks of 1e-5, n=12, k=3": (7, 12, 3, UNBOUNDED),
    "eight at 1/2, one at 0.001, n=120": (8, 120, 3, (*SMOOTH[:2], "b_cubed_f_by_class")),
    "iris, GaussianMixture(2, spherical)": (9, 150, 2, SMOOTH[:2]),
}


def clustering(case: str, seed: int, n: int, k: int) -> tuple[np.ndarray, Fuzzy]:
    """Alternating classes, and memberships that prefer the right cluster."""
    rng = np.random.default_rng(seed)
    truth = np.arange(n) % k
    right = truth[:, None] == np.arange(k)
    if case.startswith("leaks"):
        return truth, Fuzzy.normalized(np.where(right, 1.0, 1e-4 if "1e-4" in case else 1e-5))
    if case.startswith("eight"):
        return eight_and_one(n)
    if case.startswith("iris"):
        return mixture_of_iris()
    if case.startswith("undecided"):
        return truth, Fuzzy.normalized(rng.dirichlet(np.ones(k), n))
    return truth, Fuzzy.normalized([rng.dirichlet(np.where(row, 3.0, 0.15)) for row in right])


def eight_and_one(n: int) -> tuple[np.ndarray, Fuzzy]:
    """Eight objects between two classes, and a class whose only object rarely leaves it."""
    truth = np.repeat([0, 1, 2], [n // 2, n // 2 - 1, 1])
    rows = (truth[:, None] == np.arange(3)).astype(float)
    rows[:8] = 0.5, 0.5, 0.0
    rows[-1] = 0.0, 0.001, 0.999
    return truth, Fuzzy(rows)


def mixture_of_iris() -> tuple[np.ndarray, Fuzzy]:
    """Memberships of a mixture model: one object at 0.497, many near 1e-4."""
    from sklearn.datasets import load_iris
    from sklearn.mixture import GaussianMixture

    points, truth = load_iris(return_X_y=True)
    points = (points - points.mean(axis=0)) / points.std(axis=0)
    found = GaussianMixture(2, covariance_type="spherical", random_state=0).fit(points)
    return truth, Fuzzy.normalized(found.predict_proba(points))


def main(seeds: int = 100) -> None:
    """Print how often the errors hold."""
    print("| case | measure | held | mean stated error | largest miss | standard deviation | by |")
    print("|---|---|---|---|---|---|---|")
    for case, (seed, n, k, names) in CASES.items():
        truth, soft = clustering(case, seed, n, k)
        for name in names:
            exact = partita.expectation(name, truth, soft, method="exact")
            found = [
                partita.expectation(name, truth, soft, method="sample", rng=one)
                for one in range(seeds)
            ]
            values, errors = np.array([(one.value, one.error) for one in found]).T
            off = np.abs(values - exact.value)
            held = int((off <= errors + exact.error + 1e-14).sum())
            how = found[0].how.partition("95% by ")[2].partition(" (")[0]
            print(
                f"| {case} | {name} | {held} of {seeds} | {errors.mean():.2g} | {off.max():.2g} "
                f"| {values.std():.2g} | {how or 'certified bounds'} |",
                flush=True,
            )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
