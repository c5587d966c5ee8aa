"""A measure is a small formula over a family statistic, and what we claim of it.

`register` turns a formula into a `Measure`: the annotation of the first parameter says which
statistic it reads, the other parameters are its options, and every claim is run by the tests.
"""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ..base.arithmetic import ZeroOverZero
from ..base.errors import InputError, UndefinedError
from ..base.shown import above
from .formula import (
    PLAIN,
    Formula,
    check_option_names,
    finite,
    options_of,
    paragraphs,
    statistic_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from inspect import Signature

    from ..table.contingency import Contingency
    from ..table.table import Table

Claim: TypeAlias = "bool | Callable[..., bool]"
Better: TypeAlias = Literal["higher", "lower"]

_LABEL_OPTIONS = ("weights", "missing", "noise", "noise_as", "align")
_REGISTRY: dict[str, Measure] = {}
_OWNERS: dict[str, str] = {}  # who declared a name, symbol or alias, in folded case, last
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
    baseline : bool
        Whether it is what chance gives and no score: then neither direction means agreement.
    bounds : tuple of float
        No value of a table of counts lies outside.
    symmetric, n_invariant, convex_additive : bool
        Whether swapping the sides, multiplying all counts, or averaging over the blocks of a
        refinement (Wu et al. 2009, Properties 1-3) leaves it unchanged. Symmetry may depend on
        the options: this is the default's, see `is_symmetric`.
    degree : int or None
        d where multiplying all counts by f multiplies it by f^d, as counts of objects or pairs
        do; 0 for the n-invariant ones, None where there is no such number.
    margin_affine : bool
        Whether, for given group sizes, it is affine in Σ n_ij² (pairs) or Σ n_ij log n_ij
        (information): then its mean over random tables follows from the mean of that sum. See
        `is_margin_affine`.
    perfect, independence, undefined : float or None
        Its value for identical partitions, for an independent table of at least two groups on
        each side, and for a 0/0 that is not perfect agreement; None where there is none.
    """

    def __init__(
        self,
        function: Formula,
        *,
        symbol: str,
        formula: str,
        better: Better = "higher",
        bounds: tuple[float, float] = (0.0, 1.0),
        symmetric: Claim = False,
        n_invariant: bool = False,
        degree: int | None = None,
        convex_additive: bool = False,
        margin_affine: Claim = False,
        perfect: float | None = None,
        independence: float | None = None,
        undefined: float | None = None,
        unit: str = "",
        headline: bool = False,
        baseline: bool = False,
        references: tuple[str, ...] = (),
        aliases: tuple[str, ...] = (),
    ) -> None:
        self.family, self._source = statistic_of(function)  # first: refuses what is no formula
        # Ours are held to their claims by the tests, others when they are called.
        self._ours = str(function.__module__).startswith("partita.")
        self.function = function if self._ours else finite(function)
        self.symbol = symbol
        self.formula = formula
        self.better = better
        self.baseline = baseline
        self.bounds = bounds
        self._symmetric = symmetric
        self.n_invariant = n_invariant
        self.degree = 0 if n_invariant else degree
        self.convex_additive = convex_additive
        self._margin_affine = margin_affine
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
        self.options: Mapping[str, Any] = MappingProxyType(options_of(function))
        self.symmetric = self.is_symmetric()
        self.margin_affine = self.is_margin_affine()

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
        if options:
            check_option_names(self.name, options, (*self.options, *_LABEL_OPTIONS))
        table = _contingency().from_labels(
            truth,
            prediction,
            weights=weights,
            missing=missing,
            noise=noise,
            noise_as=noise_as,
            align=align,
        )
        return self._value(table, options)

    def of(self, table: Table, **options: Any) -> float:
        """Read the measure from a contingency table, rows classes and columns clusters."""
        if options:
            check_option_names(self.name, options, self.options)
        return self._value(table, options)

    def _value(self, table: Table, options: Mapping[str, Any]) -> float:
        try:
            perfect = table.perfect
        except AttributeError:
            raise InputError(
                f"{self.name}.of reads a Contingency, not {type(table).__name__}; "
                "make one with Contingency.from_matrix or Contingency.from_labels"
            ) from None
        statistic = getattr(table, self._source) if self._source else table
        value = (
            self.read(statistic, perfect=perfect, **options)
            if options
            else self.read(statistic, perfect=perfect)  # to hand over no options takes time too
        )
        if not self._ours:
            self._check_bounds(value, table)
        if table.guessed and not self.n_invariant:  # others do not depend on what weights mean
            table.warn_of_guess()
        return value

    def _check_bounds(self, value: float, table: Table) -> None:
        """Hold one's own measure to its bounds, which are claimed for counts."""
        low, high = self.bounds
        if not low <= value <= high and isinstance(table.n, int):
            raise InputError(
                f"{self.name} is {value} here, outside its bounds from {low} to {high}: declare "
                f"wider ones, as in register(..., bounds=({min(low, value)}, {max(high, value)})), "
                "or round the value in its formula"
            )

    def read(self, statistic: Any, *, perfect: bool = False, **options: Any) -> float:
        """Evaluate the formula on its family statistic.

        A perfect table takes the declared value, and so does a 0/0: the one rule for limits.
        """
        reason = "divides by zero"
        try:
            formula = self.function
            value: float | None = formula(statistic, **options) if options else formula(statistic)
        except ZeroOverZero:
            value = self.undefined
        except OverflowError:
            value, reason = None, "is too large for a float"
        except ZeroDivisionError:
            value = None
        if perfect and self.perfect is not None:
            return self.perfect
        if value is None:
            raise UndefinedError(f"{self.name} has no value here: {self.formula} {reason}")
        return value

    def is_symmetric(self, **options: Any) -> bool:
        """Whether swapping truth and prediction changes nothing, given the options."""
        return self._claims(self._symmetric, options)

    def is_margin_affine(self, **options: Any) -> bool:
        """Whether the mean of its sum over cells gives its own mean, given the options."""
        return self._claims(self._margin_affine, options)

    def _claims(self, claim: Claim, options: Mapping[str, Any]) -> bool:
        check_option_names(self.name, options, self.options)
        return bool(claim(**{**self.options, **options})) if callable(claim) else claim

    @property
    def reads(self) -> str:
        """The family whose own statistic it reads; "table" where it needs more than that."""
        return self.family if self._source in PLAIN else "table"

    @property
    def direction(self) -> str:
        """What to call better: higher, lower, or neither of a baseline."""
        return "neither" if self.baseline else self.better

    @property
    def reading(self) -> str:
        """What the value means: the first paragraph of the docstring."""
        return paragraphs(self.__doc__)[0]

    @property
    def drawback(self) -> str:
        """When the value misleads: the paragraph of the docstring that begins with Beware."""
        found = [text for text in paragraphs(self.__doc__) if text.startswith("Beware: ")]
        return found[0].removeprefix("Beware: ") if found else ""

    @property
    def __signature__(self) -> Signature:
        from inspect import Parameter, Signature, signature

        common = list(signature(type(self).__call__).parameters.values())[1:-1]
        own = [
            Parameter(name, Parameter.KEYWORD_ONLY, default=self.options[name])
            for name in self.options
        ]
        return Signature([*common[:2], *own, *common[2:]], return_annotation="float")

    def __repr__(self) -> str:
        return f"<partita measure {self.name} ({self.symbol})>"

    def _repr_html_(self) -> str:
        card: str = above("report").measure_html(self)
        return card

    def __reduce__(self) -> tuple[Callable[[str], Measure], tuple[str]]:
        return measure, (self.name,)  # a pickle holds the name, a copy is the measure itself


@cache
def _contingency() -> type[Contingency]:
    """Return the table that labels are counted into; late, for the list of measures needs none."""
    from ..table.contingency import Contingency

    return Contingency


def register(function: Formula | None = None, /, **claims: Any) -> Callable[[Formula], Measure]:
    """Declare a measure: a decorator that takes the claims listed at `Measure`.

    Your own measures get the same treatment as the ones that come with partita.

    >>> from partita import PairCounts, register
    >>> @register(symbol="own", formula="N11 / M", symmetric=True)
    ... def share_of_pairs_example(p: PairCounts) -> float:
    ...     return p.together / p.pairs
    >>> share_of_pairs_example([0, 0, 1], [0, 0, 0])
    0.3333333333333333
    """
    if function is not None:
        raise InputError("register needs claims: write @register(symbol=..., formula=...)")

    def declare(formula: Formula) -> Measure:
        declared = Measure(formula, **claims)
        _refuse_clashes(declared)
        _REGISTRY[declared.name] = declared  # one's own measure may be declared anew
        return declared

    return declare


def _refuse_clashes(declared: Measure) -> None:
    """Refuse a name, symbol or alias under which another measure is found, whatever its case."""
    for name in _names(declared):
        known = _REGISTRY.get(_OWNERS.get(name.casefold(), ""))
        if known is None or name.casefold() not in map(str.casefold, _names(known)):
            continue  # free, or free again since its owner was declared anew
        if known.name != declared.name or known.__module__.startswith("partita."):
            raise InputError(
                f"{declared.name}: {name.casefold()!r} already means the measure {known.name}; "
                "choose another name, symbol or alias"
            )
    _OWNERS.update(dict.fromkeys(map(str.casefold, _names(declared)), declared.name))


def measure(name: str | Measure) -> Measure:
    """Find a measure by its name, its symbol, or the name that another package gives it.

    >>> measure("adjusted_rand_score").name
    'adjusted_rand'
    """
    if isinstance(name, Measure):
        return name
    if not isinstance(name, str):
        raise InputError(f"a measure is named by text, not by {type(name).__name__} {name!r}")
    if name in _REGISTRY:
        return _REGISTRY[name]
    for found in _REGISTRY.values():
        if name == found.symbol or name in found.aliases:
            return found
    folded = _folded(name)
    matches = [m for m in _REGISTRY.values() if folded in map(_folded, _names(m))]
    if len(matches) == 1:
        return matches[0]
    raise InputError(f"no measure is called {name!r}{_hint(name)}")


def _folded(name: str) -> str:
    """A name whatever its case, with words joined as in Python."""
    return "_".join(name.casefold().split())


def _hint(name: str) -> str:
    from difflib import get_close_matches

    names = [known for m in _REGISTRY.values() for known in _names(m)]
    near = get_close_matches(name, names, n=3)
    listing = "`partita measures` lists them all"
    return f"; nearest: {', '.join(near)} ({listing})" if near else f"; {listing}"


def _names(m: Measure) -> tuple[str, ...]:
    return (m.name, m.symbol, *m.aliases)
