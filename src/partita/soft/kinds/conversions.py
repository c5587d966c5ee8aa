"""From one kind of soft clustering to another, each by the definition it states."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ...base.arrays import Array, Floats, Mask
from ...base.checks import one_of
from ...base.errors import InputError
from ...labels.alignment import index_of
from .base import Soft, one_hot
from .clusterings import Evidential, Fuzzy, Possibilistic, Rough
from .grouping import LARGEST, Grouped, distinct, regrouped
from .masses import settle_empty
from .reading import read_labels

MOST_WORLDS = 1_000_000
Made = TypeVar("Made", bound=Soft)


def evidential(a: Any, *, empty: str = "error") -> Evidential:
    """Write any clustering with masses on sets of clusters, losing nothing.

    Hard labels and fuzzy: m({j}) = u(j). Rough: m(R(x)) = 1. Possibilistic: the consonant masses,
    μ_(q) - μ_(q+1) on the q most possible clusters; what a row lacks of 1 is mass on the empty set,
    for which `empty` is the policy. An evidential clustering is returned as it is.

    Parameters
    ----------
    a : Soft or array_like
        A soft clustering of any kind, or hard labels.
    empty
        What happens to mass on the empty set, as for `Evidential`.

    Returns
    -------
    Evidential
        The same clustering, written with masses.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.

    Examples
    --------
    >>> from partita import Rough
    >>> from partita.soft import evidential
    >>> evidential(Rough([{"a"}, {"a", "b"}])).masses.tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    if isinstance(a, Evidential):
        return a
    if isinstance(a, Rough):
        return _evidential(a, _unit(len(a.rows)), a.rows)
    if isinstance(a, Fuzzy):
        return _evidential(a, a.rows, np.eye(a.k, dtype=np.bool_))
    if isinstance(a, Possibilistic):
        return _consonant(a, empty)
    return Evidential.from_labels(a)


def _unit(size: int) -> Floats:
    if size * size > LARGEST:
        raise InputError(
            f"{size} different focal sets make a table of {size * size} masses, more than the "
            f"{LARGEST} that fit: allow fewer different sets"
        )
    return np.eye(size)


def _evidential(a: Soft, rows: Floats, focal: Mask) -> Evidential:
    return _like(a, Evidential, rows=rows, index=a.index, clusters=a.clusters, focal_sets=focal)


def _like(a: Any, kind: type[Made], **fields: Any) -> Made:
    """Make a clustering of the objects of `a`, in the same order and under the same index."""
    return kind._make(**fields, object_index=index_of(a))


def _consonant(a: Possibilistic, empty: str) -> Evidential:
    rank = np.argsort(-a.rows, axis=1, kind="stable")
    falling = np.take_along_axis(a.rows, rank, axis=1)
    steps = falling - np.column_stack((falling[:, 1:], np.zeros(len(falling))))
    place = np.empty_like(rank)
    np.put_along_axis(place, rank, np.arange(a.k)[None, :], axis=1)
    cells = np.argwhere(steps > 0)  # (row, q): the q + 1 most possible clusters
    nested = place[cells[:, 0]] <= cells[:, 1, None]
    void = 1 - falling[:, 0]
    focal = distinct(np.vstack((np.zeros((1, a.k), np.bool_), nested)))
    masses = np.zeros((len(a.rows), len(focal.rows)))
    masses[:, 0] = void
    masses[cells[:, 0], focal.index[1:]] = steps[cells[:, 0], cells[:, 1]]
    places = np.unique(a.index, return_index=True)[1].astype(np.int64)
    grouped, table, names = settle_empty(
        Grouped(masses, a.index, places), focal.rows, a.clusters, empty
    )
    fields = {"clusters": names, "focal_sets": table}
    return _like(a, Evidential, rows=grouped.rows, index=grouped.index, **fields)


def pignistic(a: Evidential) -> Fuzzy:
    """Share each mass equally among the clusters of its set: betp(j) = Σ_{A∋j} m(A)/|A|.

    Parameters
    ----------
    a
        The clustering.

    Returns
    -------
    Fuzzy
        The clustering with shared masses as memberships.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.

    Examples
    --------
    >>> from partita import Evidential
    >>> from partita.soft import pignistic
    >>> a = Evidential([[0.6, 0.4], [0, 1]], [{"a"}, {"a", "b"}])
    >>> pignistic(a).memberships.round(3).tolist()
    [[0.8, 0.2], [0.5, 0.5]]
    """
    return _fuzzy(a, a.rows @ (a.focal_sets / a.focal_sets.sum(axis=1, keepdims=True)))


