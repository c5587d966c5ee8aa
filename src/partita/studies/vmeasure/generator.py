"""Dom's parametric clusterings with Rosenberg and Hirschberg's noise classes (section 4, Figure 3).

Useful classes and useful clusters are matched; noise clusters hold objects of every useful class,
noise classes lie in every useful cluster. Each kind of cell shares its mass evenly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ...contingency import Contingency
from ...errors import InputError
from ...measure import measure
from ...report.text import Table
from ..frame import Finding, judged, stated

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..run import Run

    Counts = NDArray[np.int64]

Matching = Literal["even", "rest"]
_MATCH, _OTHER, _NOISE_CLUSTER, _NOISE_CLASS, _EMPTY = range(5)  # kinds of cells


@dataclass(frozen=True, slots=True)
class Shape:
    """How many clusters and classes there are of each kind."""

    useful_clusters: int
    useful_classes: int
    noise_clusters: int = 0
    noise_classes: int = 0
    matching: Matching = "even"  # what the groups of the larger side are matched to

    @property
    def kinds(self) -> Counts:
        """The kind of every cell, classes as rows.

        The groups of the larger side are spread evenly over those of the smaller, or the first of
        the smaller takes all that are over ("rest"); in Figure 3 both come to the same.
        """
        classes, clusters = self.useful_classes, self.useful_clusters
        kinds = np.full((classes + self.noise_classes, clusters + self.noise_clusters), _EMPTY)
        kinds[:classes, :clusters] = _OTHER
        kinds[:classes, clusters:] = _NOISE_CLUSTER
        kinds[classes:, :clusters] = _NOISE_CLASS
        larger, few = np.arange(max(classes, clusters)), min(classes, clusters)
        over = len(larger) - few
        even = self.matching == "even"
        smaller = larger * few // len(larger) if even else np.maximum(larger - over, 0)
        rows, cols = (larger, smaller) if classes >= clusters else (smaller, larger)
        kinds[rows, cols] = _MATCH
        return kinds


def solution(shape: Shape, errors: Any, *, of: int, objects: int) -> Counts:
    """Clusterings of `objects`, classes as rows.

    Parameters
    ----------
    errors : array of int, the last axis of length 3
        The three error masses ε1, ε2, ε3, as parts of the whole number `of`. The mass of a kind
        of cell that the shape does not have stays with the matches.

    >>> solution(Shape(2, 2), (2, 0, 0), of=10, objects=10).tolist()
    [[4, 1], [1, 4]]
    """
    masses, cells = _masses(shape, errors, of)
    counts, rest = np.divmod(objects * masses, of * cells)
    if rest.any():
        raise InputError(f"objects: {objects} cannot be shared evenly over the cells of {shape}")
    found: Counts = counts[..., shape.kinds]
    return found


def rounded(shape: Shape, errors: Any, *, of: int, objects: int) -> Counts:
    """The same where the cells would not be whole: each is rounded to the nearest count."""
    masses, cells = _masses(shape, errors, of)
    counts = np.rint(objects * masses / (of * cells)).astype(np.int64)
    found: Counts = counts[..., shape.kinds]
    return found


def _masses(shape: Shape, errors: Any, of: int) -> tuple[Counts, Counts]:
    """The mass of each kind of cell, and how many cells share it (1 where there are none)."""
    cells = np.bincount(shape.kinds.ravel(), minlength=5)
    parts = np.asarray(errors, dtype=np.int64)
    masses = np.zeros((*parts.shape[:-1], 5), dtype=np.int64)
    masses[..., _OTHER:_EMPTY] = parts * (cells[_OTHER:_EMPTY] > 0)
    masses[..., _MATCH] = of - masses.sum(axis=-1)
    return masses, np.maximum(cells, 1)
