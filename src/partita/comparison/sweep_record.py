"""`Sweep`: what `sweep` returns: scores over a parameter, and which one each measure prefers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..base.draws import SWEEP
from ..base.errors import InputError
from ..base.shown import Framed, above, draw_figure
from ..base.wording import brief, names_text
from ..measures.chosen import choose
from .counting.columns import Columns
from .draws.certainty import LEVEL

if TYPE_CHECKING:
    import os
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from matplotlib.axes import Axes

    from ..measures.chosen import Asked, Chosen

_NAMED = 6  # parameters that a sentence names


@dataclass(frozen=True, eq=False, repr=False)
class Sweep(Framed):
    """Scores over a parameter.

    `table` has a row per parameter and measure: parameter, clusters, unclustered (objects that are
    noise or unlabeled; only if there are any), measure, value, expected (the mean of random labels
    with the same group sizes) and p_preferred: p of the difference from the parameter that the
    measure prefers, on the same draws of objects, corrected for all comparisons of two parameters.
    Parameters with a large p may be as good. `best` maps each measure to the parameter that it
    prefers.
    """

    parameters: tuple[Hashable, ...]  #: the parameters, in the order given
    table: Columns  #: a row per parameter and measure
    best: Mapping[str, Hashable]  #: the parameter that each measure prefers
    draws: int  #: number of bootstrap draws
    rng: int  #: the integer that seeded the draws
    measures: tuple[Chosen, ...] = field(default=(), repr=False)  #: in the order of `best`

    def of(self, measure: Asked) -> Columns:
        """The rows of one measure.

        Parameters
        ----------
        measure
            The measure, or its name.

        Returns
        -------
        Columns
            A row per parameter.

        Raises
        ------
        InputError
            If the sweep does not have this measure.
        """
        label = self._label(measure)
        if label not in self.best:
            known = ", ".join(self.best)
            raise InputError(f"{label!r} was not asked for; this sweep has {known}")
        chosen = self.table["measure"] == label
        return Columns({name: column[chosen] for name, column in self.table.items()})

    def _label(self, measure: Asked) -> str:
        """The key of a measure in `best`; a measure that was asked for need not be registered."""
        known = isinstance(measure, str) and measure in self.best
        return str(measure) if known else choose(measure).label

    def alike(self, measure: Asked) -> tuple[Hashable, ...]:
        """Parameters that are not significantly different from the preferred one (p ≥ 0.05).

        Parameters
        ----------
        measure
            The measure, or its name.

        Returns
        -------
        tuple
            The parameters.

        Raises
        ------
        InputError
            If the sweep does not have this measure.
        """
        label, rows = self._label(measure), self.of(measure)
        if "p_preferred" not in rows:
            raise InputError(
                f"nothing was drawn, so nothing was tested: call sweep with draws={SWEEP}"
            )
        tests = zip(self.parameters, rows["p_preferred"].tolist(), strict=True)
        return tuple(one for one, p in tests if p >= 1 - LEVEL and one != self.best[label])

    def preference(self, measure: Asked) -> str:
        """Which parameter a measure prefers, and which others are not significantly worse.

        Parameters
        ----------
        measure
            The measure, or its name.

        Returns
        -------
        str
            A sentence.

        Raises
        ------
        InputError
            If the sweep does not have this measure.
        """
        label, rows = self._label(measure), self.of(measure)
        text = f"{label} prefers {brief(self.best[label])}"
        if "p_preferred" not in rows or len(self.parameters) == 1:
            return text
        if alike := self.alike(measure):
            return f"{text}, which is not significantly better than {names_text(alike, _NAMED)}"
        return f"{text}, which is significantly better than every other"

    def plot(
        self,
        ax: Axes | None = None,
        *,
        measures: Iterable[Asked] | None = None,
        colors: Mapping[Hashable, str] | Sequence[str] | None = None,
    ) -> Axes:
        """Draw the scores and their means under chance with matplotlib.

        Parameters
        ----------
        ax
            Axes to draw on; new ones if left out.
        measures
            Which measures to draw; all if left out.
        colors
            A color for each measure.

        Returns
        -------
        Axes
            The axes.

        Raises
        ------
        InputError
            If the sweep does not have a measure, or a color cannot be used.
        """
        return draw_figure("lines", ax, self, measures, colors=colors)

    def report(
        self,
        path: str | os.PathLike[str],
        *,
        facts: Mapping[str, str] | None = None,
        interactive: bool = False,
    ) -> None:
        """Write scores, chance and preferences into one HTML file.

        Parameters
        ----------
        path
            The file to write.
        facts
            Facts about your data for the section "How this was computed", by name, such as the
            file. The command line adds its files and the command.
        interactive
            Whether the page contains a script of its own, which sorts tables and saves figures.
            Otherwise it runs no script.
        """
        above("report").write_report(self, path, facts=facts, interactive=interactive)

    def __str__(self) -> str:
        return "\n".join([str(self.table), *map(self.preference, self.best)])

    __repr__ = __str__
