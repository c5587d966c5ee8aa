"""PyArrow arrays to codes and names, by methods of the arrays alone: pyarrow is never imported."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import InputError
from .arrays import read_masked
from .encode import nothing, ranked
from .names import is_missing, label_key
from .objects import read_values
from .records import Array, Mask, Reading, object_names, union

_TEXT = ("string", "large_string", "string_view", "binary", "large_binary", "binary_view")
_NUMBERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool")
_FLOATS = ("halffloat", "float", "double")


def read_arrow(values: Any, side: str, threads: int = 0) -> Reading:
    """Read an Array or ChunkedArray that is not empty; dictionary indices pass through."""
    if values.null_count == len(values):
        return nothing(len(values))
    values = _one_array(values)
    name = str(values.type)
    if name.startswith("dictionary<"):
        return _read_dictionary(values, side)
    if name.startswith("extension<"):
        return read_arrow(values.storage, side, threads)
    if name in _TEXT:
        return _read_text(values)
    if name in _NUMBERS or name in _FLOATS:
        return read_masked(*_numpy(values), side=side, threads=threads)
    if name.startswith(("date", "timestamp", "duration")):
        return _read_moments(values, name, side, threads)
    if name.startswith("time"):
        raise InputError(f"{side} holds times of day ({name}): cast them to string or int64")
    return read_values(values.to_pylist(), side, threads)


def _one_array(values: Any) -> Any:
    if not hasattr(values, "num_chunks"):
        return values
    if values.num_chunks == 1:
        return values.chunk(0)
    if str(values.type) in ("string", "binary"):  # one array of these holds no more than 2 GiB
        values = values.cast(f"large_{values.type}")
    return values.combine_chunks()  # also gives chunks with dictionaries of their own one in common


def _numpy(values: Any) -> tuple[Array, Mask | None]:
    """Return a fixed-width array without its nulls, which would turn integers to floats."""
    if not values.null_count:
        return values.to_numpy(zero_copy_only=False), None
    missing = values.is_null().to_numpy(zero_copy_only=False)
    filler = values[int(np.argmin(missing))]
    return values.fill_null(filler).to_numpy(zero_copy_only=False), missing


def _read_dictionary(values: Any, side: str) -> Reading:
    codes, missing = _numpy(values.indices)
    names: list[Any] = values.dictionary.to_pylist()
    try:
        keys = [None if is_missing(name) else label_key(name) for name in names]
        distinct = len(set(keys))
    except (TypeError, InputError):
        raise InputError(
            f"{side} is a dictionary array of {values.type.value_type}, which cannot be labels: "
            "pass its indices, or a dictionary of strings or integers"
        ) from None
    if None not in keys and distinct == len(keys):
        return Reading(codes, 0, object_names(names), missing)
    # A dictionary may hold a null, or a label twice: renumber by what the entries mean.
    groups = {
        key: group for group, key in enumerate(dict.fromkeys(k for k in keys if k is not None))
    }
    place = np.array([-1 if key is None else groups[key] for key in keys], dtype=np.int64)
    codes = place[codes]
    first_names = dict(zip(reversed(keys), reversed(names), strict=True))
    absent = codes < 0
    return Reading(
        codes,
        0,
        object_names(first_names[key] for key in groups),
        union(missing, absent if absent.any() else None),
    )


def _read_text(values: Any) -> Reading:
    encoded = values.dictionary_encode()
    codes, missing = _numpy(encoded.indices)
    return ranked(codes, encoded.dictionary.to_pylist(), missing)


def _read_moments(values: Any, name: str, side: str, threads: int) -> Reading:
    """Read dates, timestamps (by the instant, whatever their zone) and durations by their ticks."""
    ticks, missing = _numpy(values.view("int32" if name.startswith("date32") else "int64"))
    unit = {"date32[day]": "D", "date64[ms]": "ms"}.get(name) or values.type.unit
    kind = "m" if name.startswith("duration") else "M"
    return read_masked(ticks.astype(np.int64).view(f"{kind}8[{unit}]"), missing, side, threads)
