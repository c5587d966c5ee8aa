"""Notes on when an interval may be wrong: few objects, near ties of maxima, few errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..sampling.samples import FEW_GROUPS, FEW_PER_CELL, GroupSample, ObjectSample
from .near_ties import alike
from .resampled_measures import counts_cells, is_smooth
from .unseen_cells import SPARSE, is_sparse, outside, singles

if TYPE_CHECKING:
    from ...measures.measure import Measure
    from ...table.contingency import Contingency
    from ...table.weighted import WeightedContingency


def cautions(
    measure: Measure, sample: ObjectSample | GroupSample, *, widened: bool = False
) -> list[str]:
    """Return notes on when the interval may be wrong, except for the reason of its widening."""
    table, notes = sample.table, []
    if isinstance(sample, GroupSample):
        few = sample.size < FEW_GROUPS
        text = "only {} groups: may be too narrow" if few else "{} groups"
        notes.append(text.format(sample.size))
    if few_per_cell(table):
        unreliable = is_sparse(table)
        notes.append(
            f"fewer than {SPARSE if unreliable else FEW_PER_CELL} objects per cell"
            + ": unreliable" * unreliable
        )
    if widened:
        return notes
    if measure.family in {"information", "coding"}:
        if not few_per_cell(table) and 4 * singles(table) > table.nnz:
            notes.append("many cells hold one object: may be too narrow")
        if 0 < outside(table) < 20:
            notes.append("few objects outside the matched cells: may be too narrow")
    if counts_cells(measure):
        notes.append("counts occupied cells, and samples miss some: may be too favorable")
    elif not is_smooth(measure) and nearly_ties(table):
        notes.append("largest overlaps nearly tie: may be too favorable")
    return notes


def few_per_cell(table: Contingency | WeightedContingency) -> bool:
    """Whether there are fewer than `FEW_PER_CELL` objects for each occupied cell."""
    return bool(table.n < FEW_PER_CELL * table.nnz)


def nearly_ties(table: Contingency) -> bool:
    """Whether the two largest cells of a row or column differ by no more than chance."""
    for lines, size in ((table.rows, len(table.classes)), (table.cols, len(table.clusters))):
        if alike(table.counts, lines).sum() > size:
            return True
    return False
