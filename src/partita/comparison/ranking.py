"""Which clustering is best, and is it certain: ranks over draws of objects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from math import ceil
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ..errors import InputError
from ..inference.differences import Paired, contrast
from ..inference.jackknife import influence
from ..inference.multiple import holm
from ..inference.reading import level_of, seed_of, whole_from
from ..inference.scores import scorer
from ..results import Difference
from .columns import Columns
from .counting import Counted
from .joint import joint_groups, scores_of_groups
from .letters import letters
from .requests import Request
from .sums import Floats

if TYPE_CHECKING:
    from ..contingency import Contingency


_DRAWS = 1999  # as `difference` draws unless told otherwise
_MOST_DRAWS = 19999


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
        finest = 2 / (self.draws + 1) * tests
        coarse = "" if finest < 1 - self.level else "; too few draws to tell any two apart"
        made = f"{tests} comparisons" if tests > 1 else "1 comparison"
        return (
            f"{self.table}\n{self.measure}; {self.draws} draws, seed {self.seed}; groups at the "
            f"{100 * self.level:g} % level, {made} corrected by Holm's method{coarse}"
        )

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


def rank(
    counted: Mapping[str, Counted], request: Request, *, level: float, draws: int | None, seed: int
) -> Ranking:
    """Rank clusterings of the same objects by one measure."""
    number = level_of(level)
    if len(counted) < 2:
        raise InputError("ranks need at least two clusterings; compare a mapping of them")
    size = enough_draws(len(counted), number) if draws is None else whole_from("draws", draws, 2)
    seeded = seed_of(seed)
    names = list(counted)
    values = np.array(
        [request.measure.of(one.table, **request.options) for one in counted.values()]
    )
    joint = joint_groups(counted)
    drawn = scores_of_groups(counted, joint, [request], draws=size, seed=seeded)[:, :, 0]
    order = np.argsort(-request.sign * values, kind="stable").tolist()
    goodness, values = request.sign * drawn[:, order], values[order]
    names = [names[place] for place in order]
    tables, cells = list(counted.values()), joint[0]
    ordered = [(cast("Contingency", tables[place].table), cells[place]) for place in order]
    found = _contrasts(request, ordered, joint[1], goodness, level=number, seed=seeded)
    differences = _differences(names, found)
    return Ranking(
        request.label,
        _table(names, values, goodness, differences, sign=request.sign, level=number),
        differences,
        number,
        size,
        seeded,
    )


def enough_draws(clusterings: int, level: float) -> int:
    """Draws that can tell two clusterings apart after correction for all comparisons of two."""
    pairs = clusterings * (clusterings - 1) // 2
    return max(_DRAWS, min(_MOST_DRAWS, ceil(4 * pairs / (1 - level))))


def _table(
    names: list[str], values: Floats, goodness: Floats, pairs: Columns, *, sign: int, level: float
) -> Columns:
    better = [(goodness > own[:, None]).sum(axis=1) for own in goodness.T]
    places = 1 + np.stack(better, axis=1)
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


def _contrasts(
    request: Request,
    ordered: list[tuple[Contingency, Any]],
    sizes: Any,
    goodness: Floats,
    *,
    level: float,
    seed: int,
) -> list[Difference]:
    """Compare every two as `difference` does: how much better is the first than the second?"""
    s = scorer((request.measure, request.options))
    pulls = [influence(s, table) for table, _ in ordered]
    found = []
    for first, second in combinations(range(len(ordered)), 2):
        a, b = (first, second) if request.sign > 0 else (second, first)  # less is better: turned
        (one, cell_a), (other, cell_b) = ordered[a], ordered[b]
        pair = Paired(one, other, sizes, cell_a, cell_b)
        drawn = goodness[:, first] - goodness[:, second]
        pull = pair.joined(pulls[a], pulls[b])
        found.append(contrast(s, pair, drawn, pull, method="calibrated", level=level, seed=seed))
    return found


def _differences(names: list[str], found: list[Difference]) -> Columns:
    left, right = zip(*combinations(names, 2), strict=True)
    p = [one.p_value for one in found]
    return Columns(
        {
            "first": np.array(left, dtype=object),
            "second": np.array(right, dtype=object),
            "value": np.array([one.value for one in found]),
            "low": np.array([one.low for one in found]),
            "high": np.array([one.high for one in found]),
            "p_value": np.array(p),
            "adjusted": np.array(holm(p)),
        }
    )


def _interval(drawn: Floats, level: float) -> tuple[Floats, Floats]:
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return low, high