def plausibility(a: Evidential) -> Fuzzy:
    """Normalize the plausibilities: pl(j) / Σ_i pl(i), with pl(j) = Σ_{A∋j} m(A).

    Parameters
    ----------
    a
        The clustering.

    Returns
    -------
    Fuzzy
        The clustering with normalized plausibilities as memberships.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.

    Examples
    --------
    >>> from partita import Evidential
    >>> from partita.soft import plausibility
    >>> a = Evidential([[0.6, 0.4], [0, 1]], [{"a"}, {"a", "b"}])
    >>> plausibility(a).memberships.round(3).tolist()
    [[0.714, 0.286], [0.5, 0.5]]
    """
    reach = a.rows @ a.focal_sets
    return _fuzzy(a, reach / reach.sum(axis=1, keepdims=True))


def equal_shares(a: Rough) -> Fuzzy:
    """Give each possible cluster of an object the same membership: u(j) = [j in R(x)] / |R(x)|.

    Parameters
    ----------
    a
        The clustering.

    Returns
    -------
    Fuzzy
        The clustering with equal memberships.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.

    Examples
    --------
    >>> from partita import Rough
    >>> from partita.soft import equal_shares
    >>> equal_shares(Rough([{"a"}, {"a", "b"}])).memberships.tolist()
    [[1.0, 0.0], [0.5, 0.5]]
    """
    return _fuzzy(a, a.rows / a.rows.sum(axis=1, keepdims=True))


def _fuzzy(a: Soft, rows: Floats) -> Fuzzy:
    grouped = _grouped(a, rows)
    return _like(a, Fuzzy, rows=grouped.rows, index=grouped.index, clusters=a.clusters)


def contour(
    a: Evidential, *, coupling: str = "independent", subnormal: str = "error"
) -> Possibilistic:
    """Read plausibilities as possibilities: μ(j) = pl(j) = Σ_{A∋j} m(A).

    Independent objects multiply: the contour of the product of masses is the product of contours.
    Rows whose largest plausibility is below 1 follow `subnormal`, as in `Possibilistic`.

    Parameters
    ----------
    a
        The clustering.
    coupling
        As for `Possibilistic`.
    subnormal
        As for `Possibilistic`.

    Returns
    -------
    Possibilistic
        The clustering with plausibilities as possibilities.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.

    Examples
    --------
    >>> from partita import Evidential
    >>> from partita.soft import contour
    >>> a = Evidential([[0.6, 0.4], [0, 1]], [{"a"}, {"a", "b"}])
    >>> contour(a).possibilities.tolist()
    [[1.0, 0.4], [1.0, 1.0]]
    """
    reach = np.minimum(a.rows @ a.focal_sets, 1.0)
    reach[np.abs(reach - 1) < 1e-15 * a.rows.shape[1]] = 1.0  # the rounding of a sum to 1
    made = Possibilistic(
        reach[a.index], coupling=coupling, subnormal=subnormal, clusters=a.clusters
    )
    made._settle(object_index=a.object_index)
    return made


def maximal_mass(a: Evidential, *, ties: str = "error") -> Rough:
    """Keep for each object the focal set with the largest mass.

    `ties="union"` joins the sets that share the largest mass; `"error"` refuses them.

    Parameters
    ----------
    a
        The clustering.
    ties
        ``"error"``, or ``"union"`` to join the sets that share the largest mass.

    Returns
    -------
    Rough
        The set of each object.

    Raises
    ------
    InputError
        If sets share the largest mass and `ties` is "error".

    Examples
    --------
    >>> from partita import Evidential
    >>> from partita.soft import maximal_mass
    >>> a = Evidential([[0.6, 0.4], [0, 1]], [{"a"}, {"a", "b"}])
    >>> maximal_mass(a).sets.tolist()
    [[True, False], [True, True]]
    """
    one_of("ties", ties, ("error", "union"))
    best = a.rows == a.rows.max(axis=1, keepdims=True)
    if ties == "error":
        _refuse_ties(a, best, "focal sets", 'ties="union" joins them')
    return _rough(a, best @ a.focal_sets)


def interval_dominance(a: Evidential) -> Rough:
    """Drop the clusters that another one surely beats: keep j when pl(j) >= max_i bel({i}).

    Parameters
    ----------
    a
        The clustering.

    Returns
    -------
    Rough
        The clusters that are left for each object.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.

    Examples
    --------
    >>> from partita import Evidential
    >>> from partita.soft import interval_dominance
    >>> a = Evidential([[0.6, 0.4], [0, 1]], [{"a"}, {"a", "b"}])
    >>> interval_dominance(a).sets.tolist()
    [[True, False], [True, True]]
    """
    single = a.focal_sets.sum(axis=1) == 1
    belief = a.rows[:, single] @ a.focal_sets[single]
    reach = a.rows @ a.focal_sets
    return _rough(a, reach >= belief.max(axis=1, initial=0.0)[:, None])


