"""Campello's indices, in which pairs are together to the degree that a t-norm gives.

For rough clusterings, each object is first shared equally among its possible clusters.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from ...base.arrays import Floats
from ...base.checks import one_of
from ...measures.pairs import adjusted_rand, jaccard, rand
from ...statistics.pairs import PairCounts
from ..kinds.arguments import as_degrees, as_rough
from ..kinds.conversions import equal_shares
from ..kinds.fuzzy import Fuzzy
from .registry import relational
from .row_pairs import blocks, hard_formula, row_pairs

_NORMS = {"min": np.minimum, "product": np.multiply}


@relational(symbol="R_C", hard="rand", identity=False, references=("campello2007",))
def campello_rand(a: Any, b: Any, *, tnorm: str = "min") -> float:
    """Share of pairs treated alike; each pair is together to a degree and apart to a degree.

    With S = max_i t(u_xi, u_yi) and D = max_{i≠j} t(u_xi, u_yj), the sums over the pairs are
    a = Σ t(S1, S2), b = Σ t(S1, D2), c = Σ t(D1, S2) and d = Σ t(D1, D2), and the index is
    (a + d)/(a + b + c + d). It takes fuzzy and possibilistic clusterings and hard labels.

    Beware: a clustering that is not hard scores below 1 against itself, the lower the less certain
    it is. So values rank candidates against one reference and mean little by themselves.

    Examples
    --------
    >>> from partita import Fuzzy
    >>> from partita.soft.relational import campello_rand
    >>> soft = Fuzzy([[1, 0], [0.8, 0.2], [0, 1], [0, 1]])
    >>> round(campello_rand([0, 0, 1, 1], soft), 4)
    0.9
    """
    return hard_formula(rand, _counts(a, b, tnorm))


@relational(
    symbol="ARI_C",
    hard="adjusted_rand",
    identity=False,
    references=("campello2007",),
    bounds=(-1.0, 1.0),
)
def campello_adjusted_rand(a: Any, b: Any, *, tnorm: str = "min") -> float:
    """Hubert and Arabie's formula on Campello's soft counts (see `campello_rand`).

    Beware: the formula corrects hard counts for chance. On soft counts the mean over random
    memberships is not 0, and a clustering that is not hard scores below 1 against itself.

    Examples
    --------
    >>> from partita import Fuzzy
    >>> from partita.soft.relational import campello_adjusted_rand
    >>> soft = Fuzzy([[1, 0], [0.8, 0.2], [0, 1], [0, 1]])
    >>> round(campello_adjusted_rand([0, 0, 1, 1], soft), 4)
    0.7805
    """
    return hard_formula(adjusted_rand, _counts(a, b, tnorm))


@relational(symbol="J_C", hard="jaccard", identity=False, references=("campello2007",))
def campello_jaccard(a: Any, b: Any, *, tnorm: str = "min") -> float:
    """Pairs together in both, among the pairs together in either: a/(a + b + c) on soft counts.

    Beware: a clustering that is not hard scores below 1 against itself; not corrected for chance.

    Examples
    --------
    >>> from partita import Fuzzy
    >>> from partita.soft.relational import campello_jaccard
    >>> soft = Fuzzy([[1, 0], [0.8, 0.2], [0, 1], [0, 1]])
    >>> round(campello_jaccard([0, 0, 1, 1], soft), 4)
    0.75
    """
    return hard_formula(jaccard, _counts(a, b, tnorm))


@relational(symbol="R_R", hard="rand", identity=False, references=("depaolini2018",))
def rough_rand(a: Any, b: Any, *, tnorm: str = "min") -> float:
    """Campello's Rand index after sharing each object equally among its possible clusters.

    Beware: "in one of these clusters, unknown which" becomes "partly in each of them", so ambiguity
    is treated as fuzziness. The interval of the hard Rand index distinguishes the two.

    Examples
    --------
    >>> from partita import Rough
    >>> from partita.soft.relational import rough_rand
    >>> soft = Rough([{0}, {0, 1}, {1}, {1}])
    >>> round(rough_rand([0, 0, 1, 1], soft), 4)
    0.75
    """
    return campello_rand(*_equally(a, b), tnorm=tnorm)


@relational(
    symbol="ARI_R",
    hard="adjusted_rand",
    identity=False,
    references=("depaolini2018",),
    bounds=(-1.0, 1.0),
)
def rough_adjusted_rand(a: Any, b: Any, *, tnorm: str = "min") -> float:
    """Campello's adjusted Rand index after sharing objects equally (see `rough_rand`).

    Beware: ambiguity is treated as fuzziness, and 0 is the level of chance only for hard counts.

    Examples
    --------
    >>> from partita import Rough
    >>> from partita.soft.relational import rough_adjusted_rand
    >>> soft = Rough([{0}, {0, 1}, {1}, {1}])
    >>> round(rough_adjusted_rand([0, 0, 1, 1], soft), 4)
    0.4706
    """
    return campello_adjusted_rand(*_equally(a, b), tnorm=tnorm)


@relational(symbol="J_R", hard="jaccard", identity=False, references=("depaolini2018",))
def rough_jaccard(a: Any, b: Any, *, tnorm: str = "min") -> float:
    """Campello's Jaccard index after sharing objects equally (see `rough_rand`).

    Beware: ambiguity is treated as fuzziness, and the index is not corrected for chance.

    Examples
    --------
    >>> from partita import Rough
    >>> from partita.soft.relational import rough_jaccard
    >>> soft = Rough([{0}, {0, 1}, {1}, {1}])
    >>> round(rough_jaccard([0, 0, 1, 1], soft), 4)
    0.5
    """
    return campello_jaccard(*_equally(a, b), tnorm=tnorm)


def _equally(a: Any, b: Any) -> tuple[Fuzzy, Fuzzy]:
    return equal_shares(as_rough(a, "a")), equal_shares(as_rough(b, "b"))


def _counts(a: Any, b: Any, tnorm: str) -> PairCounts:
    norm = _NORMS[one_of("tnorm", tnorm, tuple(_NORMS))]
    groups = row_pairs(as_degrees(a, "a"), as_degrees(b, "b"))
    sums = [Fraction(0)] * 4
    for rows, cols, weight in blocks(groups.weight):
        degrees = [
            (_together(side[rows], side[cols], norm), _apart(side[rows], side[cols], norm))
            for side in (groups.first, groups.second)
        ]
        (same_a, other_a), (same_b, other_b) = degrees
        couples = ((same_a, same_b), (same_a, other_b), (other_a, same_b), (other_a, other_b))
        for place, (one, two) in enumerate(couples):
            sums[place] += Fraction(float((weight * norm(one, two)).sum()) / 2)
    together, first_only, second_only, apart = sums
    return PairCounts(together, first_only, second_only, apart, groups.n)


def _together(one: Floats, two: Floats, norm: Any) -> Floats:
    best = np.zeros((len(one), len(two)))
    for column in range(one.shape[1]):
        np.maximum(best, norm.outer(one[:, column], two[:, column]), out=best)
    return best


def _apart(one: Floats, two: Floats, norm: Any) -> Floats:
    """Return max_{i≠j} t(u_xi, u_yj), from the two largest memberships of each object."""
    if one.shape[1] == 1:
        return np.zeros((len(one), len(two)))
    (top_x, high_x, low_x), (top_y, high_y, low_y) = _largest(one), _largest(two)
    clash = np.maximum(norm.outer(high_x, low_y), norm.outer(low_x, high_y))
    apart: Floats = np.where(np.equal.outer(top_x, top_y), clash, norm.outer(high_x, high_y))
    return apart


def _largest(rows: Floats) -> tuple[Any, Floats, Floats]:
    top = rows.argmax(axis=1)
    ranked = np.partition(rows, rows.shape[1] - 2, axis=1)
    return top, ranked[:, -1], ranked[:, -2]
