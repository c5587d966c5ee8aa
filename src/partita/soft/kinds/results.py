"""What comes back from a comparison of soft clusterings: frozen records that print as sentences."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from ...base.arrays import Floats
from ...base.errors import InputError
from ...base.shown import Shown, drawn
from ...base.wording import method_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

LawKind = Literal["probability", "possibility", "set", "belief"]


class Method(NamedTuple):
    """How a number was found: one word, and by what."""

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
        The mean under the probability of a fuzzy side. For the other kinds the mass of a set is
        shared equally among its clusters: with independent objects this is the pignistic
        probability; possibilities with a common level share equally at every level, so that only
        the single objects have their pignistic probabilities, and the objects depend on each other.
    low, high : float
        The means of the least and of the greatest value over the sets that the objects pick (by
        their masses, or by a level): what the mean can be if the mass of each set may go anywhere
        in it. `value` itself where both sides are hard or fuzzy.
    error : float
        How far off `value` may be. "exact": what was left out by trimming or rounding, 0 where
        there is rounding of the last digits only. "bounds": half the distance of the bounds.
        "sampled": within it with a probability of at least 95%, by the inequality that `notes`
        name; where the range of the measure is not known they say "not 95%", or "no error known"
        and the error is infinite.
    ends_error : float
        How far off `low` and `high` may be, each in the same sense. Bounds are on the safe side,
        further out than the true ends, by no more than this. `error` where both sides are hard or
        fuzzy.
    method : {"exact", "bounds", "sampled"}
        What was done for `value`.
    notes : tuple of str
        How that was done.
    variance : float or None
        The variance of the measure over the clusterings, where it comes with the mean: Gram sums
        (`notes` say where it would cost too much), one table, and lists of all tables.
    ends_method, ends_notes
        The same for `low` and `high`; empty where both sides are hard or fuzzy.
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
        """Methods and notes in one line."""
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
    """How the values of a measure are distributed over the hard clusterings that are allowed.

    Attributes
    ----------
    kind : {"probability", "possibility", "set", "belief"}
        What `mass` holds: probabilities, possibilities, 1 for every value that can occur, or the
        masses of the intervals in `support`.
    support, mass : numpy.ndarray
        The values, ascending, and their mass. For beliefs the support has two columns, the least
        and the greatest value of each focal element: the interval that contains its values, of
        which those between the ends need not occur.
    mean, low, high, variance
        The same numbers as in `Expectation`; `variance` is None where the law is not a probability
        and no variance came with the mean. For independent possibilities `low` and `high` are
        means over independent selections of sets, as for the same clustering written with masses.
        They are wider than what the possibilities in `mass` alone would give, since the
        possibility of a value is that of its best clustering only.
    certified : bool
        Whether support and mass are exact up to rounding and trimming.
    method : {"exact", "bounds", "sampled"}
        What was done for support and mass.
    notes : tuple of str
        How that was done; further ones say how the means were found where they did not come with
        the law.
    error, ends_error : float
        How far off `mean`, and how far off `low` and `high` may be, as in `Expectation`. They
        say nothing about support and mass of a law that is not certified: `notes` give the error
        of a sampled distribution function, and a law of "bounds" lists only ends and some values
        between them.
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

    @property
    def how(self) -> str:
        """Method and notes in one line."""
        return method_text(self.method, self.notes)

    def quantile(self, q: float) -> float | tuple[float, float]:
        """The value below which the share q of the mass lies.

        A probability has one number for it, every other kind an interval: from where "at most
        this" is plausible to the degree q up to where it is certain to the degree q.

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
            raise InputError(f"q must lie above 0 and be at most 1; got {q!r}")
        if self.kind == "probability":
            return _quantile(self.support, self.mass, q)
        if self.kind == "belief":
            low, high = self.support.T
            return _quantile(low, self.mass, q), _quantile(high, self.mass, q)
        return _possible_quantile(self.support, self.mass, q)

    def plot(self, ax: Axes | None = None, *, measure: str = "") -> Axes:
        """Draw mass, mean and interval by matplotlib; `measure` names the axis.

        Parameters
        ----------
        ax
            Axes to draw on; new ones if left out.
        measure
            Name of the measure, for the axis.

        Returns
        -------
        Axes
            The axes.
        """
        return drawn("law", ax, self, measure=measure)

    def __str__(self) -> str:
        sort = "exact" if self.certified else "estimated"
        spread = "" if self.variance is None else f", standard deviation {self.variance**0.5:.6g}"
        mean = f"mean {self.mean:.6g}{_within(self.error, self.mean)}{spread}"
        ends = f"between {self.low:.6g} and {self.high:.6g}"
        ends += _within(self.ends_error, self.mean, " (each", ")")
        return f"{sort} {self.kind} law on {len(self.mass)} values, {mean}, {ends} ({self.how})"


@dataclass(frozen=True, slots=True)
class End:
    """One end of the values that a measure can take.

    `labels` are a truth and a prediction that attain `inner`; no clustering goes beyond `outer`.
    """

    inner: float  #: a value that is attained
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
    """The least and the greatest value that a measure takes over the allowed hard clusterings."""

    low: End  #: the least value
    high: End  #: the greatest value

    def __str__(self) -> str:
        return f"from {self.low} to {self.high}"


def _within(error: float, value: float, before: str = "", after: str = "") -> str:
    """An error, unless it is rounding or not known."""
    stated = isfinite(error) and error > 1e-12 * (1 + abs(value))
    return f"{before} ± {error:.2g}{after}" if stated else ""


def _end(bound: float) -> str:
    """An end in a sentence; an infinite one says that no bound is known."""
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
