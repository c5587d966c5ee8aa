"""Concordance: how differently two fuzzy clusterings see the likeness of each pair of objects."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.arrays import Floats
from ...base.errors import InputError
from ..kinds.clusterings import Fuzzy
from ..kinds.conversions import as_fuzzy
from .registry import relational
from .row_pairs import blocks, row_pairs

MOST_PAIRS = 25_000_000  # likenesses of a side held in memory to be sorted


@relational(symbol="NDC", hard="rand", identity=True, references=("huellermeier2012",))
def normalized_degree_of_concordance(a: Any, b: Any) -> float:
    """One minus the mean difference of likeness over all pairs of objects.

    The likeness of a pair is E(x, y) = 1 - ½|u_x - u_y|₁; the index is 1 - mean |E_a - E_b|.

    Beware: not corrected for chance, so like the Rand index it comes close to 1 for unrelated
    clusterings; blurring both sides raises it. The time grows with the square of the number of
    different objects.

    Examples
    --------
    >>> from partita import Fuzzy
    >>> from partita.soft.relational import normalized_degree_of_concordance
    >>> soft = Fuzzy([[1, 0], [0.8, 0.2], [0, 1], [0, 1]])
    >>> round(normalized_degree_of_concordance([0, 0, 1, 1], soft), 4)
    0.9
    """
    return _concordance(as_fuzzy(a, "a"), as_fuzzy(b, "b"))


def _concordance(a: Fuzzy, b: Fuzzy) -> float:
    from scipy.spatial.distance import cdist

    groups = row_pairs(a, b)
    if groups.n == 1:
        return 1.0
    total = 0.0
    for rows, cols, weight in blocks(groups.weight):
        gap = cdist(groups.first[rows], groups.first[cols], "cityblock")
        gap -= cdist(groups.second[rows], groups.second[cols], "cityblock")
        total += float((weight * np.abs(gap, out=gap)).sum())
    # Divided once, so that hard labels give the Rand index to the last bit.
    return (groups.ordered_pairs - total / 2) / groups.ordered_pairs


@relational(
    symbol="ACI",
    hard="adjusted_rand",
    identity=True,
    references=("dambrosio2021", "dewolfe2025"),
    bounds=(-np.inf, 1.0),
)
def adjusted_concordance_index(a: Any, b: Any) -> float:
    """Degree of concordance moved and scaled so that shuffled objects score 0 and identity 1.

    (NDC - e)/(1 - e), with e the exact mean of NDC over all permutations of the objects: a pair
    then meets every pair equally often, so e = 1 - mean |E_a - E_b| over all crossings of pairs,
    found by sorting. It is also the adjusted NDC (ANDC) of the permutation model.

    Beware: shuffling keeps the memberships and breaks only their pairing; where a model of random
    memberships is meant, the correction is another. Time and memory grow with the square of the
    number of different rows on either side.

    Examples
    --------
    >>> from partita import Fuzzy
    >>> from partita.soft.relational import adjusted_concordance_index
    >>> soft = Fuzzy([[1, 0], [0.8, 0.2], [0, 1], [0, 1]])
    >>> round(adjusted_concordance_index([0, 0, 1, 1], soft), 4)
    0.7805
    """
    one, two = as_fuzzy(a, "a"), as_fuzzy(b, "b")
    concordance = _concordance(one, two)
    if one.n == 1:
        return 1.0
    chance = _mean_gap(*_likeness(one, "a"), *_likeness(two, "b"))
    if chance == 0.0:  # every pair is alike to the same degree on both sides
        return 1.0
    return 1.0 - (1.0 - concordance) / chance


def _likeness(a: Fuzzy, side: str) -> tuple[Floats, Floats]:
    """Return ½|u_x - u_y|₁ of the pairs of rows, ascending, with the share of pairs of objects."""
    from scipy.spatial.distance import pdist

    size = len(a.rows)
    if size * (size - 1) // 2 > MOST_PAIRS:
        raise InputError(
            f"{side} has {size} different rows, {size * (size - 1) // 2} pairs to sort, more than "
            f"the {MOST_PAIRS} that fit: round the memberships so that rows coincide, compare a "
            "sample of the objects, or use fuzzy_adjusted_rand, which is linear"
        )
    gaps = pdist(a.rows, "cityblock") / 2
    if size == a.n:
        return np.sort(gaps), np.full(len(gaps), 1 / len(gaps))
    counts = a.counts.astype(np.float64)
    upper = np.triu_indices(size, 1)
    pairs = np.append(counts[upper[0]] * counts[upper[1]], (counts * (counts - 1)).sum() / 2)
    gaps = np.append(gaps, 0.0)
    rank = np.argsort(gaps)
    return gaps[rank], pairs[rank] / pairs.sum()


def _mean_gap(one: Floats, weight_one: Floats, two: Floats, weight_two: Floats) -> float:
    """Return E|X - Y| of independent X and Y: the integral of F(1 - G) + G(1 - F)."""
    values = np.concatenate((one, two))
    rank = np.argsort(values, kind="stable")  # merges two ascending runs in linear time
    f = np.cumsum(np.concatenate((weight_one, np.zeros(len(two))))[rank])[:-1]
    g = np.cumsum(np.concatenate((np.zeros(len(one)), weight_two))[rank])[:-1]
    return float((np.diff(values[rank]) * (f * (1 - g) + g * (1 - f))).sum())
