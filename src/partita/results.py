"""Results as records: plain numbers and how they were computed. Each prints as a sentence.

Records are frozen and comparable, and contain no NumPy values, so they can be pickled and logged.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Mapping
from dataclasses import asdict, dataclass, field, fields
from json import dumps
from math import exp, inf, log, sqrt
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, Literal, SupportsIndex, TypeVar, overload

from .base.draws import is_floor
from .base.shown import Shown, above, draw_figure
from .base.wording import (
    brief,
    count_text,
    first_of,
    level_text,
    method_text,
    number_of,
    number_text,
    p_text,
    percent,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from pandas import DataFrame

_NAMED = 6  # classes that a sentence names before it counts the others


@dataclass(frozen=True, slots=True)
class Interval(Shown):
    """A number with its interval, and how that was computed: the base of the next two records."""

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
            f"{number_text(self.low)} to {number_text(self.high)} ({_how(self)})"
        )


@dataclass(frozen=True, slots=True)
class ScoreAt(Interval):
    """The mean score of a stated number of objects, and how it changes with that number.

    >>> print(ScoreAt("v_measure", 0.4, 0.35, 0.45, 0.02, 0.95, "entropies of Chao, Wang and Jost",
    ...     (), 199, 0, None, 2048, 0.71, 0.0, ((2048, 0.71),)))
    v_measure of very many objects is 0.4000, 95% interval 0.3500 to 0.4500; these 2,048 have 0.7100 (entropies of Chao, Wang and Jost, 199 draws, seed 0)
    """  # noqa: E501 - a sentence is one line

    objects: int | None  #: the number of objects; None for the population
    sample_objects: int  #: the number of objects of the sample
    sample_value: float  #: the score of the sample
    simulation_error: float  #: standard error of the mean over drawn subsets; 0 if exact
    curve: tuple[tuple[int, float], ...]  #: numbers of objects, and their mean scores

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the curve of scores over the number of objects with matplotlib.

        Parameters
        ----------
        ax
            Axes to draw on; new ones if left out.

        Returns
        -------
        Axes
            The axes.
        """
        return draw_figure("score_curve", ax, self)

    def to_dict(self) -> dict[str, object]:
        """Return all fields as plain values.

        Returns
        -------
        dict
            The fields by name.
        """
        return {one.name: getattr(self, one.name) for one in fields(self)}

    def to_json(self) -> str:
        """Return all fields as JSON.

        Returns
        -------
        str
            An object with the fields by name.
        """
        return dumps(self.to_dict())

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
            f"{number_text(self.sample_value)} ({_how(self)})"
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
            f"{self.measure} differs by {_signed(self.value)}, {level_text(self.confidence)} "
            f"interval {_signed(self.low)} to {_signed(self.high)}, "
            f"{p_text(self.p_value, at_floor=self.at_floor)} ({_how(self)}){judgment}"
        )


