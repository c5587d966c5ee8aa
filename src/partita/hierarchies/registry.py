"""The list of measures of two hierarchies."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ..measures.declared import Declared, declaring

_REGISTRY: dict[str, HierarchyMeasure] = {}
HIERARCHY_MEASURES: Mapping[str, HierarchyMeasure] = MappingProxyType(_REGISTRY)
"""Every measure of hierarchies by its name."""


class HierarchyMeasure(Declared):
    """A measure of two hierarchies of the same elements, which are found by their ids."""

    compares = "hierarchies"
    takes = "Hierarchy"


hierarchy_measure = declaring(HierarchyMeasure, _REGISTRY, identity=True)
