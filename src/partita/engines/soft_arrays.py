"""Memberships in memory, summed as engines sum them: the same whole numbers, so the same bits."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import add, mul
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..labels.containers import library_types, read
from ..labels.records import from_zero, listed
from ..soft.checks import TOLERANCE
from .soft_sums import LABEL, STEP, Sides, quantities, raw_names

_ROWS = 1 << 20  # at a time; sums of so many parts are exact in doubles

Floats = NDArray[np.float64]


def array_sums(columns: Mapping[str, Any], sides: Sides) -> list[list[Any]]:
    """Rows of sums, one or one for each label, in the order of `soft_sums.sums`."""
    numbers = {name: _numbers(values) for name, values in columns.items() if name != LABEL}
    size = len(next(iter(numbers.values())))
    keep = np.ones(size, dtype=np.bool_)
    if sides.drop:
        for values in numbers.values():
            keep &= ~np.isnan(values)
    names: list[Any] = [None]
    codes = np.zeros(size, dtype=np.int64)
    if sides.hard is not None:
        groups = read(columns[LABEL], "truth" if "v" in sides.soft else "prediction")
        names, codes = listed(groups.names), from_zero(groups)
        if groups.missing is not None:
            codes[groups.missing] = len(names)
            names = [*names, None]
            keep &= ~groups.missing if sides.drop else True
    found = [[0] * (2 + len(sides.soft) + 2 * len(quantities(sides))) for _ in names]
    for start in range(0, size, _ROWS):
        part = np.flatnonzero(keep[start : start + _ROWS]) + start
        own = {name: values[part] for name, values in numbers.items()}
        _add(found, codes[part], list(_parts(own, sides)))
    return [[*([name] * len(sides.key)), *row] for name, row in zip(names, found, strict=True)]


def _parts(own: dict[str, Floats], sides: Sides) -> Any:
    """What is added up of each object: 1, whether it is right and open, and parts of products."""
    raw = {side: [own[name] for name in names] for side, names in raw_names(sides).items()}
    sums = {side: reduce(add, values) for side, values in raw.items()}
    good = np.ones(len(next(iter(own.values()))), dtype=np.bool_)
    for side, values in raw.items():
        good &= np.abs(sums[side] - 1) <= TOLERANCE * len(values)
        good &= np.logical_and.reduce([one >= 0 for one in values])
    scaled: dict[str, Floats] = {}
    for side, values in raw.items():
        for k, one in enumerate(values):
            scaled[f"{side}{k}"] = np.divide(one, sums[side], out=np.zeros(len(good)), where=good)
        shares = [scaled[f"{side}{k}"] for k in range(len(values))]
        scaled[side + side] = reduce(add, [one * one for one in shares])
        scaled[f"open_{side}"] = (np.sum([one > 0 for one in shares], axis=0) > 1).astype(float)
    yield np.ones(len(good))
    yield good.astype(np.float64)
    yield from (scaled[f"open_{side}"] for side in raw)
    for _, _, factors in quantities(sides):
        product = reduce(mul, (scaled[name] for name in factors)) * STEP
        high = np.floor(product)
        yield high
        yield np.floor((product - high) * STEP)


def _add(found: list[list[Any]], codes: NDArray[np.int64], parts: list[Floats]) -> None:
    for at, part in enumerate(parts):
        sums = np.bincount(codes, part, len(found))
        for row, value in zip(found, sums.tolist(), strict=True):
            row[at] += int(value)


def _numbers(column: Any) -> Floats:
    """A column as doubles, NaN where something is missing."""
    try:
        if isinstance(column, library_types("pandas", "Series")):
            return np.asarray(column.to_numpy(dtype=np.float64, na_value=np.nan))
        return np.asarray(column, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"memberships are numbers: {error}") from error
