"""Five soft clusterings: of any points, and of Iris as in the textbooks or closest to Table 1."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from partita.base.arrays import Floats
from partita.soft import Evidential, Fuzzy, Possibilistic, Rough, Soft, extremes

from ..algorithms.evidential import evidential_cmeans
from ..algorithms.fuzzy import fuzzy_cmeans
from ..algorithms.kmeans import KMeans, kmeans
from ..algorithms.possibilistic import possibilistic_cmeans, widths_of
from ..algorithms.prototypes import (
    alternate,
    drawn_points,
    shares,
    squared_distances,
    weighted_means,
)
from ..algorithms.rough import rough_kmeans
from ..datasets import Features, iris
from ..run import Run
from .printed import TABLE

if TYPE_CHECKING:
    from numpy.typing import NDArray

K = 3
FUZZIFIER = 5.0  # m of the paper
THRESHOLD = 1.1  # epsilon of the paper
PARTS: dict[str, Any] = {"alpha": 5.0, "beta": 5.0, "delta": 10.0}  # of evidential c-means
FEWER_STARTS = "40 random starts of rough k-means instead of 200"  # in a quick run
NEARLY_HARD: dict[str, Any] = {"alpha": 1.0, "beta": 1.2, "delta": 10.0}  # found by a search


@lru_cache(maxsize=1)
def _iris() -> Features:
    return iris()


def truth() -> NDArray[np.str_]:
    """The species of the 150 flowers."""
    return _iris().truth


def hard(run: Run) -> KMeans:
    """K-means of Iris, the best of ten starts."""
    return kmeans(_iris().values, K, run.generator("soft", "k-means"))


def five(
    points: Floats, start: KMeans, *, fuzzifier: float, digits: int, **parts: Any
) -> dict[str, Any]:
    """Each algorithm by its defining equations, started from the centers of k-means.

    `digits` are those of the possibilities, `parts` the options of evidential c-means.
    """
    fuzzy = fuzzy_cmeans(points, start.centers, fuzzifier=fuzzifier)
    widths = widths_of(points, fuzzy.centers, fuzzy.memberships, fuzzifier=fuzzifier)
    typical = possibilistic_cmeans(points, fuzzy.centers, widths, fuzzifier=fuzzifier).typicalities
    return {
        "KM": start.labels,
        "RKM": Rough(rough_kmeans(points, start.centers, threshold=THRESHOLD).sets),
        "FCM": Fuzzy(fuzzy.memberships),
        "PCM": possibilities(typical, digits),
        "ECM": evidential_masses(points, start, **parts),
    }


def textbook(run: Run) -> dict[str, Any]:
    """The five clusterings of Iris, with the parameters that the paper states."""
    return five(_iris().values, hard(run), fuzzifier=FUZZIFIER, digits=2, **PARTS)


def closest(run: Run) -> dict[str, Any]:
    """The clusterings closest to the printed table; the text of each part says what differs."""
    powers = by_plain_distance(_iris().values, hard(run).centers, FUZZIFIER)
    return {
        "KM": hard(run).labels,
        "RKM": nearest_rough(run),
        "FCM": Fuzzy.normalized(powers),
        "PCM": possibilities(powers),
        "ECM": masses(run, **NEARLY_HARD),
    }


def masses(run: Run, **parameters: Any) -> Evidential:
    """Evidential c-means of Iris."""
    return evidential_masses(_iris().values, hard(run), **parameters)


def evidential_masses(points: Floats, start: KMeans, **parts: Any) -> Evidential:
    """Evidential c-means started from k-means, with the mass on the empty set taken out."""
    found = evidential_cmeans(points, start.centers, **parts)
    return Evidential(found.masses, found.focal_sets, empty="condition")


def possibilities(degrees: Floats, digits: int = 2) -> Possibilistic:
    """Degrees divided by the largest of each object, and rounded so that there are few levels."""
    return Possibilistic(np.round(degrees / degrees.max(axis=1, keepdims=True), digits))


def by_plain_distance(points: Floats, centers: Floats, power: float, rounds: int = 300) -> Floats:
    """Memberships in proportion to distance ** -m, and centers weighted by their m-th powers.

    This is not fuzzy c-means, where the exponent of the distance is -2/(m-1), so that m = 5 makes
    the memberships nearly equal instead of nearly hard.
    """

    def step(middle: Floats) -> tuple[Floats, float, Floats]:
        found = shares(squared_distances(points, middle), power / 2)
        return found, 0.0, weighted_means(points, found**power, middle)

    settled = alternate(step, points, centers, rounds).centers
    return shares(squared_distances(points, settled), power / 2)


def rough_outcomes(run: Run) -> list[tuple[Rough, int]]:
    """The different results of rough k-means from random starts, and how often each occurs."""
    points = _iris().values
    generator = run.generator("soft", "rough k-means")
    found: dict[bytes, list[Any]] = {}
    for _ in range(run.size(200, 40)):
        sets = rough_kmeans(points, drawn_points(points, K, generator), threshold=THRESHOLD).sets
        ordered = sets[:, np.lexsort(sets[::-1])]  # clusters have no order
        found.setdefault(ordered.tobytes(), [Rough(ordered), 0])[1] += 1
    return sorted(((rough, times) for rough, times in found.values()), key=lambda one: -one[1])


def nearest_rough(run: Run) -> Rough:
    """The result of rough k-means closest to the printed interval of the Rand index."""
    low, high = TABLE["D-RI"]["RKM"].values

    def distance(rough: Soft) -> float:
        ends = extremes("rand", truth(), rough)
        return abs(ends.low.inner - low) + abs(ends.high.inner - high)

    return min((rough for rough, _ in rough_outcomes(run)), key=distance)


def optima(run: Run) -> list[KMeans]:
    """The two best results of k-means from single starts: they differ in one flower."""
    generator = run.generator("soft", "optima")
    runs = [kmeans(_iris().values, K, generator, starts=1) for _ in range(run.size(100, 30))]
    best = {round(one.cost, 6): one for one in runs}
    return [best[cost] for cost in sorted(best)[:2]]
