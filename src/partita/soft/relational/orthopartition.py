"""Soft mutual information of orthopartitions, by exact bounds of the logical entropy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.arrays import Counts, Mask
from ...base.checks import one_of
from ..kinds.arguments import as_rough
from ..kinds.checks import check_same_objects
from ..kinds.conversions import equal_shares
from ..kinds.grouping import crossed
from .registry import relational
from .row_pairs import row_pairs
from .square_sums import largest_square_sum, smallest_square_sum


def logical_entropy(a: Any) -> tuple[float, float]:
    """Return the smallest and largest logical entropy 1 - Σ_j (b_j/n)² of a rough clustering.

    It is the probability that two objects drawn with replacement lie in different clusters.

    Parameters
    ----------
    a : Rough or array_like
        A rough clustering or hard labels.

    Returns
    -------
    tuple of float
        The least and the largest value.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.

    Examples
    --------
    >>> logical_entropy([0, 0, 1, 1])
    (0.5, 0.5)
    """
    rough = as_rough(a, "a")
    return _bounds(rough.rows, rough.counts.astype(np.int64))


@relational(symbol="SAMI", hard=None, identity=False, references=("campagner2019",))
def soft_mutual_information(a: Any, b: Any, *, normalize: str = "max") -> float:
    """Logical information that two rough clusterings share, by the middle of its bounds.

    The index is h1 + h2 - h12. Here h = 1 - Σ(b_j/n)² is the middle between its smallest and
    largest value over the allowed hard clusterings, and h12 is the same for the pairs of clusters.
    It is divided by the larger of h1 and h2 (`normalize="max"`), by the smaller ("min"), or by
    nothing ("none"). It lies between 0 and 1: max(h1, h2) <= h12 <= h1 + h2 holds for the smallest
    and for the largest values, so it holds for the middles.

    Beware: the three middles belong to different hard clusterings, so the value does not belong to
    any of them, and an ambiguous clustering does not score 1 against itself. The bounds are exact
    here; published greedy procedures can miss them.

    Examples
    --------
    >>> from partita import Rough
    >>> from partita.soft.relational import soft_mutual_information
    >>> soft = Rough([{0}, {0, 1}, {1}, {1}])
    >>> round(soft_mutual_information([0, 0, 1, 1], soft), 4)
    0.75
    """
    one_of("normalize", normalize, ("max", "min", "none"))
    one, two = as_rough(a, "a"), as_rough(b, "b")
    check_same_objects(one, two)
    groups = crossed(one.index, two.index)
    cells = one.rows[groups.first][:, :, None] & two.rows[groups.second][:, None, :]
    both = _middle(cells.reshape(len(cells), -1), groups.size.astype(np.int64))
    sides = [_middle(side.rows, side.counts.astype(np.int64)) for side in (one, two)]
    shared = sum(sides) - both
    if normalize == "none":
        return shared
    most = max(sides) if normalize == "max" else min(sides)
    # A side without entropy shares nothing; it agrees fully only if both have no entropy.
    return shared / most if most > 0 else float(max(sides) == 0)


@relational(symbol="SLMI", hard=None, identity=False, references=("campagner2019",))
def soft_logical_mutual_information(a: Any, b: Any, *, normalize: str = "max") -> float:
    """Share of pairs that both rough clusterings separate, with each object shared equally.

    Two objects are together with probability |R(x) ∩ R(y)| / (|R(x)||R(y)|). With h the sum over
    pairs of the probability to be apart, the shared information is h1 + h2 - h12, the pairs apart
    in both. It is divided by the larger of h1 and h2 (`normalize="max"`), by the smaller ("min"),
    or by the number of pairs ("none"). It takes linear time.

    Beware: ambiguity is treated as an equal probability of each possible cluster, so an ambiguous
    clustering does not score 1 against itself.

    Examples
    --------
    >>> from partita import Rough
    >>> from partita.soft.relational import soft_logical_mutual_information
    >>> soft = Rough([{0}, {0, 1}, {1}, {1}])
    >>> round(soft_logical_mutual_information([0, 0, 1, 1], soft), 4)
    0.75
    """
    one_of("normalize", normalize, ("max", "min", "none"))
    shared = (equal_shares(as_rough(side, name)) for side, name in ((a, "a"), (b, "b")))
    counts = row_pairs(*shared).sums.degree_counts()
    sides = counts.apart + counts.prediction_only, counts.apart + counts.truth_only
    most = {"max": max(sides), "min": min(sides), "none": counts.pairs}[normalize]
    # Without pairs that are apart, nothing can be shared; see `soft_mutual_information`.
    return float(counts.apart / most) if most > 0 else float(max(sides) == 0)


def _middle(allowed: Mask, size: Counts) -> float:
    low, high = _bounds(allowed, size)
    return (low + high) / 2


def _bounds(allowed: Mask, size: Counts) -> tuple[float, float]:
    whole = int(size.sum()) ** 2
    most, least = largest_square_sum(allowed, size), smallest_square_sum(allowed, size)
    return (whole - most) / whole, (whole - least) / whole
