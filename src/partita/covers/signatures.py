"""Signatures: the distinct sets of clusters that elements have."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import _kernel
from ..base.arrays import Codes


@dataclass(frozen=True, slots=True)
class Signatures:
    """Distinct sets of clusters: signature ``s`` is ``codes[starts[s]:starts[s + 1]]``."""

    index: Codes  # the signature of each element
    starts: Codes
    codes: Codes

    @property
    def count(self) -> int:
        """Number of signatures."""
        return len(self.starts) - 1


def signatures(starts: Codes, codes: Codes) -> Signatures:
    """Find the distinct rows of a list of ascending codes, one row length at a time."""
    degrees = np.diff(starts)
    index = np.empty(len(degrees), dtype=np.int64)
    firsts: list[Codes] = []
    found = 0
    for degree in np.unique(degrees):
        rows = np.flatnonzero(degrees == degree)
        if degree == 0:
            index[rows] = found
            firsts.append(rows[:1])
            found += 1
            continue
        table = codes[starts[rows][:, None] + np.arange(degree)]
        number, places = _kernel.encode_rows(table.view(np.uint8).reshape(len(rows), -1))
        index[rows] = number + np.int64(found)
        firsts.append(rows[places])
        found += len(places)
    first = np.concatenate(firsts)
    ends = np.concatenate(([0], np.cumsum(degrees[first])))
    source = np.repeat(starts[first] - ends[:-1], degrees[first]) + np.arange(ends[-1])
    return Signatures(index, ends, codes[source])
