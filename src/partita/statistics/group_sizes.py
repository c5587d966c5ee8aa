"""How much group sizes vary: their coefficient of variation on both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .registry import statistic
from .values import Record

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ..table.table import Table

__all__ = ["SizeVariation"]


class SizeVariation(Record):
    """Coefficients of variation of the group sizes: standard deviation (n - 1) over mean.

    Noise and objects without a label are no groups here. One group has no coefficient.
    """

    classes: int  #: number of classes
    clusters: int  #: number of clusters
    cv0: float | None  #: of the class sizes, CV₀
    cv1: float | None  #: of the cluster sizes, CV₁

    @property
    def dcv(self) -> float | None:
        """DCV = CV₁ - CV₀: below 0 if cluster sizes vary less than class sizes."""
        return None if self.cv0 is None or self.cv1 is None else self.cv1 - self.cv0

    @property
    def numbers(self) -> dict[str, float | None]:
        """The three coefficients by name."""
        return {"cv0": self.cv0, "cv1": self.cv1, "dcv": self.dcv}


@statistic("records")
def size_variation(table: Table) -> SizeVariation:
    """Return the coefficients of variation of the group sizes (Wu, Xiong and Chen 2009)."""
    sides = zip((table.class_sizes, table.cluster_sizes), table.named, strict=True)
    classes, clusters = (sizes[named] for sizes, named in sides)
    cvs = [coefficient_of_variation(own) if len(own) > 1 else None for own in (classes, clusters)]
    return SizeVariation(len(classes), len(clusters), *cvs)


def coefficient_of_variation(sizes: ArrayLike) -> float:
    """Return the standard deviation (n - 1) of two or more sizes over their mean.

    With k groups, n objects and S = Σ a², CV² = k (k S - n²) / ((k - 1) n²). It has no unit, so
    sizes are integer multiples of their smallest binary digit, and exact up to the root.

    >>> round(coefficient_of_variation([200, 5800]), 3)
    1.32
    """
    from fractions import Fraction
    from math import sqrt

    import numpy as np

    parts = [size.as_integer_ratio() for size in np.asarray(sizes).tolist()]
    k = len(parts)
    unit = max(below for _, below in parts)  # all are powers of 2
    whole = [above * (unit // below) for above, below in parts]
    n, squares = sum(whole), sum(size * size for size in whole)
    return sqrt(Fraction(k * (k * squares - n * n), (k - 1) * n * n))
