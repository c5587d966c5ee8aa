"""Growth of time: the exponent e of time ~ size ** e."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Literal

import numpy as np

from .judging import Outcome

Series = dict[str, list[tuple[int, float]]]


def series(outcomes: Sequence[Outcome], by: Literal["n", "groups"]) -> Series:
    """CPU seconds of each contender by size, in the order of the first setting."""
    found: Series = {}
    for outcome in outcomes:
        for one in outcome.timings:
            name = f"{one.contender.name} {one.contender.job}"
            found.setdefault(name, []).append((getattr(outcome, by), one.cpu))
    return found


def exponent(points: Sequence[tuple[int, float]]) -> float:
    """The slope of the straight line through the points on logarithmic axes."""
    sizes, times = ([log(value) for value in column] for column in zip(*points, strict=True))
    return float(np.polyfit(sizes, times, 1)[0])
