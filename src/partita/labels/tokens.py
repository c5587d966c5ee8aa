"""Stand-ins for Python labels that hash fast and are never equal by accident."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

# Types whose equality is wider than ours: (1, "a") == (True, "a"), a day == its midnight.
_WIDER = (tuple, frozenset, np.datetime64, np.timedelta64)


def tokens_of(values: Sequence[Any]) -> Sequence[Hashable]:
    """Return a stand-in for each value; equal stand-ins are the same label, others may be."""
    types = set(map(type, values))
    if any(issubclass(kind, _WIDER) for kind in types):
        return list(zip(_signatures(values), values, strict=True))
    if len(types - {type(None)}) == 1:  # only None equals None
        return values
    return list(zip(map(type, values), values, strict=True))


def _signatures(values: Sequence[Any]) -> list[Hashable]:
    """Return the types of each value and of its parts, at all depths."""
    shallow: list[tuple[type, ...]] = [
        (type(value), *map(type, value)) if isinstance(value, tuple) else (type(value),)
        for value in values
    ]
    parts = {
        kind
        for signature in set(shallow)
        for kind in (signature[1:] if issubclass(signature[0], tuple) else signature)
    }
    if any(issubclass(kind, _WIDER) for kind in parts):
        return list(map(_signature, values))
    return list(shallow)


def _signature(value: Any) -> Any:
    if isinstance(value, tuple):
        return (type(value), *map(_signature, value))
    if isinstance(value, frozenset):
        return (type(value), frozenset((_signature(part), part) for part in value))
    if isinstance(value, np.datetime64 | np.timedelta64):
        return (type(value), value.dtype)
    return type(value)
