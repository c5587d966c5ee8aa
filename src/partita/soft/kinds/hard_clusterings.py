"""Hard clusterings of a soft one: the most plausible one, all of them, or the only one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Any

import numpy as np

from ...base.arrays import Array, Codes
from ...base.checks import one_of
from ...base.errors import InputError
from .base import Soft
from .checks import refuse_ties
from .couplings import join_all
from .evidential import Evidential
from .fuzzy import Fuzzy
from .possibilistic import Possibilistic
from .reading import read_labels
from .rough import Rough

MOST_WORLDS = 1_000_000


def maximum_membership(a: Fuzzy | Possibilistic, *, ties: str = "error") -> Array:
    """Return the name of the cluster with the largest membership, for each object.

    `ties="first"` takes the first such cluster; `"error"` refuses ties.

    Parameters
    ----------
    a
        The clustering.
    ties
        ``"error"``, or ``"first"`` to take the first of the clusters that share the largest
        membership.

    Returns
    -------
    ndarray
        The cluster of each object.

    Raises
    ------
    InputError
        If clusters share the largest membership and `ties` is "error".

    Examples
    --------
    >>> from partita import Fuzzy
    >>> from partita.soft import maximum_membership
    >>> maximum_membership(Fuzzy([[0.9, 0.1], [0.2, 0.8]], clusters=["x", "y"])).tolist()
    ['x', 'y']
    """
    one_of("ties", ties, ("error", "first"))
    if ties == "error":
        best = a.rows == a.rows.max(axis=1, keepdims=True)
        refuse_ties(best, a.index, "clusters", 'ties="first" takes the first')
    best_names: Array = a.clusters[a.rows.argmax(axis=1)[a.index]]
    return best_names


def worlds(a: Soft) -> Iterator[tuple[Any, float]]:
    """Yield every possible hard clustering, as cluster numbers, with its weight.

    Weights are probabilities (fuzzy), possibilities (by the coupling), or 1 (rough). An evidential
    clustering yields rough clusterings with their masses. More than a million worlds are refused.

    Parameters
    ----------
    a
        The clustering.

    Yields
    ------
    tuple
        A hard clustering as cluster numbers, or a `Rough` one, and its weight.

    Raises
    ------
    InputError
        If there are more than a million.

    Examples
    --------
    >>> from partita import Fuzzy
    >>> from partita.soft import worlds
    >>> for world, probability in worlds(Fuzzy([[1, 0], [0.3, 0.7]])):
    ...     print(world.tolist(), probability)
    [0, 0] 0.3
    [0, 1] 0.7
    """
    table = a.rows
    choices = [np.flatnonzero(row) for row in table]
    total = prod(len(choices[row]) for row in a.index.tolist())
    if total > MOST_WORLDS:
        raise InputError(f"{a!r} has {total:.3g} worlds, more than the limit of {MOST_WORLDS}")
    for world in product(*(choices[row] for row in a.index)):
        picked = np.array(world, dtype=np.int64)
        weights = table[a.index, picked].astype(float)
        if isinstance(a, Evidential):
            yield Rough(a.focal_sets[picked], clusters=a.clusters), float(weights.prod())
        elif isinstance(a, Possibilistic):
            weight = float(join_all(a.coupling, weights))
            if weight > 0:
                yield picked, weight
        else:
            yield picked, float(weights.prod())


def hard_codes(a: Any, side: str) -> tuple[Codes, Array] | None:
    """Return the clusters and their names if all objects are certain, else None."""
    if not isinstance(a, Soft):
        return read_labels(a, side)
    return (a.codes(), a.clusters) if a.is_hard else None
