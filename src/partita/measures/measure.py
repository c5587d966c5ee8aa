"""A measure is a small formula over a family statistic, and what we claim of it.

`register` turns a formula into a `Measure`: the annotation of the first parameter says which
statistic it reads, the other parameters are its options, and every claim is run by the tests.
"""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ..base.arithmetic import ZeroOverZero
from ..base.errors import InputError, UndefinedError
from ..base.shown import Shown
from .claims import Claims, check_claims
from .formula import (
    Described,
    Formula,
    check_option_names,
    finite,
    options_of,
    statistic_of,
)
from .names import found, refuse_clashes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from inspect import Signature

    from ..table.contingency import Contingency
    from ..table.table import Table
    from .claims import Claim

_LABEL_OPTIONS = ("weights", "missing", "noise", "noise_as", "align")
_REGISTRY: dict[str, Measure] = {}
MEASURES: Mapping[str, Measure] = MappingProxyType(_REGISTRY)
"""Every measure by its canonical name, in the order of registration."""


class Measure(Described, Claims, Shown):
    """A comparison of two partitions: call it on labels, or use `of` on a table already counted.

    It has a `name`, a `family`, the `statistic` of a table that it reads (empty for the table
    itself), and what `Claims` lists. `ours` are the measures that come with partita.
    """

    _layout = "measure_html"

    def __init__(self, function: Formula, **claims: Any) -> None:
        source = statistic_of(function)  # first: refuses what is no formula
        vars(self).update({"smooth": source.smooth, **claims})
        self.family, self.statistic, self._main = source.family, source.attribute, source.main
        # Ours are held to their claims by the tests, others when they are called.
        self.ours = str(function.__module__).startswith("partita.")
        self.function = function if self.ours else finite(function)
        self.degree = 0 if self.n_invariant else self.degree
        self.name = self.__name__ = function.__name__
        self.__qualname__ = function.__qualname__
        self.__module__ = function.__module__
        self.__doc__ = function.__doc__
        self.__wrapped__ = function  # doctest and help look through it
        self.options: Mapping[str, Any] = MappingProxyType(options_of(function))
        self._stated: tuple[Claim, Claim] = self.symmetric, self.margin_affine
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
        statistic = getattr(table, self.statistic) if self.statistic else table
        value = (
            self.read(statistic, perfect=perfect, **options)
            if options
            else self.read(statistic, perfect=perfect)  # to hand over no options takes time too
        )
        if not self.ours:
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
        return self._claims(self._stated[0], options)

    @property
    def symmetric_by_options(self) -> bool:
        """Whether its symmetry depends on the options."""
        return callable(self._stated[0])

    def is_margin_affine(self, **options: Any) -> bool:
        """Whether the mean of its sum over cells gives its own mean, given the options."""
        return self._claims(self._stated[1], options)

    def _claims(self, claim: Claim, options: Mapping[str, Any]) -> bool:
        check_option_names(self.name, options, self.options)
        return bool(claim(**{**self.options, **options})) if callable(claim) else claim

    @property
    def reads(self) -> str:
        """The family whose own statistic it reads; "table" where it needs more than that."""
        return self.family if self._main else "table"

    @property
    def direction(self) -> str:
        """What to call better: higher, lower, or neither of a baseline."""
        return "neither" if self.baseline else self.better

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

    def __reduce__(self) -> tuple[Callable[[str], Measure], tuple[str]]:
        return measure, (self.name,)  # a pickle holds the name, a copy is the measure itself


@cache
def _contingency() -> type[Contingency]:
    """Return the table that labels are counted into; late, for the list of measures needs none."""
    from ..table.contingency import Contingency

    return Contingency


def register(function: Formula | None = None, /, **claims: Any) -> Callable[[Formula], Measure]:
    """Declare a measure: a decorator that takes the claims listed at `Claims`.

    Your own measures get the same treatment as the ones that come with partita.

    >>> from partita import register
    >>> from partita.statistics import PairCounts
    >>> @register(symbol="own", formula="N11 / M", symmetric=True)
    ... def share_of_pairs_example(p: PairCounts) -> float:
    ...     return p.together / p.pairs
    >>> share_of_pairs_example([0, 0, 1], [0, 0, 0])
    0.3333333333333333
    """
    if function is not None:
        raise InputError("register needs claims: write @register(symbol=..., formula=...)")
    check_claims(claims)

    def declare(formula: Formula) -> Measure:
        declared = Measure(formula, **claims)
        refuse_clashes(declared, _REGISTRY)
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
    if not isinstance(name, str):
        raise InputError(f"a measure is named by text, not by {type(name).__name__} {name!r}")
    return found(name, _REGISTRY)
