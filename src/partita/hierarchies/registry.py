"""Measures of two hierarchies, and what is claimed of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from ..declared import Declared

Function = TypeVar("Function", bound=Callable[..., float])

_REGISTRY: dict[str, HierarchyMeasure] = {}
HIERARCHY_MEASURES: Mapping[str, HierarchyMeasure] = MappingProxyType(_REGISTRY)
"""Every measure of hierarchies by its name, callable as the function of that name."""


class HierarchyMeasure(Declared):
    """A measure of two hierarchies, and what is claimed of it."""


def hierarchy_measure(**claims: Any) -> Callable[[Function], Function]:
    """Put a function into `HIERARCHY_MEASURES` with the claims listed at `Declared`."""

    def declare(function: Function) -> Function:
        _REGISTRY[function.__name__] = HierarchyMeasure(function, identity=True, **claims)
        return function

    return declare
