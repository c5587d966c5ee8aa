"""Memberships in memory, summed as databases sum them: the same integers, so the same bits."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import add, mul
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...base.arrays import Codes, Floats
from ...base.errors import InputError
from ...base.wording import show
from ...labels.alignment import check_order
from ...labels.containers import read
from ...labels.records import from_zero, python_names
from ..rows.job import require
from .sums import LABEL, STEP, Sides, quantities, raw_names
from .types import doubles, is_single

_ROWS = 1 << 20  # added at a time, which is exact in doubles

Bools = NDArray[np.bool_]


def frame_sums(source: Any, sides: Sides) -> list[list[Any]]:
    """Rows of sums, one for all objects or one per label, in the order of `sums.sums`."""
    frame = getattr(source, "obs", source)
    names = getattr(frame, "column_names", None) or getattr(frame, "columns", frame)
    require(sides.job, list(names), "the source")
    columns = {new: frame[name] for new, name in sides.columns.items()}
    check_order({f"column {show(sides.columns[new])}": columns[new] for new in columns})
    numbers = {new: doubles(columns[new], sides.columns[new]) for new in columns if new != LABEL}
    sides = sides._replace(single=frozenset(new for new in numbers if is_single(columns[new])))
    sizes = {new: len(values) for new, values in numbers.items()}
    labels, codes, keep = _groups(columns, sides, next(iter(sizes.values())))
    _check_sizes({LABEL: len(codes), **sizes} if sides.hard is not None else sizes, sides)
    if sides.drop:
        for values in numbers.values():
            keep &= ~np.isnan(values)
    found = [[0] * (2 + len(sides.soft) + 2 * len(quantities(sides))) for _ in labels]
    for start in range(0, len(codes), _ROWS):
        part = np.flatnonzero(keep[start : start + _ROWS]) + start
        own = {name: values[part] for name, values in numbers.items()}
        _add(found, codes[part], list(_parts(own, sides)))
    return [[*([label] * len(sides.key)), *row] for label, row in zip(labels, found, strict=True)]


def _groups(columns: Mapping[str, Any], sides: Sides, size: int) -> tuple[list[Any], Codes, Bools]:
    """The labels (None for missing), the number of each object's label, and which objects stay."""
    if sides.hard is None:
        return [None], np.zeros(size, dtype=np.int64), np.ones(size, dtype=np.bool_)
    groups = read(columns[LABEL], "truth" if "v" in sides.soft else "prediction")
    labels, codes = python_names(groups.names), from_zero(groups)
    keep = np.ones(len(codes), dtype=np.bool_)
    if groups.missing is not None:
        codes[groups.missing] = len(labels)
        labels = [*labels, None]
        keep &= ~groups.missing if sides.drop else True
    return labels, codes, keep


def _check_sizes(sizes: Mapping[str, int], sides: Sides) -> None:
    first = next(iter(sizes))
    for new, size in sizes.items():
        if size != sizes[first]:
            one, other = show(sides.columns[first]), show(sides.columns[new])
            raise InputError(
                f"column {other} is of length {size} and column {one} of length {sizes[first]}: "
                "all columns need one value for each object"
            )


def _parts(own: dict[str, Floats], sides: Sides) -> Any:
    """What each object adds: 1, whether it is valid, whether it is open, and parts of products."""
    raw = {side: [own[name] for name in names] for side, names in raw_names(sides).items()}
    sums = {side: reduce(add, values) for side, values in raw.items()}
    good = np.ones(len(next(iter(own.values()))), dtype=np.bool_)
    names = raw_names(sides)
    for side, values in raw.items():
        good &= np.abs(sums[side] - 1) <= sides.slack(names[side])
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


def _add(found: list[list[Any]], codes: Codes, parts: list[Floats]) -> None:
    for at, part in enumerate(parts):
        sums = np.bincount(codes, part, len(found))
        for row, value in zip(found, sums.tolist(), strict=True):
            row[at] += int(value)
