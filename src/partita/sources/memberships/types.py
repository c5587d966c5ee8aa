"""Which types memberships may have in every engine: numbers, not texts or truth values."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from decimal import Decimal
from numbers import Real
from types import NoneType
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from ...base.arrays import Floats
from ...base.errors import InputError
from ...base.wording import article, show
from ...labels.containers import as_array, library_types

if TYPE_CHECKING:
    from numpy.typing import NDArray

_WHOLE = ("TINYINT", "SMALLINT", "INT", "INTEGER", "BIGINT", "HUGEINT")
NUMBERS = frozenset((*_WHOLE, *(f"U{name}" for name in _WHOLE), "FLOAT", "DOUBLE", "DECIMAL"))
"""Types of numbers, as DuckDB and Spark name them."""
_SINGLE = frozenset({"float", "float32", "float[pyarrow]"})


def check_type(name: Any, kind: str) -> None:
    """Refuse a column whose type in SQL does not hold numbers."""
    if kind.upper().partition("(")[0] not in NUMBERS:
        _refuse_type(name, kind)


def doubles(column: Any, name: Any) -> Floats:
    """A column in memory as doubles, with NaN for a missing value."""
    for reader in (_pandas, _polars, _arrow):
        found = reader(column, name)
        if found is not None:
            return found
    if isinstance(column, list | tuple):
        return _listed(column, name)
    found = as_array(column, f"column {show(name)}")
    found = np.asarray(column) if found is None else found
    array = np.ma.getdata(found)
    if array.ndim != 1:
        raise InputError(
            f"column {show(name)} is {_picture(column, array)}: pass one membership for each object"
        )
    if array.dtype.kind == "O":
        array = _listed(array.tolist(), name)
    elif array.dtype.kind not in "iuf":
        _refuse_type(name, str(array.dtype))
    array = array.astype(np.float64)
    if np.ma.isMA(found):
        array[np.ma.getmaskarray(found)] = np.nan
    return array


def is_single(column: Any) -> bool:
    """Whether a column in memory holds 32-bit floats, as its library names its type."""
    kind = getattr(column, "dtype", None) or getattr(column, "type", None)
    return is_single_type(str(kind))


def is_single_type(kind: str) -> bool:
    """Whether a type with this name is one of 32-bit floats."""
    return kind.lower().removeprefix("torch.") in _SINGLE


def _pandas(column: Any, name: Any) -> Floats | None:
    if not isinstance(column, library_types("pandas", "Series")):
        return None
    types = sys.modules["pandas"].api.types
    kind = column.dtype
    if types.is_object_dtype(kind):
        return _listed(column.tolist(), name)
    if (
        not types.is_numeric_dtype(kind)
        or types.is_bool_dtype(kind)
        or types.is_complex_dtype(kind)
    ):
        _refuse_type(name, str(kind))
    return np.asarray(column.to_numpy(dtype=np.float64, na_value=np.nan))


def _polars(column: Any, name: Any) -> Floats | None:
    if not isinstance(column, library_types("polars", "Series")):
        return None
    if not column.dtype.is_numeric():
        _refuse_type(name, str(column.dtype))
    return np.asarray(column.cast(sys.modules["polars"].Float64).to_numpy())


def _arrow(column: Any, name: Any) -> Floats | None:
    if not isinstance(column, library_types("pyarrow", "Array", "ChunkedArray")):
        return None
    types = sys.modules["pyarrow"].types
    if not any(
        is_a(column.type) for is_a in (types.is_integer, types.is_floating, types.is_decimal)
    ):
        _refuse_type(name, str(column.type))
    return np.asarray(column.cast("float64", safe=False), dtype=np.float64)


def _listed(values: Iterable[Any], name: Any) -> Floats:
    """Python values as doubles; their types are checked, since NumPy would convert texts."""
    values = list(values)
    gaps = {NoneType, type(getattr(sys.modules.get("pandas"), "NA", None))}
    bad = {kind for kind in {*map(type, values)} - gaps if not _is_number(kind)}
    if bad:
        at = next(at for at, value in enumerate(values) if type(value) in bad)
        raise InputError(
            f"column {show(name)} holds {show(values[at])} at position {at}: memberships are "
            "numbers, one for each object"
        )
    return np.array([np.nan if type(v) in gaps else v for v in values], dtype=np.float64)


def _is_number(kind: type) -> bool:
    return issubclass(kind, Real | Decimal) and not issubclass(kind, bool)


def _picture(column: Any, array: NDArray[Any]) -> str:
    if array.ndim == 0:
        return f"{article(type(column).__name__)}, not a sequence"
    return f"{array.ndim}-dimensional"


def _refuse_type(name: Any, kind: str) -> NoReturn:
    raise InputError(f"column {show(name)} is of type {kind}: memberships are numbers; cast it")