@dataclass(frozen=True, slots=True)
class Posterior(Shown):
    """What the data say about a score in the population, or about the difference of two.

    >>> print(Posterior("rand", 0.7, 0.71, 0.6, 0.8, 0.05, 0.95, "Dirichlet", (), 4, 0, 0.0,
    ...     "higher", (0.6, 0.7, 0.7, 0.8)))
    rand is 0.7000, 95% credible interval 0.6000 to 0.8000 (Dirichlet, 4 draws, seed 0)
    """

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

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the density, the interval and the margin with matplotlib.

        Parameters
        ----------
        ax
            Axes to draw on; new ones if left out.

        Returns
        -------
        Axes
            The axes.
        """
        return draw_figure("posterior", ax, self)

    def to_dict(self) -> dict[str, object]:
        """Return everything except the draws as plain values.

        Returns
        -------
        dict
            The fields by name.
        """
        names = (one.name for one in fields(self) if one.name != "values")
        return {name: getattr(self, name) for name in names}

    def to_json(self) -> str:
        """Return everything except the draws as JSON.

        Returns
        -------
        str
            An object with the fields by name.
        """
        return dumps(self.to_dict())

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
        text, shown = ("is", number_text) if single else ("differs by", _signed)
        judgment = f"; {self.judgment}" if self.judgment else ""
        return (
            f"{self.measure} {text} {shown(self.value)}, {level_text(self.confidence)} credible "
            f"interval {shown(self.low)} to {shown(self.high)} ({_how(self)}){judgment}"
        )


@dataclass(frozen=True, slots=True)
class Plan(Shown):
    """How many objects must be labeled, for an interval of a width or to detect a difference.

    >>> print(Plan("rand", "half_width", 0.02, 1239, 1052, 1481, "objects", 300, 0.0413, 0.95,
    ...     None, False, (300, 1200, 4800), (0.041, 0.0203, 0.01), (), 0))
    rand: label about 1,240 objects (1,050 to 1,480) for a 95% interval of ±0.02; the pilot of 300 objects has ±0.041 (seed 0)
    """  # noqa: E501 - a sentence is one line

    measure: str  #: name of the measure, with its options
    asks: str  #: "half_width" of an interval, or the difference to "detect"
    target: float  #: the half width, or the difference
    n: int  #: how many objects or groups are needed
    low: int  #: lower end of the range of n, which allows for chance in the pilot
    high: int  #: upper end of the range
    unit: str  #: "objects", or "groups"
    pilot: int  #: number of objects or groups of the pilot
    pilot_width: float  #: half width of the pilot's own interval, or the difference it detects
    confidence: float  #: level of the interval, and of the range
    power: float | None  #: probability of detecting the difference; None for a half width
    paired: bool  #: whether the plan is for the difference of two clusterings
    sizes: tuple[int, ...]  #: numbers of objects or groups, ascending
    widths: tuple[float, ...]  #: half widths, or differences detected, at these numbers
    notes: tuple[str, ...]  #: what to doubt
    rng: int  #: the integer that seeded the samples

    def width(self, n: float) -> float:
        """Return half of the interval at a number of objects, or the difference detected there.

        Parameters
        ----------
        n
            Number of objects, or of groups.

        Returns
        -------
        float
            The width between the simulated sizes; beyond them it falls as 1/√n.
        """
        sizes, widths = self.sizes, self.widths
        at = bisect_left(sizes, n)
        if at == 0 or at == len(sizes):
            end = 0 if at == 0 else -1
            return widths[end] * sqrt(sizes[end] / n)
        part = log(n / sizes[at - 1]) / log(sizes[at] / sizes[at - 1])
        return exp((1 - part) * log(widths[at - 1]) + part * log(widths[at]))

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the width against the number of objects with matplotlib.

        Parameters
        ----------
        ax
            Axes to draw on; new ones if left out.

        Returns
        -------
        Axes
            The axes.
        """
        return draw_figure("plan", ax, self)

    def to_dict(self) -> dict[str, object]:
        """Return the fields as plain values.

        Returns
        -------
        dict
            The fields by name.
        """
        return {one.name: getattr(self, one.name) for one in fields(self)}

    def to_json(self) -> str:
        """Return the fields as JSON.

        Returns
        -------
        str
            An object with the fields by name.
        """
        return dumps(self.to_dict())

    def to_frame(self) -> DataFrame:
        """Return the curve as a pandas DataFrame.

        Returns
        -------
        DataFrame
            A row per simulated size, with the columns measure, n and width.
        """
        from pandas import DataFrame

        columns = {"n": list(self.sizes), "width": list(self.widths)}
        return DataFrame({"measure": self.measure, **columns})

    @property
    def goal(self) -> str:
        """What the number of objects is for."""
        level = level_text(self.confidence)
        if self.power is None:
            of = " of the difference" if self.paired else ""
            return f"for a {level} interval of ±{self.target:g}{of}"
        risk = level_text(round(1 - self.confidence, 12))
        power = level_text(self.power)
        return f"to detect a difference of {self.target:g} at the {risk} level with power {power}"

    @property
    def range_text(self) -> str:
        """The number of objects with its range, to three digits."""
        ends = "" if self.low == self.high else f" ({_three_digits(self.low)} to "
        ends += f"{_three_digits(self.high)})" if ends else ""
        return f"{_three_digits(self.n)} {self.unit}{ends}"

    def __str__(self) -> str:
        verb = "label" if self.unit == "objects" else "sample"
        has = f"has ±{self.pilot_width:.2g}"
        if self.power is not None:
            has = f"detects {self.pilot_width:.2g}"
        how = "; ".join([*self.notes, f"seed {self.rng}"])
        return (
            f"{self.measure}: {verb} about {self.range_text} {self.goal}; the pilot of "
            f"{self.pilot:,} {self.unit} {has} ({how})"
        )


