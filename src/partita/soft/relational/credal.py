"""Credal Rand indices: the evidence that each pair is together, apart, or unknown."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...base.arrays import Floats
from ...base.checks import one_of
from ..kinds.evidential import Evidential
from ..kinds.masses import evidential
from .registry import relational
from .row_pairs import RowPairs, blocks, row_pairs

_FORMS = ("conflict", "jousselme", "belief")


class _Side(NamedTuple):
    """Masses of the groups, their part on single clusters, and which focal sets are disjoint."""

    masses: Floats
    single: Floats
    disjoint: Floats

    def apart(self, rows: slice, cols: slice) -> Floats:
        """m_xy(¬s): the mass of pairs of sets without a common cluster."""
        found: Floats = self.masses[rows] @ self.disjoint @ self.masses[cols].T
        return found

    def together(self, rows: slice, cols: slice) -> Floats:
        """m_xy(s): the mass of pairs in the same single cluster."""
        found: Floats = self.single[rows] @ self.single[cols].T
        return found


@relational(symbol="CRI", hard="rand", identity=False, references=("denoeux2018",))
def credal_rand(a: Any, b: Any, *, form: str = "conflict") -> float:
    """One minus the mean distance of the two mass functions on {together, apart} of each pair.

    A pair has mass m(s) = Σ_j m_x({j}) m_y({j}), m(¬s) = Σ_{A∩B=∅} m_x(A) m_y(B), and the rest on
    "unknown". The distance is the degree of conflict m1(s)m2(¬s) + m1(¬s)m2(s) ("conflict"),
    Jousselme's distance ("jousselme"), or half the sum of the differences in belief ("belief").
    It takes every kind of soft clustering and hard labels; conflict takes linear time.

    Beware: the conflict form measures contradiction, so a clustering without any knowledge agrees
    fully with anything, and a fuzzy one scores below 1 against itself. The other two forms are
    distances and give 1 exactly if the masses of the pairs are equal. None of them distinguishes
    ignorance from ambiguity well.

    Examples
    --------
    >>> from partita import Fuzzy
    >>> from partita.soft.relational import credal_rand
    >>> soft = Fuzzy([[1, 0], [0.8, 0.2], [0, 1], [0, 1]])
    >>> round(credal_rand([0, 0, 1, 1], soft), 4)
    0.9
    """
    one_of("form", form, _FORMS)
    one, two = evidential(a), evidential(b)
    groups = row_pairs(one, two)
    if groups.n == 1:
        return 1.0
    sides = _side(groups.first, one), _side(groups.second, two)
    total = _conflict(groups, *sides) if form == "conflict" else _distance(groups, *sides, form)
    # A single division gives the Rand index of hard labels to the last bit.
    return (groups.ordered_pairs - total) / groups.ordered_pairs


def _side(masses: Floats, a: Evidential) -> _Side:
    sets = a.focal_sets.astype(np.float64)
    alone = sets.sum(axis=1) == 1
    return _Side(masses, masses[:, alone] @ sets[alone], (sets @ sets.T == 0).astype(np.float64))


def _conflict(groups: RowPairs, one: _Side, two: _Side) -> float:
    """Sum m1(s)m2(¬s) + m1(¬s)m2(s) over ordered pairs, by the k × f table SᵀM."""
    total = 0.0
    for same, other in ((one, two), (two, one)):
        table = same.single.T @ (groups.weight[:, None] * other.masses)
        total += float((table @ other.disjoint * table).sum())
        own = (other.masses @ other.disjoint * other.masses).sum(axis=1)
        total -= float(groups.weight @ ((same.single**2).sum(axis=1) * own))
    return total


def _distance(groups: RowPairs, one: _Side, two: _Side, form: str) -> float:
    total = 0.0
    for rows, cols, weight in blocks(groups.weight):
        same = one.together(rows, cols) - two.together(rows, cols)
        apart = one.apart(rows, cols) - two.apart(rows, cols)
        if form == "belief":
            gap = (np.abs(same) + np.abs(apart)) / 2
        else:  # ½ dᵀJd with d = (same, apart, -same - apart) and J the Jaccard index of the sets
            gap = np.sqrt((same**2 + apart**2) / 2)
        total += float((weight * gap).sum())
    return total
