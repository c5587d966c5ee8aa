"""What a relational measure claims; every claim is run by the tests."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ...measures.declared import Declared, declaring

_REGISTRY: dict[str, Relational] = {}
RELATIONAL: Mapping[str, Relational] = MappingProxyType(_REGISTRY)
"""Every relational measure by its name."""


class Relational(Declared):
    """A measure of two soft clusterings, and what is claimed of it."""

    compares = "soft clusterings"
    takes = "array_like, Fuzzy, Rough, Possibilistic or Evidential"


relational = declaring(Relational, _REGISTRY)
