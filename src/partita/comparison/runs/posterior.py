"""How probable it is that one of two is better, or that they are practically equivalent."""

from __future__ import annotations

from math import inf

import numpy as np

from ...base.checks import real
from ...base.errors import InputError
from ...base.wording import show
from ..counting.columns import Columns
from .method_means import Contrast


def probabilities(differences: Columns, margin: object) -> Columns:
    """The shares of Student's t around each difference beyond the margin, and within it.

    `differences` has the columns first, second, value, error and freedom.
    """
    region = real(margin)
    if region is None or not 0 <= region < inf:
        raise InputError(f"margin must be a number of at least 0, such as 0.02; got {show(margin)}")
    rows = []
    for row in differences.rows():
        found = Contrast(row["value"], 0.0, row["error"], row["freedom"])
        better, worse = found.beyond(region - found.value), found.beyond(region + found.value)
        rows.append((better, max(0.0, 1 - better - worse), worse))
    numbers = np.array(rows, dtype=np.float64).reshape(-1, 3)
    return Columns(
        {
            "first": differences["first"],
            "second": differences["second"],
            "first_better": numbers[:, 0],
            "equivalent": numbers[:, 1],
            "second_better": numbers[:, 2],
        }
    )
