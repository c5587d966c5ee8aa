"""The 31,360 clusterings of Rosenberg and Hirschberg (2007), section 4, scored by any measure.

Every cell of every table is an integer: there are as many objects as that takes. Nothing is
rounded, so differences that should vanish do so exactly.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from math import lcm, prod
from typing import TYPE_CHECKING

import numpy as np

from ..base.errors import UndefinedError
from ..chance.batch import Tables, scores
from .generator import Matching, Shape, counts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..base.arrays import Floats, Int64
    from .subject import Subject


@dataclass(frozen=True, slots=True)
class ClusteringGrid:
    """The values that each parameter of the generator takes.

    Attributes
    ----------
    classes : int
        Useful classes; the paper has 5.
    useful_clusters, noise_clusters, noise_classes : tuple of int
        Numbers of groups.
    useful_errors, cluster_errors, class_errors : tuple of int
        ε1, ε2 and ε3, in parts of `parts`.
    matching : {"even", "rest"}
        See `parametric_clustering`.
    multiple_of : int
        Divides the number of objects, so that a part of a grid can have as many as the whole.
    """

    useful_clusters: tuple[int, ...] = tuple(range(2, 12))
    noise_clusters: tuple[int, ...] = tuple(range(7))
    noise_classes: tuple[int, ...] = tuple(range(7))
    useful_errors: tuple[int, ...] = (0, 33, 66, 100)
    cluster_errors: tuple[int, ...] = (0, 66, 133, 200)
    class_errors: tuple[int, ...] = (0, 66, 133, 200)
    matching: Matching = "even"
    classes: int = field(default=5, kw_only=True)
    parts: int = field(default=1000, kw_only=True)
    multiple_of: int = field(default=1, kw_only=True)

    @property
    def axes(self) -> tuple[tuple[int, ...], ...]:
        """All parameters, in the order of the axes of an array of values."""
        return (
            self.useful_clusters, self.noise_clusters, self.noise_classes,
            self.useful_errors, self.cluster_errors, self.class_errors,
        )  # fmt: skip

    @property
    def size(self) -> tuple[int, ...]:
        """How many values each parameter takes."""
        return tuple(map(len, self.axes))

    def __len__(self) -> int:
        return prod(self.size)

    @property
    def shapes(self) -> Iterator[Shape]:
        """The numbers of groups, in the order of the first three axes."""
        for clusters, noise_clusters, noise_classes in product(*self.axes[:3]):
            yield Shape(clusters, self.classes, noise_clusters, noise_classes, self.matching)

    @property
    def objects(self) -> int:
        """The objects that keep every cell an integer, whatever the errors."""
        return _objects(self)

    def tables(self) -> Iterator[Tables]:
        """The tables of each shape in turn."""
        masses = np.array(list(product(*self.axes[3:])))
        objects = self.objects
        for shape in self.shapes:
            yield as_tables(counts(shape, masses, of=self.parts, objects=objects))


@lru_cache(maxsize=8)
def _objects(grid: ClusteringGrid) -> int:
    """Return the objects of a grid, which every example of a finding asks for."""
    kinds = (np.bincount(shape.kinds.ravel()) for shape in grid.shapes)
    cells = {int(cells) for number in kinds for cells in number[:4] if cells}
    return lcm(grid.parts * lcm(*cells), grid.multiple_of)


def as_tables(matrices: Int64) -> Tables:
    """Return matrices of one shape as tables on common cells."""
    rows, cols = np.indices(matrices.shape[1:], dtype=np.int32).reshape(2, -1)
    classes, clusters = matrices.shape[1:]
    return Tables(rows, cols, matrices.reshape(len(matrices), -1), (classes, clusters))


FULL = ClusteringGrid()
COARSE = ClusteringGrid(
    noise_clusters=(0, 1, 6), noise_classes=(0, 1, 6), useful_errors=(0, 33, 100),
    cluster_errors=(0, 66, 200), class_errors=(0, 66, 200), multiple_of=FULL.objects,
)  # fmt: skip
SMALL = ClusteringGrid(  # of 240 objects, for functions of labels
    useful_clusters=(2, 3, 4, 6), noise_clusters=(0, 1, 2), noise_classes=(0, 1, 2),
    useful_errors=(0, 1), cluster_errors=(0, 1), class_errors=(0, 1), classes=3, parts=10,
)  # fmt: skip


def values(subjects: Sequence[Subject], grid: ClusteringGrid = FULL) -> list[Floats]:
    """Return each measure on the whole grid, turned so that more is better.

    The arrays have the six axes of the grid, and nan where the measure has no value.
    """
    found = np.concatenate([scored(subjects, some) for some in grid.tables()])
    return [
        one.sign * column.reshape(grid.size) for one, column in zip(subjects, found.T, strict=True)
    ]


def scored(subjects: Sequence[Subject], tables: Tables) -> Floats:
    """Return a column for each measure and a row for each table; nan where there is no value.

    Those of partita are read in one call. A measure that has no value on one of the tables is read
    table by table, as are measures of others.
    """
    chosen = [one.chosen for one in subjects if one.chosen is not None and one.ours]
    if len(chosen) == len(subjects):
        try:
            return scores(chosen, tables, threads=1)  # tables so small are not worth a thread
        except UndefinedError:
            pass
    if len(subjects) > 1:
        return np.column_stack([scored([one], tables) for one in subjects])
    return np.array([[subjects[0].of(table)] for table in tables], dtype=np.float64)
