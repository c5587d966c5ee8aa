"""What a relational measure claims; every claim is run by the tests."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, TypeVar

Function = TypeVar("Function", bound=Callable[..., float])

_REGISTRY: dict[str, Relational] = {}
RELATIONAL: Mapping[str, Relational] = MappingProxyType(_REGISTRY)
"""Every relational measure by its name, callable as the function of that name."""


@dataclass(frozen=True, eq=False)
class Relational:
    """A measure of two soft clusterings, and what is claimed of it.

    Attributes
    ----------
    hard : str or None
        The measure of `partita.MEASURES` that it equals on hard labels.
    identity : bool
        Whether every soft clustering, not only a hard one, scores best against itself.
    """

    function: Callable[..., float]
    symbol: str
    hard: str | None
    identity: bool
    references: tuple[str, ...]
    symmetric: bool = True
    better: Literal["higher", "lower"] = "higher"
    bounds: tuple[float, float] = (0.0, 1.0)

    def __call__(self, a: Any, b: Any, **options: Any) -> float:
        """Compare two clusterings of the same objects."""
        return self.function(a, b, **options)

    @property
    def name(self) -> str:
        """The name of the function."""
        return self.function.__name__

    @property
    def reading(self) -> str:
        """What the value means: the first paragraph of the docstring."""
        return _paragraphs(self.function)[0]

    @property
    def drawback(self) -> str:
        """When the value misleads: the paragraph that begins with Beware."""
        found = [text for text in _paragraphs(self.function) if text.startswith("Beware: ")]
        return found[0].removeprefix("Beware: ") if found else ""


def relational(**claims: Any) -> Callable[[Function], Function]:
    """Put a function into `RELATIONAL` with the claims listed at `Relational`."""

    def declare(function: Function) -> Function:
        _REGISTRY[function.__name__] = Relational(function, **claims)
        return function

    return declare


def _paragraphs(function: Callable[..., float]) -> list[str]:
    blocks = inspect.cleandoc(function.__doc__ or "").split("\n\n")
    return [" ".join(block.split()) for block in blocks]
