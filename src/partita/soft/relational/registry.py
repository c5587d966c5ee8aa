"""What a relational measure claims; every claim is run by the tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from ...measures.declared import Declared

Function = TypeVar("Function", bound=Callable[..., float])

_REGISTRY: dict[str, Relational] = {}
RELATIONAL: Mapping[str, Relational] = MappingProxyType(_REGISTRY)
"""Every relational measure by its name, callable as the function of that name."""


class Relational(Declared):
    """A measure of two soft clusterings, and what is claimed of it."""


def relational(**claims: Any) -> Callable[[Function], Function]:
    """Put a function into `RELATIONAL` with the claims listed at `Declared`."""

    def declare(function: Function) -> Function:
        _REGISTRY[function.__name__] = Relational(function, **claims)
        return function

    return declare
