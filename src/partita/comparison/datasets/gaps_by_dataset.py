"""Differences by data set: read from comparisons, summaries of runs, differences or numbers."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from math import inf, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from ...base.checks import real
from ...base.errors import InputError, about
from ...base.wording import show
from ...measures.chosen import Asked, choose
from ...measures.measure import MEASURES
from ...results import Difference
from ..comparison import Comparison
from ..draws.samples import joint_sample
from ..lookup import find_counted
from ..runs.pulls import pulls_of
from ..runs.run_summary import RunSummary

if TYPE_CHECKING:
    from ...measures.chosen import Chosen

Pair = tuple[str, str]


class Gap(NamedTuple):
    """How much better the first of a pair is on one data set, and its standard error."""

    value: float
    error: float

    @property
    def turned(self) -> Gap:
        """The same with the pair exchanged."""
        return Gap(-self.value, self.error)


def label_of(results: Mapping[str, Any], measure: Asked) -> str:
    """The measure whose differences are pooled; no name if they are numbers."""
    names = {
        choose(measure).label if isinstance(one, Comparison) else getattr(one, "measure", "")
        for one in results.values()
    }
    if len(names) > 1:
        raise InputError(
            f"results hold differences by {' and '.join(map(repr, sorted(names)))}; pool those of "
            "one measure"
        )
    return names.pop()


def largest_gap(label: str) -> float:
    """What two scores of this measure differ by at most; infinity if that is not known."""
    name = label.partition(":")[0]  # without options
    if name not in MEASURES:
        return inf
    low, high = MEASURES[name].bounds
    return high - low


def gaps_of(name: str, found: Any, measure: Asked) -> dict[Pair, Gap]:
    """The differences on one data set, by pair of methods."""
    if isinstance(found, Comparison):
        with about(f"data set {name!r}"):
            gaps = _gaps_in(found, choose(measure))
    elif isinstance(found, RunSummary):
        gaps = {
            (row["first"], row["second"]): Gap(row["value"], row["error"])
            for row in found.differences.rows()
        }
    elif isinstance(found, Difference):
        sign = choose(found.measure).sign
        gaps = {("a", "b"): Gap(sign * found.value, found.standard_error)}
    else:
        gaps = {("a", "b"): _numbers(name, found)}
    for (first, second), gap in gaps.items():
        if not gap.error > 0:
            raise InputError(
                f"data set {name!r}: the difference of {first!r} and {second!r} is "
                f"{gap.value:g} and has no standard error, as if they were the same clustering; "
                "leave this data set out and say so, or use rank_datasets"
            )
    return gaps


def _numbers(name: str, found: Any) -> Gap:
    numbers = [real(one) for one in found] if isinstance(found, (tuple, list)) else []
    if len(numbers) == 2:
        value, error = numbers
        if value is not None and error is not None and abs(value) < inf and 0 <= error < inf:
            return Gap(value, error)
    raise InputError(
        f"data set {name!r} must hold a Comparison, a RunSummary, a Difference, or a difference "
        f"and its standard error, such as (0.05, 0.02); got {show(found)}"
    )


def _gaps_in(found: Comparison, s: Chosen) -> dict[Pair, Gap]:
    """The differences of all predictions of a comparison, with the jackknife of each pair."""
    names = sorted(found.predictions)
    if len(names) < 2:
        raise InputError("it has a single prediction; compare two or more")
    joint = joint_sample({name: find_counted(found, name) for name in names})
    values = [s.of(sample.table) for sample in joint.samples]
    covariance = pulls_of(s, joint).covariance
    gaps = {}
    for i, j in combinations(range(len(names)), 2):
        variance = covariance[i, i] + covariance[j, j] - 2 * covariance[i, j]
        error = sqrt(max(0.0, float(variance)))
        gaps[names[i], names[j]] = Gap(s.sign * (values[i] - values[j]), error)
    return gaps


def common_pairs(every: Mapping[str, dict[Pair, Gap]]) -> list[Pair]:
    """The pairs of the first data set, which all others must have; they are turned if needed."""
    first, *others = every.items()
    pairs = list(first[1])
    for name, gaps in others:
        for one, other in list(gaps):
            if (one, other) not in pairs and (other, one) in pairs:
                gaps[other, one] = gaps.pop((one, other)).turned
        if set(gaps) != set(pairs):
            methods, known = (
                ", ".join(map(repr, sorted({side for pair in own for side in pair})))
                for own in (gaps, pairs)
            )
            raise InputError(
                f"data set {name!r} has the methods {methods}, and {first[0]!r} has {known}; every "
                "data set needs the same methods"
            )
    return pairs
