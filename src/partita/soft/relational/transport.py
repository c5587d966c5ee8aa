"""Distances by matching or transporting clusters, at the cost of different memberships."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.arrays import Floats
from ...base.checks import one_of
from ..kinds.arguments import as_fuzzy
from .registry import relational
from .row_pairs import RowPairs, row_pairs


@relational(
    symbol="d_M",
    hard="classification_error",
    identity=True,
    references=("zhou2005",),
    better="lower",
)
def matched_distance(a: Any, b: Any) -> float:
    """Difference in memberships under the best one-to-one matching of clusters, per object.

    ½ min_w Σ_i Σ_x |u_xi - v_xw(i)| / n; clusters without a partner are matched to empty ones.
    Against hard labels, with memberships as probabilities, it is an upper bound of the mean
    classification error. Between two soft clusterings it is not: equal ones have distance 0,
    although clusterings drawn from them differ.

    Beware: only the best matching counts; the distribution of the unmatched part does not matter.

    Examples
    --------
    >>> from partita import Fuzzy
    >>> from partita.soft.relational import matched_distance
    >>> soft = Fuzzy([[1, 0], [0.8, 0.2], [0, 1], [0, 1]])
    >>> round(matched_distance([0, 0, 1, 1], soft), 4)
    0.05
    """
    from scipy.optimize import linear_sum_assignment

    groups = row_pairs(as_fuzzy(a, "a"), as_fuzzy(b, "b"))
    size = max(groups.first.shape[1], groups.second.shape[1])
    padded = RowPairs(_padded(groups.first, size), _padded(groups.second, size), groups.weight)
    cost = _cost(padded)
    return float(cost[linear_sum_assignment(cost)].sum() / 2 / groups.n)


@relational(
    symbol="d_Z",
    hard=None,
    identity=True,
    references=("zhou2005",),
    better="lower",
    bounds=(0.0, np.inf),
)
def zhou_mallows(a: Any, b: Any, *, weights: str = "equal") -> float:
    """Lowest cost of transporting the clusters of one side to the other (Mallows distance).

    min Σ_ij w_ij Σ_x |u_xi - v_xj| over w >= 0 whose margins are the cluster weights: all equal
    (`weights="equal"`), or the shares of the memberships (`"size"`). With k equally weighted
    clusters on both sides it is 2n/k times `matched_distance`.

    Beware: it grows with the number of objects and, for equal weights, falls with the number of
    clusters. Compare values only for the same objects and similar numbers of clusters.

    Examples
    --------
    >>> from partita import Fuzzy
    >>> from partita.soft.relational import zhou_mallows
    >>> soft = Fuzzy([[1, 0], [0.8, 0.2], [0, 1], [0, 1]])
    >>> round(zhou_mallows([0, 0, 1, 1], soft), 4)
    0.2
    """
    one_of("weights", weights, ("equal", "size"))
    groups = row_pairs(as_fuzzy(a, "a"), as_fuzzy(b, "b"))
    supply, demand = (_shares(side, groups.weight, weights) for side in groups[:2])
    return _transport(_cost(groups), supply, demand)


def _shares(rows: Floats, weight: Floats, weights: str) -> Floats:
    size = np.ones(rows.shape[1]) if weights == "equal" else weight @ rows
    shares: Floats = size / size.sum()
    return shares


def _padded(rows: Floats, size: int) -> Floats:
    return np.pad(rows, ((0, 0), (0, size - rows.shape[1])))


def _cost(groups: RowPairs) -> Floats:
    """Return Σ_x |u_xi - v_xj| for every pair of clusters."""
    return np.array(
        [
            groups.weight @ np.abs(groups.first[:, [cluster]] - groups.second)
            for cluster in range(groups.first.shape[1])
        ]
    )


def _transport(cost: Floats, supply: Floats, demand: Floats) -> float:
    from scipy.optimize import linear_sum_assignment, linprog
    from scipy.sparse import eye_array, kron, vstack

    rows, cols = cost.shape
    if rows == cols and len({*supply, *demand}) == 1:  # Birkhoff: a matching is optimal
        return float(cost[linear_sum_assignment(cost)].sum() / rows)
    margins = vstack(
        (kron(eye_array(rows), np.ones((1, cols))), kron(np.ones((1, rows)), eye_array(cols)))
    )
    tight = dict.fromkeys(("primal_feasibility_tolerance", "dual_feasibility_tolerance"), 1e-10)
    sides = np.concatenate((supply, demand))
    found = linprog(cost.ravel(), A_eq=margins, b_eq=sides, options=tight)  # the least of HiGHS
    if found.status != 0:
        raise ArithmeticError(f"the transport program was not solved: {found.message}")
    return float(found.fun)
