"""Sums by group, as floats."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]


def sums(groups: NDArray[Any], values: NDArray[Any], size: int) -> Floats:
    """Add the values of each group."""
    return np.asarray(np.bincount(groups, weights=values, minlength=size), dtype=np.float64)
