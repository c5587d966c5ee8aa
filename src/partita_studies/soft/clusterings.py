"""The five clusterings of Iris: as the textbooks have them, and as they come closest to Table 1."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from partita.soft import Evidential, Fuzzy, Possibilistic, Rough, Soft, extremes

from ..algorithms.evidential import evidential_cmeans
from ..algorithms.fuzzy import fuzzy_cmeans, weighted_means
from ..algorithms.kmeans import KMeans, kmeans
from ..algorithms.possibilistic import possibilistic_cmeans, widths_of
from ..algorithms.prototypes import drawn_points, moved, shares, squared_distances
from ..algorithms.rough import rough_kmeans
from ..datasets import iris
from ..run import Run
from .printed import TABLE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..arrays import Floats

K = 3
FUZZIFIER = 5.0  # m of the paper
THRESHOLD = 1.1  # epsilon of the paper
PARTS: dict[str, Any] = {
    "alpha": 5.0,
    "beta": 5.0,
    "delta": 10.0,
}  # of the paper, for evidential c-means
NEARLY_HARD: dict[str, Any] = {
    "alpha": 1.0,
    "beta": 1.2,
    "delta": 10.0,
}  # the nearest that a search found
DIGITS = 2  # of possibilities: a hundred levels at most


@lru_cache(maxsize=2)
def _features() -> tuple[Floats, NDArray[np.str_]]:
    data = iris()
    return data.values, data.truth


def truth() -> NDArray[np.str_]:
    """The species of the 150 flowers."""
    return _features()[1]


def hard(run: Run) -> KMeans:
    """K-means of Iris, the best of ten starts."""
    return kmeans(_features()[0], K, run.generator("soft", "k-means"))


def textbook(run: Run) -> dict[str, Any]:
    """Each algorithm by its defining equations, with the parameters that the paper states."""
    points, _ = _features()
    start = hard(run)
    fuzzy = fuzzy_cmeans(points, start.centers, fuzzifier=FUZZIFIER)
    widths = widths_of(points, fuzzy.centers, fuzzy.memberships, fuzzifier=FUZZIFIER)
    typical = possibilistic_cmeans(points, fuzzy.centers, widths, fuzzifier=FUZZIFIER).typicalities
    return {
        "KM": start.labels,
        "RKM": Rough(rough_kmeans(points, start.centers, threshold=THRESHOLD).sets),
        "FCM": Fuzzy(fuzzy.memberships),
        "PCM": possibilities(typical),
        "ECM": masses(run, **PARTS),
    }


def closest(run: Run) -> dict[str, Any]:
    """What comes closest to the printed table: see the text of the parts for what differs."""
    points, _ = _features()
    start = hard(run)
    powers = by_plain_distance(points, start.centers, FUZZIFIER)
    return {
        "KM": start.labels,
        "RKM": nearest_rough(run),
        "FCM": Fuzzy.normalized(powers),
        "PCM": possibilities(powers),
        "ECM": masses(run, **NEARLY_HARD),
    }


def masses(run: Run, **parameters: Any) -> Evidential:
    """Evidential c-means of Iris, with the mass on the empty set taken out."""
    found = evidential_cmeans(_features()[0], hard(run).centers, **parameters)
    return Evidential(found.masses, found.focal_sets, empty="condition")


def possibilities(degrees: Floats) -> Possibilistic:
    """Degrees divided by the largest of each object and rounded, with one level for all objects."""
    return Possibilistic(np.round(degrees / degrees.max(axis=1, keepdims=True), DIGITS))


def by_plain_distance(points: Floats, centers: Floats, power: float, rounds: int = 300) -> Floats:
    """Memberships in proportion to distance ** -m, centers weighted by their m-th powers.

    Not fuzzy c-means: there the exponent of the distance is -2/(m-1), so that m = 5 makes the
    memberships nearly equal and not nearly hard.
    """
    for _ in range(rounds):
        found = shares(squared_distances(points, centers), power / 2)
        new = weighted_means(points, found**power, centers)
        settled = not moved(new, centers, points)
        centers = new
        if settled:
            break
    return shares(squared_distances(points, centers), power / 2)


def rough_outcomes(run: Run) -> list[tuple[Rough, int]]:
    """Different results of rough k-means from random starts, and how often each came."""
    points, _ = _features()
    generator = run.generator("soft", "rough k-means")
    found: dict[bytes, list[Any]] = {}
    for _ in range(run.size(200, 40)):
        sets = rough_kmeans(points, drawn_points(points, K, generator), threshold=THRESHOLD).sets
        ordered = sets[:, np.lexsort(sets[::-1])]  # clusters have no order
        found.setdefault(ordered.tobytes(), [Rough(ordered), 0])[1] += 1
    return sorted(((rough, times) for rough, times in found.values()), key=lambda one: -one[1])


def nearest_rough(run: Run) -> Rough:
    """The result of rough k-means nearest to the printed interval of the Rand index."""
    low, high = TABLE["D-RI"]["RKM"].values

    def distance(rough: Soft) -> float:
        ends = extremes("rand", truth(), rough)
        return abs(ends.low.inner - low) + abs(ends.high.inner - high)

    return min((rough for rough, _ in rough_outcomes(run)), key=distance)


def optima(run: Run) -> list[KMeans]:
    """The two best results of k-means from single starts: they differ in one flower."""
    points, _ = _features()
    generator = run.generator("soft", "optima")
    runs = [kmeans(points, K, generator, starts=1) for _ in range(run.size(100, 30))]
    best = {round(one.cost, 6): one for one in runs}
    return [best[cost] for cost in sorted(best)[:2]]
