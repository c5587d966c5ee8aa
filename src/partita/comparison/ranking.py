"""Which clustering is best, and is it certain: ranks over draws of objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from ..errors import InputError
from ..inference.differences import contrast
from ..inference.intervals import estimate
from ..inference.multiple import at_floor, holm
from ..inference.reading import level_of, seed_of, whole_from
from ..inference.samples import GroupSample, ObjectSample
from ..inference.scores import Scorer, scorer
from ..request import Request
from ..results import Difference, Estimate
from .columns import Columns
from .counting import Counted
from .drawing import joint_sample
from .joint import Joint
from .letters import letters
from .sums import Floats

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from pandas import DataFrame

_DRAWS = 1999  # as `difference` draws unless told otherwise
_MOST_DRAWS = 19999


@dataclass(frozen=True, eq=False)
class Ranking:
    """Clusterings in order, the best first.

    `table` has the columns prediction, value, low and high (its interval), rank, rank_low and
    rank_high (interval of the rank), best (share of the draws in which it is first, ties shared)
    and group: clusterings with a common letter cannot be told apart. Ranks and shares of draws
    repeat the bias of a score, differences do not. `differences` has a row per
    pair: first, second, value (positive where the first is better), low, high, p_value,
    adjusted, its p after Holm, and at_floor: whether adjusted is an upper bound, since so many
    draws cannot give less.
    """

    measure: str
    table: Columns
    differences: Columns
    level: float
    draws: int
    seed: int
    groups: int | None = None  # that were drawn whole; None where objects were drawn
    blocks: int | None = None  # random ones that objects were drawn in, where these are very many

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw values, intervals and letters by matplotlib; `table` has them."""
        from ..report.figures import leaderboard
        from ..report.plots import draw

        return draw(leaderboard(self), ax)

    def plot_differences(self, ax: Axes | None = None) -> Axes:
        """Draw the differences of every two by matplotlib; `differences` has them."""
        from ..report.figures import differences
        from ..report.plots import draw

        return draw(differences(self), ax)

    def __str__(self) -> str:
        tests = self.differences.height
        finest = 2 / (self.draws + 1) * tests
        coarse = "" if finest < 1 - self.level else "; too few draws to tell any two apart"
        made = f"{tests} comparisons" if tests > 1 else "1 comparison"
        drawn = "" if self.groups is None else f" of {self.groups} groups"
        drawn = drawn if self.blocks is None else f" of objects in {self.blocks} random blocks"
        return (
            f"{self.table}\n{self.measure}; {self.draws} draws{drawn}, seed {self.seed}; "
            f"letters at the {100 * self.level:g} % level, {made} corrected by Holm's method"
            f"{coarse}"
        )

    def to_frame(self) -> DataFrame:
        """Return a pandas DataFrame, a row per clustering."""
        return self.table.to_frame()

    def _repr_html_(self) -> str:
        from ..report.notebook import ranking_html

        return ranking_html(self)


def rank(
    counted: Mapping[str, Counted], request: Request, *, level: float, draws: int | None, seed: int
) -> Ranking:
    """Rank clusterings of the same objects by one measure."""
    number, seeded = level_of(level), seed_of(seed)
    if len(counted) < 2:
        raise InputError("ranks need at least two clusterings; compare a mapping of them")
    size = enough_draws(len(counted), number) if draws is None else whole_from("draws", draws, 2)
    joint, s = joint_sample(counted), scorer((request.measure, request.options))
    drawn = joint.scores([s], size, seeded, 0)[:, :, 0]
    samples: Sequence[ObjectSample | GroupSample] = joint.samples
    own = [
        estimate(s, sample, drawn[:, k], method="calibrated", level=number, seed=seeded)
        for k, sample in enumerate(samples)
    ]
    order = sorted(range(len(own)), key=lambda k: -request.sign * own[k].value)
    goodness = request.sign * drawn[:, order]
    names = [list(counted)[place] for place in order]
    found = _contrasts(s, joint, order, goodness, sign=request.sign, level=number, seed=seeded)
    differences = _differences(names, found)
    table = _table(names, [own[k] for k in order], goodness, differences, sign=request.sign)
    return Ranking(
        request.label, table, differences, number, size, seeded, joint.groups, joint.blocks
    )


def enough_draws(clusterings: int, level: float) -> int:
    """Draws that can tell two clusterings apart after correction for all comparisons of two."""
    pairs = clusterings * (clusterings - 1) // 2
    return max(_DRAWS, min(_MOST_DRAWS, ceil(4 * pairs / (1 - level))))


def _table(
    names: list[str], own: list[Estimate], goodness: Floats, pairs: Columns, *, sign: int
) -> Columns:
    level, values = own[0].level, np.array([one.value for one in own])
    better = [(goodness > one[:, None]).sum(axis=1) for one in goodness.T]
    ends = np.quantile(1 + np.stack(better, axis=1), [(1 - level) / 2, (1 + level) / 2], axis=0)
    told = pairs["adjusted"] < 1 - level
    every = list(combinations(range(len(names)), 2))  # as the rows of the differences stand
    different = [every[place] for place in np.flatnonzero(told).tolist()]
    return Columns(
        {
            "prediction": np.array(names, dtype=object),
            "value": values,
            "low": np.array([one.low for one in own]),
            "high": np.array([one.high for one in own]),
            "rank": 1 + (sign * values[None, :] > sign * values[:, None]).sum(axis=1),
            "rank_low": np.floor(ends[0]).astype(np.int64),
            "rank_high": np.ceil(ends[1]).astype(np.int64),
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
    s: Scorer,
    joint: Joint,
    order: list[int],
    goodness: Floats,
    *,
    sign: int,
    level: float,
    seed: int,
) -> list[Difference]:
    """Compare every two as `difference` does: how much better is the first than the second?"""
    pulls = [sample.influence(s, 0) for sample in joint.samples]
    found = []
    for first, second in combinations(range(len(order)), 2):
        a, b = order[first], order[second]
        a, b = (a, b) if sign > 0 else (b, a)  # where less is better: turned
        pair, drawn = joint.pair(a, b), goodness[:, first] - goodness[:, second]
        pull = pair.joined(pulls[a], pulls[b])
        found.append(contrast(s, pair, drawn, pull, method="calibrated", level=level, seed=seed))
    return found


def _differences(names: list[str], found: list[Difference]) -> Columns:
    left, right = zip(*combinations(names, 2), strict=True)
    p = [one.p_value for one in found]
    corrected = holm(p)
    return Columns(
        {
            "first": np.array(left, dtype=object),
            "second": np.array(right, dtype=object),
            "value": np.array([one.value for one in found]),
            "low": np.array([one.low for one in found]),
            "high": np.array([one.high for one in found]),
            "p_value": np.array(p),
            "adjusted": np.array(corrected),
            "at_floor": np.array(at_floor(corrected, [one.at_floor for one in found])),
        }
    )