def _three_digits(count: int) -> str:
    """A planned number, which is not more exact than this.

    >>> _three_digits(1239), _three_digits(87)
    ('1,240', '87')
    """
    return f"{round(count, min(0, 3 - len(str(count)))):,}"


@dataclass(frozen=True, slots=True)
class Look:
    """The interval of all objects up to one look. All looks of a monitoring hold together."""

    batch: Hashable  #: name of the last batch, or its number
    n: int  #: objects so far
    units: int  #: independent units so far: groups, or objects
    value: float  #: of the measure, for the objects so far; or of a minus of b
    low: float  #: lower end of the interval
    high: float  #: upper end of the interval
    running_low: float  #: largest lower end so far
    running_high: float  #: smallest upper end so far; below running_low if no value is left
    standard_error: float  #: of the value, by the jackknife
    bias: float  #: of the value; the interval of a score is centered without it
    p_value: float | None  #: of no difference, the smallest so far; None for one score
    notes: tuple[str, ...]  #: what to doubt

    @property
    def interval(self) -> tuple[float, float]:
        """Both ends."""
        return self.low, self.high

    @property
    def running(self) -> tuple[float, float] | None:
        """Both ends of what is in the intervals of all looks so far; None if nothing is."""
        empty = self.running_low > self.running_high
        return None if empty else (self.running_low, self.running_high)


