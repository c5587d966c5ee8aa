"""Counts that grow batch by batch: the kinds of objects so far, and how many there are of each.

A kind is a cell of truth × a or truth × a × b, of one group if there are groups. Memory and the
time of a batch grow with the kinds, not with the objects.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.errors import InputError
from ...base.wording import show
from ...labels import Unlabeled, label_key
from ..sampling.cluster_order import ordered_clusters
from ..sampling.objects import Objects, Units
from ..sampling.pairing import pair_of_objects
from ..sampling.samples import ObjectSample, grouped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ...base.arrays import Int64
    from ..sampling.pairing import Sample


class Names:
    """The names of one side, numbered in the order in which they came."""

    def __init__(self) -> None:
        self.known: dict[Any, int] = {}
        self.names: list[Any] = []

    def __len__(self) -> int:
        return len(self.names)

    def numbers(self, codes: Int64, names: NDArray[Any]) -> Int64:
        """Number labels, given as positions in an array of names."""
        present, first = np.unique(codes, return_index=True)
        found = np.zeros(len(names), dtype=np.int64)
        for code in present[np.argsort(first)].tolist():
            name, number = names[code], len(self.names)
            if not isinstance(name, Unlabeled):  # an object without a label equals no other
                number = self.known.setdefault(label_key(name), number)
            if number == len(self.names):
                self.names.append(name)
            found[code] = number
        return found[codes]

    def array(self) -> NDArray[Any]:
        """Return the names by number."""
        found = np.empty(len(self.names), dtype=object)
        found[:] = self.names
        return found


class Tally:
    """The kinds of objects so far."""

    def __init__(self) -> None:
        self.sides: list[Names] = []  # truth, a, and b if two clusterings are compared
        self.groups: Names | None = None
        self.kinds: Int64 = np.empty((0, 0), dtype=np.int64)  # numbers of the names on each side
        self.counts: Int64 = np.empty(0, dtype=np.int64)

    @property
    def n(self) -> int:
        """Number of objects."""
        return int(self.counts.sum())

    @property
    def units(self) -> int:
        """Number of independent units: groups, or objects without groups."""
        return self.n if self.groups is None else len(self.groups)

    def add(self, clusterings: Sequence[Objects], groups: Units | None) -> None:
        """Count the objects of a batch, which comes with whole groups."""
        self.expect(len(clusterings), grouped=groups is not None)
        first = clusterings[0]
        if not len(first.truth):
            return
        labels = [(first.truth, first.classes)]
        labels += [(one.prediction, one.clusters) for one in clusterings]
        columns = []
        if self.groups is not None and groups is not None:
            columns.append(_numbers_of_new(self.groups, groups))
        columns += [own.numbers(*one) for own, one in zip(self.sides, labels, strict=True)]
        weights = np.ones(len(first.truth), np.int64) if first.weights is None else first.weights
        self._merge(np.column_stack(columns), weights)

    def expect(self, clusterings: int, *, grouped: bool) -> None:
        """Fix with the first batch what all batches have, and refuse batches with other sides."""
        sides = clusterings + 1
        if not self.sides:
            self.sides = [Names() for _ in range(sides)]
            self.groups = Names() if grouped else None
            self.kinds = np.empty((0, sides + grouped), dtype=np.int64)
        if len(self.sides) != sides or (self.groups is not None) != grouped:
            raise InputError(
                "all batches must have the same arguments: either all or none have b, and either "
                "all or none have groups"
            )

    def _merge(self, kinds: Int64, counts: Int64) -> None:
        """Add objects to the kinds, which are in ascending order."""
        every = np.concatenate([self.kinds, kinds])
        times = np.concatenate([self.counts, counts])
        order = np.lexsort(every.T[::-1])
        every, times = every[order], times[order]
        new = np.concatenate([[True], (every[1:] != every[:-1]).any(axis=1)])
        starts = np.flatnonzero(new)
        self.kinds, self.counts = every[starts], np.add.reduceat(times, starts)

    def sample(self) -> Sample:
        """Return everything so far as a sample of objects or groups, or of pairs of labels."""
        columns = list(np.ascontiguousarray(self.kinds.T))
        unit = None if self.groups is None else columns.pop(0)
        truth, *clusterings = columns
        classes, *names = (one.array() for one in self.sides)
        kept = np.arange(len(truth))
        sides = [
            Objects(truth, classes, one, own, self.counts, kept)
            for one, own in zip(clusterings, names, strict=True)
        ]
        if len(sides) == 2:
            return pair_of_objects(sides[0], sides[1], unit)
        table, cell = sides[0].table()
        if unit is None:
            return ObjectSample(ordered_clusters(table))
        return grouped(table, cell, unit, self.counts)


def _numbers_of_new(groups: Names, batch: Units) -> Int64:
    """Number the groups of a batch, none of which may have come before."""
    before = len(groups)
    found = groups.numbers(batch.codes, batch.names)
    if found.min() < before:
        name = groups.names[int(found[found < before][0])]
        raise InputError(
            f"group {show(name)} came in an earlier batch too: groups are the independent units, "
            "so a batch must hold all objects of its groups"
        )
    return found
