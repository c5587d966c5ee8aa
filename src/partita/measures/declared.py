"""Measures of soft clusterings, covers and hierarchies: a function with its claims.

Measures of hard clusterings are formulas over a table; see `measure`. The tests check every claim.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar

from .formula import Described, check_option_names

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@dataclass(frozen=True, eq=False)
class Declared(Described):
    """A measure, which replaces its function in its module, with its claims.

    Attributes
    ----------
    hard : str or None
        The measure of `partita.MEASURES` that it equals on hard labels.
    identity : bool
        Whether every clustering of its kind, not only a hard one, scores best against itself.
    """

    function: Callable[..., float]  #: its formula, as a function
    symbol: str  #: its short name
    hard: str | None
    identity: bool
    references: tuple[str, ...]  #: keys of the bibliography
    formula: str = ""  #: in words and signs
    symmetric: bool = True  #: whether the order of the two makes no difference
    better: Literal["higher", "lower"] = "higher"  #: which direction means more agreement
    bounds: tuple[float, float] = (0.0, 1.0)  #: no value lies outside

    compares: ClassVar[str]  # which kind of clusterings, for its representation
    takes: ClassVar[str]  # the type of both sides, for its docstring

    def __post_init__(self) -> None:
        module = self.function.__module__
        vars(self).update(__module__=module, __name__=self.name, __wrapped__=self.function)

    def __call__(self, a: Any, b: Any, **options: Any) -> float:
        """Compare two clusterings of the same objects.

        Parameters
        ----------
        a, b
            The two clusterings; where the order matters, the first is the truth.
        **options
            The options of the measure.

        Returns
        -------
        float
            The value of the measure.

        Raises
        ------
        InputError
            If the clusterings or options cannot be used. The message says what to write instead.
        """
        self._check(options)
        return self.function(a, b, **options)

    @property
    def name(self) -> str:
        """The name of the function."""
        return self.function.__name__

    @property
    def options(self) -> Mapping[str, Any]:
        """The options with their defaults."""
        return self.function.__kwdefaults__ or {}

    def _check(self, options: Mapping[str, Any], *more: str) -> None:
        """Refuse what is neither an option of the function nor one of `more`."""
        check_option_names(self.name, options, (*self.options, *more))

    def __reduce__(self) -> str:
        return self.name  # found in its module, where this name is the measure

    def __repr__(self) -> str:
        return f"<partita measure of {self.compares} {self.name} ({self.symbol})>"


DeclaredMeasure = TypeVar("DeclaredMeasure", bound=Declared)


def declaring(
    kind: type[DeclaredMeasure], registry: dict[str, DeclaredMeasure], **common: Any
) -> Callable[..., Callable[[Callable[..., float]], DeclaredMeasure]]:
    """Return a decorator with claims that enters a function into a registry as a measure."""

    def claimed(**claims: Any) -> Callable[[Callable[..., float]], DeclaredMeasure]:
        def declare(function: Callable[..., float]) -> DeclaredMeasure:
            declared = kind(function, **common, **claims)
            registry[declared.name] = declared
            return declared

        return declare

    return claimed
