"""The list of relational measures; the tests check every property that they declare."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ...measures.declared import Declared, declaring

_REGISTRY: dict[str, Relational] = {}
RELATIONAL: Mapping[str, Relational] = MappingProxyType(_REGISTRY)
"""Every relational measure by its name."""


class Relational(Declared):
    """A measure of two soft clusterings, with its declared properties."""

    compares = "soft clusterings"
    takes = "array_like, Fuzzy, Rough, Possibilistic or Evidential"


relational = declaring(Relational, _REGISTRY)
