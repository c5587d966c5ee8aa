"""Principal components."""

from __future__ import annotations

import numpy as np

from ..arrays import Floats


def principal_components(values: Floats, count: int) -> Floats:
    """Coordinates of each row along the first directions in which the rows vary most.

    The first columns of U S, where U S Vᵀ is the singular value decomposition of the centered rows.
    """
    left, scales, _ = np.linalg.svd(values - values.mean(axis=0), full_matrices=False)
    found: Floats = left[:, :count] * scales[:count]
    return found
