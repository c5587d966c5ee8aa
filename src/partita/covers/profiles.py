"""Numbers of clusters that pairs of elements share, without an n × n matrix.

Elements with the same clusters on both sides form a group, and a pair of groups represents all
pairs of their elements. One sparse product counts both sides, the second one in higher digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..base.arrays import Codes, Floats
from ..soft.kinds.grouping import Crossed
from .signatures import Signatures

if TYPE_CHECKING:
    from scipy.sparse import csr_array

_DIGIT = 1 << 32  # for each shared cluster of the second cover
_BLOCK = 1 << 22  # pairs of groups, and counters, at a time


class Profiles(NamedTuple):
    """The combinations that occur, sorted by group, then by the shared clusters.

    An element of `group` shares `first` clusters of the first cover and `second` clusters of the
    second with `objects` elements, including itself. At least one of the two is above 0.
    """

    group: Codes
    first: Codes
    second: Codes
    objects: Codes


def profiles(a: Signatures, b: Signatures, groups: Crossed) -> Profiles:
    """For an element of each group, count the elements by the clusters that they share."""
    one, two = _rows(a, groups.first), _rows(b, groups.second)
    from scipy.sparse import hstack

    plain = hstack([one, two], format="csr")
    marked = hstack([one, two * _DIGIT], format="csr")
    other = plain.T.tocsr()
    width = int(np.diff(one.indptr).max()) + 1, int(np.diff(two.indptr).max()) + 1
    size = groups.size.astype(np.float64)
    found = []
    for block in _blocks(plain, other, width[0] * width[1]):
        shared = marked[block] @ other
        found.append(_counted(shared, size, block.start, width))
    return Profiles(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


def _rows(side: Signatures, wanted: Codes) -> csr_array:
    from scipy.sparse import csr_array

    ones = np.ones(len(side.codes), dtype=np.int64)
    columns = int(side.codes.max(initial=0)) + 1
    return csr_array((ones, side.codes, side.starts), shape=(side.count, columns))[wanted]


def _blocks(plain: csr_array, other: csr_array, bins: int) -> Iterator[slice]:
    """Yield runs of groups whose pairs and counters fit in a block."""
    reach = np.diff(other.indptr)  # groups in each cluster
    cost = np.concatenate(([0], np.cumsum(plain @ reach + bins)))
    start = 0
    while start < plain.shape[0]:
        stop = int(np.searchsorted(cost, cost[start] + _BLOCK, side="right")) - 1
        stop = max(stop, start + 1)
        yield slice(start, stop)
        start = stop


def _counted(
    shared: csr_array, size: Floats, start: int, width: tuple[int, int]
) -> tuple[Codes, Codes, Codes, Codes]:
    """Sum the elements of each row of a product by the two numbers in its digits."""
    rows = np.repeat(np.arange(shared.shape[0]), np.diff(shared.indptr))
    first, second = shared.data % _DIGIT, shared.data // _DIGIT
    key = (rows * width[0] + first) * width[1] + second
    # Sums of integers below 2**53 are exact.
    total = np.bincount(key, weights=size[shared.indices])
    occupied = np.flatnonzero(total)
    rest, seconds = np.divmod(occupied, width[1])
    groups, firsts = np.divmod(rest, width[0])
    return groups + start, firsts, seconds, total[occupied].astype(np.int64)
