"""Scores of k-means for growing numbers of clusters, and their level of chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from partita import Contingency, measure
from partita.base.arrays import Floats
from partita.chance import chance

from ..algorithms.kmeans import kmeans
from ..run import Arrays, Run

MEASURES = {
    "h": "homogeneity",
    "c": "completeness",
    "V": "v_measure",
    "AMI": "adjusted_mutual_information",
    "Q2": "dom_q2",
    "VI": "variation_of_information",
}
BY_CHANCE = ("h", "c", "V")  # the mean over random labels has a formula
_MANY = 100  # clusters, above which fewer starts are tried because they differ little


@dataclass(frozen=True, eq=False)
class Growth:
    """Scores over the number of clusters: mean, smallest and largest of the starts."""

    clusters: tuple[int, ...]
    mean: dict[str, Floats]
    low: dict[str, Floats]
    high: dict[str, Floats]
    chance: dict[str, Floats]  # of random labels with the same sizes, for `BY_CHANCE`

    def at(self, name: str, clusters: int) -> float:
        """The mean score at one of the numbers of clusters."""
        return float(self.mean[name][self.clusters.index(clusters)])

    def by_chance(self, name: str, clusters: int) -> float:
        """The level of chance at one of the numbers of clusters."""
        return float(self.chance[name][self.clusters.index(clusters)])

    def best(self, name: str, most: int | None = None) -> int:
        """The number of clusters, up to `most`, with the highest score."""
        upto = [k for k in self.clusters if most is None or k <= most]
        return max(upto, key=lambda k: self.at(name, k))

    def rises(self, name: str, start: int = 1) -> tuple[int, int]:
        """The number of steps after `start` in which the score rises, and the number of steps."""
        values = [self.at(name, k) for k in self.clusters if k >= start]
        steps = [later > earlier for earlier, later in pairwise(values)]
        return sum(steps), len(steps)


def partitions(run: Run, piece: str, points: Any, numbers: Sequence[int], starts: int) -> Arrays:
    """K-means from single starts: the number of `clusters` and a row of `labels` for each run."""

    def work() -> dict[str, Any]:
        generator = run.generator("vmeasure", piece)
        rows: list[tuple[int, Any]] = []
        for number in numbers:
            run.say(f"{piece}: k = {number}")
            tries = 1 if number == 1 else starts if number <= _MANY else (starts + 1) // 2
            found = [kmeans(points, number, generator, starts=1) for _ in range(tries)]
            rows += [(number, one.labels.astype(np.int16)) for one in found]
        return {"clusters": [k for k, _ in rows], "labels": np.stack([row for _, row in rows])}

    return run.kept(f"vmeasure-{piece}", work)


def scored(truth: Any, made: Arrays) -> Growth:
    """Every measure of every partition, and its mean over random labels of the same sizes."""
    tables = [Contingency.from_labels(truth, labels) for labels in made["labels"]]
    values = {
        key: np.array([measure(name).of(table) for table in tables])
        for key, name in MEASURES.items()
    }
    levels = {
        key: np.array([chance(MEASURES[key], table).expected for table in tables])
        for key in BY_CHANCE
    }
    numbers = np.unique(made["clusters"])
    places = [made["clusters"] == number for number in numbers]
    return Growth(
        tuple(numbers.tolist()),
        {key: np.array([value[at].mean() for at in places]) for key, value in values.items()},
        {key: np.array([value[at].min() for at in places]) for key, value in values.items()},
        {key: np.array([value[at].max() for at in places]) for key, value in values.items()},
        {key: np.array([level[at].mean() for at in places]) for key, level in levels.items()},
    )
