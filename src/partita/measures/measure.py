"""A measure is a small formula over a family statistic, together with its claims.

`register` turns a formula into a `Measure`: the annotation of the first parameter says which
statistic it reads, the other parameters are its options, and the tests check every claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from ..base.errors import InputError
from ..base.shown import Shown, above
from ..base.wording import show
from .claims import check_claims
from .evaluated import Evaluated
from .formula import check_option_names, check_sides
from .names import named, refuse_clashes

if TYPE_CHECKING:
    from collections.abc import Callable
    from inspect import Signature

    from ..table.contingency import Contingency
    from ..table.table import Table
    from .formula import Formula

_LABEL_OPTIONS = ("weights", "missing", "noise", "noise_as", "align")
_REGISTRY: dict[str, Measure] = {}


class Catalog(Mapping[str, "Measure"], Shown):
    """Measures by name: a view that displays itself as a list by family."""

    _layout = "measures_html"

    def __init__(self, known: Mapping[str, Measure]) -> None:
        self._known = known

    def __getitem__(self, name: str) -> Measure:
        if name not in self._known:
            raise KeyError(_no_such_name(name))
        return self._known[name]

    def __contains__(self, name: object) -> bool:
        return name in self._known

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

    def __repr__(self) -> str:
        text: str = above("report").measures_text(self.values())
        return text


def _no_such_name(name: object) -> str:
    """A message that says which name the measure has here, if another is meant."""
    try:
        meant = measure(name)  # type: ignore[arg-type]
    except InputError as error:
        return str(error)
    return f"{name!r} is {meant.name}: write MEASURES[{meant.name!r}], or measure({name!r})"


MEASURES = Catalog(_REGISTRY)
"""Every measure by its canonical name, in the order of registration."""


class Measure(Evaluated, Shown):
    """A comparison of two partitions: call it on labels, or use `of` on a table already counted.

    Measures are made by `register`; `MEASURES` holds all of them by name.

    Attributes
    ----------
    name, family : str
        Its name, and the family that it is listed under.
    statistic : str
        The attribute of a table that it reads; empty for the table itself.
    options : Mapping
        Its options with their defaults.
    ours : bool
        Whether it comes with partita.
    symbol, formula, unit, better, bounds, symmetric, perfect, independence, undefined
        Its claims: see `partita.measures.claims.Claims`.

    Examples
    --------
    >>> import partita
    >>> partita.rand([0, 0, 1, 1], [0, 0, 1, 2])
    0.8333333333333334
    >>> partita.rand.bounds, partita.rand.perfect
    ((0.0, 1.0), 1.0)
    """

    _layout = "measure_html"

    def __call__(
        self,
        truth: Any = ...,
        prediction: Any = ...,
        *others: Any,
        weights: Any = None,
        missing: str = "error",
        noise: Any = None,
        noise_as: str | None = None,
        align: str = "error",
        **options: Any,
    ) -> float:
        """Compare two labelings of the same objects, truth first.

        Parameters
        ----------
        truth, prediction : array_like
            The class and the cluster of each object, in the same order: a list, an array, or a
            column of pandas, Polars, PyArrow or another library.
        weights : array_like of numbers, optional
            One weight per object. Integers are counts: weight 3 stands for three equal objects.
            Fractions are importances.
        missing : {"error", "drop", "singletons", "category"}, default "error"
            What happens to an object without a label: an error, it is left out, it is a group of
            its own, or all of them form one group.
        noise : label or dict, optional
            The label that means "in no cluster", such as -1; ``{"truth": ..., "prediction": ...}``
            where the sides differ.
        noise_as : {"singletons", "drop", "cluster"}, optional
            What happens to noise: each object is a group of its own (the default), is left out,
            or all of them stay one cluster.
        align : {"error", "index"}, default "error"
            What happens if two columns have different indices: an error, or objects are matched
            by index.
        **options
            The options of the measure.

        Returns
        -------
        float
            The value of the measure.

        Raises
        ------
        InputError
            If labels, weights or options cannot be used. The message says what to write instead.
        UndefinedError
            If the formula divides by zero and the measure declares no limit.
        """
        if options or others or prediction is ...:
            check_option_names(self.name, options, (*self.options, *_LABEL_OPTIONS))
            check_sides(self.name, (truth, prediction, *others))
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
        """Read the measure from a contingency table, rows classes and columns clusters.

        Parameters
        ----------
        table
            A table that was counted already: many measures can read one table.
        **options
            Options of the measure.

        Returns
        -------
        float
            The value that the labels would give.

        Raises
        ------
        InputError
            If it is not a table, or the measure does not take the options.
        UndefinedError
            If the formula divides by zero and the measure declares no limit.

        Examples
        --------
        >>> import partita
        >>> table = partita.Contingency.from_matrix([[2, 0, 0], [0, 1, 1]])
        >>> partita.rand.of(table), partita.v_measure.of(table, beta=0.5)
        (0.8333333333333334, 0.8571428571428572)
        """
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
            else self.read(statistic, perfect=perfect)  # passing empty options takes time too
        )
        if not self.ours:
            self._check_bounds(value, table)
        if table.guessed and not self.n_invariant:  # n-invariant measures ignore it
            table.warn_of_guess()
        return value

    def _check_bounds(self, value: float, table: Table) -> None:
        """Check a user's measure against its bounds, which are claimed for counts."""
        low, high = self.bounds
        if not low <= value <= high and isinstance(table.n, int):
            raise InputError(
                f"{self.name} is {value} here, outside its bounds from {low} to {high}: declare "
                f"wider ones, as in register(..., bounds=({min(low, value)}, {max(high, value)})), "
                "or round the value in its formula"
            )

    @property
    def __signature__(self) -> Signature:
        from inspect import Parameter, Signature, signature

        common = list(signature(type(self).__call__).parameters.values())[1:-1]
        own = [
            Parameter(name, Parameter.KEYWORD_ONLY, default=self.options[name])
            for name in self.options
        ]
        sides = [one.replace(default=Parameter.empty) for one in common[:2]]
        return Signature([*sides, *own, *common[3:]], return_annotation="float")

    def __repr__(self) -> str:
        return f"<partita measure {self.name} ({self.symbol})>"

    def __reduce__(self) -> tuple[Callable[[str], Measure], tuple[str]]:
        return measure, (self.name,)  # a pickle holds the name, a copy is the measure itself


