"""How a measure behaves: as more objects are misplaced, and for random labels over k.

All measures are evaluated on the same tables, so their curves can be compared.
"""

from __future__ import annotations

from functools import cache
from math import isfinite

import numpy as np

from partita import Contingency, Measure, UndefinedError
from partita.figures.grammar.marks import Axis, Figure, Line, Mark, Point
from partita.figures.grammar.words import decimals, round_ticks
from partita.figures.svg.svg import svg

SIZES = (120, 80, 50, 30, 20)  # of the classes
SHARES = tuple(share / 10 for share in range(11))
COUNTS = (1, 2, 3, 5, 10, 20, 50, 100, 150, 200, 300)
DRAWS = 12
_SIZE = (240.0, 150.0)
_TICKS = (1, 3, 10, 30, 100, 300)

Values = tuple[float | None, ...]


def pictures(m: Measure) -> str:
    """Draw both curves of a measure next to each other, on the same scale."""
    moved, random = values(m)
    known = [value for value in (*moved, *random) if value is not None]
    low, high = _reach(m, known)
    y = Axis(low, high, "", round_ticks(low, high, 5), grid=True)
    first = _figure(
        f"{m.symbol} against the share of misplaced objects",
        Axis(-0.03, 1.03, "share of misplaced objects", round_ticks(0, 1, 5)),
        y,
        list(zip(SHARES, moved, strict=True)),
        random[COUNTS.index(len(SIZES))],
    )
    second = _figure(
        f"{m.symbol} of random labels against the number of clusters",
        Axis(0.9, 340, "number of random clusters k", tuple((k, str(k)) for k in _TICKS), log=True),
        y,
        list(zip(COUNTS, random, strict=True)),
        None,
    )
    return f'<div class="curves">{svg(first)}{svg(second)}</div>'


def values(m: Measure) -> tuple[Values, Values]:
    """The mean value for every share of misplaced objects, and for every number of clusters."""
    moved = tuple(_mean(m, _misplaced(share)) for share in SHARES)
    return moved, tuple(_mean(m, _random(k)) for k in COUNTS)


def _mean(m: Measure, tables: tuple[Contingency, ...]) -> float | None:
    try:
        return sum(m.of(table) for table in tables) / len(tables) + 0.0
    except UndefinedError:
        return None


@cache
def _misplaced(share: float) -> tuple[Contingency, ...]:
    """Tables of the truth and of copies with a share of the objects in random clusters."""
    rng = np.random.default_rng(0)
    found = []
    for _ in range(DRAWS if share else 1):
        prediction = _truth().copy()
        chosen = rng.permutation(len(prediction))[: round(share * len(prediction))]
        prediction[chosen] = rng.integers(0, len(SIZES), len(chosen))
        found.append(Contingency.from_labels(_truth(), prediction))
    return tuple(found)


@cache
def _random(k: int) -> tuple[Contingency, ...]:
    rng = np.random.default_rng(k)
    n = len(_truth())
    return tuple(
        Contingency.from_labels(_truth(), rng.permutation(np.arange(n) % k))
        for _ in range(DRAWS if 1 < k < n else 1)
    )


@cache
def _truth() -> np.ndarray:
    return np.repeat(np.arange(len(SIZES)), SIZES)


def _reach(m: Measure, known: list[float]) -> tuple[float, float]:
    """The ends of the axis: 0 and 1 for such a range, otherwise the extreme values."""
    low, high = min(known), max(known)
    if m.bounds[1] == 1 and m.bounds[0] <= 0:
        low, high = min(low, 0.0), 1.0
    elif low >= 0:
        low = 0.0
    pad = 0.04 * (high - low) or 0.5
    return low - pad, high + pad


def _figure(
    title: str, x: Axis, y: Axis, points: list[tuple[float, float | None]], level: float | None
) -> Figure:
    known = [(at, value) for at, value in points if value is not None and isfinite(value)]
    marks: list[Mark] = []
    if level is not None:
        ends = ((x.low, level), (x.high, level))
        marks.append(Line(ends, "muted", 1.2, dashed=True, tip=f"chance: {decimals(level)}"))
    marks.append(Line(tuple(known), "class 0", 2))
    marks += [
        Point(*point, "class 0", 5, tip=f"{point[0]:g}: {decimals(point[1])}") for point in known
    ]
    told = ", ".join(f"{at:g}: {decimals(value)}" for at, value in known)
    return Figure(title, told, *_SIZE, x, y, tuple(marks))
