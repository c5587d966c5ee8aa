"""`consistency`: which measures rank clusterings alike, by Kendall's rank correlation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.errors import InputError
from ..base.wording import first_of, number_of
from ..measures.chosen import Asked, Chosen, choose_all
from .clusterings import Clustering, read_clusterings
from .consistency_record import Consistency
from .counting.score import value_or_reason
from .rank_correlation import average_tree, is_constant, tau_matrix

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ..base.arrays import Floats
    from ..table.contingency import AnyTable
    from .comparison import Comparison


def consistency(
    results: Comparison | Mapping[str, Comparison | AnyTable] | Sequence[Comparison | AnyTable],
    measures: Asked | Iterable[Asked] | None = None,
    *,
    within: bool = False,
) -> Consistency:
    """Find out which measures rank clusterings alike, by Kendall's τ_b.

    Distances change sign, so that more is better for every measure. Values that differ only by
    rounding are ties. A measure that has no value for some clustering, or the same value for all
    of them, is left out, with the reason.

    Parameters
    ----------
    results : Comparison, Mapping or list
        A comparison of several clusterings; or a comparison or a contingency table for each data
        set. Wu, Xiong and Chen (2009) take one clustering of each of 29 data sets.
    measures : str, Measure, or list of them, optional
        The measures as `compare` takes them; ``"all"`` for every one. Those of the comparisons if
        left out, or the main measures for tables.
    within : bool, default False
        Compare only clusterings of the same data set. Otherwise a pair of clusterings may come
        from two data sets, and measures whose range depends on the data rank these differently.

    Returns
    -------
    Consistency
        The correlation of every two measures, and the tree of the measures.

    Raises
    ------
    InputError
        If there are no two clusterings to compare, or fewer than two measures can rank them.

    Examples
    --------
    >>> import partita
    >>> truth = [0, 0, 0, 1, 1, 1]
    >>> labels = {"a": [0, 0, 0, 1, 1, 1], "b": [0, 0, 1, 1, 1, 1], "c": [0, 1, 2, 3, 4, 5]}
    >>> found = partita.consistency(partita.compare(truth, labels), ["rand", "mirkin", "purity"])
    >>> found["rand", "mirkin"], round(found["rand", "purity"], 3)
    (1.0, 0.816)
    >>> found.groups(0.9)
    (('purity',), ('rand', 'mirkin'))
    """
    clusterings = read_clusterings(results)
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
    found = value_or_reason(chosen, one.counted.table)
    return found if isinstance(found, str) else float(found)
