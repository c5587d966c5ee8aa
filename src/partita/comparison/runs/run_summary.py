"""`RunSummary`: what `compare_runs` returns: means of methods, differences, and variances."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING, Any

from ...base.checks import real
from ...base.errors import InputError
from ...base.shown import Framed, Plotted, draw_figure
from ...base.wording import level_text, listed, number_of, number_text, percent, range_text
from .posterior import probabilities

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ..counting.columns import Columns

PARTS = {"objects": "the objects", "seeds": "the seed", "both": "both together"}


@dataclass(frozen=True, eq=False)
class RunSummary(Plotted, Framed):
    """Methods with several runs, the best first.

    `table` has a row per method: method, runs, value (the mean score), low and high (its
    interval), error (its standard error, of objects and seeds), enough (the number of runs from
    which on further runs reduce this error by less than 5%; None if every run helps), and group:
    methods that share a letter are not significantly different.

    `parts` splits the variance of a single run: method, part (objects, seeds, both), variance, its
    interval low and high, and share of the total. A variance that is estimated below 0 is 0.

    `differences` has a row per pair of methods: first, second, value (positive if the first is
    better), low, high, error, freedom (degrees of freedom of Student's t), p_value, and
    p_adjusted, corrected for all pairs by Holm's method.

    `plot` draws the runs as dots, and the mean of each method with its interval.
    """

    _figure = "runs"

    measure: str  #: name of the measure
    table: Columns  #: a row per method
    parts: Columns  #: a row per method and part of the variance
    runs: Columns  #: a row per run: method, run, value
    differences: Columns  #: a row per pair of methods
    confidence: float  #: level of intervals and tests
    units: int  #: number of independent units: objects, or groups of objects
    unit: str = "objects"  #: objects or groups
    better: str = "higher"  #: which direction of the measure means more agreement
    #: keys of references.bib
    references: tuple[str, ...] = ("searle1992", "satterthwaite1946", "zou2008", "benavoli2017")

    def runs_for(self, method: str, half_width: float) -> int | None:
        """How many runs of a method make the interval of its mean at most this wide.

        Parameters
        ----------
        method
            Name of a method.
        half_width
            Half the width that the interval should have.

        Returns
        -------
        int or None
            The number of runs, at least 2. None if no number is enough: the objects alone make
            the interval wider, so label more objects.

        Raises
        ------
        InputError
            If there is no such method, it has no seed, or the width is not positive.
        """
        wanted = real(half_width)
        if wanted is None or not 0 < wanted < inf:
            raise InputError(f"half_width must be a positive number; got {half_width!r}")
        objects, between = self._variances(method)
        if self._row(method)["runs"] == 1:
            raise InputError(f"{method!r} has no seed: one run is enough")
        if self._reach(objects, 0.0, inf) > wanted:
            return None
        few, many = 1, 2
        while self._reach(objects, between, many) > wanted:
            few, many = many, 2 * many
            if many > 2**40:
                return None
        while many - few > 1:
            middle = (few + many) // 2
            reaches = self._reach(objects, between, middle) <= wanted
            few, many = (few, middle) if reaches else (middle, many)
        return many

    def _reach(self, objects: float, between: float, runs: float) -> float:
        """Half the width of an interval of the mean of a number of runs."""
        from scipy.special import stdtrit

        variance = objects + between / runs
        total = objects**2 / (self.units - 1)
        total += (between / runs) ** 2 / (runs - 1) if between else 0.0
        freedom = variance**2 / total if total else inf
        freedom = min(freedom, 2.0) if runs == 2 else freedom  # as for the mean itself
        return float(stdtrit(freedom, (1 + self.confidence) / 2)) * sqrt(variance)

    def probabilities(self, margin: float) -> Columns:
        """How probable it is that a method is better by more than a margin, given these runs.

        The posterior of a difference is Student's t around its value, as in the correlated t-test
        (Benavoli et al. 2017), whose correlation is here the share of the variance that runs have
        in common because their objects are the same.

        Parameters
        ----------
        margin
            Methods that differ by no more are practically equivalent.

        Returns
        -------
        Columns
            A row per pair: first, second, first_better, equivalent, second_better.

        Raises
        ------
        InputError
            If the margin is not a number from 0.
        """
        return probabilities(self.differences, margin)

    @property
    def summary(self) -> tuple[str, ...]:
        """A sentence about each method: its mean, its variance, and how many runs are enough."""
        return tuple(map(self._sentence, self.table["method"]))

    def _sentence(self, method: str) -> str:
        row = self._row(method)
        interval = range_text(row["low"], row["high"])
        level = level_text(self.confidence)
        text = f"{method}: {self.measure} {number_text(row['value'])}, {level} interval {interval}"
        if row["runs"] == 1:
            return f"{text}; no seed."
        own = [one for one in self.parts.rows() if one["method"] == method]
        split = listed([f"{percent(one['share'])} from {PARTS[one['part']]}" for one in own])
        text += f", mean of {number_of(row['runs'], 'run', 'runs')}."
        if not any(one["variance"] for one in own):
            return f"{text} The score of a run does not vary."
        if row["enough"] is None:
            return f"{text} Variance of a run: {split}. Every further run helps."
        enough = number_of(row["enough"], "run", "runs")
        return (
            f"{text} Variance of a run: {split}. From {enough} on, further runs reduce the "
            "standard error by less than 5%."
        )

    def _row(self, method: str) -> dict[str, Any]:
        names = self.table["method"].tolist()
        if method not in names:
            known = ", ".join(map(repr, names))
            raise InputError(f"no method is called {method!r}; there are {known}")
        return self.table.row(names.index(method))

    def _variances(self, method: str) -> tuple[float, float]:
        """The variance of the objects, and the variance between runs on the same objects."""
        self._row(method)
        own = {row["part"]: row["variance"] for row in self.parts.rows() if row["method"] == method}
        return own["objects"], own["seeds"] + own["both"]

    def plot_parts(self, ax: Axes | None = None) -> Axes:
        """Draw how the variance of a run splits into objects, seed and both.

        Parameters
        ----------
        ax
            Axes to draw on; new ones if left out.

        Returns
        -------
        Axes
            The axes.
        """
        return draw_figure("variance_parts", ax, self)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values.

        Returns
        -------
        dict
            ``measure``, ``confidence``, ``units``, and the lists ``methods``, ``parts``, ``runs``
            and ``differences`` with a dictionary per row.
        """
        return {
            "measure": self.measure,
            "confidence": self.confidence,
            "units": self.units,
            "unit": self.unit,
            "methods": list(self.table.rows()),
            "parts": list(self.parts.rows()),
            "runs": list(self.runs.rows()),
            "differences": [
                {key: None if value == inf else value for key, value in row.items()}
                for row in self.differences.rows()
            ],
        }

    def __str__(self) -> str:
        how = f"{level_text(self.confidence)} intervals over {self.units:,} {self.unit} and seeds"
        letters = "; methods that share a letter are not significantly different (Holm)"
        return "\n".join([str(self.table), f"{self.measure}; {how}{letters}", *self.summary])