@cache
def _contingency() -> type[Contingency]:
    """Return the class of tables; late, because the list of measures needs none."""
    from ..table.contingency import Contingency

    return Contingency


def register(function: Formula | None = None, /, **claims: Any) -> Callable[[Formula], Measure]:
    """Declare a measure: a decorator that takes the claims listed at `Claims`.

    Your own measures get the same treatment as the ones that come with partita.

    Parameters
    ----------
    function
        Not given: the decorator needs claims.
    **claims
        ``symbol=`` and ``formula=``, and whatever else is claimed, such as ``symmetric=True``
        or ``bounds=(0.0, 1.0)``.

    Returns
    -------
    callable
        Takes the formula, a function of a statistic and of options with defaults, and returns
        the `Measure`.

    Raises
    ------
    InputError
        If a claim is missing or unknown, or another measure has the name or symbol.

    Examples
    --------
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
        _REGISTRY[declared.name] = declared  # a user's measure may be declared again
        return declared

    return declare


def measure(name: str | Measure) -> Measure:
    """Find a measure by its name, its symbol, or the name that another package gives it.

    Parameters
    ----------
    name
        The name, in any case; a measure is returned as it is.

    Returns
    -------
    Measure
        The measure.

    Raises
    ------
    InputError
        If no measure has this name. The message names those that are spelled alike.

    Examples
    --------
    >>> measure("adjusted_rand_score").name
    'adjusted_rand'
    """
    if isinstance(name, Measure):
        return name
    if not isinstance(name, str):
        raise InputError(
            f'a measure is named by text such as "adjusted_rand", not by {type(name).__name__} '
            f"{show(name)}; the measure comes before the labels"
        )
    known = named(name, _REGISTRY)
    if known is None:
        from .search import search  # not needed at the start

        return search(name, _REGISTRY)
    return known
