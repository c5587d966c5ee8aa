"""Relational indices that sums of products of memberships give, without the objects."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ...measures.measure import Measure
from ...measures.pairs import adjusted_rand, fowlkes_mallows, hubert_gamma, jaccard, rand
from ..relational.contingency import (
    anderson_adjusted_rand,
    anderson_jaccard,
    anderson_rand,
    measure_of_cells,
)
from ..relational.gram import (
    GramSums,
    frigui_fowlkes_mallows,
    frigui_hubert,
    frigui_jaccard,
    frigui_rand,
    frobenius_index,
    fuzzy_adjusted_rand,
)
from ..relational.pairs import hard_formula, soft_counts
from .whole_sums import square_sum, total

if TYPE_CHECKING:
    from .table import SoftTable


def _product(measure: Measure, table: SoftTable) -> float:
    """A hard formula on pairs that are together to the degree <u_x,u_y> (see `gram_counts`)."""
    both = float(square_sum(table.joint) - total(table.squares[0])) / 2
    first, second = (
        float(square_sum(sums) - total(np.diagonal(gram))) / 2
        for sums, gram in zip(table.totals, table.grams, strict=True)
    )
    pairs = table.n * (table.n - 1) / 2
    return hard_formula(measure, soft_counts(both, first, second, pairs, table.n))


def _frobenius(table: SoftTable) -> float:
    if table.n == 1:
        return 1.0
    cross = float(square_sum(table.joint))
    return frobenius_index(table.n, cross, *(_gram_sums(table, side) for side in (0, 1)))


def _gram_sums(table: SoftTable, side: int) -> GramSums:
    gram = table.grams[side]
    trace = float(total(np.diagonal(gram)))
    return float(square_sum(table.totals[side])), float(square_sum(gram)), trace


def _cells(measure: Measure, table: SoftTable) -> float:
    return measure_of_cells(measure, table.cells)


OF_SUMS: dict[str, Callable[[SoftTable], float]] = {
    frigui_rand.__name__: partial(_product, rand),
    frigui_jaccard.__name__: partial(_product, jaccard),
    frigui_fowlkes_mallows.__name__: partial(_product, fowlkes_mallows),
    frigui_hubert.__name__: partial(_product, hubert_gamma),
    fuzzy_adjusted_rand.__name__: _frobenius,
    anderson_rand.__name__: partial(_cells, rand),
    anderson_adjusted_rand.__name__: partial(_cells, adjusted_rand),
    anderson_jaccard.__name__: partial(_cells, jaccard),
}
"""Indices by their name; each is what the function of that name gives for the memberships."""
