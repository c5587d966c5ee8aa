"""Who is in which cluster, from each form in which a cover can be given."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.errors import InputError
from ..labels.alignment import check_order
from ..labels.containers import read
from ..labels.records import from_zero, python_names
from ..table.cells import group_names
from . import records
from .policies import Incidence
from .records import Lists

Placed = tuple[Incidence, Any]
"""Memberships, and the index that places of elements refer to; elements with ids need none."""


def of_clusters(clusters: Lists, elements: Any) -> Incidence:
    """Read the members of each cluster."""
    names, parts = records.keyed(clusters, "clusters")
    owner, values = records.flat(parts)
    if not len(values):
        raise InputError("clusters: no cluster has a member; there is nothing to compare")
    codes, ids = records.encoded(values, "members of all clusters")
    if elements is not None:
        codes, ids = records.place_among(codes, ids, elements, "the clusters")
    return Incidence(codes, owner, ids, np.arange(len(parts)) if names is None else names)


def of_memberships(memberships: Lists, elements: Any) -> Placed:
    """Read the clusters of each element."""
    index = check_order({"memberships": memberships, "elements": elements})
    ids, parts = records.keyed(memberships, "memberships")
    if ids is not None and elements is not None:
        raise InputError("elements: the keys of memberships are the elements already")
    owner, values = records.flat(parts)
    if not len(values):
        raise InputError("memberships: no element has a cluster; there is nothing to compare")
    codes, names = records.encoded(values, "clusters of all elements")
    known = records.universe(python_names(ids) if ids is not None else elements, len(parts))
    return Incidence(owner, codes, known, names), index if ids is elements is None else None


def of_matrix(matrix: Any, elements: Any, clusters: Any) -> Placed:
    """Read a matrix of 0 and 1."""
    index = check_order({"matrix": matrix, "elements": elements})
    rows, cols, shape = records.incidences(matrix)
    known = records.universe(elements, shape[0])
    names = group_names("clusters", clusters, shape[1])
    return Incidence(rows, cols, known, names), index if elements is None else None


def of_labels(labels: Any, elements: Any) -> Placed:
    """Read hard labels; a missing label is no cluster."""
    index = check_order({"labels": labels, "elements": elements})
    found = read(labels, "labels")
    codes = from_zero(found)
    known = records.universe(elements, len(codes))
    own = np.arange(len(codes))
    if found.missing is not None:
        own, codes = own[~found.missing], codes[~found.missing]
    return Incidence(own, codes, known, found.names), index if elements is None else None
