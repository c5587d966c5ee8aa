"""Moments with a time zone: labels are instants, and their names are datetimes in UTC.

Moments of NumPy have no time zone. As such, an instant would be the same label as a clock time
without a zone, so its name is a Python datetime with a zone.
"""

from __future__ import annotations

import datetime as dt
import sys

import numpy as np

from .. import _kernel as kernel
from ..base.arrays import Array, Mask
from ..base.errors import InputError
from .encode import fill_missing, nothing
from .records import Reading, object_names, present_mask, union

_FIRST, _LAST = np.datetime64("0001-01-01", "us"), np.datetime64("9999-12-31T23:59:59.999999", "us")


def read_instants(values: Array, missing: Mask | None, side: str, threads: int = 0) -> Reading:
    """Read datetime64 values that count from 1970 in UTC; NaT is missing."""
    missing = union(missing, present_mask(np.isnat(values)))
    if missing is not None and missing.all():
        return nothing(len(values))
    ticks = values.view(np.int64)
    present = ticks if missing is None else fill_missing(ticks, missing)
    codes, distinct = kernel.encode_integers(np.ascontiguousarray(present), threads)
    moments = np.asarray(distinct, dtype=np.int64).view(values.dtype)
    return Reading(codes, 0, in_utc(moments, side), missing)


def in_utc(moments: Array, side: str) -> Array:
    """Return the instants as datetimes in UTC, or as pandas Timestamps if they are finer."""
    unit = np.datetime_data(moments.dtype)[0]
    if unit in ("s", "ms", "us") and _outside(moments):
        raise InputError(
            f"{side} holds moments with a time zone outside the years 1 to 9999: "
            "cast them to int64 or to strings"
        )
    whole = moments.astype("M8[us]")
    if (whole == moments).all():
        return object_names(one.replace(tzinfo=dt.UTC) for one in whole.tolist())
    pandas = sys.modules.get("pandas")
    if pandas is None:
        raise InputError(
            f"{side} holds moments with a time zone that are finer than microseconds: "
            "cast them to microseconds or to int64, or import pandas, which has such names"
        )
    return object_names(pandas.Timestamp(one, tz="UTC") for one in moments)


def _outside(moments: Array) -> bool:
    low, high = (limit.astype(moments.dtype) for limit in (_FIRST, _LAST))
    return bool((moments < low).any() or (moments > high).any())
