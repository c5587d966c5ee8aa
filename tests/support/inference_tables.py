"""Tables that the inference tests share."""

from __future__ import annotations

import numpy as np

from partita.table.contingency import Contingency


def sampled(classes: int, clusters: int, n: int, seed: int = 0, good: float = 0.6) -> Contingency:
    """A sample of n objects; a share `good` of them is in the right cluster."""
    random = np.random.default_rng(seed)
    shares = (1 - good) * np.outer(
        random.dirichlet(np.full(classes, 3.0)), random.dirichlet(np.full(clusters, 3.0))
    )
    for i in range(classes):
        shares[i, i % clusters] += good / classes
    return Contingency.from_matrix(
        random.multinomial(n, shares.ravel() / shares.sum()).reshape(classes, clusters)
    )


def labels_of(table: Contingency) -> tuple[np.ndarray, np.ndarray]:
    """Two labelings with this table."""
    return np.repeat(table.rows, table.counts), np.repeat(table.cols, table.counts)
