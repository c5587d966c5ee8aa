"""Where intervals may lie: few objects, ties of maxima, errors hardly seen."""

from __future__ import annotations

import numpy as np

from ..contingency import Contingency
from ..measure import Measure
from .samples import GroupSample, ObjectSample

SMOOTH_OVERLAPS = {"b_cubed_precision", "b_cubed_recall", "b_cubed_f"}  # sums, not maxima


def is_smooth(measure: Measure) -> bool:
    """Whether small changes of a table change the score in proportion: sums do, maxima do not."""
    return measure.family in {"pairs", "information", "coding"} or measure.name in SMOOTH_OVERLAPS


def warnings(measure: Measure, sample: ObjectSample | GroupSample) -> list[str]:
    """Say in a few words when the interval may lie."""
    table, notes = sample.table, []
    if isinstance(sample, GroupSample):
        notes.append(f"{sample.size} groups")
    if table.n < 20 * table.nnz:
        doubt = ", below 5 not to be trusted" if table.n < 5 * table.nnz else ""
        notes.append("fewer than 20 objects per cell" + doubt)
    elif measure.family in {"information", "coding"} and 4 * _singles(table) > table.nnz:
        notes.append("many cells hold one object: may be too narrow")
    if not is_smooth(measure) and _ties(table):
        notes.append("largest overlaps nearly tie: the interval may flatter")
    if measure.family in {"information", "coding"} and 0 < _outside(table) < 20:
        notes.append("few objects outside the matched cells: may be too narrow")
    return notes


def _singles(table: Contingency) -> int:
    """Cells of one object: about as many more were missed by the sample (Good 1953)."""
    return int(np.count_nonzero(table.counts == 1))


def _outside(table: Contingency) -> int:
    """Return how many objects lie outside the largest cells of their classes or clusters."""
    inside = []
    for lines, size in ((table.rows, len(table.classes)), (table.cols, len(table.clusters))):
        largest = np.zeros(size, dtype=np.int64)
        np.maximum.at(largest, lines, table.counts)
        inside.append(sum(largest.tolist()))
    return table.n - max(inside)


def _ties(table: Contingency) -> bool:
    """Whether in a row or column the two largest cells differ by less than chance may."""
    for lines, size in ((table.rows, len(table.classes)), (table.cols, len(table.clusters))):
        order = np.lexsort((table.counts, lines))
        last = np.searchsorted(lines[order], np.arange(size), side="right") - 1
        sorted_counts = table.counts[order].astype(np.float64)
        alone = np.diff(last, prepend=-1) == 1
        top, second = sorted_counts[last], np.where(alone, 0.0, sorted_counts[last - 1])
        if np.any(top - second < 2 * np.sqrt(top + second)):
            return True
    return False
