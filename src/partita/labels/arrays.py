"""Turn NumPy arrays, masked or not, into codes and names."""

from __future__ import annotations

import sys
from collections.abc import Sized
from typing import Any

import numpy as np

from ..base.arrays import Array, Mask
from ..base.errors import InputError
from . import encode
from .matrices import refuse_shape
from .objects import read_values
from .records import Reading, present_mask


def read_array(values: Array, side: str, threads: int = 0) -> Reading:
    """Read a one-dimensional array of labels; integers and bools are not copied."""
    if values.ndim != 1:
        refuse_shape(values, side)
    refuse_empty(values, side)
    if values.dtype.kind in "iu" and values.dtype.isnative and type(values) is np.ndarray:
        return encode.integers(values, None, threads)
    masked = getattr(sys.modules.get("numpy.ma"), "MaskedArray", None)
    if masked is not None and isinstance(values, masked):
        mask = np.ma.getmaskarray(values)
        return read_masked(np.asarray(np.ma.getdata(values)), present_mask(mask), side, threads)
    return read_masked(np.asarray(values), None, side, threads)


def refuse_empty(values: Sized, side: str) -> None:
    """Refuse a side without labels."""
    if len(values) == 0:
        raise InputError(f"{side} is empty: there is nothing to compare; pass at least one label")


def read_masked(values: Array, missing: Mask | None, side: str, threads: int = 0) -> Reading:
    """Read a plain array in which the marked objects have no label."""
    if missing is not None and missing.all():
        return encode.nothing(len(values))
    kind = values.dtype.kind
    if kind in "OT":
        plain = encode.objects(values, threads) if kind == "O" and missing is None else None
        return plain or read_values(_objects(values, missing), side, threads)
    if kind == "f":
        return encode.floats(at_most_double(values, side), missing, threads)
    if not values.dtype.isnative:
        values = values.astype(values.dtype.newbyteorder("="))
    if kind in "iu":
        return encode.integers(values, missing, threads)
    if kind in "mM":
        return encode.moments(values, missing, threads)
    if kind == "b":
        return encode.booleans(values, missing)
    if kind in "US":
        return encode.fixed_width(values, missing, threads)
    raise InputError(
        f"{side} is an array of {values.dtype}, which cannot be labels: "
        "pass integers, strings or one field of it, e.g. converted with .astype(str)"
    )


def _objects(values: Array, missing: Mask | None) -> list[Any]:
    listed: list[Any] = values.tolist()
    if values.dtype.kind == "T" and hasattr(values.dtype, "na_object"):
        # A missing string is the na_object of the type itself, which may be a str.
        absent = values.dtype.na_object
        listed = [None if value is absent else value for value in listed]
    if missing is not None:
        listed = [None if gone else value for value, gone in zip(listed, missing, strict=True)]
    return listed


def at_most_double(values: Array, side: str) -> Array:
    """Turn long doubles into doubles if that loses nothing."""
    if values.dtype.itemsize <= 8:
        return values
    double = values.astype(np.float64)
    lossy = (double != values) & ~np.isnan(values)
    if lossy.any():
        at = int(lossy.argmax())
        raise InputError(
            f"{side}[{at}] is {values[at]!s} ({values.dtype}), which a float64 cannot hold: "
            "round the labels with .astype(numpy.float64), or use integers or strings"
        )
    return double
