"""Features before clustering: standardized, or reduced to principal components."""

from __future__ import annotations

import numpy as np

from partita.base.arrays import Floats


def standardized(values: Floats) -> Floats:
    """Columns with mean 0 and standard deviation 1."""
    found: Floats = (values - values.mean(axis=0)) / values.std(axis=0)
    return found


def principal_components(values: Floats, count: int) -> Floats:
    """Coordinates of the rows along the `count` directions in which they vary most.

    These are the first columns of U S, where U S Vᵀ is the singular value decomposition of the
    centered rows.
    """
    left, scales, _ = np.linalg.svd(values - values.mean(axis=0), full_matrices=False)
    found: Floats = left[:, :count] * scales[:count]
    return found
