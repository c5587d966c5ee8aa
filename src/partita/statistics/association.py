"""Association: how far a table is from independence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .registry import statistic
from .values import Record

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..base.arithmetic import Exact
    from ..table.table import Table

__all__ = ["Association"]

_BITS = 384  # binary places of ratios: enough to distinguish tables of 2^64 objects


class Association(Record):
    """How far a table is from independence: the sum in Pearson's chi-square."""

    objects: Exact  #: n, or the total weight
    classes: int  #: number of classes
    clusters: int  #: number of clusters
    excess: Exact  #: Σ n_ij²/(a_i b_j) - 1, 0 exactly at independence


@statistic("association", smooth=True)
def association(table: Table) -> Association:
    """Return how far the table is from independence."""
    from fractions import Fraction

    counts = _whole(table.counts)
    scale = 1 << max(_BITS, 256 + 2 * sum(counts).bit_length())
    a, b = [0] * table.shape[0], [0] * table.shape[1]
    cells = list(zip(counts, table.rows.tolist(), table.cols.tolist(), strict=True))
    for m, i, j in cells:
        a[i] += m
        b[j] += m
    total = sum(m * m * scale // (a[i] * b[j]) for m, i, j in cells) - scale
    # each ratio is truncated by less than one unit; a dependent table differs by more
    excess = Fraction(total, scale) if total > 0 else Fraction(0)
    classes, clusters = table.shape
    return Association(table._objects, classes, clusters, excess)


def _whole(values: NDArray[Any]) -> list[int]:
    """Return counts, or weights times a power of two that makes them integers."""
    import numpy as np

    if values.dtype != np.float64:
        return values.tolist()  # type: ignore[no-any-return]
    ratios = [value.as_integer_ratio() for value in values.tolist()]
    common = max(denominator for _, denominator in ratios)
    return [numerator * (common // denominator) for numerator, denominator in ratios]
