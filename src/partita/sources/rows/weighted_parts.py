"""Parts of a weighted table: exact sums by cell, which can be added."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ... import _kernel
from ...base.arrays import Array
from ...base.errors import InputError
from ...labels.records import LabelPair, from_zero
from ...table.contingency import Contingency
from ...table.group_names import join_names
from ...table.weighted import WeightedContingency
from .exact_weights import GRID, Sums, exact_sums, rounded

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class WeightedPart:
    """The occupied cells of a part: sums of weights as Python integers, and numbers of objects."""

    rows: NDArray[np.int64]
    cols: NDArray[np.int64]
    sums: Sums
    objects: NDArray[np.int64]  # with a weight above 0, in each cell
    whole: bool  # every weight is an integer below 2**63
    classes: Array
    clusters: Array
    guessed: bool  # as in `labels.weights.Weights`

    @property
    def nnz(self) -> int:
        """Number of occupied cells."""
        return len(self.rows)

    def __add__(self, other: WeightedPart) -> WeightedPart:
        """Add the sums cell by cell; groups of the same name are one group."""
        classes, left_rows, right_rows = join_names(self.classes, other.classes)
        clusters, left_cols, right_cols = join_names(self.clusters, other.clusters)
        rows = np.concatenate((left_rows[self.rows], right_rows[other.rows]))
        cols = np.concatenate((left_cols[self.cols], right_cols[other.cols]))
        width = len(clusters)
        place, distinct = _kernel.encode_integers(rows * width + cols)
        sums = Sums([0] * len(distinct), [0] * len(distinct))
        objects = np.zeros(len(distinct), dtype=np.int64)
        np.add.at(objects, place, np.concatenate((self.objects, other.objects)))
        for kind in range(2):
            values = self.sums[kind] + other.sums[kind]
            for cell, value in zip(place.tolist(), values, strict=True):
                sums[kind][cell] += value
        cells = np.asarray(distinct, dtype=np.int64)
        return WeightedPart(
            cells // width,
            cells % width,
            sums,
            objects,
            self.whole and other.whole,
            classes,
            clusters,
            self.guessed or other.guessed,
        )

    def table(self, *, whole: bool) -> Contingency | WeightedContingency:
        """The table; `whole` says whether weights are frequencies."""
        places = self.rows.astype(np.int32), self.cols.astype(np.int32)
        names = self.classes, self.clusters
        if not whole:
            values = rounded(self.sums, (self.objects == 1).tolist())
            return WeightedContingency._build((*places, *values), *names).marked(self.guessed)
        counts = [s >> GRID for s in self.sums.weight]
        if max(counts) >= 2**63:
            raise InputError("weights add up to 2**63 or more: divide all by a common factor")
        cells = (*places, np.array(counts, dtype=np.int64))
        return Contingency._build(cells, *names).marked(self.guessed)


def weighted_part(
    pair: LabelPair, weights: Array, times: NDArray[np.int64] | None = None
) -> WeightedPart:
    """Add up the weights by cell; at least one is above 0.

    With `times`, a row stands for several objects of the same weight.
    """
    present = np.flatnonzero(weights)
    rows, cols = (from_zero(side)[present] for side in (pair.truth, pair.prediction))
    width = len(pair.prediction.names)
    place, distinct = _kernel.encode_integers(rows * width + cols)
    cells = np.asarray(distinct, dtype=np.int64)
    many = None if times is None else times[present]
    sums = exact_sums(place.astype(np.int64), len(cells), weights[present], many)
    objects = np.zeros(len(cells), dtype=np.int64)
    np.add.at(objects, place, 1 if many is None else many)
    names = pair.truth.names, pair.prediction.names
    whole = bool(weights.dtype == np.int64)
    sides = cells // width, cells % width
    return WeightedPart(*sides, sums, objects, whole, *names, pair.guessed)
