"""Turn Series of pandas and Polars into codes and names, without importing these libraries."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.arrays import Array, Mask
from ..base.errors import InputError
from .arrays import read_array, read_masked
from .arrow import offers_arrow, read_arrow
from .encode import integers, nothing
from .instants import read_instants
from .objects import read_values
from .records import Reading, object_names, present_mask


def read_pandas(values: Any, side: str, threads: int = 0) -> Reading:
    """Read a Series, Index or extension array that is not empty; categorical codes are kept."""
    if isinstance(values.dtype, np.dtype):
        return read_array(values.to_numpy(), side, threads)
    array = getattr(values, "array", values)
    name = type(array.dtype).__name__
    if name == "CategoricalDtype":
        return _read_categorical(array)
    if name == "ArrowDtype" or str(getattr(array.dtype, "storage", "")).startswith("pyarrow"):
        return read_arrow(array.__arrow_array__(), side, threads)
    if name == "DatetimeTZDtype":
        moments = array.to_numpy(dtype=f"M8[{array.dtype.unit}]")
        return read_instants(moments, None, side, threads)
    if _is_nullable(array):
        missing = present_mask(np.asarray(array.isna()))
        plain = array.dtype.numpy_dtype
        values = array.to_numpy(dtype=plain, na_value=plain.type(0))
        return read_masked(values, missing, side, threads)
    return read_array(np.asarray(array), side, threads)


def _is_nullable(array: Any) -> bool:
    """Tell whether a pandas array has numbers and a mask (Int64, Float64, boolean)."""
    plain = getattr(array.dtype, "numpy_dtype", None)
    return plain is not None and plain.kind in "iufb"


def _read_categorical(array: Any) -> Reading:
    codes = np.asarray(array.codes)  # -1 is missing
    names = np.asarray(array.categories).view()  # a view, because it will become read-only
    if names.dtype.kind in "iu":
        names = names.astype(np.uint64 if names.dtype == np.uint64 else np.int64)
    elif names.dtype.kind not in "fbmM":
        names = object_names(names.tolist())
    return Reading(codes, 0, names, present_mask(codes < 0))


def read_polars(values: Any, side: str, threads: int, library: Any) -> Reading:
    """Read a Polars Series that is not empty; the physical codes of an Enum are kept."""
    dtype = values.dtype
    if values.null_count() == len(values):
        return nothing(len(values))
    if dtype == library.Enum:
        codes, missing = _polars_numpy(values.to_physical())
        return Reading(codes, 0, object_names(dtype.categories.to_list()), missing)
    if dtype == library.Categorical:
        return _read_polars_categorical(values, library, threads)
    if dtype in (library.String, library.Binary) and offers_arrow(values):
        return read_arrow(values, side, threads)
    if dtype == library.String:
        labels = values.drop_nulls().unique().sort()
        return read_polars(values.cast(library.Enum(labels)), side, threads, library)
    if dtype == library.Time:
        raise InputError(f"{side} holds times of day (Time): cast them to String or Int64")
    if dtype in (library.Date, library.Datetime, library.Duration):
        return _read_polars_moments(values, side, threads, library)
    if dtype.is_float() or dtype == library.Boolean or dtype in _integers(library):
        return read_masked(*_polars_numpy(values), side=side, threads=threads)
    return read_values(values.to_list(), side, threads)


def _integers(library: Any) -> tuple[Any, ...]:
    names = (f"{sign}{bits}" for sign in ("Int", "UInt") for bits in (8, 16, 32, 64))
    return tuple(getattr(library, name) for name in names)


def _polars_numpy(values: Any) -> tuple[Array, Mask | None]:
    """Return the values without nulls, which would turn integers into floats, and a mask."""
    if not values.null_count():
        return values.to_numpy(), None
    missing = values.is_null().to_numpy()
    return values.fill_null(values.drop_nulls()[0]).to_numpy(), missing


def _read_polars_categorical(values: Any, library: Any, threads: int) -> Reading:
    codes, missing = _polars_numpy(values.to_physical())
    reading = integers(codes, missing, threads)
    used = values.drop_nulls().unique()
    texts = dict(
        zip(used.to_physical().to_list(), used.cast(library.String).to_list(), strict=True)
    )
    if len(texts) < len(reading.names):  # other Series share the numbering: close its gaps
        place = np.zeros(len(reading.names), dtype=np.int32)
        place[np.array(sorted(texts)) - reading.first] = np.arange(len(texts), dtype=np.int32)
        reading = Reading(place[reading.codes - reading.first], 0, reading.names, missing)
    return reading._replace(names=object_names(texts[code] for code in sorted(texts)))


def _read_polars_moments(values: Any, side: str, threads: int, library: Any) -> Reading:
    dtype = values.dtype
    ticks, missing = _polars_numpy(values.to_physical())
    unit = "D" if dtype == library.Date else dtype.time_unit
    kind = "m" if dtype == library.Duration else "M"
    moments = ticks.astype(np.int64).view(f"{kind}8[{unit}]")
    if getattr(dtype, "time_zone", None) is not None:
        return read_instants(moments, missing, side, threads)
    return read_masked(moments, missing, side, threads)
