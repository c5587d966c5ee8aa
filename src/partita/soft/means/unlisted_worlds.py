"""Worlds in two parts: likely ones, which are listed, and the rest, of known probability.

Each object has some likely labels, at least its most probable one. The worlds in which every
object has a likely label are few enough to be listed with their probabilities. The rest, in which
some object has another label, has a known probability q, so
E v = (1 - q) E(v | listed) + q E(v | rest), and only the last mean needs draws. If nearly every
object is nearly certain, q is small, and so is the error.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from ...base.arrays import Counts, Floats, Mask
from ...base.progress import portions
from ..two_sides.compositions import composition_count
from ..two_sides.object_groups import ObjectGroups
from .draws import LabelDraws, with_labels
from .enumeration import PROBABILITY, WeightedTables, joint_tables

_LARGEST = 0.5  # if the rest is more probable, the others are not worth listing


@dataclass(frozen=True, eq=False)
class UnlistedWorlds:
    """The worlds that are not listed: their probability, and the tables of the listed ones."""

    groups: ObjectGroups
    likely: tuple[Floats, Floats]  # the rows of the two sides, 0 for labels that are not likely
    probability: float
    listed: WeightedTables

    def draw(self, rng: np.random.Generator, draws: int) -> Iterator[Counts]:
        """Draw tables of the rest.

        Labels come one after the other, all of the truth first. The first one that is not likely
        is drawn; those before it are likely, those after it are free.
        """
        groups = self.groups
        rows = groups.group_first, groups.group_second
        other = [free - near for free, near in zip(rows, self.likely, strict=True)]
        group = np.repeat(np.arange(len(groups.group_size)), groups.group_size)
        n = len(group)
        away = np.concatenate([part.sum(axis=1)[group] for part in other])
        stayed = np.cumsum(np.log1p(-away))
        first = _shares(away * np.exp(np.concatenate(([0.0], stayed[:-1]))))
        free = [LabelDraws(part, groups) for part in rows]
        near = [LabelDraws(part, groups) for part in self.likely]
        for _ in portions(draws, 1):
            at = _pick(first, rng)
            picked = []
            for side in (0, 1):
                turn = at - side * n
                labels = np.where(np.arange(n) < turn, near[side].draw(rng), free[side].draw(rng))
                if 0 <= turn < n:
                    labels[turn] = _pick(_shares(other[side][group[turn]]), rng)
                picked.append(labels)
            yield with_labels(groups, *picked)


def unlisted_worlds_of(groups: ObjectGroups, most: int) -> UnlistedWorlds | None:
    """List at most `most` worlds; None if the rest is too probable."""
    rows = groups.group_first, groups.group_second
    chosen = _likely(rows, groups.group_size, most)
    away = [np.where(mine, 0.0, part).sum(axis=1) for part, mine in zip(rows, chosen, strict=True)]
    stayed = sum(float(groups.group_size @ np.log1p(-part)) for part in away)
    probability = -float(np.expm1(stayed))
    if probability > _LARGEST:
        return None
    first, second = (np.where(mine, part, 0.0) for part, mine in zip(rows, chosen, strict=True))
    listed = joint_tables(_restricted(groups, first, second), PROBABILITY, most)
    return UnlistedWorlds(groups, (first, second), probability, listed)


def _likely(rows: tuple[Floats, Floats], size: Counts, most: int) -> list[Mask]:
    """The likely labels: those of the most expected objects, as long as there are few worlds."""
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
        objects, before = int(size[group]), int(options[:, group].prod())
        options[side, group] += 1
        after = int(options[:, group].prod())
        worlds = worlds // composition_count(objects, before) * composition_count(objects, after)
        if worlds > most:
            break
        chosen[side][group, cluster] = True
    return chosen


def _restricted(groups: ObjectGroups, *likely: Floats) -> ObjectGroups:
    """The groups with likely labels only; objects with a single cell become certain."""
    first, second = (part / part.sum(axis=1, keepdims=True) for part in likely)
    sure = (np.count_nonzero(first, axis=1) == 1) & (np.count_nonzero(second, axis=1) == 1)
    base = groups.base.copy()
    np.add.at(base, (first[sure].argmax(1), second[sure].argmax(1)), groups.group_size[sure])
    return replace(
        groups,
        base=base,
        group_size=groups.group_size[~sure],
        group_first=first[~sure],
        group_second=second[~sure],
    )


def _shares(weights: Floats) -> Floats:
    """Weights of any scale, cumulated to 1."""
    reached = np.cumsum(weights / weights.max())
    return np.asarray(reached / reached[-1])


def _pick(shares: Floats, rng: np.random.Generator) -> int:
    """A random place by cumulated shares."""
    return int(np.searchsorted(shares, rng.random(), side="right"))
