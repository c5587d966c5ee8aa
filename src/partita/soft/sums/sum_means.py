"""Means of measures from sums of products alone, by the forms that `closed_forms` has for rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ... import measures
from ...base.errors import InputError
from ...measures.measure import Measure
from .whole_sums import floats

if TYPE_CHECKING:
    from .soft_table import SoftTable

Form = Callable[["SoftTable", Measure, dict[str, Any]], float]


def _agreement(table: SoftTable, measure: Measure, options: dict[str, Any]) -> float:
    """Measures that are linear in the number of pairs treated alike."""
    return measure.read(table.sums.mean_counts(), **options)


def _fixed(side: int) -> Form:
    """Measures whose denominator a hard side fixes."""

    def form(table: SoftTable, measure: Measure, options: dict[str, Any]) -> float:
        _require_hard(table, side, measure)
        return _agreement(table, measure, options)

    return form


def _cubed(side: int) -> Form:
    """(1/n) Σ E n_ij²/a_i with known sizes a_i of the groups on the hard side."""

    def form(table: SoftTable, measure: Measure, options: dict[str, Any]) -> float:
        del options
        _require_hard(table, side, measure)
        sums = table.swapped_sums if side else table.sums
        return sums.mean_shares(floats(table.totals[side]))

    return form


def _require_hard(table: SoftTable, side: int, measure: Measure) -> None:
    if not table.hard[side]:
        noun = ("truth", "prediction")[side]
        raise InputError(
            f"the mean of {measure.name} has a closed form only where the {noun} is hard: use "
            "partita.expectation on memberships in memory"
        )


GRAM_MEANS: dict[str, Form] = {
    measures.rand.name: _agreement,
    measures.mirkin.name: _agreement,
    measures.normalized_mirkin.name: _agreement,
    measures.hubert_gamma_prime.name: _agreement,
    measures.pair_recall.name: _fixed(0),
    measures.pair_precision.name: _fixed(1),
    measures.b_cubed_recall.name: _cubed(0),
    measures.b_cubed_precision.name: _cubed(1),
}
"""Which measures have a mean that sums of products give, and how."""
