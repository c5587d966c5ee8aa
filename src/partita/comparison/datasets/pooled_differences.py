"""`PooledDifferences`: what `pool_datasets` returns: mean differences over data sets."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, Any

from ...base.errors import InputError
from ...base.shown import Framed, draw_figure
from ...base.wording import level_text, number_text, p_text
from ..runs.posterior import probabilities
from .random_effects import ESTIMATES

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ..counting.columns import Columns


@dataclass(frozen=True, eq=False)
class PooledDifferences(Framed):
    """Mean differences of methods over data sets, by random effects.

    `table` has a row per pair of methods: first, second, value (how much better the first is on
    average), low and high (interval of this mean), error, freedom (degrees of freedom of Student's
    t), p_value, p_adjusted (corrected for all pairs by Holm's method), between (the standard
    deviation of the true differences between data sets), homogeneity_p (p-value of equal
    differences on all data sets, by Cochran's Q), new_low and new_high (interval of the true
    difference on a new data set; NaN with two data sets).

    `datasets` has a row per pair and data set: first, second, dataset, value, error (standard
    error from the objects of this data set), and weight in the mean.
    """

    measure: str  #: name of the measure; empty if numbers were given
    table: Columns  #: a row per pair of methods
    datasets: Columns  #: a row per pair and data set
    confidence: float  #: level of the intervals
    count: int  #: number of data sets
    method: str  #: how the variance between data sets is estimated
    #: keys of references.bib
    references: tuple[str, ...] = (*("dersimonian1986", "paule1982", "hartung2001", "higgins2009"),)

    @property
    def summary(self) -> tuple[str, ...]:
        """A sentence about each pair of methods."""
        return tuple(map(self._sentence, self.table.rows()))

    def _sentence(self, row: dict[str, Any]) -> str:
        level = level_text(self.confidence)
        by = f"{self.measure}: " if self.measure else ""
        text = (
            f"{by}{row['first']} is better than {row['second']} by {number_text(row['value'])} on "
            f"average, {level} interval {number_text(row['low'])} to {number_text(row['high'])}, "
            f"{p_text(row['p_value'], at_floor=False)}"
        )
        if isnan(row["new_low"]):
            return f"{text}."
        ends = f"{number_text(row['new_low'])} to {number_text(row['new_high'])}"
        return f"{text}; true difference on a new data set: {ends}."

    def probabilities(self, margin: float) -> Columns:
        """How probable it is that a method is better on average by more than a margin.

        Parameters
        ----------
        margin
            Methods that differ by no more are practically equivalent.

        Returns
        -------
        Columns
            A row per pair: first, second, first_better, equivalent, second_better: shares of
            Student's t around the mean difference.

        Raises
        ------
        InputError
            If the margin is not a number from 0.
        """
        return probabilities(self.table, margin)

    def plot(
        self, ax: Axes | None = None, *, first: str | None = None, second: str | None = None
    ) -> Axes:
        """Draw a forest plot: the difference on each data set, their mean, and a new data set.

        Parameters
        ----------
        ax
            Axes to draw on; new ones if left out.
        first, second
            The methods; those of the first row of `table` if left out.

        Returns
        -------
        Axes
            The axes.

        Raises
        ------
        InputError
            If there is no such pair.
        """
        return draw_figure("forest", ax, self, first=first, second=second)

    def pair(self, first: str | None, second: str | None) -> dict[str, Any]:
        """The row of `table` about two methods, in either order.

        Parameters
        ----------
        first, second
            The methods; those of the first row if both are left out.

        Returns
        -------
        dict
            The row.

        Raises
        ------
        InputError
            If there is no such pair.
        """
        if first is None and second is None:
            return self.table.row(0)
        for row in self.table.rows():
            if {row["first"], row["second"]} == {first, second}:
                return row
        known = ", ".join(f"{row['first']!r} and {row['second']!r}" for row in self.table.rows())
        raise InputError(f"no pair of {first!r} and {second!r}; there are {known}")

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values; what is not known is None.

        Returns
        -------
        dict
            ``measure``, ``method``, ``confidence``, and the lists ``pairs`` and ``datasets``.
        """
        pairs = [
            {key: None if value != value else value for key, value in row.items()}  # noqa: PLR0124
            for row in self.table.rows()
        ]
        return {
            "measure": self.measure,
            "method": self.method,
            "confidence": self.confidence,
            "pairs": pairs,
            "datasets": list(self.datasets.rows()),
        }

    def __str__(self) -> str:
        shown = ("first", "second", "value", "low", "high", "p_adjusted", "between")
        columns = type(self.table)({name: self.table[name] for name in shown})
        how = (
            f"{self.count} data sets; random effects: variance between data sets by "
            f"{ESTIMATES[self.method]}, intervals by Hartung and Knapp, p by Holm"
        )
        return "\n".join([str(columns), how, *self.summary])
