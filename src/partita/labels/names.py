"""Decide when two names are the same label, and in which order names are listed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Hashable, Iterable
from decimal import Decimal
from enum import Enum
from typing import Any, TypeAlias

import numpy as np

from ..base.arrays import Array
from ..base.errors import InputError
from ..base.wording import show
from .records import Unlabeled

Kind: TypeAlias = "str | type"

# Kinds whose keys have an order, so their names are listed in ascending order.
SORTABLE = frozenset(
    {"bool", "int", "float", "str", "bytes", "date", "datetime", "instant", "duration"}
)

_BASES: tuple[tuple[type, str], ...] = (
    (int, "int"),
    (float, "float"),
    (str, "str"),
    (bytes, "bytes"),
)
_MISSING_TYPES = frozenset({"NoneType", "NAType", "NaTType", "MaskedConstant"})
_THEIR_HOMES = frozenset({"builtins", "pandas", "numpy"})

# Attoseconds, the finest unit of NumPy, in each unit of fixed length.
_TICKS = {unit: 1000**i for i, unit in enumerate(("as", "fs", "ps", "ns", "us", "ms", "s"))}
_SECONDS = {"m": 60, "h": 3600, "D": 86400, "W": 604800}
_UNITS: dict[str, int] = _TICKS | {unit: s * _TICKS["s"] for unit, s in _SECONDS.items()}


def label_key(name: Any) -> tuple[Any, ...]:
    """Return a key that is equal for names of the same label.

    The first entry is the kind, so labels of different kinds (``1``, ``True``, ``1.0``, ``"1"``)
    never match. Labels of one kind match by value, whatever their type: ``1`` and
    ``numpy.int8(1)``, or a ``datetime`` and a ``numpy.datetime64`` of the same moment.

    Examples
    --------
    >>> import numpy
    >>> label_key(numpy.int8(1)) == label_key(1)
    True
    >>> label_key(True) == label_key(1)
    False
    """
    kind = _EXACT.get(type(name)) or kind_of_type(type(name))
    if kind in _PLAIN:
        return (kind, _PLAIN[kind](name))
    if isinstance(name, np.datetime64 | np.timedelta64 | dt.date | dt.timedelta):
        return _moment_key(name)
    if isinstance(name, tuple):
        return (kind, *map(_part_key, name))
    if isinstance(name, frozenset):
        return (kind, frozenset(map(_part_key, name)))
    return (kind, name)


_EXACT: dict[type, Kind] = {bool: "bool", int: "int", float: "float", str: "str", bytes: "bytes"}
_PLAIN: dict[Kind, Any] = {"bool": bool, "int": int, "float": float, "str": str, "bytes": bytes}


def kind_of_type(kind: type) -> Kind:
    """Return the kind of labels of a type: a word for plain types, else the type itself."""
    if kind in (bool, np.bool_):
        return "bool"
    if issubclass(kind, Enum):  # members are labels of their own, even if they are ints or strings
        return kind
    if issubclass(kind, np.integer) and not issubclass(kind, np.timedelta64):
        return "int"
    if issubclass(kind, np.floating):
        return "float"
    for base, word in _BASES:
        if issubclass(kind, base) and (kind.__module__ == "numpy" or _compares_like(kind, base)):
            return word
    return kind


def noun_of(label: object) -> str:
    """Return the noun for a label in a message: the kind if its type has several."""
    kind = label_key(label)[0]
    return _NOUNS.get(kind, type(label).__name__) if isinstance(kind, str) else kind.__name__


_NOUNS = {
    "date": "date",
    "datetime": "datetime without a time zone",
    "instant": "datetime with a time zone",
}


def _compares_like(kind: type, base: type) -> bool:
    return kind.__eq__ is base.__eq__ and kind.__hash__ is base.__hash__


def _part_key(part: object) -> tuple[Any, ...]:
    if is_missing(part):
        raise InputError(f"holds the missing value {show(part)}")
    return label_key(part)


def is_missing_type(kind: type) -> bool:
    """Tell whether the only value of a type is a missing one (None, NA, NaT, masked)."""
    home = kind.__module__.partition(".")[0]
    return kind.__name__ in _MISSING_TYPES and home in _THEIR_HOMES


def is_missing(value: object) -> bool:
    """Tell whether a Python value means a missing label."""
    if is_missing_type(type(value)):
        return True
    if isinstance(value, float | np.floating | np.datetime64 | np.timedelta64 | Decimal):
        return bool(value != value)  # noqa: PLR0124 - true only of NaN and NaT
    return False


def _moment_key(name: Any) -> tuple[Any, ...]:
    if isinstance(name, np.datetime64 | np.timedelta64):
        return _numpy_moment_key(name)
    if isinstance(name, dt.timedelta):
        return ("duration", _attoseconds(name))
    if not isinstance(name, dt.datetime):
        return ("date", (name - dt.date(1970, 1, 1)).days * _UNITS["D"])
    zone = None if name.utcoffset() is None else dt.UTC
    span = name - dt.datetime(1970, 1, 1, tzinfo=zone)
    return ("datetime" if zone is None else "instant", _attoseconds(span))


def _attoseconds(span: dt.timedelta) -> int:
    # A subclass such as pandas.Timedelta may have nanoseconds as well.
    whole = (span.days * 86400 + span.seconds) * _UNITS["s"] + span.microseconds * _UNITS["us"]
    return whole + int(getattr(span, "nanoseconds", 0)) * _UNITS["ns"]


def _numpy_moment_key(name: np.datetime64 | np.timedelta64) -> tuple[Any, ...]:
    is_date = isinstance(name, np.datetime64)
    unit, step = np.datetime_data(name.dtype)
    if is_date and unit in ("Y", "M"):
        name, unit, step = name.astype("M8[D]"), "D", 1
    count = int(name.astype(np.int64)) * step
    if unit not in _UNITS:  # years and months of a duration have no length in days
        return ("duration", unit, count)
    if is_date:
        return ("date" if unit in ("W", "D") else "datetime", count * _UNITS[unit])
    return ("duration", count * _UNITS[unit])


def kinds_of(names: Array) -> set[Kind]:
    """Return the kinds of labels among the names; of plain arrays from their type alone."""
    if names.dtype.kind in "iu":
        return {"int"}
    if names.dtype.kind in "fb":
        return {"float" if names.dtype.kind == "f" else "bool"}
    sample = names[:1] if names.dtype.kind in "mM" else names
    return {label_key(name)[0] for name in sample if not isinstance(name, Unlabeled)}


def order(names: Array) -> Array | None:
    """Return the permutation that lists the names in ascending order.

    None if there is no such order: the names have several kinds, or a kind without an order.
    """
    if names.dtype.kind in "biufmM":
        return np.argsort(names, kind="stable")
    keys = [label_key(name) for name in names]
    if not sortable(keys):
        return None
    ranks = sorted(range(len(keys)), key=keys.__getitem__)
    return np.array(ranks, dtype=np.intp)


def sortable(keys: Iterable[tuple[Hashable, ...]]) -> bool:
    """Tell whether the keys are all of one kind that has an order."""
    kinds = {(key[0], len(key)) for key in keys}
    return len(kinds) == 1 and next(iter(kinds)) in {(kind, 2) for kind in SORTABLE}
