"""Contingency tables as papers print them, with a row for each cluster."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from partita import Contingency


def of_clusters(rows: Sequence[Sequence[int]]) -> Contingency:
    """The table of counts that a paper prints with a row for each cluster."""
    return Contingency.from_matrix(np.array(rows).T)
