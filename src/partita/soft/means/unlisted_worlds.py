"""Worlds in two parts: likely ones, which are listed, and the rest, of known probability.

Each object has some likely groups, its most probable one at least. The worlds in which every
object is in a likely group are few enough to be listed with their probabilities; the rest, in
which some object is elsewhere, has a probability q that is known too. So
E v = (1 - q) E(v | listed) + q E(v | rest), and only the last mean needs draws. Where nearly every
object is nearly certain q is small, and with it the error.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import comb
from typing import Any

import numpy as np

from ...base.arrays import Counts, Floats
from ..two_sides.problem import SoftSoft
from .enumeration import PROBABILITY, WeightedTables, joint_tables
from .label_draws import LabelDraws

_LARGEST = 0.5  # a rest that is more probable than this is not worth listing the others


@dataclass(frozen=True, eq=False)
class UnlistedWorlds:
    """The worlds that are not listed: their probability, and the tables that are listed."""

    problem: SoftSoft
    likely: tuple[Floats, Floats]  # the rows of the two sides, 0 outside the likely groups
    probability: float
    listed: WeightedTables

    def draw(self, rng: np.random.Generator, draws: int) -> Iterator[Counts]:
        """Draw tables of the rest.

        One label after the other, those of the truth first: the first that is not likely is drawn,
        those before it are likely, those after it are free.
        """
        problem = self.problem
        rows = problem.group_first, problem.group_second
        other = [free - near for free, near in zip(rows, self.likely, strict=True)]
        group = np.repeat(np.arange(len(problem.group_size)), problem.group_size)
        n = len(group)
        away = np.concatenate([part.sum(axis=1)[group] for part in other])
        stayed = np.cumsum(np.log1p(-away))
        first = _shares(away * np.exp(np.concatenate(([0.0], stayed[:-1]))))
        free = [LabelDraws(part, problem) for part in rows]
        near = [LabelDraws(part, problem) for part in self.likely]
        shape, cells = problem.base.shape, problem.base.size
        for _ in range(draws):
            at = _pick(first, rng)
            picked = []
            for side in (0, 1):
                turn = at - side * n
                labels = np.where(np.arange(n) < turn, near[side].draw(rng), free[side].draw(rng))
                if 0 <= turn < n:
                    labels[turn] = _pick(_shares(other[side][group[turn]]), rng)
                picked.append(labels)
            drawn = np.bincount(picked[0] * shape[1] + picked[1], minlength=cells)
            yield problem.base + drawn.reshape(shape)


def unlisted_worlds_of(problem: SoftSoft, most: int) -> UnlistedWorlds | None:
    """List at most that many worlds; None where the rest is too probable."""
    rows = problem.group_first, problem.group_second
    chosen = _likely(rows, problem.group_size, most)
    away = [np.where(mine, 0.0, part).sum(axis=1) for part, mine in zip(rows, chosen, strict=True)]
    stayed = sum(float(problem.group_size @ np.log1p(-part)) for part in away)
    probability = -float(np.expm1(stayed))
    if probability > _LARGEST:
        return None
    likely = [np.where(mine, part, 0.0) for part, mine in zip(rows, chosen, strict=True)]
    listed = joint_tables(_restricted(problem, likely), PROBABILITY, most)
    return UnlistedWorlds(problem, (likely[0], likely[1]), probability, listed)


def _likely(rows: tuple[Floats, Floats], size: Counts, most: int) -> list[np.ndarray[Any, Any]]:
    """The likely groups: those that most objects are expected in, for as long as worlds are few."""
    chosen = []
    for part in rows:
        mine = np.zeros(part.shape, dtype=bool)
        np.put_along_axis(mine, part.argmax(axis=1)[:, None], values=True, axis=1)
        chosen.append(mine)
    options = np.ones((2, len(size)), dtype=np.int64)
    expected = [
        np.where(mine, 0.0, part) * size[:, None] for part, mine in zip(rows, chosen, strict=True)
    ]
    flat = np.concatenate([part.ravel() for part in expected])
    worlds = 1
    open_ = max(0, np.count_nonzero(flat) - 1)  # all but one, so that something is left to draw
    for entry in np.argsort(-flat, kind="stable")[:open_].tolist():
        side = int(entry >= expected[0].size)
        group, cluster = divmod(entry - side * expected[0].size, rows[side].shape[1])
        before = int(options[:, group].prod())
        options[side, group] += 1
        grown = worlds // _ways(size[group], before) * _ways(size[group], options[:, group].prod())
        if grown > most:
            break
        worlds = grown
        chosen[side][group, cluster] = True
    return chosen


def _ways(objects: int, options: int) -> int:
    """How equal objects can be spread over their options."""
    return comb(int(objects) + int(options) - 1, int(options) - 1)


def _restricted(problem: SoftSoft, likely: list[Floats]) -> SoftSoft:
    """The problem where every object is in a likely group; those with one cell are certain."""
    first, second = (part / part.sum(axis=1, keepdims=True) for part in likely)
    sure = (np.count_nonzero(first, axis=1) == 1) & (np.count_nonzero(second, axis=1) == 1)
    base = problem.base.copy()
    np.add.at(base, (first[sure].argmax(1), second[sure].argmax(1)), problem.group_size[sure])
    return replace(
        problem,
        base=base,
        group_size=problem.group_size[~sure],
        group_first=first[~sure],
        group_second=second[~sure],
    )


def _shares(weights: Floats) -> Floats:
    """Weights of any scale, cumulated to 1."""
    reached = np.cumsum(weights / weights.max())
    return np.asarray(reached / reached[-1])


def _pick(shares: Floats, rng: np.random.Generator) -> int:
    """A place by cumulated shares."""
    return int(np.searchsorted(shares, rng.random(), side="right"))
