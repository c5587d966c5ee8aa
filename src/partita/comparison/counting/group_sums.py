"""Sums by group, as floats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.arrays import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray


def sums(groups: NDArray[Any], values: NDArray[Any], size: int) -> Floats:
    """Add the values of each group."""
    return np.asarray(np.bincount(groups, weights=values, minlength=size), dtype=np.float64)
