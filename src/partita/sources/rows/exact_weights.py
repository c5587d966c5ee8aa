"""Exact sums of weights and of their squares, whatever the order of rows, chunks and machines.

A finite double is m·2^e with an integer m. Weights are added as multiples of 2^-GRID, which are
Python integers; a table rounds each sum once.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ... import _kernel
from ...base.arrays import Int64

if TYPE_CHECKING:
    from numpy.typing import NDArray

GRID = 460  # weights are 0 or at least 2**-400 (see labels.weights), with 53 binary places
_BITS, _LIMBS = 14, 4  # 53 bits in four limbs, whose products add exactly over _MOST rows
_MOST = 1 << 23
_EXACT = 2**53


class Sums(NamedTuple):
    """Σw·2^GRID and Σw²·2^(2 GRID) of each cell, numbered from 0, as Python integers."""

    weight: list[int]
    square: list[int]


def exact_sums(cells: Int64, size: int, weights: NDArray[Any], times: Int64 | None = None) -> Sums:
    """Add the weights by cell; with `times`, a row stands for several objects of one weight."""
    sums = Sums([0] * size, [0] * size)
    if times is not None or (weights.dtype.kind in "iu" and int(weights.max()) > _EXACT):
        many = [1] * len(cells) if times is None else times.tolist()
        for cell, weight, n in zip(cells.tolist(), weights.tolist(), many, strict=True):
            whole = on_grid(weight)
            sums.weight[cell] += n * whole
            sums.square[cell] += n * whole * whole
        return sums
    for start in range(0, len(cells), _MOST):
        part = slice(start, start + _MOST)
        _add(sums, cells[part], np.asarray(weights[part], dtype=np.float64))
    return sums


def on_grid(weight: float) -> int:
    """The weight as a number of grid steps."""
    value = Fraction(weight)
    return (value.numerator << GRID) // value.denominator


def rounded(sums: Sums, single: Iterable[bool]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Σw and the weight of the pairs in a cell, ((Σw)² - Σw²)/2, each rounded once.

    A cell with a `single` object has no pairs.
    """
    unit, square_unit = 1 << GRID, 1 << (2 * GRID + 1)
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
        shift = GRID + low + above - 53
        weight = sum(int(one[at]) << (_BITS * k) for k, one in enumerate(first))
        square = sum(int(one[at]) << (_BITS * k) for k, one in enumerate(second))
        sums.weight[cell] += _shifted(weight, shift)
        sums.square[cell] += _shifted(square, 2 * shift)


def _total(place: NDArray[Any], size: int, values: Any) -> NDArray[np.float64]:
    return np.asarray(np.bincount(place, values.astype(np.float64), size), dtype=np.float64)


def _shifted(value: int, by: int) -> int:
    return value << by if by >= 0 else value >> -by
