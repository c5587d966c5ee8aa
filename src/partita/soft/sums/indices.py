"""Relational indices that sums of products of memberships give, without the objects."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ...measures.measure import Measure
from ...measures.pairs import adjusted_rand, fowlkes_mallows, hubert_gamma, jaccard, rand
from ..relational.anderson import (
    anderson_adjusted_rand,
    anderson_jaccard,
    anderson_rand,
    measure_of_cells,
)
from ..relational.inner_products import (
    SideSums,
    frigui_fowlkes_mallows,
    frigui_hubert,
    frigui_jaccard,
    frigui_rand,
    frobenius_index,
    fuzzy_adjusted_rand,
)
from ..relational.row_pairs import hard_formula
from .whole_sums import square_sum, total

if TYPE_CHECKING:
    from .soft_table import SoftTable


def _product(measure: Measure, table: SoftTable) -> float:
    """A hard formula on pairs that are together to the degree <u_x,u_y>."""
    return hard_formula(measure, table.sums.degree_counts())


def _frobenius(table: SoftTable) -> float:
    if table.n == 1:
        return 1.0
    cross = float(square_sum(table.joint))
    return frobenius_index(table.n, cross, *(_side_sums(table, side) for side in (0, 1)))


def _side_sums(table: SoftTable, side: int) -> SideSums:
    gram = table.grams[side]
    trace = float(total(np.diagonal(gram)))
    return float(square_sum(table.totals[side])), float(square_sum(gram)), trace


def _cells(measure: Measure, table: SoftTable) -> float:
    return measure_of_cells(measure, table.cells)


OF_SUMS: dict[str, Callable[[SoftTable], float]] = {
    frigui_rand.name: partial(_product, rand),
    frigui_jaccard.name: partial(_product, jaccard),
    frigui_fowlkes_mallows.name: partial(_product, fowlkes_mallows),
    frigui_hubert.name: partial(_product, hubert_gamma),
    fuzzy_adjusted_rand.name: _frobenius,
    anderson_rand.name: partial(_cells, rand),
    anderson_adjusted_rand.name: partial(_cells, adjusted_rand),
    anderson_jaccard.name: partial(_cells, jaccard),
}
"""Indices by their name; each is what the function of that name gives for the memberships."""
