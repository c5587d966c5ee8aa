"""Names that a package imports when they are first asked for, so that it starts fast."""

from __future__ import annotations

from collections.abc import Callable, Mapping


def late(package: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """The ``__getattr__`` of a package whose names live in the modules that `homes` gives.

    >>> late("partita", {"measure": "measure"})("measure").__name__
    'measure'
    """

    def find(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        import sys
        from importlib import import_module

        value = getattr(import_module(f".{homes[name]}", package), name)
        vars(sys.modules[package])[name] = value  # found without asking from now on
        return value

    return find
