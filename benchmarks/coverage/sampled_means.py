"""How often the stated errors of sampled soft means and of their ends hold.

    python benchmarks/coverage/sampled_means.py [seeds] [draws]

The first cases have k classes of equal size and memberships from a Dirichlet distribution around
the true class. The next have memberships with rare worlds: leaks, eight objects at 1/2 and a class
of one object that leaves with probability 0.001, and a mixture model of iris. The exact mean of
each measure is known (enumeration or margin program) and compared with estimates by
`method="sample"`, one per seed. The last cases are masses on {0}, {1} and {0, 1}: all selections of
focal sets give the exact lower and upper mean, to compare with those of drawn selections. Prints a
table in Markdown.
"""

from __future__ import annotations

import sys

import numpy as np

import partita
from partita.soft import Evidential, Fuzzy

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


ENDS = ("rand", "adjusted_rand", "v_measure", "partition_distance", "f_measure")
MASSES = {"ends, n=8": (10, 8), "ends, n=16": (11, 16)}  # seed, objects
_HEAD = ("case", "measure", "held", "mean stated error", "largest miss", "standard deviation", "by")


def main(seeds: int = 200, draws: int = 200) -> None:
    """Print how often the errors hold."""
    print("|", " | ".join(_HEAD), "|")
    print("|" + "---|" * len(_HEAD))
    for case, (seed, n, k, names) in CASES.items():
        sides = clustering(case, seed, n, k)
        for name in names:
            exact = partita.expectation(name, *sides, method="exact")
            found = [
                partita.expectation(name, *sides, method="sample", rng=one, draws=draws)
                for one in range(seeds)
            ]
            values, errors = np.array([(one.value, one.error) for one in found]).T
            off = np.abs(values - exact.value) - exact.error
            _print_row((case, name), off, errors, values.std(), found[0].notes[0])
    for case, (seed, n) in MASSES.items():
        sides = masses(seed, n)
        for name in ENDS:
            exact = partita.expectation(name, *sides, method="exact", budget=10**4)
            found = [
                partita.expectation(name, *sides, method="sample", rng=one, selections=draws)
                for one in range(seeds)
            ]
            low, high, errors = np.array([(f.low, f.high, f.ends_error) for f in found]).T
            off = np.concatenate((abs(low - exact.low), abs(high - exact.high)))
            spread = max(low.std(), high.std())
            _print_row((case, name), off, np.tile(errors, 2), spread, found[0].ends_notes[0])


def masses(seed: int, n: int) -> tuple[np.ndarray, Evidential]:
    """Two classes, and random masses on two clusters and on both."""
    rng = np.random.default_rng(seed)
    return np.arange(n) % 2, Evidential(rng.dirichlet(np.ones(3), n), [{0}, {1}, {0, 1}])


def _print_row(
    what: tuple[str, str], off: np.ndarray, errors: np.ndarray, spread: float, note: str
) -> None:
    held = int((off <= errors + 1e-14).sum())
    how = note.partition("95% by ")[2].partition(" (")[0] or "certain bounds"
    print(
        f"| {what[0]} | {what[1]} | {held} of {len(off)} | {errors.mean():.2g} | {off.max():.2g} "
        f"| {spread:.2g} | {how} |",
        flush=True,
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
