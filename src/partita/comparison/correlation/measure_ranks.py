"""How measures rank clusterings: Kendall's tau of every two measures, and their tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.errors import InputError
from ...base.wording import first_of, number_of
from ...measures.chosen import Chosen, choose_all
from ..counting.score import value_or_reason
from .consistency_record import Consistency
from .rank_correlation import average_tree, is_constant, tau_matrix

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...base.arrays import Floats
    from ..clusterings import Clustering


def consistency_in(
    clusterings: Sequence[Clustering], measures: Any, *, within: bool = False
) -> Consistency:
    """The consistency of measures on clusterings; see `partita.consistency`."""
    if len(clusterings) < 2:
        raise InputError("results holds one clustering: pass at least two, so that measures rank")
    strata = [one.dataset for one in clusterings] if within else None
    if strata is not None and len(set(strata)) == len(strata):
        raise InputError(
            "within=True compares clusterings of the same data set, and each data set has one: "
            "leave it out, or pass several clusterings of a data set"
        )
    columns: dict[str, Floats] = {}
    left_out: dict[str, str] = {}
    for chosen in _measures(clusterings, measures):
        found = _column(chosen, clusterings)
        if isinstance(found, str):
            left_out[chosen.label] = found
        else:
            columns[chosen.label] = found
    if len(columns) < 2:
        reasons = "; ".join(f"{name} {reason}" for name, reason in left_out.items())
        raise InputError(
            "consistency needs at least two measures that rank the clusterings"
            + (f": {reasons}" if reasons else "")
        )
    matrix = tau_matrix(np.column_stack(list(columns.values())), strata)
    tree, order = average_tree(1.0 - matrix)
    names = tuple(columns)
    matrix.flags.writeable = False
    datasets = len({one.dataset for one in clusterings})
    ordered = tuple(names[place] for place in order)
    return Consistency(names, matrix, ordered, tree, len(clusterings), datasets, left_out)


def _measures(clusterings: Sequence[Clustering], asked: Any) -> list[Chosen]:
    known = {one.measure: one.chosen for each in clusterings for one in each.scores.values()}
    return choose_all(asked) if asked is not None or not known else list(known.values())


def _column(chosen: Chosen, clusterings: Sequence[Clustering]) -> Floats | str:
    """The values for all clusterings, more is better; or why the measure ranks none."""
    values, missing = [], []
    for one in clusterings:
        value = _value(chosen, one)
        if isinstance(value, float):
            values.append(chosen.sign * value)
        else:
            missing.append(one.name)
    if missing:
        return f"has no value for {_share(missing, len(clusterings))}"
    column = np.array(values)
    return "has the same value for all clusterings" if is_constant(column) else column


def _share(missing: list[str], total: int) -> str:
    of = number_of(len(missing), "clustering", "clusterings")
    return f"{of} of {total} ({first_of(missing, 3)})"


def _value(chosen: Chosen, one: Clustering) -> float | str:
    score = one.scores.get(chosen.label)
    if score is not None:
        return score.undefined if score.value is None else float(score.value)
    found = value_or_reason(chosen, one.get_counted().table)
    return found if isinstance(found, str) else float(found)
