"""Results as records: plain numbers with where they come from; each prints as a sentence.

Frozen, comparable and without NumPy, so that they can be kept, pickled, logged and read anywhere.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from .base.shown import Shown
from .base.wording import brief, number

_NAMED = 6  # classes that a sentence names before it counts the rest


@dataclass(frozen=True, slots=True)
class Interval(Shown):
    """A number with its interval, and how that was made: what `Estimate` and `Difference` share."""

    measure: str
    value: float
    low: float
    high: float
    standard_error: float
    confidence: float
    method: str
    draws: int  # 0 where nothing was drawn
    rng: int | None  # the whole number that the draws started from

    @property
    def interval(self) -> tuple[float, float]:
        """Both ends."""
        return self.low, self.high


@dataclass(frozen=True, slots=True)
class Estimate(Interval):
    """A score with its interval: how certain is it, were other objects drawn?

    >>> print(Estimate("rand", 0.75, 0.6, 0.875, 0.07, 0.95, "bca", 1999, 0))
    rand is 0.7500, 95 % interval 0.6000 to 0.8750 (bca, 1999 draws, seed 0)
    """

    def __str__(self) -> str:
        return (
            f"{self.measure} is {number(self.value)}, {_percent(self.confidence)} interval "
            f"{number(self.low)} to {number(self.high)} ({_how(self)})"
        )


@dataclass(frozen=True, slots=True)
class Difference(Interval):
    """The score of one clustering minus that of another, on the same objects.

    >>> print(Difference("rand", 0.1, 0.02, 0.2, 0.04, 0.95, "bca", 1999, 0, p_value=0.01))
    rand differs by +0.1000, 95 % interval +0.0200 to +0.2000, p = 0.01 (bca, 1999 draws, seed 0)
    """

    p_value: float
    at_floor: bool = False  # p is an upper bound: the least that so many draws can give

    def __str__(self) -> str:
        return (
            f"{self.measure} differs by {_signed(self.value)}, {_percent(self.confidence)} "
            f"interval {_signed(self.low)} to {_signed(self.high)}, "
            f"{p_text(self.p_value, at_floor=self.at_floor)} ({_how(self)})"
        )


@dataclass(frozen=True, slots=True)
class Significance(Shown):
    """A score beside chance: is there more agreement than random labels would show?

    >>> print(Significance("rand", 0.75, 0.5, 0.1, 2.5, 0.013, "permutation: 999 tables", 999, 0))
    rand is 0.7500; chance gives 0.5000 ± 0.1000, z = 2.50, p = 0.013 (permutation: 999 tables, seed 0)
    """  # noqa: E501 - a sentence is one line

    measure: str
    value: float
    expected: float  # mean under the null
    standard_error: float  # standard deviation under the null
    z: float | None  # None where the null leaves no spread
    p_value: float
    method: str  # names the null and how it was computed
    draws: int  # 0 where nothing was drawn
    rng: int | None  # the whole number that the draws started from
    at_floor: bool = False  # p is an upper bound: the least that so many tables, or a bound, give

    def __str__(self) -> str:
        spread = "" if self.z is None else f", z = {self.z:.2f}"
        seed = f", seed {self.rng}" if self.draws and self.rng is not None else ""
        return (
            f"{self.measure} is {number(self.value)}; chance gives {number(self.expected)} ± "
            f"{number(self.standard_error)}{spread}, "
            f"{p_text(self.p_value, at_floor=self.at_floor)} ({self.method}{seed})"
        )


@dataclass(frozen=True, slots=True)
class Advice:
    """What the numbers say about which measure to read; never without the numbers.

    >>> print(Advice("tiny sample", "20 objects fill 8 cells.", {"n": 20.0}, "Show intervals."))
    20 objects fill 8 cells. Show intervals.
    """

    rule: str
    finding: str
    evidence: Mapping[str, float]
    recommendation: str
    references: tuple[str, ...] = ()  # keys of references.bib

    def __post_init__(self) -> None:
        object.__setattr__(self, "evidence", MappingProxyType(dict(self.evidence)))

    def __reduce__(self) -> tuple[type[Advice], tuple[object, ...]]:
        values = self.rule, self.finding, dict(self.evidence), self.recommendation, self.references
        return type(self), values  # a view of a dictionary cannot be pickled

    def __str__(self) -> str:
        return f"{self.finding} {self.recommendation}"


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of the prediction and what it would bring; positive gains are improvements.

    >>> print(Edit("merge", (0, 3), ("a",), 0.12, "rand"))
    merge clusters 0 and 3 (both of class a): rand +0.1200
    >>> print(Edit("split", (2,), ("a", "b"), 0.05, "rand"))
    split cluster 2 into classes a, b: rand +0.0500
    >>> print(Edit("move", (2, 0), ("a",), 0.04, "rand"))
    move class a from cluster 2 to cluster 0: rand +0.0400
    """

    kind: Literal["merge", "split", "move"]
    clusters: tuple[Hashable, ...]  # the two merged, the one split, or from and to
    classes: tuple[Hashable, ...]
    gain: float  # improvement of the measure, whichever direction is better for it
    measure: str
    value: float | None = field(default=None, compare=False)  # of the edited clustering

    def __str__(self) -> str:
        names = _listed(self.classes)
        first, *rest = map(brief, self.clusters)
        if self.kind == "merge":
            shared = f"class {names}" if len(self.classes) == 1 else f"classes {names}"
            what = f"merge clusters {first} and {rest[0]} (both of {shared})"
        elif self.kind == "split":
            what = f"split cluster {first} into classes {names}"
        else:
            what = f"move class {names} from cluster {first} to cluster {rest[0]}"
        return f"{what}: {self.measure} {_signed(self.gain)}"


def p_number(p_value: float, *, at_floor: bool) -> str:
    """A p-value in a table; one at the floor of its draws is only known not to exceed it.

    >>> p_number(0.0131, at_floor=False), p_number(0.005, at_floor=True)
    ('0.013', '≤ 0.005')
    """
    return f"{'≤ ' if at_floor else ''}{p_value:.2g}"


def p_text(p_value: float, *, at_floor: bool) -> str:
    """A p-value within a sentence.

    >>> p_text(0.0131, at_floor=False), p_text(0.005, at_floor=True)
    ('p = 0.013', 'p ≤ 0.005')
    """
    return f"p {'' if at_floor else '= '}{p_number(p_value, at_floor=at_floor)}"


def _listed(names: tuple[Hashable, ...]) -> str:
    listed = ", ".join(map(brief, names[:_NAMED]))
    return listed if len(names) <= _NAMED else f"{listed}, … ({len(names)} in all)"


def _how(result: Interval) -> str:
    if not result.draws:
        return result.method
    seed = "" if result.rng is None else f", seed {result.rng}"
    return f"{result.method}, {result.draws} draws{seed}"


def _signed(value: float) -> str:
    return ("+" if value > 0 else "") + number(value)


def _percent(share: float) -> str:
    return f"{100 * share:g} %"
