"""The claims of a measure. Each claim is a field of this class, and the tests check it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ..base.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Claim: TypeAlias = "bool | Callable[..., bool]"
Better: TypeAlias = Literal["higher", "lower"]


class Claims:
    """The claims of a measure; `symbol` and `formula` must be stated, the others have defaults.

    Attributes
    ----------
    symbol, formula, unit
        Its short name, its formula, and the unit of its values.
    better : {"higher", "lower"}
        Which direction means more agreement.
    baseline : bool
        Whether it is a value under chance, not a score: then neither direction means agreement.
    headline : bool
        Whether it is one of the main measures, which `compare` shows by default.
    bounds : tuple of float
        The least and the greatest value for tables of counts.
    symmetric, n_invariant, convex_additive : bool
        Whether swapping the sides, multiplying all counts, or averaging over the blocks of a
        refinement (Wu et al. 2009, Properties 1-3) leaves it unchanged. Symmetry may depend on
        the options: this field is for the defaults, see `is_symmetric`.
    degree : int or None
        d if multiplying all counts by f multiplies the value by f^d, as for counts of objects or
        pairs; 0 for n-invariant measures, None if there is no such number.
    converges : bool
        Whether it tends to a limit as f grows, for groups of several sizes, if it has no degree.
    margin_affine : bool
        Whether it is affine in Σ n_ij² (pairs) or Σ n_ij log n_ij (information) for fixed group
        sizes: then its mean over random tables follows from the mean of that sum. See
        `is_margin_affine`.
    margin_monotone : bool
        Whether it is monotone in that sum for fixed group sizes. Only the claims of our own
        measures are relied on, for this field and for `monotone`.
    monotone : bool
        Whether, for fixed classes, agreement rises with that sum and falls with the same sum over
        the sizes of the clusters, and likewise for fixed clusters.
    smooth : bool
        Whether small changes of a table change it in proportion, as sums do and largest overlaps
        do not. By default the claim of the statistic.
    most : float or None
        c if no table of n objects exceeds c · n^degree and the bounds do not say so.
    effect_of_one : callable or None
        The largest change that one object can cause by moving to other groups on both sides: a
        function of n and the options, which returns None if that is unknown.
    perfect, independence, undefined : float or None
        Its value for identical partitions, for an independent table of at least two groups on
        each side, and for a 0/0 that is not perfect agreement; None if there is none.
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
    """Refuse an unknown claim, and a declaration without symbol or formula."""
    for claim in claims:
        if claim not in Claims.__annotations__:
            known = ", ".join(Claims.__annotations__)
            raise InputError(f"register: no claim is called {claim!r}; write one of {known}")
    for needed in ("symbol", "formula"):
        if needed not in claims:
            raise InputError(f"register needs {needed}: write @register(symbol=..., formula=...)")