@dataclass(frozen=True, slots=True)
class Monitoring(Shown):
    """A score, or the difference of two, look by look, with intervals that all hold together.

    >>> look = Look(7, 200, 200, 0.75, 0.5, 0.875, 0.5, 0.8, 0.05, 0.0, None, ())
    >>> print(Monitoring("rand", 0.95, "objects", 500, 50, "higher", (look,)))
    rand is 0.7500, 95% interval at any time 0.5000 to 0.8750 (200 objects, 1 look, sharpest at 500)
    """

    measure: str  #: name of the measure, with its options
    confidence: float  #: probability that the intervals of all looks hold
    unit: str  #: what is independent: "objects" or "groups"
    sharpest_at: int  #: units at which the interval is narrowest, compared with that of one look
    start: int  #: units of the first possible look
    better: str  #: which direction of the measure means more agreement
    looks: tuple[Look, ...] = field(repr=False)  #: in order of arrival, at least one

    @property
    def last(self) -> Look:
        """The look at all objects."""
        return self.looks[-1]

    @property
    def value(self) -> float:
        """The score of all objects; or the score of a minus the score of b."""
        return self.last.value

    @property
    def low(self) -> float:
        """Lower end of the interval of the last look."""
        return self.last.low

    @property
    def high(self) -> float:
        """Upper end of the interval of the last look."""
        return self.last.high

    @property
    def interval(self) -> tuple[float, float]:
        """Both ends of the interval of the last look."""
        return self.last.interval

    @property
    def p_value(self) -> float | None:
        """The p of no difference, valid whenever monitoring stops; None for one score."""
        return self.last.p_value

    @property
    def of_difference(self) -> bool:
        """Whether two clusterings are compared."""
        return self.last.p_value is not None

    @property
    def first_decided(self) -> Look | None:
        """The first look at which one clustering is better; None if there is none."""
        if not self.of_difference:
            return None
        return next((one for one in self.looks if one.low > 0 or one.high < 0), None)

    @property
    def winner(self) -> str | None:
        """The better clustering, "a" or "b", at the first look that decides; None without one."""
        decided = self.first_decided
        if decided is None:
            return None
        return "a" if (decided.value > 0) == (self.better == "higher") else "b"

    @property
    def changed(self) -> Look | None:
        """The first look at which no value is in all intervals so far; None if there is none.

        The objects are then not from one population: the score rose or fell while they arrived.
        """
        return next((one for one in self.looks if one.running is None), None)

    def first_below(self, limit: float) -> Look | None:
        """Return the first look at which the whole interval is below a limit.

        Parameters
        ----------
        limit
            A value of the measure, or a difference.

        Returns
        -------
        Look or None
            The look; None if there is none.
        """
        return next((one for one in self.looks if one.high < limit), None)

    def first_above(self, limit: float) -> Look | None:
        """Return the first look at which the whole interval is above a limit.

        Parameters
        ----------
        limit
            A value of the measure, or a difference.

        Returns
        -------
        Look or None
            The look; None if there is none.
        """
        return next((one for one in self.looks if one.low > limit), None)

    @property
    def judgment(self) -> str:
        """Which clustering is better since when, and whether the population changed."""
        texts = []
        decided, changed = self.first_decided, self.changed
        if decided is not None:
            loser = "b" if self.winner == "a" else "a"
            texts.append(f"{self.winner} is better than {loser}, known since {self.when(decided)}")
        if changed is not None:
            texts.append(
                f"not one population: no value is in all intervals up to {self.when(changed)}"
            )
        return "; ".join(texts)

    def when(self, look: Look) -> str:
        """Return when a look was, as text.

        Parameters
        ----------
        look
            One of the looks.

        Returns
        -------
        str
            The number of objects, and of groups if there are any.
        """
        groups = f" in {look.units:,} groups" if self.unit == "groups" else ""
        return f"{number_of(look.n, 'object', 'objects')}{groups}"

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the values and the intervals of all looks with matplotlib.

        Parameters
        ----------
        ax
            Axes to draw on; new ones if left out.

        Returns
        -------
        Axes
            The axes.
        """
        return draw_figure("monitoring", ax, self)

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain values; the looks are dictionaries.

        Returns
        -------
        dict
            The fields by name.
        """
        own = {one.name: getattr(self, one.name) for one in fields(self)}
        return {**own, "looks": [asdict(one) for one in self.looks]}

    def to_json(self) -> str:
        """Return everything as JSON; names of batches that JSON does not know become text.

        Returns
        -------
        str
            An object with the fields by name.
        """
        return dumps(self.to_dict(), default=str)

    def to_frame(self) -> DataFrame:
        """Return the looks as a pandas DataFrame.

        Returns
        -------
        DataFrame
            A row per look, with the fields of `Look` as columns.
        """
        from pandas import DataFrame

        return DataFrame([{"measure": self.measure, **asdict(one)} for one in self.looks])

    def __str__(self) -> str:
        text, shown = ("differs by", _signed) if self.of_difference else ("is", number_text)
        p_value = "" if self.p_value is None else f", {p_text(self.p_value, at_floor=False)}"
        how = [
            self.when(self.last),
            number_of(len(self.looks), "look", "looks"),
            f"sharpest at {self.sharpest_at:,}",
        ]
        notes = "; ".join([", ".join(how), *self.last.notes])
        judgment = f"; {self.judgment}" if self.judgment else ""
        return (
            f"{self.measure} {text} {shown(self.value)}, {level_text(self.confidence)} interval at "
            f"any time {shown(self.low)} to {shown(self.high)}{p_value} ({notes}){judgment}"
        )


