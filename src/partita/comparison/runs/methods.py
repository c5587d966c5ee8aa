"""Means of methods, their differences and the parts of their variance, as tables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ...base.draws import OBJECTS
from ...inference.differences.differences import by_measure
from ...inference.sampling.bootstrap_intervals import Settings
from ..counting.columns import Columns
from ..draws.certainty import Inference, score_intervals
from .method_means import contrast_of
from .variance_parts import parts_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...base.arrays import Floats
    from ...measures.chosen import Chosen
    from ..counting.counting import Counted
    from ..draws.joint import Joint
    from .method_means import Contrast
    from .pulls import Pulls
    from .variance_parts import Parts


@dataclass(frozen=True)
class Methods:
    """The methods, their runs, and what their means and differences are made from."""

    s: Chosen
    level: float
    counted: Mapping[str, Counted]
    joint: Joint
    places: Mapping[str, list[int]]  # of the runs of each method
    values: Floats  # of the runs
    pulls: Pulls

    @cached_property
    def parts(self) -> dict[str, Parts]:
        """The parts of the variance of each method."""
        return {
            name: parts_of(self.values[own], self.pulls.of(np.array(own)), self.level)
            for name, own in self.places.items()
        }

    @cached_property
    def ranked(self) -> list[str]:
        """The methods, the best mean first."""
        sign, values = self.s.sign, self.values
        return sorted(self.places, key=lambda name: -sign * float(values[self.places[name]].mean()))

    def contrast(self, signs: Mapping[str, float]) -> Contrast:
        """A signed sum of means."""
        terms = [(sign, self.places[name], self.parts[name]) for name, sign in signs.items()]
        return contrast_of(terms, self.values, self.pulls)

    def table(self, groups: Sequence[str]) -> Columns:
        """A row per method."""
        ranked = self.ranked
        found = [self.contrast({name: 1.0}) for name in ranked]
        ends = [self._ends_of_mean(name, one) for name, one in zip(ranked, found, strict=True)]
        return Columns(
            {
                "method": np.array(ranked, dtype=object),
                "runs": np.array([self.parts[name].runs for name in ranked]),
                "value": np.array([one.value for one in found]),
                "low": np.array([low for low, _ in ends]),
                "high": np.array([high for _, high in ends]),
                "error": np.array([one.error for one in found]),
                "enough": np.array([self.parts[name].enough for name in ranked], dtype=object),
                "group": np.array(groups, dtype=object),
            }
        )

    def _ends_of_mean(self, name: str, found: Contrast) -> tuple[float, float]:
        """The interval of a mean; of the single run if there is one, or if nothing varies."""
        own = [list(self.counted)[place] for place in self.places[name]]
        if len(own) == 1 or not found.error:
            plan = Inference(self.level, None, "calibrated", None, 0, None)
            every = [score_intervals(self.counted[run], [self.s], plan)[0] for run in own]
            ends = [(one.low, one.high) for one in every if one is not None]
        else:
            ends = [found.ends(self.level)]
        low, high = self.s.measure.bounds
        return max(low, min(one for one, _ in ends)), min(high, max(one for _, one in ends))

    def difference(self, first: str, second: str) -> dict[str, float]:
        """How much better the first is; positive if it is."""
        sign = self.s.sign
        found = self.contrast({first: float(sign), second: -float(sign)})
        single = all(self.parts[name].runs == 1 for name in (first, second))
        if single or not found.error:
            a, b = self.places[first][0], self.places[second][0]
            return self._of_two_runs(*((a, b) if sign > 0 else (b, a)), found)
        low, high = found.ends(self.level)
        return {
            "value": found.value, "low": low, "high": high, "error": found.error,
            "freedom": found.freedom, "p_value": found.p_value,
        }  # fmt: skip

    def _of_two_runs(self, a: int, b: int, found: Contrast) -> dict[str, float]:
        """The difference of two runs if no seed varies, as `difference` computes it."""
        settings = Settings("calibrated", self.level)
        one = by_measure([self.s], self.joint.pair(a, b), OBJECTS, [settings])[0][0]
        return {
            "value": one.value, "low": one.low, "high": one.high, "error": one.standard_error,
            "freedom": found.freedom, "p_value": one.p_value,
        }  # fmt: skip

    def parts_table(self) -> Columns:
        """A row per method and part of its variance."""
        rows = [
            (name, part, getattr(self.parts[name], part), self.parts[name].total)
            for name in self.ranked
            for part in ("objects", "seeds", "both")
        ]
        return Columns(
            {
                "method": np.array([name for name, *_ in rows], dtype=object),
                "part": np.array([part for _, part, *_ in rows], dtype=object),
                "variance": np.array([one.variance for *_, one, _ in rows]),
                "low": np.array([one.low for *_, one, _ in rows]),
                "high": np.array([one.high for *_, one, _ in rows]),
                "share": np.array(
                    [one.variance / total if total else 0.0 for *_, one, total in rows]
                ),
            }
        )

    def runs_table(self) -> Columns:
        """A row per run."""
        names = list(self.counted)
        rows = [(method, place) for method in self.ranked for place in self.places[method]]
        seeds = [names[place][len(method) + 1 : -1] for method, place in rows]  # method[seed]
        return Columns(
            {
                "method": np.array([method for method, _ in rows], dtype=object),
                "run": np.array(seeds, dtype=object),
                "value": self.values[[place for _, place in rows]],
            }
        )
