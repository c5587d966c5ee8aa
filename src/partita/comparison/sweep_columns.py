"""The columns of a sweep: scores, means under chance, and tests against the preferred parameter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..base.arrays import Floats
from ..base.checks import thread_count
from ..base.errors import UndefinedError
from ..chance.models import Model
from ..measures.chosen import Chosen
from .counting.counting import Counted
from .counting.score import value_or_reason
from .draws.certainty import LEVEL, chance_means


def score_matrix(counted: Mapping[str, Counted], asked: list[Chosen]) -> Floats:
    """The values: a row per parameter, a column per measure, NaN where there is no value."""
    found = [[value_or_reason(one, each.table) for one in asked] for each in counted.values()]
    values = np.array([[np.nan if isinstance(v, str) else v for v in row] for row in found])
    empty = np.isnan(values).all(axis=0)
    if empty.any():
        first = int(empty.argmax())
        others = [one.label for one, none in zip(asked, empty, strict=True) if not none]
        remedy = f"ask for the others, measures={others}" if others else "ask for another measure"
        raise UndefinedError(
            f"{asked[first].label} has no value on any of these clusterings "
            f"({found[0][first]}); {remedy}"
        )
    return values


def score_columns(
    parameters: list[Any], counted: Mapping[str, Counted], asked: list[Chosen], values: Floats
) -> dict[str, Any]:
    """A row per parameter and measure: the groups and the value."""
    each, groups = len(asked), [one.table.groups for one in counted.values()]
    unclustered = [one.unclustered for one in groups]
    numeric = all(type(parameter) in (int, float) for parameter in parameters)
    heads = np.array(parameters) if numeric else np.fromiter(parameters, object, len(parameters))
    return {
        "parameter": np.repeat(heads, each),
        "clusters": np.repeat([one.clusters for one in groups], each),
        **({"unclustered": np.repeat(unclustered, each)} if any(unclustered) else {}),
        "measure": np.array([one.label for one in asked] * len(parameters), dtype=object),
        "value": values.ravel(),
    }


def chance_column(
    counted: Mapping[str, Counted], asked: list[Chosen], model: Model, seed: int
) -> Floats:
    """The mean of each measure over random labels; NaN where it is not known."""
    from ..chance.null_values import Null

    means = [chance_means(one.table, asked, Null(model, seed=seed)) for one in counted.values()]
    return np.array(means, dtype=np.float64).ravel()


def preference_tests(
    counted: Mapping[str, Counted],
    asked: list[Chosen],
    preferred: list[int],
    *,
    draws: int,
    seed: int,
    threads: int | None,
) -> Floats:
    """The corrected p of each parameter against the preferred one, for each measure."""
    found = np.ones((len(counted), len(asked)))
    if len(counted) == 1:
        return found.ravel()
    from .draws.pair_tests import compare_pairs
    from .draws.samples import joint_sample

    joint = joint_sample(counted)
    drawn = joint.scores(asked, draws, seed, thread_count(threads))
    for place, (one, first) in enumerate(zip(asked, preferred, strict=True)):
        order = [first, *(k for k in range(len(counted)) if k != first)]
        goodness = one.sign * drawn[:, order, place]
        pairs = [(0, k) for k in range(1, len(order))]
        tests = compare_pairs(one, joint, order, goodness, pairs, level=LEVEL, seed=seed)
        found[order[1:], place] = [test.p_adjusted for test in tests]
    return found.ravel()
