"""Worlds that hardly ever happen, drawn more often and weighted less.

Where nearly every object is nearly certain, plain draws show the most probable world again and
again, and the worlds that make the mean differ from it are not among them. So the objects are
given larger probabilities p' of leaving their most probable group; a world then counts with the
weight w = Π p/p', and E v = v₀ + E' w (v - v₀), v₀ the value of the most probable world.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..problem import SoftSoft
from .pair import Counts, Floats
from .picking import Picker

MOVES = 2.0  # mean number of objects that leave their most probable group
_LARGEST = 1e100  # factor of a probability


def draw_tilted(
    problem: SoftSoft, rng: np.random.Generator, draws: int
) -> Iterator[tuple[Counts, float]]:
    """Draw tables with their weights."""
    sides = problem.group_first, problem.group_second
    factor = min(_LARGEST, MOVES / max(problem.restless, 1 / _LARGEST))
    grown = [_tilted(rows, factor) for rows in sides]
    pickers = [Picker(rows, problem) for rows in grown]
    logs = [_log_ratio(rows, more) for rows, more in zip(sides, grown, strict=True)]
    group = np.repeat(np.arange(len(problem.group_size)), problem.group_size)
    shape, cells = problem.base.shape, problem.base.size
    for _ in range(draws):
        rows, columns = (picker.pick(rng) for picker in pickers)
        drawn = np.bincount(rows * shape[1] + columns, minlength=cells)
        weight = np.exp(logs[0][group, rows].sum() + logs[1][group, columns].sum())
        yield problem.base + drawn.reshape(shape), float(weight)


def likeliest(problem: SoftSoft) -> Counts:
    """The table of the most probable world."""
    cells = problem.group_first.argmax(axis=1) * problem.base.shape[1]
    cells = cells + problem.group_second.argmax(axis=1)
    moved = np.zeros(problem.base.size, dtype=np.int64)
    np.add.at(moved, cells, problem.group_size)
    return np.asarray(problem.base + moved.reshape(problem.base.shape))


def _tilted(rows: Floats, factor: float) -> Floats:
    """Rows whose entries beside the largest are that many times as large, half of the row at most.

    Rows that leave their largest entry more often than not already stay as they are.
    """
    best = rows.argmax(axis=1)[:, None]
    others = rows.copy()
    np.put_along_axis(others, best, 0.0, axis=1)
    away = others.sum(axis=1)
    scale = np.maximum(1.0, np.minimum(factor, 0.5 / np.maximum(away, 1 / _LARGEST)))
    others *= scale[:, None]
    np.put_along_axis(others, best, 1 - others.sum(axis=1)[:, None], axis=1)
    return others


def _log_ratio(rows: Floats, grown: Floats) -> Floats:
    """Logarithms of p/p', 0 where nothing is drawn."""
    ratio = np.divide(rows, grown, out=np.ones_like(rows), where=rows > 0)
    return np.asarray(np.log(ratio))
