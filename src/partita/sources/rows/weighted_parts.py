"""Parts of a weighted table: exact sums by cell, whatever the order of rows and machines.

A finite double is m·2^e with an integer m. Weights are added as multiples of 2^-_GRID, which are
Python integers; a table rounds each sum once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ... import _kernel
from ...base.arrays import Array, Int64
from ...base.errors import InputError
from ...labels.records import LabelPair, from_zero
from ...table.contingency import Contingency
from ...table.group_names import join_names
from ...table.weighted import WeightedContingency

if TYPE_CHECKING:
    from numpy.typing import NDArray

_GRID = 460  # weights are 0 or at least 2**-400 (see labels.weights), with 53 binary places
_BITS, _LIMBS = 14, 4  # 53 bits in four limbs, whose products add exactly over _MOST rows
_MOST = 1 << 23
_EXACT = 2**53


class Sums(NamedTuple):
    """Σw·2^_GRID and Σw²·2^(2 _GRID) of each cell, numbered from 0, as Python integers."""

    weight: list[int]
    square: list[int]


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
            values = _rounded(self.sums, (self.objects == 1).tolist())
            return WeightedContingency._build((*places, *values), *names).marked(self.guessed)
        counts = [s >> _GRID for s in self.sums.weight]
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
    sums = _exact_sums(place.astype(np.int64), len(cells), weights[present], many)
    objects = np.zeros(len(cells), dtype=np.int64)
    np.add.at(objects, place, 1 if many is None else many)
    names = pair.truth.names, pair.prediction.names
    whole = bool(weights.dtype == np.int64)
    sides = cells // width, cells % width
    return WeightedPart(*sides, sums, objects, whole, *names, pair.guessed)


def _exact_sums(cells: Int64, size: int, weights: NDArray[Any], times: Int64 | None = None) -> Sums:
    """Add the weights by cell; with `times`, a row stands for several objects of one weight."""
    sums = Sums([0] * size, [0] * size)
    if times is not None or (weights.dtype.kind in "iu" and int(weights.max()) > _EXACT):
        many = [1] * len(cells) if times is None else times.tolist()
        for cell, weight, n in zip(cells.tolist(), weights.tolist(), many, strict=True):
            whole = _on_grid(weight)
            sums.weight[cell] += n * whole
            sums.square[cell] += n * whole * whole
        return sums
    for start in range(0, len(cells), _MOST):
        part = slice(start, start + _MOST)
        _add(sums, cells[part], np.asarray(weights[part], dtype=np.float64))
    return sums


def _on_grid(weight: float) -> int:
    """The weight as a number of grid steps."""
    value = Fraction(weight)
    return (value.numerator << _GRID) // value.denominator


def _rounded(sums: Sums, single: Iterable[bool]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Σw and the weight of the pairs in a cell, ((Σw)² - Σw²)/2, each rounded once.

    A cell with a `single` object has no pairs.
    """
    unit, square_unit = 1 << _GRID, 1 << (2 * _GRID + 1)
    weights = [s / unit for s in sums.weight]
    pairs = [
        0.0 if alone else (s * s - q) / square_unit
        for s, q, alone in zip(*sums, single, strict=True)
    ]
    return np.array(weights, dtype=np.float64), np.array(pairs, dtype=np.float64)


def _add(sums: Sums, cells: Int64, weights: NDArray[np.float64]) -> None:
    """Add small limbs of the mantissas by cell and exponent, then combine them into integers."""
    fraction, exponent = np.frexp(weights)
    mantissa = np.ldexp(fraction, 53).astype(np.int64)
    low = int(exponent.min())
    span = int(exponent.max()) - low + 1
    place, distinct = _kernel.encode_integers(cells * span + (exponent - low))
    limbs = [(mantissa >> (_BITS * k)) & ((1 << _BITS) - 1) for k in range(_LIMBS)]
    size = len(distinct)
    first = [_total(place, size, limb) for limb in limbs]
    second = [
        _total(
            place, size, sum(limbs[i] * limbs[k - i] for i in range(_LIMBS) if 0 <= k - i < _LIMBS)
        )
        for k in range(2 * _LIMBS - 1)
    ]
    for at, key in enumerate(np.asarray(distinct, dtype=np.int64).tolist()):
        cell, above = divmod(key, span)
        shift = _GRID + low + above - 53
        weight = sum(int(one[at]) << (_BITS * k) for k, one in enumerate(first))
        square = sum(int(one[at]) << (_BITS * k) for k, one in enumerate(second))
        sums.weight[cell] += _shifted(weight, shift)
        sums.square[cell] += _shifted(square, 2 * shift)


def _total(place: NDArray[Any], size: int, values: Any) -> NDArray[np.float64]:
    return np.asarray(np.bincount(place, values.astype(np.float64), size), dtype=np.float64)


def _shifted(value: int, by: int) -> int:
    return value << by if by >= 0 else value >> -by
