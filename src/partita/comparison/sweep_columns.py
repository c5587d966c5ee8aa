"""The columns of a sweep: scores over the parameter, and tests against the preferred one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..base.checks import thread_count
from ..base.errors import UndefinedError
from ..measures.chosen import Chosen
from ..table.contingency import AnyTable
from .counting.counting import Counted

LEVEL = 0.95  # of the tests


def sweep_columns(
    parameters: list[Any], counted: Mapping[str, Counted], asked: list[Chosen], values: Any
) -> dict[str, Any]:
    """A row per parameter and measure: what is known before anything is drawn."""
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


def sweep_values(counted: Mapping[str, Counted], asked: list[Chosen]) -> Any:
    """The values, a row per parameter, a column per measure; NaN where there is none."""
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


def preference_tests(
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
    from .draws.pair_tests import compare_pairs
    from .draws.samples import joint_sample

    joint = joint_sample(counted)
    drawn = joint.scores(asked, draws, seed, thread_count(threads))
    for place, (each, first) in enumerate(zip(asked, preferred, strict=True)):
        order = [first, *(k for k in range(len(counted)) if k != first)]
        tested = compare_pairs(
            each, joint, order, each.sign * drawn[:, order, place],
            [(0, k) for k in range(1, len(order))], level=LEVEL, seed=seed,
        )  # fmt: skip
        found[order[1:], place] = [one.p_adjusted for one in tested]
    return found.ravel()