@dataclass(frozen=True, slots=True)
class Significance(Shown):
    """A score compared with chance: do random labels agree as well?

    >>> tables = ("all 9 tables",)
    >>> print(Significance("rand", 0.75, 0.5, 0.1, 2.5, 0.13, "permutation", tables, 0, None))
    rand is 0.7500; chance gives 0.5000 ± 0.1000, z = 2.50, p = 0.13 (permutation: all 9 tables)
    """

    measure: str  #: name of the measure, with its options
    value: float  #: of the measure
    expected: float  #: mean under the null model
    standard_error: float  #: standard deviation under the null model
    z: float | None  #: None if that deviation is 0
    p_value: float  #: share of random labelings that agree as well
    method: str  #: the null model, or the inequality that bounds p
    notes: tuple[str, ...]  #: which tables were used
    draws: int  #: 0 if nothing was drawn
    rng: int | None  #: the integer that seeded the draws
    at_floor: bool = False  #: p is an upper bound: more tables could make it smaller
    p_error: float | None = None  #: standard error of p; None if p is exact or a bound

    @property
    def tables(self) -> str:
        """The null model and which tables were used, in one line."""
        return method_text(self.method, self.notes)

    @property
    def how(self) -> str:
        """The same with the error of p."""
        return self.tables if self.p_error is None else f"{self.tables}, p ± {self.p_error:.1g}"

    def __str__(self) -> str:
        spread = "" if self.z is None else f", z = {self.z:.2f}"
        seed = f", seed {self.rng}" if self.draws and self.rng is not None else ""
        return (
            f"{self.measure} is {number_text(self.value)}; chance gives "
            f"{number_text(self.expected)} ± {number_text(self.standard_error)}{spread}, "
            f"{p_text(self.p_value, at_floor=self.at_floor)} ({self.how}{seed})"
        )


class Sentence(Shown):
    """A sentence with its evidence, which is read-only: the base of the next two records."""

    __slots__ = ()

    evidence: Mapping[str, float]  #: the numbers behind the sentence, by name

    def __post_init__(self) -> None:
        object.__setattr__(self, "evidence", MappingProxyType(dict(self.evidence)))

    def __reduce__(self) -> tuple[type[Sentence], tuple[object, ...]]:
        values = [getattr(self, each.name) for each in fields(self)]  # type: ignore[arg-type]
        return type(self), tuple(  # a view of a dictionary cannot be pickled
            dict(value) if isinstance(value, MappingProxyType) else value for value in values
        )


@dataclass(frozen=True, slots=True)
class Advice(Sentence):
    """Which measure to read and why, with the numbers that say so.

    >>> print(Advice("tiny sample", "20 objects fill 8 cells.", {"n": 20.0}, "Show intervals."))
    20 objects fill 8 cells. Show intervals.
    """

    rule: str  #: name of the rule
    finding: str  #: what was found
    evidence: Mapping[str, float]  #: the numbers behind it, by name
    recommendation: str  #: what to do
    references: tuple[str, ...] = ()  #: keys of references.bib

    def __str__(self) -> str:
        return f"{self.finding} {self.recommendation}"


