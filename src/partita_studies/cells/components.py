"""K-means on the first ten principal components of the cells."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from partita.base.arrays import Floats

from ..algorithms.components import principal_components
from ..algorithms.kmeans import KMeans, kmeans
from ..datasets import cells
from ..run import Run

if TYPE_CHECKING:
    from numpy.typing import NDArray

_COMPONENTS = 10
_STARTS = 100  # the two best partitions into five differ in cost by 0.007%


@cache
def components() -> Floats:
    """The principal components of the cells."""
    found = principal_components(cells().values, _COMPONENTS)
    found.flags.writeable = False
    return found


def clustered(run: Run, clusters: int, chosen: NDArray[np.bool_] | None = None) -> KMeans:
    """The best of a hundred starts of k-means on all cells, or on the chosen ones."""
    points = components() if chosen is None else components()[chosen]
    return kmeans(points, clusters, run.generator("cells", str(clusters)), starts=_STARTS)


def cost(labels: NDArray[np.str_]) -> float:
    """The cost of k-means: the squared distances of the cells to the means of their clusters."""
    points = components()
    groups = [points[labels == name] for name in np.unique(labels)]
    return float(sum(((group - group.mean(axis=0)) ** 2).sum() for group in groups))
