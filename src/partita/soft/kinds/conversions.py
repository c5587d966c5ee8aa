"""Conversions from masses, possible sets and possibilities, each with its definition."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...base.checks import one_of
from .base import with_rows
from .checks import refuse_ties
from .couplings import Coupling
from .evidential import Evidential
from .fuzzy import Fuzzy
from .possibilistic import Possibilistic
from .rough import Rough


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
    return with_rows(a, Fuzzy, a.rows @ (a.focal_sets / a.focal_sets.sum(axis=1, keepdims=True)))


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
    return with_rows(a, Fuzzy, reach / reach.sum(axis=1, keepdims=True))


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
    return with_rows(a, Fuzzy, a.rows / a.rows.sum(axis=1, keepdims=True))


def contour(
    a: Evidential, *, coupling: Coupling = "independent", subnormal: str = "error"
) -> Possibilistic:
    """Take plausibilities as possibilities: μ(j) = pl(j) = Σ_{A∋j} m(A).

    With independent objects, the contour of the product of masses is the product of contours. Rows
    whose largest plausibility is below 1 follow `subnormal`, as in `Possibilistic`.

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
    reach[np.abs(reach - 1) < 1e-15 * a.rows.shape[1]] = 1.0  # up to rounding
    made = Possibilistic(
        reach[a.index], coupling=coupling, subnormal=subnormal, clusters=a.clusters
    )
    made._settle(object_index=a.object_index)
    return made


def maximal_mass(a: Evidential, *, ties: str = "error") -> Rough:
    """Keep the focal set with the largest mass for each object.

    `ties="union"` joins the sets that share the largest mass; `"error"` refuses ties.

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
        refuse_ties(best, a.index, "focal sets", 'ties="union" joins them')
    return with_rows(a, Rough, best @ a.focal_sets)


def interval_dominance(a: Evidential) -> Rough:
    """Keep the clusters j with pl(j) >= max_i bel({i}), which no other cluster surely beats.

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
    return with_rows(a, Rough, reach >= belief.max(axis=1, initial=0.0)[:, None])


def alpha_cuts(a: Possibilistic) -> Iterator[tuple[float, Rough]]:
    """Yield the levels α > 0 in ascending order, each with the clusters of possibility >= α.

    The cuts are nested rough clusterings; the mass of a cut is its level minus the level before.
    The last level is the smallest of the row maxima: above it some object would have no cluster.

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
        yield float(level), with_rows(a, Rough, a.rows >= level)
