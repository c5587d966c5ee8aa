"""What sums of products of memberships give without the objects: means, and relational indices."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import measures
from ...base.errors import InputError
from ...measures.measure import Measure
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
from .integer_sums import floats, square_sum, total

if TYPE_CHECKING:
    from .soft_table import SoftTable


def gram_mean(table: SoftTable, measure: Measure, options: dict[str, Any]) -> float:
    """Return the mean of a measure in `GRAM_MEANS`, by the closed forms of `soft.means`."""
    side = GRAM_MEANS[measure.name]
    if side is not None and not table.hard[side]:
        noun = ("truth", "prediction")[side]
        raise InputError(
            f"the mean of {measure.name} has a closed form only if the {noun} is hard: use "
            "partita.expectation on memberships in memory"
        )
    if side is None or measure.reads == "pairs":
        return measure.read(table.sums.mean_counts(), **options)
    sums = table.swapped_sums if side else table.sums
    return sums.mean_shares(floats(table.totals[side]))


GRAM_MEANS: dict[str, int | None] = {
    measures.rand.name: None,
    measures.mirkin.name: None,
    measures.normalized_mirkin.name: None,
    measures.hubert_gamma_prime.name: None,
    measures.pair_recall.name: 0,
    measures.pair_precision.name: 1,
    measures.b_cubed_recall.name: 0,
    measures.b_cubed_precision.name: 1,
}
"""Measures whose mean follows from the sums, with the side that must be hard (0: the truth)."""


def _product(measure: Measure, table: SoftTable) -> float:
    """A hard formula on pairs that are together to the degree <u_x,u_y>."""
    return hard_formula(measure, table.sums.degree_counts())


def _cells(measure: Measure, table: SoftTable) -> float:
    return measure_of_cells(measure, table.cells)


def _frobenius(table: SoftTable) -> float:
    if table.n == 1:
        return 1.0
    cross = float(square_sum(table.joint))
    return frobenius_index(table.n, cross, *(_side_sums(table, side) for side in (0, 1)))


def _side_sums(table: SoftTable, side: int) -> SideSums:
    gram = table.grams[side]
    trace = float(total(np.diagonal(gram)))
    return float(square_sum(table.totals[side])), float(square_sum(gram)), trace


OF_SUMS: dict[str, Callable[[SoftTable], float]] = {
    frigui_rand.name: partial(_product, measures.rand),
    frigui_jaccard.name: partial(_product, measures.jaccard),
    frigui_fowlkes_mallows.name: partial(_product, measures.fowlkes_mallows),
    frigui_hubert.name: partial(_product, measures.hubert_gamma),
    fuzzy_adjusted_rand.name: _frobenius,
    anderson_rand.name: partial(_cells, measures.rand),
    anderson_adjusted_rand.name: partial(_cells, measures.adjusted_rand),
    anderson_jaccard.name: partial(_cells, measures.jaccard),
}
"""Relational indices that follow from the sums, by their name."""
