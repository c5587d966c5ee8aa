"""The result of `value_sets`."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

import numpy as np

from ...base.arrays import Floats, Mask
from ...base.errors import InputError
from ...base.wording import number_of

_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class ValueSets:
    """Sets of values of a measure, and the mass of each: a mass function over the values.

    Attributes
    ----------
    sets : tuple of numpy.ndarray
        The values of each set in ascending order.
    mass : numpy.ndarray
        The mass of each set.
    """

    sets: tuple[Floats, ...]
    mass: Floats

    @property
    def low(self) -> float:
        """The lower mean: the mean of the smallest value."""
        return float(sum(m * v[0] for m, v in zip(self.mass, self.sets, strict=True)))

    @property
    def high(self) -> float:
        """The upper mean: the mean of the largest value."""
        return float(sum(m * v[-1] for m, v in zip(self.mass, self.sets, strict=True)))

    def belief(self, low: float, high: float) -> float:
        """Return the mass of the sets whose values all lie from `low` to `high`.

        Parameters
        ----------
        low, high
            The range, ends included; ends match values up to rounding.

        Returns
        -------
        float
            How far the evidence makes it certain that the value lies in the range.

        Raises
        ------
        InputError
            If `low` is not below or equal to `high`.
        """
        return self._mass_where([bool(part.all()) for part in self._in_range(low, high)])

    def plausibility(self, low: float, high: float) -> float:
        """Return the mass of the sets with a value from `low` to `high`.

        Parameters
        ----------
        low, high
            The range, ends included; ends match values up to rounding.

        Returns
        -------
        float
            How far the evidence leaves it possible that the value lies in the range.

        Raises
        ------
        InputError
            If `low` is not below or equal to `high`.
        """
        return self._mass_where([bool(part.any()) for part in self._in_range(low, high)])

    def _in_range(self, low: float, high: float) -> list[Mask]:
        if not low <= high:
            raise InputError(f"low is {low!r} and high is {high!r}: low must not be above high")
        slack = _ROUNDING * (
            1 + max((abs(end) for end in (low, high) if isfinite(end)), default=0.0)
        )
        return [(low - slack <= values) & (values <= high + slack) for values in self.sets]

    def _mass_where(self, chosen: list[bool]) -> float:
        return float(self.mass[np.array(chosen)].sum())

    def __str__(self) -> str:
        values = len({value for found in self.sets for value in found.tolist()})
        many = (
            f"{number_of(len(self.sets), 'set', 'sets')} of {number_of(values, 'value', 'values')}"
        )
        return f"{many}, lower mean {self.low:.6g}, upper mean {self.high:.6g}"
