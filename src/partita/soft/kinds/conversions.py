"""Conversions between the kinds of soft clusterings, each with its definition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...base.arrays import Floats, Mask
from ...base.checks import inner_share, one_of
from .arguments import as_fuzzy
from .base import Soft, with_rows
from .checks import ROUNDING, refuse_ties
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


def credible_sets(a: Any, level: float = 0.95) -> Rough:
    """Keep the smallest set of clusters whose memberships sum to `level`, for each object.

    These are the clusters j with u(j) >= c, for the largest c at which their memberships sum to at
    least `level` (up to 1e-12 for rounding). Clusters with equal memberships are kept or left out
    together, so the sets do not depend on the order of the clusters.

    Mixture models give every cluster a probability above 0, often of 1e-30, and `extremes` allows
    it. Of a credible set, `extremes` allows only the likely clusters of each object.

    Beware: each object is in its set with a probability of at least `level`. All objects are in
    their sets at the same time with a smaller probability, and the extremes over the sets are
    values of a worst and a best case. They are not a 95% interval: quantiles of `law` give one.

    Parameters
    ----------
    a : Fuzzy or array_like
        The clustering, or its memberships in a form that `Fuzzy` reads, such as the output of
        `predict_proba` of scikit-learn.
    level
        The probability of each set: above 0 and below 1.

    Returns
    -------
    Rough
        The clusters that are left for each object.

    Raises
    ------
    InputError
        If the clustering is of another kind, its memberships cannot be read, or `level` is not
        above 0 and below 1.

    Examples
    --------
    >>> from partita import Fuzzy
    >>> from partita.soft import credible_sets
    >>> a = Fuzzy([[0.6, 0.3, 0.1], [0.97, 0.02, 0.01], [0.5, 0.25, 0.25]])
    >>> credible_sets(a, 0.9).sets.tolist()
    [[True, True, False], [True, False, False], [True, True, True]]
    """
    level = inner_share("level", level, 0.95)
    fuzzy = as_fuzzy(a, "the clustering") if isinstance(a, Soft) else Fuzzy(a)
    return with_rows(fuzzy, Rough, likely_clusters(fuzzy.rows, level))


def likely_clusters(rows: Floats, level: float) -> Mask:
    """Whether each cluster is in the credible set of its row of memberships."""
    falling = -np.sort(-rows, axis=1)
    reached = np.cumsum(falling, axis=1) >= level - ROUNDING
    reached[:, -1] = True  # a row may sum to a little less than 1
    least = np.take_along_axis(falling, reached.argmax(axis=1)[:, None], axis=1)
    return np.asarray((rows >= least) & (rows > 0))


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
