"""Measures of two covers: a formula over the pair, with its declared properties."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from inspect import Parameter, Signature, signature
from types import MappingProxyType
from typing import Any, ClassVar

from ..base.arithmetic import ZeroOverZero
from ..base.errors import InputError
from ..measures.declared import Declared, declaring
from .cover import Cover
from .pairing import CoverPair

_REGISTRY: dict[str, CoverMeasure] = {}
COVER_MEASURES: Mapping[str, CoverMeasure] = MappingProxyType(_REGISTRY)
"""Every measure of covers by its name."""


@dataclass(frozen=True, eq=False, repr=False)
class CoverMeasure(Declared):
    """A comparison of two covers: call it, or read several measures from one pair with `of`.

    Attributes
    ----------
    undefined : float
        Its value for a 0/0 without perfect agreement. Identical covers score 1.
    """

    undefined: float = 0.0

    compares: ClassVar[str] = "covers"
    takes: ClassVar[str] = "Cover"

    def __call__(self, a: Cover, b: Cover, *, align: str = "error", **options: Any) -> float:
        """Compare two covers of the same elements, which are found by their ids.

        Parameters
        ----------
        a, b
            The two covers; if the order matters, the first is the truth.
        align : {"error", "inner", "outer"}, default "error"
            How to treat an element that only one cover has: raise an error, drop it, or put it in
            no cluster of the other cover.
        **options
            The options of the measure.

        Returns
        -------
        float
            The value of the measure.

        Raises
        ------
        InputError
            If the covers or options cannot be used. The message says what to write instead.
        """
        self._check(options, "align")
        return self.of(CoverPair(a, b, align), **options)

    def of(self, pair: CoverPair, **options: Any) -> float:
        """Read the measure from a pair of covers: identical ones score 1, a 0/0 as declared.

        Parameters
        ----------
        pair
            The two covers, over the same elements: many measures can read one pair.
        **options
            Options of the measure.

        Returns
        -------
        float
            The value of the measure.

        Raises
        ------
        InputError
            If it is not a pair, or the measure does not take the options.

        Examples
        --------
        >>> from partita import Cover
        >>> from partita.covers import CoverPair, omega
        >>> one, two = Cover.from_labels([0, 0, 1, 1]), Cover.from_labels([0, 0, 1, 2])
        >>> omega.of(CoverPair(one, two))
        0.5714285714285714
        """
        self._check(options)
        if not isinstance(pair, CoverPair):
            raise InputError(f"{self.name}.of reads a CoverPair, not {type(pair).__name__}")
        try:
            value = self.function(pair, **options)
        except ZeroOverZero:
            value = self.undefined
        return 1.0 if pair.identical else value

    @property
    def __signature__(self) -> Signature:
        common = list(signature(type(self).__call__).parameters.values())[1:-1]
        own = [
            Parameter(name, Parameter.KEYWORD_ONLY, default=value)
            for name, value in self.options.items()
        ]
        return Signature([*common[:2], *own, *common[2:]], return_annotation="float")


cover_measure = declaring(CoverMeasure, _REGISTRY, identity=True)
