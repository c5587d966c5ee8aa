"""Dom's parametric clusterings with Rosenberg and Hirschberg's noise classes (section 4).

Useful classes and useful clusters are matched; noise clusters hold objects of every useful class,
noise classes lie in every useful cluster. Each kind of cell shares its mass evenly.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from ...contingency import Contingency
from ...errors import InputError
from ...inference.scores import Tables
from ...report.text import Table
from ..frame import Finding, judged, stated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ..run import Run

_EMPTY, _MATCH, _OTHER, _NOISE_CLUSTER, _NOISE_CLASS = range(5)  # kinds of cells


@dataclass(frozen=True, slots=True)
class Shape:
    """How many classes and clusters there are, of each kind."""

    useful_clusters: int
    useful_classes: int
    noise_clusters: int = 0
    noise_classes: int = 0

    @property
    def kinds(self) -> NDArray[np.int64]:
        """The kind of every cell, classes as rows.

        The smaller side of the matching takes the larger one in turn: three classes in two
        clusters are two in the first and one in the second, as in Figure 3.
        """
        classes, clusters = self.useful_classes, self.useful_clusters
        kinds = np.full((classes + self.noise_classes, clusters + self.noise_clusters), _EMPTY)
        kinds[:classes, :clusters] = _OTHER
        kinds[:classes, clusters:] = _NOISE_CLUSTER
        kinds[classes:, :clusters] = _NOISE_CLASS
        larger = np.arange(max(classes, clusters))
        smaller = larger * min(classes, clusters) // len(larger)
        rows, cols = (larger, smaller) if classes >= clusters else (smaller, larger)
        kinds[rows, cols] = _MATCH
        return kinds


def solution(
    shape: Shape, errors: tuple[int, int, int], *, of: int, objects: int
) -> NDArray[np.int64]:
    """A clustering of `objects`, classes as rows; the three errors are parts of `of`.

    The mass of a kind of cell that the shape does not have stays with the matches.

    >>> solution(Shape(2, 2), (2, 0, 0), of=10, objects=10).tolist()
    [[4, 1], [1, 4]]
    """
    kinds = shape.kinds
    mass = np.zeros(5, dtype=np.int64)
    mass[_OTHER:] = [part if (kinds == kind).any() else 0 for kind, part in zip(
        (_OTHER, _NOISE_CLUSTER, _NOISE_CLASS), errors, strict=True
    )]  # fmt: skip
    mass[_MATCH] = of - mass.sum()
    cells = np.maximum(np.bincount(kinds.ravel(), minlength=5), 1)
    counts, rest = np.divmod(objects * mass, of * cells)
    if rest.any():
        raise InputError(f"objects: {objects} cannot be shared evenly over the cells of {shape}")
    found: NDArray[np.int64] = counts[kinds]
    return found


# The grid of section 4. With this many objects every cell of every table is a whole number, so
# nothing is rounded: 1000 (the errors are thousandths) times the least common multiple of the
# numbers of cells.
OBJECTS = 1000 * 1_663_200
CLASSES = 5
USEFUL_CLUSTERS = range(2, 12)
NOISE_CLUSTERS = range(7)
NOISE_CLASSES = range(7)
FIRST_ERRORS = (0, 33, 66, 100)
OTHER_ERRORS = (0, 66, 133, 200)
AXES = (USEFUL_CLUSTERS, NOISE_CLUSTERS, NOISE_CLASSES, FIRST_ERRORS, OTHER_ERRORS, OTHER_ERRORS)
SIZE = tuple(map(len, AXES))  # of the grid: 31 360 configurations


def grid() -> Iterator[Tables]:
    """The tables of the grid: those of one shape together, in the order of `AXES`."""
    errors = list(product(FIRST_ERRORS, OTHER_ERRORS, OTHER_ERRORS))
    for clusters, noise_clusters, noise_classes in product(*AXES[:3]):
        shape = Shape(clusters, CLASSES, noise_clusters, noise_classes)
        counts = [solution(shape, three, of=1000, objects=OBJECTS).ravel() for three in errors]
        places = np.indices(shape.kinds.shape, dtype=np.int32)
        yield Tables(places[0].ravel(), places[1].ravel(), np.array(counts), shape.kinds.shape)
