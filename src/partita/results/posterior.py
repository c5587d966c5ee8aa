"""`Posterior`: what `posterior` returns."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING

from ..base.shown import Plain, Plotted
from ..base.wording import level_text, number_text, percent
from .phrases import how_text, margin_text, signed

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, slots=True)
class Posterior(Plotted, Plain):
    """What the data say about a score in the population, or about the difference of two.

    `plot` draws the density, the interval and the margin.

    >>> print(Posterior("rand", 0.7, 0.71, 0.6, 0.8, 0.05, 0.95, "Dirichlet", (), 4, 0, 0.0,
    ...     "higher", (0.6, 0.7, 0.7, 0.8)))
    rand is 0.7000, 95% credible interval 0.6000 to 0.8000 (Dirichlet, 4 draws, seed 0)
    """

    _figure = "posterior"

    measure: str  #: name of the measure, with its options
    value: float  #: of the measure, for all objects; or of a minus of b
    mean: float  #: of the draws
    low: float  #: lower end of the central interval
    high: float  #: upper end of the interval
    standard_deviation: float  #: of the draws
    confidence: float  #: probability of the interval
    method: str  #: "Dirichlet", or "Bayesian bootstrap" of groups
    notes: tuple[str, ...]  #: the prior, and what to doubt
    draws: int  #: number of posterior draws
    rng: int  #: the integer that seeded the draws
    bias: float  #: of the value; the draws are centered without it
    better: str  #: which direction of the measure means more agreement
    values: tuple[float, ...] = field(repr=False)  #: the draws in ascending order
    probability_better: float | None = None  #: of a being better than b; None for one score
    probability_worse: float | None = None  #: of a being worse than b
    margin: tuple[float, float] | None = None  #: how much worse and better a may be without effect
    probability_equivalent: float | None = None  #: of a difference inside the margin

    @property
    def interval(self) -> tuple[float, float]:
        """Both ends."""
        return self.low, self.high

    @property
    def region(self) -> tuple[float, float] | None:
        """The margin in units of the measure, where a is better to the left if lower is better."""
        if self.margin is None or self.better == "higher":
            return self.margin
        return 0.0 - self.margin[1], 0.0 - self.margin[0]

    @property
    def how(self) -> str:
        """The method, the bias that was removed if it is large, and the notes in one line."""
        removed = abs(self.bias) > self.standard_deviation / 2
        bias = [f"bias of {self.bias:+.2g} removed"] if removed else []
        return "; ".join([self.method, *bias, *self.notes])

    @property
    def judgment(self) -> str:
        """How probable it is that a is better, and that the difference is inside the margin."""
        if self.probability_better is None:
            return ""
        better = self.percent_text(self.probability_better)
        text = f"a is better than b with probability {better}"
        if self.probability_equivalent is None or self.margin is None:
            return text
        inside = self.percent_text(self.probability_equivalent)
        return f"{text}, and equivalent within {margin_text(self.margin)} with {inside}"

    def percent_text(self, probability: float) -> str:
        """Return a probability as text; finitely many draws never show 0% or 100%.

        Parameters
        ----------
        probability
            A share of the draws.

        Returns
        -------
        str
            The share in percent.
        """
        least = 1 / (self.draws + 1)
        return percent(min(max(probability, least), 1 - least))

    def probability(self, *, above: float = -inf, below: float = inf) -> float:
        """Return how probable a value between two limits is.

        Parameters
        ----------
        above
            The lower limit, excluded; none if left out.
        below
            The upper limit, excluded; none if left out.

        Returns
        -------
        float
            The share of the draws between them.
        """
        return sum(above < value < below for value in self.values) / len(self.values)

    def to_dict(self) -> dict[str, object]:
        """Return everything except the draws as plain values.

        Returns
        -------
        dict
            The fields by name.
        """
        found = Plain.to_dict(self)  # `super()` of a class with slots is another class
        del found["values"]
        return found

    def to_frame(self) -> DataFrame:
        """Return the draws as a pandas DataFrame.

        Returns
        -------
        DataFrame
            A row per draw, with the columns measure and value.
        """
        from pandas import DataFrame

        return DataFrame({"measure": self.measure, "value": list(self.values)})

    def __str__(self) -> str:
        single = self.probability_better is None
        text, shown = ("is", number_text) if single else ("differs by", signed)
        judgment = f"; {self.judgment}" if self.judgment else ""
        return (
            f"{self.measure} {text} {shown(self.value)}, {level_text(self.confidence)} credible "
            f"interval {shown(self.low)} to {shown(self.high)} ({how_text(self)}){judgment}"
        )
