"""`sweep`: scores over a parameter such as the number of clusters, compared with chance."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.checks import whole_from
from ..base.draws import SWEEP
from ..base.errors import InputError
from ..base.keywords import explain_keywords
from ..base.seeds import seed_of
from ..base.shown import Shown, above, draw_figure
from ..base.wording import brief, names_text
from ..chance.models import model_of
from ..labels import read_policies
from ..measures.chosen import Asked, Chosen, choose, choose_all
from .counting.columns import Columns
from .counting.counting import CountOptions, check_names, count_all, split_columns
from .draws.certainty import LEVEL
from .sweep_columns import chance_column, preference_tests, score_columns, score_matrix

if TYPE_CHECKING:
    import os
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from matplotlib.axes import Axes
    from pandas import DataFrame

_NAMED = 6  # parameters that a sentence names


@dataclass(frozen=True, eq=False)
class Sweep(Shown):
    """Scores over a parameter.

    `table` has a row per parameter and measure: parameter, clusters, unclustered (objects that are
    noise or unlabeled; only if there are any), measure, value, expected (the mean of random labels
    with the same group sizes) and p_preferred: p of the difference from the parameter that the
    measure prefers, on the same draws of objects, corrected for all comparisons of two parameters.
    Parameters with a large p may be as good. `best` maps each measure to the parameter that it
    prefers.
    """

    _layout = "rows_html"

    parameters: tuple[Hashable, ...]  #: the parameters, in the order given
    table: Columns  #: a row per parameter and measure
    best: Mapping[str, Hashable]  #: the parameter that each measure prefers
    draws: int  #: number of bootstrap draws
    rng: int  #: the integer that seeded the draws
    measures: tuple[Chosen, ...] = field(default=(), repr=False)  #: in the order of `best`

    def to_frame(self) -> DataFrame:
        """Return a pandas DataFrame with a row per parameter and measure.

        Returns
        -------
        DataFrame
            A row per parameter and measure.
        """
        return self.table.to_frame()

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

    def report(self, path: str | os.PathLike[str]) -> None:
        """Write scores, chance and preferences into one HTML file that runs no script.

        Parameters
        ----------
        path
            The file to write.
        """
        above("report").write_report(self, path)

    def __str__(self) -> str:
        return "\n".join([str(self.table), *map(self.preference, self.best)])


@explain_keywords
def sweep(
    truth: Any,
    prediction: Mapping[Any, Any] | Any,
    *,
    measures: Asked | Iterable[Asked] | None = (
        "v_measure",
        "adjusted_mutual_information",
        "adjusted_rand",
        "normalized_van_dongen",
    ),
    null: str | None = "permutation",
    draws: int = SWEEP,
    rng: Any = 0,
    groups: Any = None,
    weights: Any = None,
    missing: str = "error",
    noise: Any = None,
    noise_as: str | None = None,
    align: str = "error",
    threads: int | None = None,
) -> Sweep:
    """Score clusterings over a parameter, such as the number of clusters.

    Parameters
    ----------
    truth
        The class of each object.
    prediction : Mapping or DataFrame
        The labels for each value of the parameter: ``{2: labels_2, 3: labels_3, …}``, or a data
        frame with a column for each.
    measures
        Measures or their names.
    null
        The null model whose mean is listed with every score: random labels with the same group
        sizes (``"permutation"``), another of `partita.chance.MODELS`, or None.
    draws
        Bootstrap draws of objects for the tests against the preferred parameter; 0 for no tests.
    rng
        Seed of the random numbers: an integer, a Generator, a SeedSequence, or None for a new seed.
    groups
        Donor, document or patient of each object: draws are of whole groups, not of objects.
    weights, missing, noise, noise_as, align
        As for every measure.
    threads
        Number of threads; it changes the time and not the result.

    Returns
    -------
    Sweep
        The scores, and which parameter each measure prefers.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.

    Examples
    --------
    >>> from partita.comparison import sweep
    >>> truth = [0, 0, 0, 1, 1, 1]
    >>> found = sweep(truth, {1: [0] * 6, 2: truth, 6: range(6)}, draws=0, measures="v_measure")
    >>> print(found)
    parameter  clusters  measure     value  expected
            1         1  v_measure  0.0000    0.0000
            2         2  v_measure  1.0000    0.1735
            6         6  v_measure  0.5579    0.5579
    v_measure prefers 2
    """
    prediction = split_columns("prediction", prediction)
    labels = check_names("prediction", prediction)
    parameters = _parameters(prediction)
    model = None if null is None else model_of(null)  # unknown names fail before anything is read
    draws, seed = whole_from("draws", draws, 0), seed_of(rng)
    asked = choose_all(measures)
    policies = read_policies(missing, noise, noise_as, align)
    counted = count_all(truth, labels, CountOptions(policies, weights, groups, threads))
    values = score_matrix(counted, asked)
    preferred = [
        int(np.nanargmax(one.sign * column)) for one, column in zip(asked, values.T, strict=True)
    ]
    columns = score_columns(parameters, counted, asked, values)
    if model is not None:
        columns["expected"] = chance_column(counted, asked, model, seed)
    if draws:
        columns["p_preferred"] = preference_tests(
            counted, asked, preferred, draws=draws, seed=seed, threads=threads
        )
    best = {one.label: parameters[place] for one, place in zip(asked, preferred, strict=True)}
    return Sweep(tuple(parameters), Columns(columns), best, draws, seed, tuple(asked))


def _parameters(prediction: Mapping[Any, Any]) -> list[Any]:
    for parameter in prediction:
        if parameter != parameter:  # noqa: PLR0124 - NaN, which could not be found again
            raise InputError("prediction: a parameter is NaN; give every clustering its value")
    return list(prediction)
