"""Check the memberships of a cover, with policies for empty clusters and unassigned elements."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np

from ..base.arrays import Array, Codes
from ..base.checks import one_of
from ..base.errors import InputError
from ..base.wording import show
from ..labels.records import Unlabeled, object_names, python_names

Fields: TypeAlias = tuple[Array, Array, Codes, Codes]


class Incidence(NamedTuple):
    """The element and the cluster of each membership, and the names of all."""

    rows: Codes
    cols: Codes
    elements: Array
    clusters: Array


def checked(held: Incidence, *, empty: str, unassigned: str) -> Fields:
    """Apply the policies, and return the fields of a cover."""
    one_of("empty", empty, ("error", "drop"))
    one_of("unassigned", unassigned, ("error", "keep", "drop", "singletons"))
    rows, cols, elements, clusters = held
    order = np.argsort(rows * len(clusters) + cols, kind="stable")
    held = Incidence(rows[order], cols[order], elements, clusters)
    _refuse_twice(held)
    held = _without_empty(held, empty)
    alone = np.bincount(held.rows, minlength=len(elements)) == 0
    if alone.any():
        held = _settled(held, alone, unassigned)
    degrees = np.bincount(held.rows, minlength=len(held.elements))
    return held.elements, held.clusters, np.concatenate(([0], np.cumsum(degrees))), held.cols


def _refuse_twice(held: Incidence) -> None:
    rows, cols, elements, clusters = held
    twice = (rows[1:] == rows[:-1]) & (cols[1:] == cols[:-1])
    if twice.any():
        at = int(twice.argmax())
        raise InputError(
            f"the element {show(elements[rows[at]])} is in the cluster "
            f"{show(clusters[cols[at]])} twice: list it once"
        )


def _without_empty(held: Incidence, empty: str) -> Incidence:
    used = np.bincount(held.cols, minlength=len(held.clusters)) > 0
    if empty == "error" and not used.all():
        raise InputError(
            f"the cluster {show(held.clusters[int(np.argmin(used))])} has no members: remove "
            'it, or pass empty="drop"'
        )
    return held._replace(cols=(np.cumsum(used) - 1)[held.cols], clusters=held.clusters[used])


def _settled(held: Incidence, alone: Array, unassigned: str) -> Incidence:
    """Apply the policy for elements in no cluster, marked by `alone`."""
    rows, cols, elements, clusters = held
    if unassigned == "error":
        raise InputError(
            f"the element {show(elements[int(alone.argmax())])} is in no cluster "
            f'({int(alone.sum())} such): pass unassigned="keep" to compare it as it is, '
            '"singletons" to give it a cluster of its own, or "drop"'
        )
    if unassigned == "drop":
        if alone.all():
            raise InputError("no element is in a cluster: there is nothing to compare")
        return Incidence((np.cumsum(~alone) - 1)[rows], cols, elements[~alone], clusters)
    if unassigned == "keep":
        return held
    own = np.flatnonzero(alone)
    rows = np.concatenate((rows, own))
    cols = np.concatenate((cols, len(clusters) + np.arange(len(own))))
    order = np.argsort(rows, kind="stable")
    names = object_names([*python_names(clusters), *(Unlabeled() for _ in own)])
    return Incidence(rows[order], cols[order], elements, names)