def _rough(a: Soft, rows: Mask) -> Rough:
    grouped = _grouped(a, rows)
    return _like(a, Rough, rows=grouped.rows, index=grouped.index, clusters=a.clusters)


def _grouped(a: Soft, rows: Array) -> Grouped:
    return regrouped(Grouped(rows, a.index, np.arange(len(rows))))


def maximum_membership(a: Fuzzy | Possibilistic, *, ties: str = "error") -> Array:
    """Return for each object the name of the cluster with the largest membership.

    `ties="first"` takes the first such cluster; `"error"` refuses a tie.

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
        _refuse_ties(a, best, "clusters", 'ties="first" takes the first')
    best_names: Array = a.clusters[a.rows.argmax(axis=1)[a.index]]
    return best_names


def _refuse_ties(a: Soft, best: Mask, what: str, remedy: str) -> None:
    tied = best.sum(axis=1) > 1
    if tied.any():
        at = int(tied[a.index].argmax())
        raise InputError(f"object {at} has {what} that tie for the maximum: {remedy}")


def alpha_cuts(a: Possibilistic) -> Iterator[tuple[float, Rough]]:
    """Yield the levels α > 0 in ascending order, each with the clusters of possibility >= α.

    The cuts are nested rough clusterings; the mass of each is its level less the one before. They
    end at the smallest of the row maxima, above which some object would have no cluster.

    Parameters
    ----------
    a
        The clustering.

    Yields
    ------
    tuple of float and Rough
        A level, and the clusters that are possible to that degree.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.

    Examples
    --------
    >>> from partita import Possibilistic
    >>> from partita.soft import alpha_cuts
    >>> a = Possibilistic([[1, 0.4], [0, 1]])
    >>> [(level, cut.certain.tolist()) for level, cut in alpha_cuts(a)]
    [(0.4, [False, True]), (1.0, [True, True])]
    """
    top = a.rows.max(axis=1).min()
    levels = np.unique(a.rows)
    for level in levels[(levels > 0) & (levels <= top)]:
        yield float(level), _rough(a, a.rows >= level)


def worlds(a: Soft) -> Iterator[tuple[Any, float]]:
    """Yield every hard clustering that is possible, as cluster numbers, with its weight.

    Weights are probabilities (fuzzy), possibilities (by the coupling), or 1 (rough). An evidential
    clustering yields rough clusterings with their masses. For tiny cases: more than a million
    worlds are refused.

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
        raise InputError(f"{a!r} has {total:.3g} worlds, more than the {MOST_WORLDS} listed")
    for world in product(*(choices[row] for row in a.index)):
        picked = np.array(world, dtype=np.int64)
        weights = table[a.index, picked].astype(float)
        if isinstance(a, Evidential):
            yield Rough(a.focal_sets[picked], clusters=a.clusters), float(weights.prod())
        elif isinstance(a, Possibilistic) and a.coupling == "comonotone":
            yield picked, float(weights.min())
        else:
            yield picked, float(weights.prod())


def hard_codes(a: Any, side: str) -> tuple[npt.NDArray[np.int64], Array] | None:
    """Return clusters and names of hard labels or an all-certain clustering, else None."""
    if not isinstance(a, Soft):
        return read_labels(a, side)
    return (a.codes(), a.clusters) if a.is_hard else None


def as_fuzzy(a: Any, side: str) -> Fuzzy:
    """Take a fuzzy clustering or hard labels; other kinds need a conversion that one chooses."""
    if isinstance(a, Fuzzy):
        return a
    if isinstance(a, Soft):
        kind = type(a).__name__
        raise InputError(
            f"{side} is {kind}, but this compares memberships that sum to 1: "
            f"choose how to share them, with partita.soft.{_SHARING[kind]}"
        )
    grouped, names = one_hot(a, side)
    return _like(a, Fuzzy, rows=grouped.rows, index=grouped.index, clusters=names)


def as_rough(a: Any, side: str) -> Rough:
    """Take a rough clustering or hard labels; other kinds need a rule that one chooses."""
    if isinstance(a, Rough):
        return a
    if isinstance(a, Soft):
        kind = type(a).__name__
        raise InputError(
            f"{side} is {kind}, but this compares sets of possible clusters: "
            f"choose them, with partita.soft.{_CHOOSING[kind]}"
        )
    grouped, names = one_hot(a, side)
    return _like(a, Rough, rows=grouped.rows > 0, index=grouped.index, clusters=names)


_SHARING = {
    "Rough": "equal_shares",
    "Evidential": "pignistic or partita.soft.plausibility",
    "Possibilistic": "evidential and then pignistic",
}
_CHOOSING = {
    "Fuzzy": "Rough(a.memberships > 0)",
    "Evidential": "maximal_mass or partita.soft.interval_dominance",
    "Possibilistic": "alpha_cuts",
}
