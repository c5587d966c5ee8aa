"""Information compared with group sizes: how even they are, and the entropy inside groups."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING, Any

from ..base.checks import object_count
from .information import Information
from .registry import statistic
from .values import Record

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

    from ..base.arithmetic import Exact
    from ..table.table import Table

__all__ = ["Evenness", "Redundancy"]

_SERIES = 0.25  # for smaller arguments φ is a series, because its closed form cancels


class Evenness(Record):
    """Information, and how far the group sizes are from being equal, in nats."""

    information: Information  #: I, H(C|K) and H(K|C)
    classes: float  #: log |C| - H(C), 0 for classes of equal size
    clusters: float  #: log |K| - H(K)


@statistic("information", smooth=True)
def evenness(table: Table) -> Evenness:
    """Return the information, and how unequal the sizes of classes and of clusters are."""
    sides = table.class_sizes, table.cluster_sizes
    classes, clusters = (unevenness(sizes, table._objects) for sizes in sides)
    return Evenness(table.information, classes, clusters)


class Redundancy(Record):
    """Information, and the entropy that remains inside groups, in nats."""

    information: Information  #: I, H(C|K) and H(K|C)
    classes: float  #: log n - H(C) = (1/n) Σ a_i log a_i: the entropy inside a class
    cells: float  #: log n - H(C,K) = (1/n) Σ n_ij log n_ij: the entropy inside a cell


@statistic("information", smooth=True)
def redundancy(table: Table) -> Redundancy:
    """Return the information, and the entropy that remains inside groups."""
    n = object_count(table._objects)
    classes, cells = (_log_sum(x) / n for x in (table.class_sizes, table.counts))
    return Redundancy(table.information, classes, cells)


def _log_sum(sizes: NDArray[Any]) -> float:
    """Return Σ x log x, the same for any order of the sizes."""
    import numpy as np

    x = sizes.astype(np.float64)
    return fsum((x * np.log(x)).tolist())


def unevenness(sizes: NDArray[Any], total: Exact) -> float:
    """Return log k - H for k groups of these sizes, in nats: never negative, 0 for equal sizes.

    With d = k·size/total - 1 it is the mean of φ(d) = (1 + d) log(1 + d) - d.
    """
    import numpy as np

    groups = len(sizes)
    if sizes.dtype == np.float64:
        n = float(total)
        shares, gaps = groups * sizes / n, (groups * sizes - n) / n
    else:
        listed = [groups * size for size in sizes.tolist()]
        shares = np.array([size / total for size in listed], dtype=np.float64)
        gaps = np.array([(size - total) / total for size in listed], dtype=np.float64)
    values = shares * np.log(shares) - gaps
    small = np.abs(gaps) < _SERIES
    values[small] = _series(gaps[small])
    return fsum(values.tolist()) / groups


def _series(d: NDArray[float64]) -> NDArray[float64]:
    """Return φ(d) = d²/2 - d³/6 + d⁴/12 - ..., the term of d^k divided by k(k - 1)."""
    import numpy as np

    total = np.zeros_like(d)
    for k in range(28, 1, -1):  # 0.25^27 is below the last digit
        total = 1 / (k * (k - 1)) - d * total
    return d * d * total
