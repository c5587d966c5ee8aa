"""Rank clusterings by one measure, and say which differences are significant."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ...base.checks import confidence_of, whole_from
from ...base.draws import draws_of_objects
from ...base.errors import InputError
from ...base.progress import step_through
from ...base.seeds import seed_of
from ...base.shown import Framed, Plotted, Tabled, draw_figure
from ...base.wording import level_text, p_number
from ..counting.columns import Columns
from ..draws.certainty import Inference, score_intervals
from ..draws.pair_tests import PairTest, compare_pairs
from ..draws.samples import joint_sample
from .letters import letters

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes

    from ...measures.chosen import Chosen
    from ...results import Estimate
    from ..counting.counting import Counted
    from ..counting.score import Score

CORRECTION = "Romano and Wolf's step-down method"


@dataclass(frozen=True, eq=False, repr=False)
class Ranking(Tabled, Plotted, Framed):
    """Clusterings in order, the best first.

    `table` has the columns prediction, value, low and high (its interval), rank, rank_low and
    rank_high (interval of the rank) and group: clusterings that share a letter are not
    significantly different. With a probability of about `confidence` all true ranks are in their
    intervals, and no two equally good clusterings are called different.

    `differences` has a row per pair: first, second, value (positive if the first is better), low,
    high and p_value as `difference` computes them, but from draws of all clusterings together;
    p_adjusted, which is p corrected for all comparisons; and at_floor, whether p_adjusted is an
    upper bound, the smallest that draws or their tail can give. Letters and intervals of ranks
    follow from p_adjusted.

    `plot` draws the values, intervals and letters of `table`.
    """

    _layout = "ranking_html"
    _figure = "leaderboard"
    _grid = "ranking_grid"

    measure: str  #: name of the measure
    table: Columns  #: a row per clustering
    differences: Columns  #: a row per pair of clusterings
    confidence: float  #: level of letters and intervals
    draws: int  #: number of bootstrap draws
    rng: int  #: the integer that seeded the draws
    groups: int | None = None  #: groups that were drawn whole; None if objects were drawn
    blocks: int | None = None  #: random blocks that very many objects were drawn in
    better: str = "higher"  #: which direction of the measure means more agreement

    def plot_differences(self, ax: Axes | None = None) -> Axes:
        """Draw the pairwise `differences` with matplotlib.

        Parameters
        ----------
        ax
            Axes to draw on; new ones if left out.

        Returns
        -------
        Axes
            The axes.
        """
        return draw_figure("differences", ax, self)

    def is_apart(self, row: Mapping[str, Any]) -> bool:
        """Whether the two clusterings of a row of `differences` differ significantly.

        Parameters
        ----------
        row
            A row of `differences`.

        Returns
        -------
        bool
            Whether p is small enough after the correction.
        """
        return bool(row["p_adjusted"] < 1 - self.confidence)

    @property
    def correction(self) -> str:
        """For how many comparisons p was corrected."""
        tests = self.differences.height
        return f"corrected for {tests:,} comparisons" if tests > 1 else "1 comparison"

    @property
    def how(self) -> str:
        """How the comparisons were made."""
        by = f" by {CORRECTION}" if self.differences.height > 1 else ""
        drawn = "" if self.groups is None else f" of {self.groups} groups"
        drawn = drawn if self.blocks is None else f" of objects in {self.blocks} random blocks"
        coarse = 2 / (self.draws + 1) >= 1 - self.confidence
        few = "; too few draws for any significant difference" if coarse else self._few_groups()
        return f"{self.correction}{by}; {self.draws:,} draws{drawn}, seed {self.rng}{few}"

    def _few_groups(self) -> str:
        """The smallest p that the groups allow, if the correction can lift it above the level."""
        if self.groups is None:
            return ""
        least = 2.0 ** (1 - min(self.groups, 1000))  # of a sign test that all groups agree in
        tests = self.differences.height
        if least * tests < 1 - self.confidence:
            return ""
        before = " before the correction" if tests > 1 else ""
        return f"; {self.groups} groups allow no p below {p_number(least, at_floor=False)}{before}"

    @property
    def meaning(self) -> str:
        """What letters and intervals of ranks mean."""
        level = level_text(self.confidence)
        return (
            f"Clusterings that share a letter are not significantly different at the {level} "
            f"level; all ranks are in their intervals with a probability of about {level} "
            f"({self.how})."
        )

    def __str__(self) -> str:
        return f"{self.table}\n{self.measure}. {self.meaning}"

    __repr__ = __str__


def rank(
    counted: Mapping[str, Counted],
    chosen: Chosen,
    scores: Sequence[Score] = (),
    *,
    confidence: float,
    draws: int | None,
    seed: int,
) -> Ranking:
    """Rank clusterings of the same objects by one measure.

    Intervals that `scores` have at this level are kept. Clusterings are drawn in the order of
    their names, so the order in which they are given does not matter.
    """
    level, seed = confidence_of(confidence), seed_of(seed)
    if len(counted) < 2:
        raise InputError("ranks need at least two clusterings; compare a mapping of them")
    asked = None if draws is None else whole_from("draws", draws, 2)
    names = sorted(counted)
    joint = joint_sample({name: counted[name] for name in names})
    size = draws_of_objects(joint.cells_of_draw, level) if asked is None else asked
    values = [chosen.of(sample.table) for sample in joint.samples]
    order = sorted(range(len(names)), key=lambda k: -chosen.sign * values[k])
    goodness = chosen.sign * joint.scores([chosen], size, seed, 0)[:, order, 0]
    pairs = list(combinations(range(len(names)), 2))
    tests = compare_pairs(chosen, joint, order, goodness, pairs, level=level, seed=seed)
    ranked = [names[place] for place in order]
    plan = Inference(level, None, "calibrated", asked, seed, None)
    intervals = _intervals({name: counted[name] for name in ranked}, chosen, scores, plan)
    different = [pair for pair, one in zip(pairs, tests, strict=True) if one.p_adjusted < 1 - level]
    return Ranking(
        chosen.label,
        _table(ranked, [values[place] for place in order], intervals, different),
        _differences(ranked, tests),
        level,
        size,
        seed,
        joint.groups,
        joint.blocks,
        chosen.measure.better,
    )


def _intervals(
    counted: Mapping[str, Counted], chosen: Chosen, scores: Sequence[Score], plan: Inference
) -> list[Estimate]:
    """The interval of every score: the one it already has at this level, or a new one."""
    known = {
        one.prediction: one.estimate
        for one in scores
        if one.measure == chosen.label
        and one.estimate is not None
        and one.estimate.confidence == plan.confidence
    }
    return [
        known[name] if name in known else cast("Estimate", score_intervals(one, [chosen], plan)[0])
        for name, one in step_through(counted.items(), "clusterings")
    ]


def _table(
    names: list[str],
    values: list[float],
    intervals: list[Estimate],
    different: list[tuple[int, int]],
) -> Columns:
    """The leaderboard, with the ranks that the tests allow (Mogstad et al. 2024)."""
    better, worse = (
        np.bincount([pair[side] for pair in different], minlength=len(names)) for side in (1, 0)
    )
    return Columns(
        {
            "prediction": np.array(names, dtype=object),
            "value": np.array(values),
            "low": np.array([one.low for one in intervals]),
            "high": np.array([one.high for one in intervals]),
            "rank": np.array([1 + values.index(value) for value in values]),  # equal values tie
            "rank_low": 1 + better,
            "rank_high": len(names) - worse,
            "group": np.array(letters(len(names), different), dtype=object),
        }
    )


def _differences(names: list[str], tests: list[PairTest]) -> Columns:
    first, second = zip(*combinations(names, 2), strict=True)
    known = ("value", "low", "high", "p_value")
    return Columns(
        {
            "first": np.array(first, dtype=object),
            "second": np.array(second, dtype=object),
            **{name: np.array([getattr(one.difference, name) for one in tests]) for name in known},
            "p_adjusted": np.array([one.p_adjusted for one in tests]),
            "at_floor": np.array([one.at_floor for one in tests]),
        }
    )
