"""Drawing a group for each object."""

from __future__ import annotations

from math import inf

import numpy as np

from ...base.arrays import Counts, Floats
from ..two_sides.problem import SoftSoft


class LabelDraws:
    """Draws a group for each undecided object by the cumulated probabilities of its row."""

    def __init__(self, rows: Floats, problem: SoftSoft) -> None:
        group = np.repeat(np.arange(len(rows)), problem.group_size)
        self.fixed: Counts = rows.argmax(axis=1)[group]
        self.sure = bool(((rows > 0).sum(axis=1) == 1).all())
        reached = np.cumsum(rows, axis=1)
        later = np.cumsum(rows[:, ::-1], axis=1)[:, ::-1] - rows > 0
        steps = np.where(later, reached / reached[:, -1:], inf)  # beyond every random number
        self.steps = [np.ascontiguousarray(column[group]) for column in steps.T[:-1]]

    def draw(self, rng: np.random.Generator) -> Counts:
        """One group for each object."""
        if self.sure:
            return self.fixed
        drawn = rng.random(len(self.fixed))
        picked = np.zeros(len(drawn), dtype=np.int64)
        for step in self.steps:
            picked += drawn >= step
        return picked
