"""Measures of two hierarchies, and what is claimed of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from ..measures.declared import Standing

_REGISTRY: dict[str, HierarchyMeasure] = {}
HIERARCHY_MEASURES: Mapping[str, HierarchyMeasure] = MappingProxyType(_REGISTRY)
"""Every measure of hierarchies by its name."""


class HierarchyMeasure(Standing):
    """A measure of two hierarchies, and what is claimed of it."""

    def __call__(self, a: Any, b: Any, **options: Any) -> float:
        """Compare two hierarchies of the same elements, which are found by their ids."""
        self._check(options)
        return self.function(a, b, **options)

    def __repr__(self) -> str:
        return f"<partita measure of hierarchies {self.name} ({self.symbol})>"


def hierarchy_measure(**claims: Any) -> Callable[[Callable[..., float]], HierarchyMeasure]:
    """Declare a measure of hierarchies, with the claims listed at `Declared`."""

    def declare(function: Callable[..., float]) -> HierarchyMeasure:
        declared = HierarchyMeasure(function, identity=True, **claims)
        _REGISTRY[declared.name] = declared
        return declared

    return declare
