"""The rows that matter most, and what all the others add up to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..counting.columns import Columns


@dataclass(frozen=True, slots=True)
class Rest:
    """The rows left out: how many, how many objects, and their share of the loss."""

    rows: int
    size: float
    loss_share: float


def leading_rows(groups: Columns, limit: int) -> tuple[Columns, Rest | None]:
    """Of a diagnosis the groups with the largest share of the loss, the largest of equals first.

    >>> groups = Columns({"class": ["a", "b", "c"], "size": [5, 9, 2], "loss_share": [0.0, 0, 1]})
    >>> shown, rest = leading_rows(groups, 2)
    >>> shown["class"].tolist(), rest
    (['c', 'b'], Rest(rows=1, size=5.0, loss_share=0.0))
    """
    ordered = groups.sorted_by("size", descending=True).sorted_by("loss_share", descending=True)
    if ordered.height <= limit:
        return ordered, None
    left = {
        name: np.asarray(ordered[name][limit:], dtype=np.float64) for name in ("size", "loss_share")
    }
    rest = Rest(ordered.height - limit, float(left["size"].sum()), float(left["loss_share"].sum()))
    return ordered.head(limit), rest
