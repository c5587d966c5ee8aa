"""Partitions without names: groups are numbered as they occur, and single objects have no number.

The labels come after the policies for missing values and noise, so that a baseline needs neither.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from .packed import pack, unpack

if TYPE_CHECKING:
    from ...base.arrays import Int64

_OUT, _ALONE, _FIRST = 0, 1, 2  # left out; a cluster of its own; the first larger cluster


def numbered(codes: Int64, kept: Int64, order: Int64) -> Int64:
    """Number the clusters of the kept objects (`kept` are their positions) in the given order."""
    found = np.full(len(order), _OUT)
    _, group, sizes = np.unique(codes, return_inverse=True, return_counts=True)
    found[kept] = np.where(sizes[group] == 1, _ALONE, _FIRST + group)
    found = found[order]
    large = found >= _FIRST
    names, first, place = np.unique(found[large], return_index=True, return_inverse=True)
    rank = np.empty(len(names), np.int64)
    rank[np.argsort(first)] = np.arange(len(names))
    found[large] = _FIRST + rank[place]
    return found


def split(numbers: Int64) -> tuple[Int64, Int64]:
    """A cluster for each object, with a number of its own for each single one; and who is kept."""
    found = numbers.copy()
    alone = np.flatnonzero(numbers == _ALONE)
    found[alone] = numbers.max(initial=0) + 1 + np.arange(len(alone))
    return found, numbers != _OUT


def to_dict(numbers: Int64) -> dict[str, Any]:
    """The numbers for JSON."""
    largest = int(numbers.max(initial=0))
    return {"largest": largest, "clusters": pack(numbers, largest)}


def from_dict(known: Mapping[str, Any], objects: int) -> Int64:
    """The numbers from JSON."""
    return unpack(known["clusters"], objects, int(known["largest"]))