@dataclass(frozen=True, slots=True)
class Verdict(Sentence):
    """One thing that the scores of a comparison mean, with the numbers that say so.

    `prediction` is None if the sentence is about all clusterings. `topic` is one of

    - best: which clustering is best, and whether its lead is significant;
    - missed: which classes no clustering finds (best F below 0.5), or which is hardest to find;
    - robust: whether another measure, treatment of noise or model of chance changes the best;
    - by group: in how many groups of objects the best is best, and where its score is lowest;
    - agreement: how well the clustering agrees with the truth;
    - chance: whether that is significantly better than random labels;
    - balance: whether classes are merged or split;
    - classes, clusters: which of them make up the loss;
    - undefined: which measures have no value, and why.

    >>> print(Verdict("kmeans", "agreement", "kmeans is the truth.", {"adjusted_rand": 1.0}))
    kmeans is the truth.
    """

    prediction: str | None  #: name of the clustering; None for all
    topic: str  #: what the sentence is about
    sentence: str  #: the verdict
    evidence: Mapping[str, float]  #: the numbers behind it, by name
    references: tuple[str, ...] = ()  #: keys of references.bib

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True, slots=True)
class Edit(Shown):
    """A change of the prediction and its gain; positive gains are improvements.

    >>> print(Edit("merge", (0, 3), ("a",), 0.12, "rand"))
    merge clusters 0 and 3 (both of class a): rand +0.1200
    >>> print(Edit("split", (2,), ("a", "b"), 0.05, "rand"))
    split cluster 2 into classes a, b: rand +0.0500
    >>> print(Edit("move", (2, 0), ("a",), 0.04, "rand"))
    move class a from cluster 2 to cluster 0: rand +0.0400
    """

    kind: Literal["merge", "split", "move"]  #: merge, split or move
    clusters: tuple[Hashable, ...]  #: the two merged, the one split, or from and to
    classes: tuple[Hashable, ...]  #: the classes that are affected
    gain: float  #: improvement of the measure, whichever direction is better for it
    measure: str  #: name of the measure
    value: float | None = field(default=None, compare=False)  #: of the edited clustering

    @property
    def change(self) -> str:
        """What to do, without the gain."""
        names = first_of([brief(name) for name in self.classes], _NAMED)
        first, *rest = map(brief, self.clusters)
        if self.kind == "merge":
            shared = f"class {names}" if len(self.classes) == 1 else f"classes {names}"
            return f"merge clusters {first} and {rest[0]} (both of {shared})"
        if self.kind == "split":
            return f"split cluster {first} into classes {names}"
        return f"move class {names} from cluster {first} to cluster {rest[0]}"

    def __str__(self) -> str:
        return f"{self.change}: {self.measure} {_signed(self.gain)}"


_One = TypeVar("_One", bound=Shown)


class Results(tuple[_One, ...], Shown, Generic[_One]):
    """Results in order: a tuple that displays itself as text, and in a notebook as a card."""

    __slots__ = ()

    _layout = "results_html"

    nothing = "Nothing was found."  #: the text of an empty tuple

    @overload
    def __getitem__(self, key: SupportsIndex, /) -> _One: ...
    @overload
    def __getitem__(self, key: slice, /) -> Results[_One]: ...
    def __getitem__(self, key: SupportsIndex | slice, /) -> _One | Results[_One]:
        if isinstance(key, slice):
            return type(self)(super().__getitem__(key))
        return super().__getitem__(key)

    def __repr__(self) -> str:
        text: str = above("report").results_text(self)
        return text


class Verdicts(Results[Verdict]):
    """Verdicts in reading order: first on all clusterings together, then on each.

    >>> Verdicts([Verdict(None, "best", "a is best.", {}), Verdict("a", "chance", "a > b.", {})])
    a is best.
    <BLANKLINE>
    a
    a > b.
    """

    __slots__ = ()

    nothing = "There is no verdict: no measure has a value."


class AdviceList(Results[Advice]):
    """Advice in the order of the rules.

    >>> AdviceList([Advice("tiny sample", "There are 20 objects.", {}, "Show intervals.")])
    - There are 20 objects. Show intervals.
    >>> AdviceList()
    No advice applies to these data.
    """

    __slots__ = ()

    nothing = "No advice applies to these data."


class Edits(Results[Edit]):
    """Edits of one clustering, the one with the largest gain first.

    >>> Edits([Edit("split", (2,), ("a", "b"), 0.05, "rand", 0.95)])
    change                              gain    rand
    split cluster 2 into classes a, b  +0.0500  0.9500
    """

    __slots__ = ()

    nothing = "No merge, split or move improves the measure."


def margin_text(margin: tuple[float, float]) -> str:
    """A margin in a sentence.

    >>> margin_text((-0.02, 0.02)), margin_text((-0.02, 0.05))
    ('±0.02', '-0.02 to +0.05')
    """
    low, high = margin
    return f"±{high:g}" if high == -low else f"{low:g} to +{high:g}"


def _how(result: Interval | Posterior) -> str:
    if not result.draws:
        return result.how
    seed = "" if result.rng is None else f", seed {result.rng}"
    return f"{result.how}, {result.draws} draws{seed}"


def _signed(value: float) -> str:
    return ("+" if value > 0 else "") + number_text(value)
