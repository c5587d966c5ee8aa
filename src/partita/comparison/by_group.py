"""The score of each clustering in each group of objects: donor, batch, document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.checks import thread_count
from ..base.errors import InputError, UndefinedError
from ..base.progress import step_through
from ..base.wording import show
from ..labels.records import object_names, python_names
from ..measures.chosen import choose
from ..measures.measure import Measure
from ..table.contingency import count_pair
from .counting.columns import Columns
from .counting.counting import can_be_drawn
from .draws.certainty import Inference, score_intervals

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from ..measures.chosen import Chosen
    from .counting.counting import Counted


def by_group(
    counted: Mapping[str, Counted], chosen: Chosen, confidence: float | None, draws: int, seed: int
) -> Columns:
    """A row per group and clustering: group, objects, classes, prediction, value, low and high.

    Groups are in the order of their names, clusterings in the order given. The interval is that of
    the objects of the group. A value that is not defined in a group is NaN; so is an interval that
    cannot be drawn.
    """
    plan = Inference(confidence, None, "calibrated", draws, seed, None)
    parts = [
        (number, group, name, part)
        for name, one in counted.items()
        for number, group, part in _parts(name, one)
    ]
    parts.sort(key=lambda part: part[0])  # stable: clusterings stay in the order given
    scores = np.array(
        [_score(part, chosen, plan) for *_, part in step_through(parts, "scores")], dtype=np.float64
    )
    return Columns(
        {
            "group": object_names(group for _, group, *_ in parts),
            "objects": np.array([part.table.n for *_, part in parts]),
            "classes": np.array([len(part.table.classes) for *_, part in parts]),
            "prediction": object_names(name for *_, name, _ in parts),
            **dict(zip(("value", "low", "high"), scores.T, strict=True)),
        }
    )


def asked(measure: Any, leading: Chosen) -> Chosen:
    """The measure to score groups by; groups in its place are refused."""
    if measure is None:
        return leading
    if not isinstance(measure, str | tuple | Measure):
        raise InputError(
            f"by_group takes a measure, not {show(measure)}: pass the group of each object to "
            "compare, as groups="
        )
    return choose(measure)


def _parts(name: str, one: Counted) -> Iterator[tuple[int, Any, Counted]]:
    """The objects of each group, counted on their own, with the number and name of the group."""
    if one.units is None or one.unit_names is None:
        raise InputError(
            f"{name!r} was compared without groups: pass groups= to compare, for example the donor "
            "of each object"
        )
    names = python_names(one.unit_names)
    order = np.argsort(one.units, kind="stable")
    numbers, starts = np.unique(one.units[order], return_index=True)
    for number, places in zip(numbers.tolist(), np.split(order, starts[1:]), strict=True):
        yield number, names[number], _part(one, places)


def _part(one: Counted, places: NDArray[np.intp]) -> Counted:
    """A clustering of some of the objects."""
    pair = one.pair
    truth, prediction = (
        side._replace(codes=side.codes[places]) for side in (pair.truth, pair.prediction)
    )
    weights = None if pair.weights is None else pair.weights[places]
    own = pair._replace(truth=truth, prediction=prediction, weights=weights, kept=None)
    table = count_pair(own, thread_count(None))
    return one._replace(table=table, pair=own, units=None, unit_names=None)


def _score(one: Counted, chosen: Chosen, plan: Inference) -> tuple[float, float, float]:
    """The value and both ends of its interval, NaN where there is none."""
    nothing = float("nan")
    try:
        value = chosen.of(one.table)
    except UndefinedError:
        return nothing, nothing, nothing
    if plan.confidence is None or not can_be_drawn(one.table):
        return value, nothing, nothing
    try:
        (found,) = score_intervals(one, [chosen], plan)
    except UndefinedError:  # a drawn table has no value
        found = None
    return (value, nothing, nothing) if found is None else (value, found.low, found.high)
