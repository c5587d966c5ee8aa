"""Which clustering is best, and is it certain: ranks over draws of objects."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ...base.checks import confidence_of, whole_from
from ...base.draws import OBJECTS
from ...base.errors import InputError
from ...base.seeds import seed_of
from ...base.shown import Shown, drawn
from ...base.wording import level_text
from ..counting.columns import Columns
from ..draws.drawing import joint_sample
from ..draws.pairwise import Contrast, contrasts
from ..draws.score_intervals import Inference, estimates
from .letters import letters

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes
    from pandas import DataFrame

    from ...measures.chosen import Chosen
    from ...results import Estimate
    from ..counting.counting import Counted
    from ..counting.score import Score

CORRECTION = "Romano and Wolf's step-down method"


@dataclass(frozen=True, eq=False)
class Ranking(Shown):
    """Clusterings in order, the best first.

    `table` has the columns prediction, value, low and high (its interval), rank, rank_low and
    rank_high (interval of the rank) and group: clusterings with a common letter cannot be told
    apart. With a probability of about `confidence` no pair is told apart by chance, and all true
    ranks are in their intervals. `differences` has a row per pair: first, second, value (positive
    where the first is better), low, high and p_value as `difference` computes them but from draws
    of all clusterings together, p_adjusted, which is p corrected for all comparisons, and at_floor:
    whether p_adjusted is an upper bound, since so many draws cannot give less. Letters and
    intervals of ranks follow from p_adjusted.
    """

    _layout = "ranking_html"

    measure: str
    table: Columns
    differences: Columns
    confidence: float
    draws: int
    rng: int
    groups: int | None = None  # that were drawn whole; None where objects were drawn
    blocks: int | None = None  # random ones that objects were drawn in, where these are very many
    better: str = "higher"  # which direction of the measure means more agreement

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw values, intervals and letters by matplotlib; `table` has them."""
        return drawn("leaderboard", ax, self)

    def plot_differences(self, ax: Axes | None = None) -> Axes:
        """Draw the differences of every two by matplotlib; `differences` has them."""
        return drawn("differences", ax, self)

    def is_apart(self, row: Mapping[str, Any]) -> bool:
        """Whether the two clusterings of a row of `differences` can be told apart."""
        return bool(row["p_adjusted"] < 1 - self.confidence)

    @property
    def correction(self) -> str:
        """How p was corrected for the number of comparisons."""
        tests = self.differences.height
        return f"corrected for {tests:,} comparisons" if tests > 1 else "1 comparison"

    @property
    def how(self) -> str:
        """How the comparisons were made."""
        by = f" by {CORRECTION}" if self.differences.height > 1 else ""
        drawn = "" if self.groups is None else f" of {self.groups} groups"
        drawn = drawn if self.blocks is None else f" of objects in {self.blocks} random blocks"
        coarse = 2 / (self.draws + 1) >= 1 - self.confidence
        few = "; too few draws to tell any two apart" if coarse else ""
        return f"{self.correction}{by}; {self.draws:,} draws{drawn}, seed {self.rng}{few}"

    @property
    def meaning(self) -> str:
        """What letters and intervals of ranks say."""
        level = level_text(self.confidence)
        return (
            f"Clusterings with a common letter cannot be told apart at the {level} level; all "
            f"ranks are in their intervals with a probability of about {level} ({self.how})."
        )

    def __str__(self) -> str:
        return f"{self.table}\n{self.measure}. {self.meaning}"

    def to_frame(self) -> DataFrame:
        """Return a pandas DataFrame, a row per clustering."""
        return self.table.to_frame()


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

    Intervals that `scores` have at this level stay theirs. Clusterings are drawn in the order of
    their names, so the order in which they are given changes nothing.
    """
    number, seeded = confidence_of(confidence), seed_of(seed)
    if len(counted) < 2:
        raise InputError("ranks need at least two clusterings; compare a mapping of them")
    size = OBJECTS if draws is None else whole_from("draws", draws, 2)
    names = sorted(counted)
    joint = joint_sample({name: counted[name] for name in names})
    values = [chosen.of(sample.table) for sample in joint.samples]
    order = sorted(range(len(names)), key=lambda k: -chosen.sign * values[k])
    goodness = chosen.sign * joint.scores([chosen], size, seeded, 0)[:, order, 0]
    pairs = list(combinations(range(len(names)), 2))
    found = contrasts(
        chosen, joint, order, goodness, pairs, sign=chosen.sign, level=number, seed=seeded
    )
    ranked = [names[place] for place in order]
    plan = Inference(number, None, "calibrated", size, seeded, None)
    own = _intervals({name: counted[name] for name in ranked}, chosen, scores, plan)
    apart = [
        places for places, one in zip(pairs, found, strict=True) if one.p_adjusted < 1 - number
    ]
    return Ranking(
        chosen.label,
        _table(ranked, [values[place] for place in order], own, apart),
        _differences(ranked, found),
        number,
        size,
        seeded,
        joint.groups,
        joint.blocks,
        chosen.measure.better,
    )


def _intervals(
    counted: Mapping[str, Counted], chosen: Chosen, scores: Sequence[Score], plan: Inference
) -> list[Estimate]:
    """The interval of every score: the one it has at this level, or the one it would get."""
    known = {
        one.prediction: one.estimate
        for one in scores
        if one.measure == chosen.label
        and one.estimate is not None
        and one.estimate.confidence == plan.confidence
    }
    return [
        known[name] if name in known else cast("Estimate", estimates(one, [chosen], plan)[0])
        for name, one in counted.items()
    ]


def _table(
    names: list[str], values: list[float], own: list[Estimate], apart: list[tuple[int, int]]
) -> Columns:
    """The leaderboard; ranks are those that the tests leave open (Mogstad et al. 2024)."""
    better, worse = (
        np.bincount([pair[side] for pair in apart], minlength=len(names)) for side in (1, 0)
    )
    ranks = [1 + values.index(value) for value in values]  # best first, equal ones share a rank
    return Columns(
        {
            "prediction": np.array(names, dtype=object),
            "value": np.array(values),
            "low": np.array([one.low for one in own]),
            "high": np.array([one.high for one in own]),
            "rank": np.array(ranks),
            "rank_low": 1 + better,
            "rank_high": len(names) - worse,
            "group": np.array(letters(len(names), apart), dtype=object),
        }
    )


def _differences(names: list[str], found: list[Contrast]) -> Columns:
    left, right = zip(*combinations(names, 2), strict=True)
    return Columns(
        {
            "first": np.array(left, dtype=object),
            "second": np.array(right, dtype=object),
            "value": np.array([one.difference.value for one in found]),
            "low": np.array([one.difference.low for one in found]),
            "high": np.array([one.difference.high for one in found]),
            "p_value": np.array([one.difference.p_value for one in found]),
            "p_adjusted": np.array([one.p_adjusted for one in found]),
            "at_floor": np.array([one.at_floor for one in found]),
        }
    )
