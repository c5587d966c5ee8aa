"""`evidential`: write any soft clustering with masses on sets of clusters."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.arrays import Floats, Mask
from ...base.errors import InputError
from .base import Soft, like
from .couplings import refuse_norm
from .empty_set import settle_empty
from .evidential import Evidential
from .fuzzy import Fuzzy
from .grouping import LARGEST, Grouped, distinct
from .possibilistic import Possibilistic
from .rough import Rough


def evidential(a: Any, *, empty: str = "error") -> Evidential:
    """Write any clustering with masses on sets of clusters, without loss.

    Hard labels and fuzzy: m({j}) = u(j). Rough: m(R(x)) = 1. Possibilistic: the consonant masses,
    μ_(q) - μ_(q+1) on the q most possible clusters; if the maximum of a row is below 1, the rest
    is mass on the empty set, with the policy `empty`. An evidential clustering is returned as it
    is.

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
        refuse_norm(a)
        return _consonant(a, empty)
    return Evidential.from_labels(a)


def _unit(size: int) -> Floats:
    if size * size > LARGEST:
        raise InputError(
            f"{size} different focal sets make a table of {size * size} masses, more than the "
            f"limit of {LARGEST}: use fewer different sets"
        )
    return np.eye(size)


def _evidential(a: Soft, rows: Floats, focal: Mask) -> Evidential:
    return like(a, Evidential, rows=rows, index=a.index, clusters=a.clusters, focal_sets=focal)


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
    rows, index = grouped.rows, grouped.index
    return like(a, Evidential, rows=rows, index=index, clusters=names, focal_sets=table)
