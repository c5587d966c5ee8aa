"""Turn arrays of one plain type into codes and names in ascending order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _kernel as kernel
from ..base.arrays import Array, Mask
from .records import Reading, object_names, present_mask, union

if TYPE_CHECKING:
    from collections.abc import Sequence

_DIRECT = 65536  # integers in a range up to this, or up to the number of objects, are codes
_SMALL = 2048  # up to this size NumPy scans faster than the kernel
_LARGEST = 2**63 - 1
_BLOCK = 1 << 20
_TRUTHS = np.array([False, True])
_TRUTHS.setflags(write=False)


def integers(values: Array, missing: Mask | None = None, threads: int = 0) -> Reading:
    """Read native integers: in place if their range is narrow, else numbered by the kernel."""
    if values.strides[0] % values.itemsize:  # the kernel refuses fields of packed records
        values = values.copy()
    if missing is not None:
        values = fill_missing(values, missing)
    low, high = _range(values, threads)
    if high - low < max(_DIRECT, len(values)):
        return Reading(values, low, integer_span(low, high), missing)
    codes, distinct = kernel.encode_integers(values, threads)
    return Reading(codes, 0, integer_names(distinct), missing)


def _range(values: Array, threads: int) -> tuple[int, int]:
    if len(values) > _SMALL:
        return kernel.integer_range(values, threads)
    return int(np.minimum.reduce(values)), int(np.maximum.reduce(values))


def integer_span(low: int, high: int) -> Array:
    """Return the integers from low to high: int64, or uint64 if necessary."""
    if high - low < _BLOCK:
        return _span(low, high)
    span = np.empty(high - low + 1, np.int64 if high <= _LARGEST else np.uint64)
    for start in range(low, high + 1, _BLOCK):  # Ctrl-C works between blocks
        part = _span(start, min(start + _BLOCK - 1, high))
        span[start - low : start - low + len(part)] = part
    return span


def _span(low: int, high: int) -> Array:
    if high <= _LARGEST:
        return np.arange(low, high + 1) if high < _LARGEST else np.arange(low - high, 1) + high
    return np.arange(high - low + 1, dtype=np.uint64) + np.uint64(low)


def integer_names(distinct: Array) -> Array:
    """Give equal labels names of the same type, whatever their width."""
    needs_sign_bit = distinct.dtype == np.uint64 and int(distinct[-1]) > _LARGEST
    return distinct if needs_sign_bit else distinct.astype(np.int64, copy=False)


def fill_missing(values: Array, missing: Mask) -> Array:
    """Fill missing places with a label that occurs, so that no new label appears."""
    return np.where(missing, values[np.argmin(missing)], values)


def booleans(values: Array, missing: Mask | None = None) -> Reading:
    """Read bools as bytes; a byte above 1 (a forged view) counts as true."""
    codes = values.view(np.uint8)
    if kernel.integer_range(codes)[1] > 1:
        codes = np.minimum(codes, 1)
    return Reading(codes, 0, _TRUTHS, missing)


def floats(values: Array, missing: Mask | None = None, threads: int = 0) -> Reading:
    """Read floats by their bits; NaN is missing, and -0.0 is the same label as 0.0."""
    if missing is not None:
        values = np.where(missing, values.dtype.type(np.nan), values)
    with np.errstate(invalid="ignore"):  # a signaling NaN is missing, too
        plain = values + values.dtype.type(0)  # -0.0 + 0.0 is 0.0; also makes the byte order native
    missing = present_mask(np.isnan(plain))
    codes, bits = kernel.encode_integers(plain.view(f"u{plain.dtype.itemsize}"), threads)
    names = bits.view(plain.dtype)
    reading = _ascending(codes, names, np.argsort(names), missing, threads)  # NaN sorts last
    labels = len(names) - int(np.isnan(names).sum())
    return reading._replace(names=reading.names[:labels])


def moments(values: Array, missing: Mask | None = None, threads: int = 0) -> Reading:
    """Read datetime64 or timedelta64 by its ticks; NaT is missing."""
    missing = union(missing, present_mask(np.isnat(values)))
    if missing is not None and missing.all():
        return nothing(len(values))
    reading = integers(values.view(np.int64), missing, threads)
    return reading._replace(names=reading.names.view(values.dtype))


def fixed_width(values: Array, missing: Mask | None = None, threads: int = 0) -> Reading:
    """Read fixed-width text or bytes as rows of bytes."""
    rows = np.ascontiguousarray(values)
    width = rows.dtype.itemsize
    if width == 0:  # a type for the empty string only
        return Reading(np.zeros(len(rows), np.uint8), 0, object_names(rows[:1].tolist()), missing)
    codes, places = kernel.encode_rows(rows.view(np.uint8).reshape(len(rows), width), threads)
    return ranked(codes, rows[places].tolist(), missing, threads)


def objects(values: Array | Sequence[Any], threads: int = 0) -> Reading | None:
    """Read str or int in one pass, with None and NaN missing; None if there are other types."""
    found = kernel.encode_objects(values)
    if found is None:
        return None
    codes, names, gone = found
    missing = None if gone is None else gone.view(np.bool_)
    if names is None:
        return integers(codes, missing, threads)
    return ranked(codes, names, missing, threads)


def ranked(codes: Array, names: Sequence[Any], missing: Mask | None, threads: int = 0) -> Reading:
    """Number names that have an order in ascending order."""
    ranks = np.array(sorted(range(len(names)), key=names.__getitem__), dtype=np.intp)
    return _ascending(codes, object_names(names), ranks, missing, threads)


def from_sorted_names(codes: Array, names: Sequence[Any], missing: Mask | None) -> Reading:
    """Take codes that are already numbered by ascending name."""
    return Reading(codes, 0, object_names(names), missing) if names else nothing(len(codes))


def _ascending(
    codes: Array, names: Array, ranks: Array, missing: Mask | None, threads: int
) -> Reading:
    place = np.empty(len(ranks), dtype=np.int32)
    place[ranks] = np.arange(len(ranks), dtype=np.int32)
    return Reading(kernel.renumber(codes, place, threads), 0, names[ranks], missing)


def nothing(objects: int) -> Reading:
    """Read a side without any label."""
    return Reading(np.zeros(objects, np.uint8), 0, np.empty(0, object), np.ones(objects, np.bool_))
