"""Which clustering is best, and is it certain: ranks over draws of objects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ..arithmetic import real
from ..errors import InputError
from ..inference.multiple import holm
from .columns import Columns
from .counting import Counted
from .joint import joint_scores
from .letters import letters
from .requests import Request
from .sums import Floats


@dataclass(frozen=True, eq=False)
class Ranking:
    """Clusterings in order, the best first.

    `table` has the columns prediction, value, rank, rank_low and rank_high (interval of the rank),
    best (share of the draws in which it is first, ties shared) and group: clusterings with a
    common letter cannot be told apart. `differences` has a row per pair: first, second, value
    (positive where the first is better), low, high, p_value, and adjusted, its p after Holm.
    """

    measure: str
    table: Columns
    differences: Columns
    level: float
    draws: int
    seed: int

    def __str__(self) -> str:
        tests = self.differences.height
        made = f"{tests} comparisons" if tests > 1 else "1 comparison"
        return (
            f"{self.table}\n{self.measure}; {self.draws} draws, seed {self.seed}; groups at the "
            f"{100 * self.level:g} % level, {made} corrected by Holm's method"
        )

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


def rank(
    counted: Mapping[str, Counted], request: Request, *, level: float, draws: int, seed: int
) -> Ranking:
    """Rank clusterings of the same objects by one measure."""
    number = real(level)
    if number is None or not 0 < number < 1:
        raise InputError(f"level must be a number between 0 and 1, such as 0.95; got {level!r}")
    if len(counted) < 2:
        raise InputError("ranks need at least two clusterings; compare a mapping of them")
    names = list(counted)
    values = np.array(
        [request.measure.of(one.table, **request.options) for one in counted.values()]
    )
    drawn = joint_scores(counted, [request], draws=draws, seed=seed)[:, :, 0]
    order = np.argsort(-request.sign * values, kind="stable")
    goodness, values = request.sign * drawn[:, order], values[order]
    names = [names[place] for place in order.tolist()]
    differences = _differences(names, request.sign * values, goodness, number)
    return Ranking(
        request.label,
        _table(names, values, goodness, differences, sign=request.sign, level=number),
        differences,
        number,
        draws,
        seed,
    )


def _table(
    names: list[str], values: Floats, goodness: Floats, pairs: Columns, *, sign: int, level: float
) -> Columns:
    better = goodness[:, None, :] > goodness[:, :, None]  # draw, own, other: other is better
    places = 1 + better.sum(axis=2)
    low, high = _interval(places, level)
    different = [
        (names.index(row["first"]), names.index(row["second"]))
        for row in pairs.rows()
        if row["adjusted"] < 1 - level
    ]
    return Columns(
        {
            "prediction": np.array(names, dtype=object),
            "value": values,
            "rank": 1 + (sign * values[None, :] > sign * values[:, None]).sum(axis=1),
            "rank_low": np.floor(low).astype(np.int64),
            "rank_high": np.ceil(high).astype(np.int64),
            "best": best_shares(goodness),
            "group": np.array(letters(len(names), different), dtype=object),
        }
    )


def best_shares(goodness: Floats) -> Floats:
    """How often each column holds the largest value of its row; equal ones share the row."""
    first = goodness == goodness.max(axis=1, keepdims=True)
    shares: Floats = (first / first.sum(axis=1, keepdims=True)).mean(axis=0)
    return shares


def _differences(names: list[str], values: Floats, goodness: Floats, level: float) -> Columns:
    pairs = list(combinations(range(len(names)), 2))
    left, right = np.array(pairs).T
    drawn = goodness[:, left] - goodness[:, right]
    low, high = _interval(drawn, level)
    # p by inverting the interval: twice the share of draws on the far side of 0
    tail = np.minimum((drawn <= 0).sum(axis=0), (drawn >= 0).sum(axis=0))
    p = np.minimum(1.0, 2 * (1 + tail) / (1 + len(drawn)))
    return Columns(
        {
            "first": np.array([names[place] for place in left], dtype=object),
            "second": np.array([names[place] for place in right], dtype=object),
            "value": values[left] - values[right],
            "low": low,
            "high": high,
            "p_value": p,
            "adjusted": np.array(holm(p.tolist())),
        }
    )


def _interval(drawn: Floats, level: float) -> tuple[Floats, Floats]:
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return low, high
