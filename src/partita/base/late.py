"""Load names of a package, and compute values of an object, when they are first used."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import TYPE_CHECKING, Any

__all__ = ["kept", "late"]

if TYPE_CHECKING:
    from functools import cached_property as kept
else:

    class kept:  # noqa: N801 - used as a decorator, like property
        """A property that is computed once and kept in the object's ``__dict__``.

        `functools.cached_property` without its lock, which in Python 3.11 costs more than most of
        these values. Two threads may compute a value twice; both get the same value.
        """

        def __init__(self, compute: Callable[[Any], Any]) -> None:
            self.compute = compute
            self.__doc__ = compute.__doc__
            self.__isabstractmethod__ = getattr(compute, "__isabstractmethod__", False)

        def __set_name__(self, owner: type, name: str) -> None:
            self.name = name

        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            if instance is None:
                return self
            value = instance.__dict__[self.name] = self.compute(instance)
            return value


def late(
    package: str,
    homes: Mapping[str, str],
    modules: Container[str] = (),
    hint: Callable[[str], str] = lambda _: "",
) -> Callable[[str], object]:
    """Return the ``__getattr__`` of a package whose names are defined in the modules in `homes`.

    `modules` are parts of the package, imported on first use. `hint` says what to write instead of
    an unknown name.

    >>> late("partita", {"measure": "measures.measure"})("measure").__name__
    'measure'
    """

    def find(name: str) -> object:
        if name not in homes and name not in modules:
            from .keywords import called  # only errors need it

            right = called(name, homes)
            more = f": it is called {right}" if right else ""
            if not more and not name.startswith("_"):
                more = hint(name)
            raise AttributeError(f"module {package!r} has no attribute {name!r}{more}")
        import sys
        from importlib import import_module

        if name in modules:
            return import_module(f".{name}", package)
        value = getattr(import_module(f".{homes[name]}", package), name)
        vars(sys.modules[package])[name] = value  # found without this function from now on
        return value

    return find
