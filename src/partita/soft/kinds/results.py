"""Results of comparing soft clusterings: frozen records that print as sentences."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from ...base.arrays import Floats
from ...base.errors import InputError
from ...base.shown import Shown, draw_figure
from ...base.wording import method_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

LawKind = Literal["probability", "possibility", "set", "belief"]


class Method(NamedTuple):
    """How a number was found: exact, by bounds or by draws, and a note on the algorithm."""

    name: Literal["exact", "bounds", "sampled"]
    note: str

    def __str__(self) -> str:
        return method_text(self.name, [self.note])


@dataclass(frozen=True, slots=True)
class Expectation(Shown):
    """The mean of a measure over the hard clusterings that two soft clusterings allow.

    Attributes
    ----------
    value : float
        The mean under the probabilities of a fuzzy side. For the other kinds the mass of a set is
        shared equally among its clusters. With independent objects this is the pignistic
        probability. Possibilities with a common level are shared equally at every level: each
        object has its pignistic probabilities, but the objects depend on each other.
    low, high : float
        The means of the smallest and of the largest value over the sets that the objects pick (by
        their masses, or by a level): the mean lies between them if the mass of each set may go to
        any of its clusters. Both are `value` if both sides are hard or fuzzy.
    error : float
        How far off `value` may be. "exact": the omitted probability or the rounding, 0 if only the
        last digits are rounded. "bounds": half the distance between the bounds. "sampled": valid
        with a probability of at least 95%, by the inequality in `notes`, which say "not 95%", or
        "no error known" and an infinite error, if the range of the measure is not known.
    ends_error : float
        How far off `low` and `high` may be, in the same sense. Bounds lie outside the true ends,
        by at most this. It is `error` if both sides are hard or fuzzy.
    method : {"exact", "bounds", "sampled"}
        How `value` was found.
    notes : tuple of str
        The algorithm.
    variance : float or None
        The variance of the measure over the clusterings, if it comes with the mean: by Gram sums
        (`notes` say when it would cost too much), for one table, and by lists of all tables.
    ends_method, ends_notes
        The same for `low` and `high`; empty if both sides are hard or fuzzy.
    """

    value: float
    low: float
    high: float
    error: float
    method: str
    notes: tuple[str, ...] = ()
    variance: float | None = None
    ends_error: float = 0.0
    ends_method: str = ""
    ends_notes: tuple[str, ...] = ()

    @property
    def how(self) -> str:
        """Methods and notes as one line."""
        value = method_text(self.method, self.notes)
        if not self.ends_method:
            return value
        return f"value {value}; low and high {method_text(self.ends_method, self.ends_notes)}"

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        mean = f"{self.value:.6g}{_within(self.error, self.value)}"
        ends = f", between {_end(self.low)} and {_end(self.high)}"
        ends += _within(self.ends_error, self.value, " (each", ")")
        return f"{mean}{ends if self.low != self.high else ''} ({self.how})"


@dataclass(frozen=True, slots=True)
class Law(Shown):
    """The distribution of the values of a measure over the hard clusterings that are allowed.

    Attributes
    ----------
    kind : {"probability", "possibility", "set", "belief"}
        What `mass` contains: probabilities, possibilities, 1 for every value that can occur, or
        the masses of the intervals in `support`.
    support, mass : numpy.ndarray
        The values in ascending order, and their masses. For beliefs the support has two columns,
        the smallest and the largest value of each focal element. Values between these ends need
        not occur.
    mean, low, high, variance
        The same numbers as in `Expectation`. `variance` is None if the masses are not
        probabilities and no variance came with the mean. For independent possibilities `low` and
        `high` are means over independent selections of sets, as for masses. They are wider than
        `mass` alone suggests: the possibility of a value is that of its best clustering.
    certified : bool
        Whether nothing was estimated: support and mass are exact up to rounding and omitted
        probability, or `bounds` are certain.
    method : {"exact", "bounds", "sampled"}
        How support and mass were found.
    notes : tuple of str
        The algorithm, and how the means were found if they did not come with the distribution.
    error, ends_error : float
        How far off `mean`, and how far off `low` and `high` may be, as in `Expectation`. They say
        nothing about support and mass of a distribution that is not exact: `bounds` and `notes`
        give the error of its distribution function. For other kinds, a distribution by "bounds"
        lists only ends and some values between them.
    bounds : numpy.ndarray or None
        For probabilities that are not exact, a lower and an upper bound of the distribution
        function, of shape (2, values + 1). Column i + 1 holds from ``support[i]`` to just below
        ``support[i + 1]``, column 0 below all values. The bounds are certain if the method is
        "bounds"; "sampled" bounds hold everywhere at once with a probability of 95%.
    """

    kind: LawKind
    support: Floats
    mass: Floats
    mean: float
    low: float
    high: float
    variance: float | None
    certified: bool
    method: str
    notes: tuple[str, ...]
    error: float
    ends_error: float = 0.0
    bounds: Floats | None = None

    @property
    def how(self) -> str:
        """Method and notes as one line."""
        return method_text(self.method, self.notes)

    @property
    def sort(self) -> str:
        """Whether the distribution is exact, certified (by bounds) or estimated."""
        if not self.certified:
            return "estimated"
        return "exact" if self.bounds is None else "certified"

    def at_most(self, value: float) -> tuple[float, float]:
        """Return a lower and an upper bound of the share of the mass at or below a value.

        Both are the probability itself if it is exact, up to rounding and omitted probability.
        For other kinds they are how certain and how plausible "at most this" is.

        Parameters
        ----------
        value
            A value of the measure.

        Returns
        -------
        tuple of float
            Both bounds.

        Examples
        --------
        >>> from partita import Fuzzy, law
        >>> law("rand", [0, 0, 1], Fuzzy([[1, 0], [0.8, 0.2], [0, 1]])).at_most(0.5)
        (0.2, 0.2)
        """
        if self.kind == "belief":
            low, high = self.support.T
            return float(self.mass[high <= value].sum()), float(self.mass[low <= value].sum())
        at = int(np.searchsorted(self.support, value, side="right"))
        if self.kind != "probability":
            beyond = float(self.mass[at:].max(initial=0.0))
            return 1 - beyond, float(self.mass[:at].max(initial=0.0))
        if self.bounds is None:
            reached = float(self.mass[:at].sum())
            return reached, reached
        return float(self.bounds[0, at]), float(self.bounds[1, at])

    def quantile(self, q: float) -> float | tuple[float, float]:
        """Return the value below which the share q of the mass lies.

        For probabilities it is one number. For every other kind it is an interval: "at most this"
        is plausible to the degree q at its lower end, and certain to the degree q at its upper end.

        Parameters
        ----------
        q
            A share of the mass, above 0 and at most 1.

        Returns
        -------
        float or tuple of float
            The value, or both ends of the interval.

        Raises
        ------
        InputError
            If `q` is not above 0 and at most 1.
        """
        if not 0 < q <= 1:
            raise InputError(f"q must be above 0 and at most 1; got {q!r}")
        if self.kind == "probability":
            return _quantile(self.support, self.mass, q)
        if self.kind == "belief":
            low, high = self.support.T
            return _quantile(low, self.mass, q), _quantile(high, self.mass, q)
        return _possible_quantile(self.support, self.mass, q)

    def middle(self, share: float) -> tuple[float, float]:
        """Return the values between which this share of the probability lies.

        Parameters
        ----------
        share
            A share of the probability, between 0 and 1.

        Returns
        -------
        tuple of float
            The quantiles at (1 - share)/2 and (1 + share)/2.

        Raises
        ------
        InputError
            If the masses are not probabilities.
        """
        if self.kind != "probability":
            raise InputError(f"a {self.kind} distribution has no probabilities: use quantile")
        low, high = (
            _quantile(self.support, self.mass, q) for q in ((1 - share) / 2, (1 + share) / 2)
        )
        return low, high

    def plot(self, ax: Axes | None = None, *, measure: str = "") -> Axes:
        """Draw mass, mean and interval with matplotlib; `measure` names the axis.

        Parameters
        ----------
        ax
            Axes to draw on; new ones by default.
        measure
            Name of the measure, for the axis.

        Returns
        -------
        Axes
            The axes.
        """
        return draw_figure("law", ax, self, measure=measure)

    def __str__(self) -> str:
        spread = "" if self.variance is None else f", standard deviation {self.variance**0.5:.6g}"
        mean = f"mean {self.mean:.6g}{_within(self.error, self.mean)}{spread}"
        ends = ""
        if self.kind != "probability":  # probabilities have one mean
            ends = f", the mean is between {self.low:.6g} and {self.high:.6g}"
            ends += _within(self.ends_error, self.mean, " (each", ")")
        many = f"{len(self.mass)} values"
        return f"{self.sort} {self.kind} distribution on {many}, {mean}{ends} ({self.how})"


@dataclass(frozen=True, slots=True)
class End:
    """One end of the values of a measure."""

    inner: float  #: a value that `labels` attain
    outer: float  #: no value lies beyond it
    certified: bool  #: whether both are equal
    #: a truth and a prediction that attain `inner`
    labels: tuple[NDArray[Any], NDArray[Any]] = field(compare=False, repr=False)

    def __str__(self) -> str:
        if self.certified:
            return f"{self.inner:.6g}"
        return f"{self.inner:.6g} (no end beyond {self.outer:.6g})"


@dataclass(frozen=True, slots=True)
class Extremes(Shown):
    """The smallest and the largest value of a measure over the allowed hard clusterings."""

    low: End  #: the smallest value
    high: End  #: the largest value
    notes: tuple[str, ...] = field(default=(), kw_only=True)  #: what to know about the sides

    def __str__(self) -> str:
        notes = f" ({'; '.join(self.notes)})" if self.notes else ""
        return f"from {self.low} to {self.high}{notes}"


def _within(error: float, value: float, before: str = "", after: str = "") -> str:
    """The error as text, unless it is rounding or not known."""
    stated = isfinite(error) and error > 1e-12 * (1 + abs(value))
    return f"{before} ± {error:.2g}{after}" if stated else ""


def _end(bound: float) -> str:
    """An end as text; an infinite end means that no bound is known."""
    return f"{bound:.6g}" if isfinite(bound) else "no known bound"


def _quantile(values: Floats, mass: Floats, q: float) -> float:
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(mass[order])
    at = int(np.searchsorted(reached, q * reached[-1] * (1 - 1e-12)))
    return float(values[order[min(at, len(order) - 1)]])


def _possible_quantile(values: Floats, mass: Floats, q: float) -> tuple[float, float]:
    plausible = np.maximum.accumulate(mass)
    beyond = np.append(np.maximum.accumulate(mass[::-1])[::-1][1:], 0.0)
    first = int(np.argmax(plausible >= q))
    last = int(np.argmax(1 - beyond >= q))
    return float(values[first]), float(values[last])
