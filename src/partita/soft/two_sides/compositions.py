"""Compositions: the ways to spread equal objects over places."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np

from ...base.arrays import Counts


def composition_count(objects: int, places: int) -> int:
    """Return the number of compositions, C(objects + places - 1, objects)."""
    return comb(objects + places - 1, objects)


def compositions(objects: int, places: int) -> Counts:
    """List all compositions as rows: stars between bars."""
    bars = np.array(list(combinations(range(objects + places - 1), places - 1)), dtype=np.int64)
    bars = bars.reshape(composition_count(objects, places), places - 1)
    edges = np.full((len(bars), 1), objects + places - 1)
    return np.diff(np.hstack((bars, edges)), prepend=-1, axis=1) - 1
