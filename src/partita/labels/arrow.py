"""Turn Arrow columns into codes and names; the kernel reads them in place.

Columns come through the Arrow C interface (PyCapsules), so partita reads columns of any library
without importing it, not even pyarrow.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _kernel as kernel
from ..base.arrays import Array, Mask
from ..base.errors import InputError
from ..base.wording import article, show
from .arrays import read_masked
from .encode import from_sorted_names, nothing
from .instants import read_instants
from .objects import read_values
from .records import Reading, from_zero, object_names, python_names, union

_UNITS = {"s": "s", "m": "ms", "u": "us", "n": "ns"}
_TIMES = {"tts": "time32[s]", "ttm": "time32[ms]", "ttu": "time64[us]", "ttn": "time64[ns]"}


def offers_arrow(values: Any) -> bool:
    """Tell whether an object has its values as Arrow data; xarray has a table of its axes there."""
    if hasattr(values, "__arrow_c_array__"):
        return True
    return hasattr(values, "__arrow_c_stream__") and not hasattr(values, "dims")


def read_arrow(values: Any, side: str, threads: int = 0) -> Reading:
    """Read a PyArrow Array or ChunkedArray that is not empty; dictionary indices are kept."""
    reading = read_column(take_column(values, side), side, threads)
    if reading is not None:
        return reading
    if str(values.type).startswith("extension<"):
        whole = values.combine_chunks() if hasattr(values, "num_chunks") else values
        return read_arrow(whole.storage, side, threads)
    try:
        return read_values(values.to_pylist(), side, threads)
    except InputError:
        if not str(values.type).startswith("dictionary<"):
            raise
        raise InputError(
            f"{side} is a dictionary array of {values.type.value_type}, which cannot be labels: "
            "pass its indices, or a dictionary of strings or integers"
        ) from None


def take_column(values: Any, side: str) -> kernel.ArrowColumn:
    """Take over the column that an object offers."""
    try:
        if hasattr(values, "__arrow_c_array__"):
            return kernel.arrow_array(*values.__arrow_c_array__())
        if not hasattr(values, "__arrow_c_stream__"):  # chunks of PyArrow 15
            return take_column(values.combine_chunks(), side)
        return kernel.arrow_stream(values.__arrow_c_stream__())
    except Exception as error:  # whatever the other library raises, the remedy is the same
        raise _unusable(values, side, error) from error


def read_column(column: kernel.ArrowColumn, side: str, threads: int = 0) -> Reading | None:
    """Read a column that is not empty; None if the type of its values is unknown here."""
    try:
        return _read(column, side, threads)
    except InputError:
        raise
    except ValueError as error:
        raise _unusable(column, side, error) from None


def _unusable(values: Any, side: str, error: Exception) -> InputError:
    return InputError(
        f"{side} is {article(type(values).__name__)} whose Arrow data cannot be used "
        f"({show(str(error))}): create the column again, or pass the labels as a list"
    )


def _read(column: kernel.ArrowColumn, side: str, threads: int) -> Reading | None:
    form = column.format
    if form == "n":
        return nothing(len(column))
    if form in _TIMES:
        name = _TIMES[form]
        raise InputError(f"{side} holds times of day ({name}): cast them to string or int64")
    if column.kind == "other":
        return None
    if column.kind == "texts":
        codes, names, gone = column.texts(threads)
        return from_sorted_names(codes, names, _mask(gone))
    missing = _mask(column.missing())
    if missing is not None and missing.all():
        return nothing(len(column))
    if column.kind == "dictionary":
        return _read_dictionary(column, missing, side, threads)
    numbers = _numbers(column, form)
    if form == "tdm":
        numbers = _days(numbers, missing, side)
    if form.startswith("ts") and form[4:]:  # the zone
        return read_instants(numbers, missing, side, threads)
    return read_masked(numbers, missing, side, threads)


def _mask(gone: Array | None) -> Mask | None:
    return None if gone is None else gone.view(np.bool_)


def _numbers(column: kernel.ArrowColumn, form: str) -> Array:
    """Return numbers with their meaning: dates as days, timestamps as ticks."""
    if column.kind == "bools":
        return column.bools().view(np.bool_)
    numbers = column.numbers()
    if form in "efg":
        return numbers.view(f"f{numbers.itemsize}")
    if not form.startswith("t"):
        return numbers
    unit = "D" if form == "tdD" else _UNITS[form[2:3]]
    kind = "m" if form.startswith("tD") else "M"
    return numbers.astype(np.int64, copy=False).view(f"{kind}8[{unit}]")


def _days(moments: Array, missing: Mask | None, side: str) -> Array:
    """Return the days of a date64 column, which counts milliseconds."""
    days = moments.astype("M8[D]")
    odd = days != moments
    odd = odd if missing is None else odd & ~missing  # a null may stand for anything
    if odd.any():
        at = int(odd.argmax())
        raise InputError(
            f"{side}[{at}] is a date64 of {moments[at]}, which is not a whole day: cast the column "
            'to timestamp("ms")'
        )
    return days


def _read_dictionary(
    column: kernel.ArrowColumn, missing: Mask | None, side: str, threads: int
) -> Reading | None:
    codes, entries = column.dictionary(threads)
    found = _read(entries, side, threads)
    if found is None or len(found.names) == 0:  # only nulls
        return None if found is None else nothing(len(column))
    labels = from_zero(found)
    if found.missing is not None:
        labels[found.missing] = -1
    order, first, place = np.unique(labels, return_index=True, return_inverse=True)
    if len(order) == len(labels) and found.missing is None:
        return Reading(codes, 0, _names(found, labels), missing)
    # A dictionary may hold a null, or a label twice: number the distinct labels.
    by_place = np.argsort(first[order >= 0])
    number = np.full(len(order), -1)
    number[np.flatnonzero(order >= 0)[by_place]] = np.arange(len(by_place))
    codes = number[place][codes if missing is None else np.where(missing, 0, codes)]
    gone = codes < 0
    names = _names(found, order[order >= 0][by_place])
    return Reading(codes, 0, names, union(missing, gone if gone.any() else None))


def _names(found: Reading, labels: Array) -> Array:
    names = found.names[labels]
    return names if names.dtype.kind in "mM" else object_names(python_names(names))
