"""The 31,360 clusterings of section 4, scored by any measures.

There are enough objects to make every cell of every table an integer, so nothing is rounded and
differences of 0 are exact. Tables of one shape are scored together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from partita import UndefinedError
from partita.base.arrays import Floats
from partita.chance.batch import Tables, scores
from partita.measures.chosen import Asked, Chosen, choose

from ..trials import value_of
from .generator import Matching, Shape, rounded, solution

CLASSES = 5  # useful classes
OBJECTS = 1000 * 1_663_200  # errors are thousandths; times the lcm of the numbers of cells


@dataclass(frozen=True, slots=True)
class Grid:
    """The values that each parameter takes; errors in thousandths."""

    useful_clusters: tuple[int, ...] = tuple(range(2, 12))
    noise_clusters: tuple[int, ...] = tuple(range(7))
    noise_classes: tuple[int, ...] = tuple(range(7))
    useful_errors: tuple[int, ...] = (0, 33, 66, 100)
    cluster_errors: tuple[int, ...] = (0, 66, 133, 200)
    class_errors: tuple[int, ...] = (0, 66, 133, 200)
    matching: Matching = "even"

    @property
    def axes(self) -> tuple[tuple[int, ...], ...]:
        """The values of all parameters, in the order of the axes of an array of scores."""
        return (
            self.useful_clusters, self.noise_clusters, self.noise_classes,
            self.useful_errors, self.cluster_errors, self.class_errors,
        )  # fmt: skip

    @property
    def size(self) -> tuple[int, ...]:
        """The number of values of each parameter."""
        return tuple(map(len, self.axes))

    def tables(self, objects: int = OBJECTS) -> Iterator[Tables]:
        """The tables of each shape in turn; with fewer objects than `OBJECTS` they are rounded."""
        share = solution if objects == OBJECTS else rounded
        errors = np.array(list(product(*self.axes[3:])))
        for clusters, noise_clusters, noise_classes in product(*self.axes[:3]):
            shape = Shape(clusters, CLASSES, noise_clusters, noise_classes, self.matching)
            counts = share(shape, errors, of=1000, objects=objects)
            rows, cols = np.indices(counts.shape[1:], dtype=np.int32).reshape(2, -1)
            yield Tables(rows, cols, counts.reshape(len(errors), -1), counts.shape[1:])


FULL = Grid()
COARSE = Grid(
    noise_clusters=(0, 1, 6), noise_classes=(0, 1, 6), useful_errors=(0, 33, 100),
    cluster_errors=(0, 66, 200), class_errors=(0, 66, 200),
)  # fmt: skip


def values(measures: Sequence[Asked], grid: Grid = FULL, objects: int = OBJECTS) -> list[Floats]:
    """An array with the six axes of the grid for each measure; nan stands for no value.

    Signs are turned so that more is better.
    """
    asked = [choose(one) for one in measures]
    found = np.concatenate([_scores(asked, some) for some in grid.tables(objects)])
    return [
        one.sign * column.reshape(grid.size) for one, column in zip(asked, found.T, strict=True)
    ]


def _scores(asked: list[Chosen], tables: Tables) -> Floats:
    """All measures on all tables: at once if all are partita's and have a value everywhere."""
    if all(one.measure.ours for one in asked):
        try:
            return scores(asked, tables, threads=1)  # too few tables to start a thread
        except UndefinedError:
            pass
    rows = [[value_of(one, table) for one in asked] for table in tables]
    return np.array(rows, dtype=np.float64)  # None becomes nan
