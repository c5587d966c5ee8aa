"""A measure is a small formula over a family statistic, and what we claim of it.

`register` turns a formula into a `Measure`: the annotation of the first parameter says which
statistic it reads, the other parameters are its options, and every claim is run by the tests.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from .arithmetic import ZeroOverZero
from .errors import InputError, UndefinedError
from .statistics import Coding, ExpectedInformation, Information, Matching, Overlaps, PairCounts

if TYPE_CHECKING:
    from .table import Table

Formula = Callable[..., float]
Symmetry = bool | Callable[..., bool]
Better = Literal["higher", "lower"]

_STATISTICS: dict[str, Any] = {
    kind.__name__: kind
    for kind in (PairCounts, Information, ExpectedInformation, Overlaps, Matching, Coding)
}
_REGISTRY: dict[str, Measure] = {}
MEASURES: Mapping[str, Measure] = MappingProxyType(_REGISTRY)
"""Every measure by its canonical name, in the order of registration."""


class Measure:
    """A comparison of two partitions: call it on labels, or use `of` on a table already counted.

    Attributes
    ----------
    name, symbol, family, formula, unit
        What it is called and how it is written.
    better : {"higher", "lower"}
        Which direction means more agreement.
    bounds : tuple of float
        No value lies outside.
    symmetric, n_invariant, convex_additive : bool
        Whether swapping the sides, multiplying all counts, or averaging over the blocks of a
        refinement (Wu et al. 2009, Properties 1-3) leaves it unchanged. Where symmetry depends
        on the options it is a function of them; see `is_symmetric`.
    margin_affine : bool
        Whether, for given group sizes, it is affine in Σ n_ij² (pairs) or Σ n_ij log n_ij
        (information): then its mean over random tables follows from the mean of that sum.
    perfect, independence, undefined : float or None
        Its value for identical partitions, for an independent table, and for a 0/0 that is not
        perfect agreement; None where there is no such fixed value.
    """

    def __init__(
        self,
        function: Formula,
        *,
        symbol: str,
        formula: str,
        better: Better = "higher",
        bounds: tuple[float, float] = (0.0, 1.0),
        symmetric: Symmetry = False,
        n_invariant: bool = False,
        convex_additive: bool = False,
        margin_affine: bool = False,
        perfect: float | None = None,
        independence: float | None = None,
        undefined: float | None = None,
        unit: str = "",
        headline: bool = False,
        references: tuple[str, ...] = (),
        aliases: tuple[str, ...] = (),
    ) -> None:
        self.function = function
        self.symbol = symbol
        self.formula = formula
        self.better = better
        self.bounds = bounds
        self.symmetric = symmetric
        self.n_invariant = n_invariant
        self.convex_additive = convex_additive
        self.margin_affine = margin_affine
        self.perfect = perfect
        self.independence = independence
        self.undefined = undefined
        self.unit = unit
        self.headline = headline
        self.references = references
        self.aliases = aliases
        self.name = self.__name__ = function.__name__
        self.__qualname__ = function.__qualname__
        self.__module__ = function.__module__
        self.__doc__ = function.__doc__
        self.__wrapped__ = function  # doctest and help look through it
        statistic, *options = inspect.signature(function).parameters.values()
        kind = _statistic(function, statistic)
        self.family: str = kind.family if kind else "table"
        self._source: str | None = kind.source if kind else None
        self.options: Mapping[str, Any] = MappingProxyType({o.name: o.default for o in options})

    def __call__(
        self,
        truth: Any,
        prediction: Any,
        *,
        weights: Any = None,
        missing: str = "error",
        noise: Any = None,
        noise_as: str | None = None,
        align: str = "error",
        **options: Any,
    ) -> float:
        """Compare two labelings of the same objects, truth first."""
        from .contingency import Contingency  # late: the list of measures needs no NumPy

        self._check(options)
        table = Contingency.from_labels(
            truth,
            prediction,
            weights=weights,
            missing=missing,
            noise=noise,
            noise_as=noise_as,
            align=align,
        )
        return self.of(table, **options)

    def of(self, table: Table, **options: Any) -> float:
        """Read the measure from a contingency table, rows classes and columns clusters."""
        self._check(options)
        if self.perfect is not None and table.perfect:
            return self.perfect
        return self.read(table if self._source is None else getattr(table, self._source), **options)

    def read(self, statistic: Any, **options: Any) -> float:
        """Evaluate the formula on its family statistic; a 0/0 takes the declared value."""
        try:
            return self.function(statistic, **options)
        except ZeroOverZero:
            if self.undefined is None:
                raise UndefinedError(
                    f"{self.name} has no value here: {self.formula} divides by zero; "
                    f"the statistic is {statistic!r}"
                ) from None
            return self.undefined

    def is_symmetric(self, **options: Any) -> bool:
        """Whether swapping truth and prediction changes nothing, given the options."""
        if callable(self.symmetric):
            return bool(self.symmetric(**{**self.options, **options}))
        return self.symmetric

    @property
    def reading(self) -> str:
        """What the value means: the first paragraph of the docstring."""
        return _paragraphs(self.__doc__)[0]

    @property
    def drawback(self) -> str:
        """When the value misleads: the paragraph of the docstring that begins with Beware."""
        found = [text for text in _paragraphs(self.__doc__) if text.startswith("Beware: ")]
        return found[0].removeprefix("Beware: ") if found else ""

    @property
    def __signature__(self) -> inspect.Signature:
        common = list(inspect.signature(type(self).__call__).parameters.values())[1:-1]
        own = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default)
            for name, default in self.options.items()
        ]
        return inspect.Signature([*common[:2], *own, *common[2:]], return_annotation="float")

    def __repr__(self) -> str:
        return f"<partita measure {self.name} ({self.symbol})>"

    def __reduce__(self) -> tuple[Callable[[str], Measure], tuple[str]]:
        return measure, (self.name,)  # a pickle holds the name, a copy is the measure itself

    def _check(self, options: Mapping[str, Any]) -> None:
        for name in options:
            if name not in self.options:
                known = ", ".join(self.options) or "none"
                raise InputError(f"{self.name} has no option {name!r}; its options: {known}")


def register(function: Formula | None = None, /, **claims: Any) -> Callable[[Formula], Measure]:
    """Declare a measure: a decorator that takes the claims listed at `Measure`.

    Your own measures get the same treatment as the ones that come with partita.

    >>> from partita import PairCounts, register
    >>> @register(symbol="RR", formula="N11 / M", symmetric=True)
    ... def russell_rao_example(p: PairCounts) -> float:
    ...     return p.together / p.pairs
    >>> russell_rao_example([0, 0, 1], [0, 0, 0])
    0.3333333333333333
    """
    if function is not None:
        raise InputError("register needs claims: write @register(symbol=..., formula=...)")

    def declare(formula: Formula) -> Measure:
        declared = Measure(formula, **claims)
        known = _REGISTRY.get(declared.name)
        if known is not None and known.__module__.startswith("partita."):
            raise InputError(f"{declared.name!r} is a measure of partita; choose another name")
        _REGISTRY[declared.name] = declared  # one's own measure may be declared anew
        return declared

    return declare


def measure(name: str | Measure) -> Measure:
    """Find a measure by its name, its symbol, or the name that another package gives it.

    >>> measure("adjusted_rand_score").name
    'adjusted_rand'
    """
    if isinstance(name, Measure):
        return name
    if name in _REGISTRY:
        return _REGISTRY[name]
    for found in _REGISTRY.values():
        if name == found.symbol or name in found.aliases:
            return found
    folded = str(name).casefold()
    matches = [m for m in _REGISTRY.values() if folded in map(str.casefold, _names(m))]
    if len(matches) == 1:
        return matches[0]
    raise InputError(f"no measure is called {name!r}{_hint(str(name))}")


def _hint(name: str) -> str:
    from difflib import get_close_matches

    names = [known for m in _REGISTRY.values() for known in _names(m)]
    near = get_close_matches(name, names, n=3)
    listing = "`partita measures` lists them all"
    return f"; nearest: {', '.join(near)} ({listing})" if near else f"; {listing}"


def _names(m: Measure) -> tuple[str, ...]:
    return (m.name, m.symbol, *m.aliases)


def _statistic(function: Formula, parameter: inspect.Parameter) -> Any:
    """Return the statistic class that a formula reads, or None for the table itself."""
    annotation = parameter.annotation
    name = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    name = name.rpartition(".")[2]
    if name in _STATISTICS:
        return _STATISTICS[name]
    if name in ("Contingency", "WeightedContingency", "Table"):
        return None
    raise InputError(
        f"{function.__name__}: annotate its first parameter with the statistic it reads, "
        f"one of {', '.join(_STATISTICS)} or Contingency; found {annotation!r}"
    )


def _paragraphs(text: str | None) -> list[str]:
    blocks = inspect.cleandoc(text or "").split("\n\n")
    return [" ".join(block.split()) for block in blocks]
