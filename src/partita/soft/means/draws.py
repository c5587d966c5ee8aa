"""Random worlds: labels for the uncertain objects, and contingency tables of them."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

import numpy as np

from ...base.arrays import Counts, Floats
from ...base.checks import whole_from
from ...base.progress import portions
from ...measures.chosen import Chosen
from ..two_sides.from_sums import table_of
from ..two_sides.object_groups import ObjectGroups

FEWEST = 100
_FEWEST_OF_PART = 30  # of each level of a mixture
_DRAWS = 1000
_WORK = 30_000_000  # objects drawn in all


def number_of_draws(draws: int | None, n: int, parts: int = 1) -> int:
    """Return the number of draws: as given, or by the number of objects and of levels to share."""
    if draws is None:
        return max(_FEWEST_OF_PART if parts > 1 else FEWEST, min(_DRAWS, _WORK // n) // parts)
    return check_draws(draws)


def check_draws(draws: Any) -> int:
    """Check a given number of draws; with fewer, the stated errors would not be valid."""
    return whole_from("draws", draws, FEWEST)


class LabelDraws:
    """Draws a label for each uncertain object by the cumulated probabilities of its row."""

    def __init__(self, rows: Floats, groups: ObjectGroups) -> None:
        group = np.repeat(np.arange(len(rows)), groups.group_size)
        self.fixed: Counts = rows.argmax(axis=1)[group]
        self.certain = bool(((rows > 0).sum(axis=1) == 1).all())
        reached = np.cumsum(rows, axis=1)
        later = np.cumsum(rows[:, ::-1], axis=1)[:, ::-1] - rows > 0
        steps = np.where(later, reached / reached[:, -1:], inf)  # beyond every random number
        self.steps = [np.ascontiguousarray(column[group]) for column in steps.T[:-1]]

    def draw(self, rng: np.random.Generator) -> Counts:
        """Draw one label for each object."""
        if self.certain:
            return self.fixed
        drawn = rng.random(len(self.fixed))
        picked = np.zeros(len(drawn), dtype=np.int64)
        for step in self.steps:
            picked += drawn >= step
        return picked


def draw_cells(groups: ObjectGroups, rng: np.random.Generator, draws: int) -> Iterator[Counts]:
    """Draw tables: each object picks a cell, independently, by the two rows of its group."""
    if not groups.uncertain:
        yield from (groups.base for _ in range(draws))
    elif len(groups.group_size) * groups.base.size <= groups.uncertain:  # few groups: draw counts
        odds = groups.products()
        odds /= odds.sum(axis=1, keepdims=True)
        for _ in portions(draws, 1):
            drawn = rng.multinomial(groups.group_size, odds).sum(axis=0)
            yield groups.base + drawn.reshape(groups.shape)
    else:
        sides = [LabelDraws(rows, groups) for rows in (groups.group_first, groups.group_second)]
        for _ in portions(draws, 1):
            yield with_labels(groups, *(side.draw(rng) for side in sides))


def with_labels(groups: ObjectGroups, first: Counts, second: Counts) -> Counts:
    """Return the table of all objects, with these labels of the uncertain ones."""
    drawn = np.bincount(first * groups.shape[1] + second, minlength=groups.base.size)
    return groups.base + drawn.reshape(groups.shape)


def drawn_values(tables: list[Counts], chosen: Chosen) -> Floats:
    """Return the value of a measure on every drawn table."""
    return np.array([chosen.of(table_of(table)) for table in tables])
