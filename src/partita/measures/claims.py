"""What a declaration says of a measure. A claim is a field of this class, and the tests run it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ..base.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Claim: TypeAlias = "bool | Callable[..., bool]"
Better: TypeAlias = Literal["higher", "lower"]


class Claims:
    """The claims of a measure; those without a value must be stated.

    Attributes
    ----------
    symbol, formula, unit
        How it is written.
    better : {"higher", "lower"}
        Which direction means more agreement.
    baseline : bool
        Whether it is what chance gives and no score: then neither direction means agreement.
    headline : bool
        Whether it is one of the main measures, which are shown if none is asked for.
    bounds : tuple of float
        No value of a table of counts lies outside.
    symmetric, n_invariant, convex_additive : bool
        Whether swapping the sides, multiplying all counts, or averaging over the blocks of a
        refinement (Wu et al. 2009, Properties 1-3) leaves it unchanged. Symmetry may depend on
        the options: this is the default's, see `is_symmetric`.
    degree : int or None
        d where multiplying all counts by f multiplies it by f^d, as counts of objects or pairs
        do; 0 for the n-invariant ones, None where there is no such number.
    converges : bool
        Whether, although there is no such number, it tends to a limit as f grows, for groups of
        several sizes.
    margin_affine : bool
        Whether, for given group sizes, it is affine in Σ n_ij² (pairs) or Σ n_ij log n_ij
        (information): then its mean over random tables follows from the mean of that sum. See
        `is_margin_affine`.
    margin_monotone : bool
        Whether, for given group sizes, it only rises or only falls with that sum; relied on for
        measures that come with partita, as `monotone` is.
    monotone : bool
        Whether, for given classes, agreement rises with that sum and falls with the same sum over
        the sizes of the clusters, and the other way round for given clusters.
    smooth : bool
        Whether small changes of a table change it in proportion: sums do, largest overlaps do
        not. Without a claim, what holds for the statistic.
    most : float or None
        c where no table of n objects exceeds c · n^degree, if its bounds do not say so.
    effect_of_one : callable or None
        How much one object, moved anywhere on both sides, can change it: a function of n and the
        options, which returns None where that is not known.
    perfect, independence, undefined : float or None
        Its value for identical partitions, for an independent table of at least two groups on
        each side, and for a 0/0 that is not perfect agreement; None where there is none.
    references, aliases : tuple of str
        Keys of the bibliography, and names that other packages give it.
    """

    symbol: str
    formula: str
    unit: str = ""
    better: Better = "higher"
    baseline: bool = False
    headline: bool = False
    bounds: tuple[float, float] = (0.0, 1.0)
    symmetric: bool = False
    n_invariant: bool = False
    convex_additive: bool = False
    degree: int | None = None
    converges: bool = False
    margin_affine: bool = False
    margin_monotone: bool = True
    monotone: bool = False
    smooth: bool = False
    most: float | None = None
    effect_of_one: Callable[..., float | None] | None = None
    perfect: float | None = None
    independence: float | None = None
    undefined: float | None = None
    references: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()


def check_claims(claims: Mapping[str, Any]) -> None:
    """Refuse a claim that is not known, and a declaration without symbol or formula."""
    for claim in claims:
        if claim not in Claims.__annotations__:
            known = ", ".join(Claims.__annotations__)
            raise InputError(f"register: no claim is called {claim!r}; write one of {known}")
    for needed in ("symbol", "formula"):
        if needed not in claims:
            raise InputError(f"register needs {needed}: write @register(symbol=..., formula=...)")
