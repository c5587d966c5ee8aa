"""Indices on inner products of rows, all in time linear in the number of objects."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from ...base.arrays import Floats
from ...measures.pairs import adjusted_rand, fowlkes_mallows, hubert_gamma, jaccard, rand
from ...statistics.pairs import PairCounts
from ..kinds.arguments import as_fuzzy
from ..two_sides.gram_sums import degree_counts, gram_sums
from .registry import relational
from .row_pairs import hard_formula, row_pairs

_ROUNDING = 64 * np.finfo(np.float64).eps


def _product_counts(a: Any, b: Any) -> PairCounts:
    """Count pairs that are together to the degree <u_x,u_y>, the chance in independent draws."""
    return row_pairs(as_fuzzy(a, "a"), as_fuzzy(b, "b")).sums.degree_counts()


@relational(symbol="R_F", hard="rand", identity=False, references=("frigui2007",))
def frigui_rand(a: Any, b: Any) -> float:
    """Share of pairs treated alike, if a pair is together to the degree <u_x, u_y>.

    With memberships as probabilities it is the mean Rand index of two independent draws.

    Beware: a clustering that is not hard scores below 1 against itself, because two independent
    draws from the same memberships differ.

    Examples
    --------
    >>> from partita import Fuzzy
    >>> from partita.soft.relational import frigui_rand
    >>> soft = Fuzzy([[1, 0], [0.8, 0.2], [0, 1], [0, 1]])
    >>> round(frigui_rand([0, 0, 1, 1], soft), 4)
    0.9
    """
    return hard_formula(rand, _product_counts(a, b))


@relational(symbol="J_F", hard="jaccard", identity=False, references=("frigui2007",))
def frigui_jaccard(a: Any, b: Any) -> float:
    """Pairs together in both, among the pairs together in either, on the counts of `frigui_rand`.

    Beware: a ratio of means, not the mean of the ratio. A clustering that is not hard scores below
    1 against itself.

    Examples
    --------
    >>> from partita import Fuzzy
    >>> from partita.soft.relational import frigui_jaccard
    >>> soft = Fuzzy([[1, 0], [0.8, 0.2], [0, 1], [0, 1]])
    >>> round(frigui_jaccard([0, 0, 1, 1], soft), 4)
    0.75
    """
    return hard_formula(jaccard, _product_counts(a, b))


@relational(symbol="FM_F", hard="fowlkes_mallows", identity=False, references=("frigui2007",))
def frigui_fowlkes_mallows(a: Any, b: Any) -> float:
    """Geometric mean of pair precision and pair recall, on the counts of `frigui_rand`.

    Beware: a function of mean counts, not the mean of the index. A clustering that is not hard
    scores below 1 against itself.

    Examples
    --------
    >>> from partita import Fuzzy
    >>> from partita.soft.relational import frigui_fowlkes_mallows
    >>> soft = Fuzzy([[1, 0], [0.8, 0.2], [0, 1], [0, 1]])
    >>> round(frigui_fowlkes_mallows([0, 0, 1, 1], soft), 4)
    0.8581
    """
    return hard_formula(fowlkes_mallows, _product_counts(a, b))


@relational(
    symbol="Γ_F",
    hard="hubert_gamma",
    identity=False,
    references=("frigui2007",),
    bounds=(-1.0, 1.0),
)
def frigui_hubert(a: Any, b: Any) -> float:
    """Hubert's Γ, the correlation of the pairs together on both sides, on `frigui_rand`'s counts.

    Beware: a clustering that is not hard scores below 1 against itself.

    Examples
    --------
    >>> from partita import Fuzzy
    >>> from partita.soft.relational import frigui_hubert
    >>> soft = Fuzzy([[1, 0], [0.8, 0.2], [0, 1], [0, 1]])
    >>> round(frigui_hubert([0, 0, 1, 1], soft), 4)
    0.7826
    """
    return hard_formula(hubert_gamma, _product_counts(a, b))


def _bonding_counts(a: Any, b: Any) -> PairCounts:
    """Count pairs that are together to the degree of the cosine of their rows, 1 if equal."""
    groups = row_pairs(as_fuzzy(a, "a"), as_fuzzy(b, "b"))
    if len(groups.weight) == 1:  # all objects have equal rows, so every pair is fully together
        pairs = groups.ordered_pairs / 2
        return degree_counts(pairs, pairs, pairs, groups.n)
    return gram_sums(_unit(groups.first), _unit(groups.second), groups.weight).degree_counts()


def _unit(rows: Floats) -> Floats:
    unit: Floats = rows / np.sqrt((rows**2).sum(axis=1, keepdims=True))
    return unit


@relational(symbol="R_B", hard="rand", identity=False, references=("brouwer2009",))
def brouwer_rand(a: Any, b: Any) -> float:
    """Share of pairs treated alike, if a pair is bonded to the degree of the cosine of its rows.

    Beware: a clustering that is not hard scores below 1 against itself. Degrees between 0 and 1 are
    multiplied, so a pair that is half together agrees with itself by half.

    Examples
    --------
    >>> from partita import Fuzzy
    >>> from partita.soft.relational import brouwer_rand
    >>> soft = Fuzzy([[1, 0], [0.8, 0.2], [0, 1], [0, 1]])
    >>> round(brouwer_rand([0, 0, 1, 1], soft), 4)
    0.9142
    """
    return hard_formula(rand, _bonding_counts(a, b))


@relational(
    symbol="ARI_B",
    hard="adjusted_rand",
    identity=False,
    references=("brouwer2009",),
    bounds=(-1.0, 1.0),
)
def brouwer_adjusted_rand(a: Any, b: Any) -> float:
    """Hubert and Arabie's formula on bonded pairs (see `brouwer_rand`).

    Beware: 0 is the level of chance only for hard counts, and a clustering that is not hard scores
    below 1 against itself.

    Examples
    --------
    >>> from partita import Fuzzy
    >>> from partita.soft.relational import brouwer_adjusted_rand
    >>> soft = Fuzzy([[1, 0], [0.8, 0.2], [0, 1], [0, 1]])
    >>> round(brouwer_adjusted_rand([0, 0, 1, 1], soft), 4)
    0.8173
    """
    return hard_formula(adjusted_rand, _bonding_counts(a, b))


@relational(symbol="J_B", hard="jaccard", identity=False, references=("brouwer2009",))
def brouwer_jaccard(a: Any, b: Any) -> float:
    """Pairs bonded in both, among the pairs bonded in either (see `brouwer_rand`).

    Beware: a clustering that is not hard scores below 1 against itself; not corrected for chance.

    Examples
    --------
    >>> from partita import Fuzzy
    >>> from partita.soft.relational import brouwer_jaccard
    >>> soft = Fuzzy([[1, 0], [0.8, 0.2], [0, 1], [0, 1]])
    >>> round(brouwer_jaccard([0, 0, 1, 1], soft), 4)
    0.7928
    """
    return hard_formula(jaccard, _bonding_counts(a, b))


@relational(
    symbol="FARI",
    hard="adjusted_rand",
    identity=True,
    references=("andrews2022",),
    bounds=(-np.inf, 1.0),
)
def fuzzy_adjusted_rand(a: Any, b: Any) -> float:
    """Frobenius adjusted Rand index: agreement of A = UUᵀ and B = VVᵀ, corrected for shuffles.

    Each matrix is scaled by ΣA/|A|². With E = ΣA·ΣB/n² + (tr A - ΣA/n)(tr B - ΣB/n)/(n - 1), the
    mean of <A, PBPᵀ> over permutations of the objects, the index is
    2(<A,B> - E) / (|B|² ΣA/ΣB + |A|² ΣB/ΣA - 2E). It takes linear time.

    Beware: by the scaling every clustering scores 1 against itself, whatever its uncertainty, so
    the index does not distinguish "both unsure" from "both sure". Values far below 0 are possible.

    Examples
    --------
    >>> from partita import Fuzzy
    >>> from partita.soft.relational import fuzzy_adjusted_rand
    >>> soft = Fuzzy([[1, 0], [0.8, 0.2], [0, 1], [0, 1]])
    >>> round(fuzzy_adjusted_rand([0, 0, 1, 1], soft), 4)
    0.9234
    """
    first, second, weight = groups = row_pairs(as_fuzzy(a, "a"), as_fuzzy(b, "b"))
    n = groups.n
    if n == 1 or len(weight) == 1:
        return 1.0
    cross = float(((first.T @ (weight[:, None] * second)) ** 2).sum())
    return frobenius_index(n, cross, *(_side_sums(rows, weight) for rows in (first, second)))


SideSums: TypeAlias = tuple[float, float, float]  # ΣA, |A|² and tr A of A = UUᵀ


def frobenius_index(n: int, cross: float, one: SideSums, other: SideSums) -> float:
    """Return the index of `fuzzy_adjusted_rand` from <A, B> and the sums of both matrices."""
    (sum_a, square_a, trace_a), (sum_b, square_b, trace_b) = one, other
    chance = (sum_a / n) * (sum_b / n)
    chance += (trace_a - sum_a / n) * (trace_b - sum_b / n) / (n - 1)
    scale = square_b * sum_a / sum_b + square_a * sum_b / sum_a
    room = scale - 2 * chance
    if room <= _ROUNDING * scale:  # A and B are proportional, and the same for every permutation
        return 1.0
    return 2 * (cross - chance) / room


def _side_sums(rows: Floats, weight: Floats) -> SideSums:
    """Return ΣA, |A|² and tr A of A = UUᵀ."""
    total = weight @ rows
    own = rows.T @ (weight[:, None] * rows)
    return float(total @ total), float((own**2).sum()), float(np.trace(own))
