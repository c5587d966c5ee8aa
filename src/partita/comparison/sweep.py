"""A quantity over k, or over any parameter, with the level of chance beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.checks import thread_count, whole_from
from ..base.draws import SWEEP
from ..base.errors import InputError, UndefinedError
from ..base.keywords import explain_keywords
from ..base.seeds import seed_of
from ..base.shown import Shown, above, drawn
from ..base.wording import brief, named
from ..chance.models import model_of
from ..labels import read_policies
from ..measures.chosen import Asked, Chosen, choose_all
from .counting.columns import Columns
from .counting.counting import Beside, Counted, by_column, count_all, named_labels

if TYPE_CHECKING:
    import os
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from matplotlib.axes import Axes
    from pandas import DataFrame

    from ..table.contingency import AnyTable

_LEVEL = 0.95
_NAMED = 6  # parameters that a sentence names


@dataclass(frozen=True, eq=False)
class Sweep(Shown):
    """Scores over a parameter.

    `table` has a row per parameter and measure: parameter, clusters, unclustered (objects that are
    noise or without label; only where there are any), measure, value, expected (the mean of random
    labels with the same group sizes) and p_preferred: p of the difference from the parameter that
    the measure prefers, on the same draws of objects, corrected for all comparisons of two
    parameters. Those with a large p may be as good. `best` gives for each measure the parameter
    that it prefers.
    """

    _layout = "rows_html"

    parameters: tuple[Hashable, ...]
    table: Columns
    best: Mapping[str, Hashable]
    draws: int
    rng: int

    def to_frame(self) -> DataFrame:
        """Return a pandas DataFrame, a row per parameter and measure."""
        return self.table.to_frame()

    def of(self, measure: Asked) -> Columns:
        """The rows of one measure."""
        label = choose_all(measure)[0].label
        if label not in self.best:
            known = ", ".join(self.best)
            raise InputError(f"{label!r} was not asked for; this sweep has {known}")
        chosen = self.table["measure"] == label
        return Columns({name: column[chosen] for name, column in self.table.items()})

    def alike(self, measure: Asked) -> tuple[Hashable, ...]:
        """Parameters that cannot be told apart from the one that a measure prefers (p ≥ 0.05)."""
        label, rows = choose_all(measure)[0].label, self.of(measure)
        if "p_preferred" not in rows:
            raise InputError(
                f"nothing was drawn, so nothing was tested: call sweep with draws={SWEEP}"
            )
        kept = zip(self.parameters, rows["p_preferred"].tolist(), strict=True)
        return tuple(one for one, p in kept if p >= 1 - _LEVEL and one != self.best[label])

    def preference(self, measure: Asked) -> str:
        """Which parameter a measure prefers, and from which others that cannot be told apart."""
        label, rows = choose_all(measure)[0].label, self.of(measure)
        text = f"{label} prefers {brief(self.best[label])}"
        if "p_preferred" not in rows or len(self.parameters) == 1:
            return text
        if alike := self.alike(measure):
            return f"{text}, which cannot be told apart from {named(alike, _NAMED)}"
        return f"{text}, which can be told apart from every other"

    def plot(
        self,
        ax: Axes | None = None,
        *,
        measures: Iterable[Asked] | None = None,
        colors: Mapping[Hashable, str] | Sequence[str] | None = None,
    ) -> Axes:
        """Draw the scores over the parameter, and chance, by matplotlib; `table` has them."""
        return drawn("lines", ax, self, measures, colors=colors)

    def report(self, path: str | os.PathLike[str]) -> None:
        """Write scores, chance and preferences into one HTML file that runs no script."""
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
    prediction
        The labels for each value of the parameter: ``{2: labels_2, 3: labels_3, …}``, or a data
        frame with a column for each.
    null
        Puts the level of chance beside every score: of random labels with the same group sizes
        (``"permutation"``), or another of `partita.chance.MODELS`; None leaves it out.
    draws
        Bootstrap draws of objects that test the parameters against the preferred one; 0 leaves
        the tests out.
    groups
        Donor, document or patient of each object: whole groups are drawn, not objects.

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
    prediction = by_column("prediction", prediction)
    labels = named_labels("prediction", prediction)
    parameters = _checked(prediction)
    if null is not None:
        model_of(null)  # a name that does not exist is refused before anything is counted
    draws, seed = whole_from("draws", draws, 0), seed_of(rng)
    asked = choose_all(measures)
    policies = read_policies(missing, noise, noise_as, align)
    counted = count_all(truth, labels, Beside(policies, weights, groups, threads))
    values = _values(counted, asked)
    columns = _columns(parameters, counted, asked, values)
    if null is not None:
        from ..chance.null_values import Null
        from .draws.chance_level import known_levels

        sampled = Null(model_of(null), seed=seed)
        levels = [known_levels(one.table, asked, sampled) for one in counted.values()]
        columns["expected"] = np.array(levels, dtype=np.float64).ravel()
    preferred = [
        int(np.nanargmax(each.sign * values[:, place])) for place, each in enumerate(asked)
    ]
    if draws:
        columns["p_preferred"] = _tests(
            counted, asked, preferred, draws=draws, seed=seed, threads=threads
        )
    best = {each.label: parameters[place] for each, place in zip(asked, preferred, strict=True)}
    return Sweep(tuple(parameters), Columns(columns), best, draws, seed)


def _checked(prediction: Mapping[Any, Any]) -> list[Any]:
    for parameter in prediction:
        if parameter != parameter:  # noqa: PLR0124 - NaN, which could not be found again
            raise InputError("prediction: a parameter is NaN; give every clustering its value")
    return list(prediction)


def _columns(
    parameters: list[Any], counted: Mapping[str, Counted], asked: list[Chosen], values: Any
) -> dict[str, Any]:
    each, groups = len(asked), [one.table.groups for one in counted.values()]
    alone = [one.unclustered for one in groups]
    plain = all(type(parameter) in (int, float) for parameter in parameters)
    kept = np.array(parameters) if plain else np.fromiter(parameters, object, len(parameters))
    return {
        "parameter": np.repeat(kept, each),
        "clusters": np.repeat([one.clusters for one in groups], each),
        **({"unclustered": np.repeat(alone, each)} if any(alone) else {}),
        "measure": np.array([one.label for one in asked] * len(parameters), dtype=object),
        "value": values.ravel(),
    }


def _values(counted: Mapping[str, Counted], asked: list[Chosen]) -> Any:
    values = np.array([[_value(one.table, each) for each in asked] for one in counted.values()])
    empty = [each for each, one in zip(asked, values.T, strict=True) if np.isnan(one).all()]
    if empty:
        others = [each.label for each in asked if each not in empty]
        remedy = f"ask for the others, measures={others}" if others else "ask for another measure"
        raise UndefinedError(
            f"{empty[0].label} has no value on any of these clusterings "
            f"({_reason(next(iter(counted.values())).table, empty[0])}); {remedy}"
        )
    return values


def _reason(table: AnyTable, chosen: Chosen) -> str:
    try:
        return f"it is {chosen.of(table)}"
    except UndefinedError as error:
        return str(error)


def _value(table: AnyTable, chosen: Chosen) -> float:
    """The value; NaN marks in this array that there is none."""
    try:
        return chosen.of(table)
    except UndefinedError:
        return np.nan


def _tests(
    counted: Mapping[str, Counted],
    asked: list[Chosen],
    preferred: list[int],
    *,
    draws: int,
    seed: int,
    threads: int | None,
) -> Any:
    """The corrected p of each parameter against the preferred one, for each measure."""
    found = np.ones((len(counted), len(asked)))
    if len(counted) == 1:
        return found.ravel()
    from .draws.drawing import joint_sample
    from .draws.pairwise import contrasts

    joint = joint_sample(counted)
    drawn = joint.scores(asked, draws, seed, thread_count(threads))
    for place, (each, first) in enumerate(zip(asked, preferred, strict=True)):
        order = [first, *(k for k in range(len(counted)) if k != first)]
        tested = contrasts(
            each, joint, order, each.sign * drawn[:, order, place],
            [(0, k) for k in range(1, len(order))], sign=each.sign, level=_LEVEL, seed=seed,
        )  # fmt: skip
        found[order[1:], place] = [one.p_adjusted for one in tested]
    return found.ravel()
