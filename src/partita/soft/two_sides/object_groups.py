"""Two soft clusterings as a table of certain objects and groups of objects with equal rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.arrays import Counts, Floats
from ..kinds.base import Soft
from ..kinds.grouping import crossed
from .margin_problem import MarginProblem


@dataclass(frozen=True, eq=False)
class ObjectGroups:
    """The objects of two sides; uncertain ones with the same two rows form a group.

    Programs that need the cells of each group alone take an `ends.grid.Grid` instead.
    """

    base: Counts  # (k1, k2): the objects that are certain on both sides
    group_first: Floats  # (groups, k1): the row of each group on the first side
    group_second: Floats  # (groups, k2): on the second side
    group_size: Counts

    @classmethod
    def of(cls, first: Soft, second: Soft) -> ObjectGroups:
        """Group the objects of two clusterings, neither of them evidential."""
        certain = first.certain & second.certain
        sure, unsure = np.flatnonzero(certain), np.flatnonzero(~certain)
        cells = first.possible.argmax(axis=1)[first.index[sure]] * second.k
        cells += second.possible.argmax(axis=1)[second.index[sure]]
        base = np.bincount(cells, minlength=first.k * second.k).reshape(first.k, second.k)
        groups = crossed(first.index[unsure], second.index[unsure])
        return cls(
            base=base.astype(np.int64),
            group_first=first.rows[groups.first].astype(np.float64),
            group_second=second.rows[groups.second].astype(np.float64),
            group_size=groups.size.astype(np.int64),
        )

    @property
    def objects(self) -> int:
        """Number of objects."""
        return int(self.base.sum()) + self.uncertain

    @property
    def uncertain(self) -> int:
        """Number of uncertain objects."""
        return int(self.group_size.sum())

    @property
    def expected_moves(self) -> float:
        """The mean number of objects that are not in their most probable cell."""
        likely = self.group_first.max(axis=1, initial=0.0) * self.group_second.max(
            axis=1, initial=0.0
        )
        return float(self.group_size @ np.maximum(0.0, 1 - likely))

    @property
    def shape(self) -> tuple[int, int]:
        """Number of clusters of either side."""
        return self.base.shape[0], self.base.shape[1]

    def products(self) -> Floats:
        """Return the products of the two rows of each group, over all k1·k2 cells.

        These are the probabilities of the cells of two independent fuzzy sides, and the allowed
        cells of two rough ones.
        """
        cells = self.group_first[:, :, None] * self.group_second[:, None, :]
        return cells.reshape(len(cells), self.base.size)

    def minima(self) -> Floats:
        """Return the minima of the two rows of each group, over all cells: possibilities."""
        cells = np.minimum(self.group_first[:, :, None], self.group_second[:, None, :])
        return cells.reshape(len(cells), self.base.size)

    def margin_problem(self) -> MarginProblem | None:
        """Return the problem of the margin program, or None if both sides are soft."""
        sides = self.group_first, self.group_second
        hard = [bool(((side > 0).sum(axis=1) == 1).all()) for side in sides]
        if not any(hard):
            return None
        swapped = not hard[0]
        classes, options = sides[::-1] if swapped else sides
        group_class = classes.argmax(axis=1).astype(np.int32)
        order = np.argsort(group_class, kind="stable")
        return MarginProblem(
            base=self.base.T if swapped else self.base,
            group_class=group_class[order],
            group_options=options[order],
            group_size=self.group_size[order],
            swapped=swapped,
        )
