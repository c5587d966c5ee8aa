"""Concordance: the difference of two fuzzy clusterings in the similarity of each pair."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.arrays import Floats
from ...base.errors import InputError
from ..kinds.arguments import as_fuzzy
from ..kinds.fuzzy import Fuzzy
from .registry import relational
from .row_pairs import blocks, row_pairs

MOST_PAIRS = 25_000_000  # pairs of a side that are sorted in memory


@relational(symbol="NDC", hard="rand", identity=True, references=("huellermeier2012",))
def normalized_degree_of_concordance(a: Any, b: Any) -> float:
    """One minus the mean difference in similarity over all pairs of objects.

    The similarity of a pair is E(x, y) = 1 - ½|u_x - u_y|₁; the index is 1 - mean |E_a - E_b|.

    Beware: not corrected for chance, so like the Rand index it comes close to 1 for unrelated
    clusterings. Blurring both sides raises it. The time grows with the square of the number of
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
    # A single division gives the Rand index of hard labels to the last bit.
    return (groups.ordered_pairs - total / 2) / groups.ordered_pairs


@relational(
    symbol="ACI",
    hard="adjusted_rand",
    identity=True,
    references=("dambrosio2021", "dewolfe2025"),
    bounds=(-np.inf, 1.0),
)
def adjusted_concordance_index(a: Any, b: Any) -> float:
    """Degree of concordance, adjusted so that shuffled objects score 0 and identity scores 1.

    (NDC - e)/(1 - e), with e the exact mean of NDC over all permutations of the objects. Under
    permutation every pair meets every pair equally often, so e = 1 - mean |E_a - E_b| over all
    combinations of pairs, which sorting gives. It is also the adjusted NDC (ANDC) of the
    permutation model.

    Beware: shuffling keeps the memberships and breaks only their pairing; a model of random
    memberships needs another correction. Time and memory grow with the square of the number of
    different rows on either side.

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
    chance = _mean_gap(*_similarities(one, "a"), *_similarities(two, "b"))
    if chance == 0.0:  # every pair has the same similarity on both sides
        return 1.0
    return 1.0 - (1.0 - concordance) / chance


def _similarities(a: Fuzzy, side: str) -> tuple[Floats, Floats]:
    """Return ½|u_x - u_y|₁ of the pairs of rows, ascending, with the share of pairs of objects."""
    from scipy.spatial.distance import pdist

    size = len(a.rows)
    if size * (size - 1) // 2 > MOST_PAIRS:
        raise InputError(
            f"{side} has {size} different rows, {size * (size - 1) // 2} pairs to sort, more than "
            f"the limit of {MOST_PAIRS}: round the memberships so that rows coincide, compare a "
            "sample of the objects, or use fuzzy_adjusted_rand, which takes linear time"
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
