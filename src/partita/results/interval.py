"""Records of a number and its interval: scores, scores of other sizes, and differences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..base.draws import is_floor
from ..base.shown import Plain, Plotted, Shown
from ..base.wording import count_text, level_text, number_text, p_text
from .phrases import how_text, margin_text, signed

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, slots=True)
class Interval(Shown):
    """A number with its interval, and how that was computed: the base of the next three records."""

    measure: str  #: name of the measure, with its options
    value: float  #: of the measure, for all objects
    low: float  #: lower end of the interval
    high: float  #: upper end of the interval
    standard_error: float  #: standard deviation of the value over the draws
    confidence: float  #: level of the interval
    method: str  #: "calibrated", "bca", …, or "rule of three" if no draw differs
    notes: tuple[str, ...]  #: what else was done, and what to doubt
    draws: int  #: 0 if nothing was drawn
    rng: int | None  #: the integer that seeded the draws

    @property
    def how(self) -> str:
        """The method and the notes in one line."""
        return "; ".join([self.method, *self.notes])

    @property
    def interval(self) -> tuple[float, float]:
        """Both ends."""
        return self.low, self.high


@dataclass(frozen=True, slots=True)
class Estimate(Interval):
    """A score with its interval: how much would it vary with other objects?

    >>> print(Estimate("rand", 0.75, 0.6, 0.875, 0.07, 0.95, "bca", (), 1999, 0))
    rand is 0.7500, 95% interval 0.6000 to 0.8750 (bca, 1999 draws, seed 0)
    """

    bias: float = 0.0  #: of the value; the interval is centered without it

    @property
    def how(self) -> str:
        """The method, the bias that was removed if it is large, and the notes in one line."""
        removed = abs(self.bias) > self.standard_error / 2
        bias = [f"bias of {self.bias:+.2g} removed"] if removed else []
        return "; ".join([self.method, *bias, *self.notes])

    def __str__(self) -> str:
        return (
            f"{self.measure} is {number_text(self.value)}, {level_text(self.confidence)} interval "
            f"{number_text(self.low)} to {number_text(self.high)} ({how_text(self)})"
        )


@dataclass(frozen=True, slots=True)
class ScoreAt(Interval, Plotted, Plain):
    """The mean score of a stated number of objects, and how it changes with that number.

    `plot` draws the curve of scores over the number of objects.

    >>> print(ScoreAt("v_measure", 0.4, 0.35, 0.45, 0.02, 0.95, "entropies of Chao, Wang and Jost",
    ...     (), 199, 0, None, 2048, 0.71, 0.0, ((2048, 0.71),)))
    v_measure of very many objects is 0.4000, 95% interval 0.3500 to 0.4500; these 2,048 have 0.7100 (entropies of Chao, Wang and Jost, 199 draws, seed 0)
    """  # noqa: E501 - a sentence is one line

    _figure = "score_curve"

    objects: int | None  #: the number of objects; None for the population
    sample_objects: int  #: the number of objects of the sample
    sample_value: float  #: the score of the sample
    simulation_error: float  #: standard error of the mean over drawn subsets; 0 if exact
    curve: tuple[tuple[int, float], ...]  #: numbers of objects, and their mean scores

    def to_frame(self) -> DataFrame:
        """Return the curve as a pandas DataFrame.

        Returns
        -------
        DataFrame
            A row per number of objects, with the columns measure, objects and value.
        """
        from pandas import DataFrame

        objects, values = ([one[k] for one in self.curve] for k in (0, 1))
        return DataFrame({"measure": self.measure, "objects": objects, "value": values})

    def __str__(self) -> str:
        count = "very many" if self.objects is None else count_text(self.objects)
        error = self.simulation_error
        simulated = f" (simulation error {error:.1g})" if error else ""
        return (
            f"{self.measure} of {count} objects is {number_text(self.value)}{simulated}, "
            f"{level_text(self.confidence)} interval {number_text(self.low)} to "
            f"{number_text(self.high)}; these {count_text(self.sample_objects)} have "
            f"{number_text(self.sample_value)} ({how_text(self)})"
        )


@dataclass(frozen=True, slots=True)
class Difference(Interval):
    """The score of one clustering minus that of another, on the same objects.

    With a margin, the one-sided p-values are those of tests at the level (1 - confidence) / 2, and
    `verdict` says where the interval lies, in the direction in which a is better:

    - equivalent: inside the margin;
    - better, worse: on one side of 0, and not inside the margin;
    - not worse, not better: on one side of the lower or the upper end of the margin, around 0;
    - undecided: beyond both ends of the margin.

    >>> print(Difference("rand", 0.1, 0.02, 0.2, 0.04, 0.95, "bca", (), 1999, 0, p_value=0.01))
    rand differs by +0.1000, 95% interval +0.0200 to +0.2000, p = 0.01 (bca, 1999 draws, seed 0)
    """

    p_value: float  #: of no difference
    at_floor: bool = False  #: p is an upper bound: the smallest that draws or their tail can give
    margin: tuple[float, float] | None = None  #: how much worse and better a may be without effect
    verdict: str | None = None  #: "equivalent", "better", …; None without a margin
    p_not_worse: float | None = None  #: of a being worse by the margin or more (non-inferiority)
    p_not_better: float | None = None  #: of a being better by the margin or more
    p_better: float | None = None  #: of a being no better than b (superiority)
    p_worse: float | None = None  #: of a being no worse than b

    @property
    def p_equivalent(self) -> float | None:
        """The larger p of the two one-sided tests; None without a margin."""
        if self.p_not_worse is None or self.p_not_better is None:
            return None
        return max(self.p_not_worse, self.p_not_better)

    @property
    def judgment(self) -> str:
        """The verdict as a sentence, with its one-sided p; empty without a margin.

        >>> print(Difference("rand", 0.1, 0.02, 0.2, 0.04, 0.95, "bca", (), 1999, 0, p_value=0.01,
        ...     margin=(-0.05, 0.05), verdict="better", p_not_worse=0.001, p_not_better=0.97,
        ...     p_better=0.005).judgment)
        a is better than b (one-sided p = 0.005)
        """
        if self.margin is None or self.verdict is None:
            return ""
        worse, better = (f"{abs(end):g}" for end in self.margin)
        within, beyond = margin_text(self.margin), f"worse or better than b by {worse} or more"
        if worse != better:
            beyond = f"worse than b by {worse}, or better by {better}, or more"
        text, p_value = {
            "equivalent": (f"a and b are equivalent within {within}", self.p_equivalent),
            "better": ("a is better than b", self.p_better),
            "worse": ("a is worse than b", self.p_worse),
            "not worse": (f"a is not worse than b by {worse} or more", self.p_not_worse),
            "not better": (f"a is not better than b by {better} or more", self.p_not_better),
            "undecided": (f"undecided: a may be {beyond}", None),
        }[self.verdict]
        if p_value is None:
            return text
        floor = is_floor(p_value, self.draws)
        return f"{text} (one-sided {p_text(p_value, at_floor=floor)})"

    def __str__(self) -> str:
        judgment = f"; {self.judgment}" if self.judgment else ""
        return (
            f"{self.measure} differs by {signed(self.value)}, {level_text(self.confidence)} "
            f"interval {signed(self.low)} to {signed(self.high)}, "
            f"{p_text(self.p_value, at_floor=self.at_floor)} ({how_text(self)}){judgment}"
        )
