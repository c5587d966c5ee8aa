"""Measures of two covers: a formula over the pair, and what is claimed of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import Parameter, Signature, signature
from types import MappingProxyType
from typing import Any

from ..base.arithmetic import ZeroOverZero
from ..base.errors import InputError
from ..measures.declared import Standing
from ..measures.formula import options_of
from .cover import Cover
from .pairing import CoverPair

_REGISTRY: dict[str, CoverMeasure] = {}
COVER_MEASURES: Mapping[str, CoverMeasure] = MappingProxyType(_REGISTRY)
"""Every measure of covers by its name."""


@dataclass(frozen=True, eq=False)
class CoverMeasure(Standing):
    """A comparison of two covers: call it on covers, or use `of` on a pair, to read several.

    Attributes
    ----------
    undefined : float
        Its value for a 0/0 that is not perfect agreement. Identical covers score 1.
    """

    undefined: float = 0.0

    def __call__(self, a: Cover, b: Cover, *, align: str = "error", **options: Any) -> float:
        """Compare two covers of the same elements, which are found by their ids."""
        self._check(options, "align")
        return self.of(CoverPair(a, b, align), **options)

    def of(self, pair: CoverPair, **options: Any) -> float:
        """Read the measure from a pair of covers: identical ones score 1, a 0/0 as declared."""
        self._check(options)
        if not isinstance(pair, CoverPair):
            raise InputError(f"{self.name}.of reads a CoverPair, not {type(pair).__name__}")
        try:
            value = self.function(pair, **options)
        except ZeroOverZero:
            value = self.undefined
        return 1.0 if pair.identical else value

    @property
    def options(self) -> Mapping[str, Any]:
        """The options with their defaults."""
        return options_of(self.function)

    @property
    def __signature__(self) -> Signature:
        common = list(signature(type(self).__call__).parameters.values())[1:-1]
        own = [
            Parameter(name, Parameter.KEYWORD_ONLY, default=value)
            for name, value in self.options.items()
        ]
        return Signature([*common[:2], *own, *common[2:]], return_annotation="float")

    def __repr__(self) -> str:
        return f"<partita measure of covers {self.name} ({self.symbol})>"


def cover_measure(**claims: Any) -> Callable[[Callable[..., float]], CoverMeasure]:
    """Declare a measure of covers, with the claims listed at `CoverMeasure`."""

    def declare(function: Callable[..., float]) -> CoverMeasure:
        declared = CoverMeasure(function, identity=True, **claims)
        _REGISTRY[declared.name] = declared
        return declared

    return declare
