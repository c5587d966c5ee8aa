"""Where intervals may lie: few objects, ties of maxima, errors hardly seen."""

from __future__ import annotations

from math import isfinite

from ...measures.measure import Measure
from ...measures.measure import measure as measure_of
from ...table.contingency import Contingency
from ...table.weighted import WeightedContingency
from ..sampling.samples import FEW_GROUPS, GroupSample, ObjectSample
from .missed import outside, singles
from .ties import alike

_COUNTED_CELLS = {"pieces", "merge_costs"}  # statistics that count the occupied cells


def is_smooth(measure: Measure) -> bool:
    """Whether small changes of a table change the score in proportion: sums do, maxima do not."""
    return _own(measure).smooth


def counts_cells(measure: Measure) -> bool:
    """Whether it counts the occupied cells, some of which every sample of the objects loses."""
    return _own(measure).statistic in _COUNTED_CELLS


def has_limit(measure: Measure) -> bool:
    """Whether it has a value in a population: what grows with n, or counts cells, has none.

    What grows as a power of n has one too: that of n objects in the shares of the population.
    """
    pairs = measure.family == "pairs" and all(map(isfinite, measure.bounds))
    known = measure.degree is not None or measure.converges
    return (known or pairs) and not counts_cells(measure)


def has_bias(measure: Measure) -> bool:
    """Whether the jackknife finds a bias: samples of n objects score higher than the population.

    Without a value in the population, the interval is for the mean score of samples of n objects,
    and of that mean the score has no bias.
    """
    kind = getattr(measure, "recipe", ("",))[0]
    return is_smooth(measure) and (has_limit(measure) or kind == "adjusted")


def _own(measure: Measure) -> Measure:
    recipe = getattr(measure, "recipe", None)  # of a measure derived from another
    return measure if recipe is None else measure_of(recipe[1])


def warnings(
    measure: Measure, sample: ObjectSample | GroupSample, *, widened: bool = False
) -> list[str]:
    """Say in a few words when the interval may lie; not of what it was widened for."""
    table, notes = sample.table, []
    if isinstance(sample, GroupSample):
        few = sample.size < FEW_GROUPS
        text = "only {} groups: may be too narrow" if few else "{} groups"
        notes.append(text.format(sample.size))
    if few_per_cell(table):
        doubt = ", below 5 not to be trusted" if table.n < 5 * table.nnz else ""
        notes.append("fewer than 20 objects per cell" + doubt)
    if widened:
        return notes
    if measure.family in {"information", "coding"}:
        if table.n >= 20 * table.nnz and 4 * singles(table) > table.nnz:
            notes.append("many cells hold one object: may be too narrow")
        if 0 < outside(table) < 20:
            notes.append("few objects outside the matched cells: may be too narrow")
    if counts_cells(measure):
        notes.append("counts occupied cells, which samples lose: the interval may flatter")
    elif not is_smooth(measure) and nearly_ties(table):
        notes.append("largest overlaps nearly tie: the interval may flatter")
    return notes


def few_per_cell(table: Contingency | WeightedContingency) -> bool:
    """Whether there are fewer than 20 objects for each occupied cell."""
    return bool(table.n < 20 * table.nnz)


def nearly_ties(table: Contingency) -> bool:
    """Whether in a row or column the two largest cells differ by less than chance may."""
    for lines, size in ((table.rows, len(table.classes)), (table.cols, len(table.clusters))):
        if alike(table.counts, lines).sum() > size:
            return True
    return False
