"""Which measures put clusterings in the same order: found by ordering many."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from partita import Contingency

from .scoring import column, orders

if TYPE_CHECKING:
    from collections.abc import Sequence

    from partita.base.arrays import Int64

_CLUSTERINGS = 40  # of a truth; all pairs of them are ordered
_TRUTHS = ((30, 2, 6, 10, 2), (20, 20, 10), (11, 12, 13, 14), (40, 5, 5))


@lru_cache(maxsize=1)
def within_data_sets() -> tuple[tuple[Contingency, ...], ...]:
    """Random clusterings of several truths of 50 objects, by truth."""
    draw = np.random.default_rng(7)
    return tuple(
        tuple(_clustering(np.array(sizes), draw) for _ in range(_CLUSTERINGS)) for sizes in _TRUTHS
    )


def _clustering(sizes: Int64, draw: np.random.Generator) -> Contingency:
    """Each class is dealt to two to six clusters, by shares that are even or uneven."""
    while True:
        clusters = int(draw.integers(2, 7))
        shares = draw.dirichlet(np.full(clusters, draw.choice([0.2, 1.0])), len(sizes))
        cells = np.array([draw.multinomial(n, p) for n, p in zip(sizes, shares, strict=True)])
        if (cells.sum(axis=0) > 0).sum() > 1:
            return Contingency.from_matrix(cells[:, cells.sum(axis=0) > 0])


def equivalent(names: Sequence[str], *, across: bool) -> list[list[str]]:
    """Groups of measures that order all clusterings alike, ties included.

    Within a data set only clusterings of the same truth are compared; across, all those of the
    same number of objects.

    >>> equivalent(["purity", "goodman_kruskal", "rand"], across=True)
    [['purity', 'goodman_kruskal'], ['rand']]
    """
    found: dict[bytes, list[str]] = {}
    for name in names:
        values = [column(name, tables) for tables in within_data_sets()]
        compared = [np.concatenate(values)] if across else values
        pattern = np.concatenate([orders(one) for one in compared]).astype(np.int8)
        found.setdefault(pattern.tobytes(), []).append(name)
    return list(found.values())
