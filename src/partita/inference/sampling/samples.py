"""What the bootstrap draws: objects, or whole groups of objects (donors, documents, patients)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _resample
from ...base.errors import InputError
from ...base.progress import portions
from ...chance.batch import CHUNK, Tables, at_size, scores
from ...labels.policies import DEFAULT
from .cluster_order import ordered_clusters
from .jackknife import Influence, influences, summarize
from .objects import count_pairs, distinct_values, read_together
from .resampling import bootstrap_chunks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...base.arrays import Floats, Int64
    from ...labels import Policies
    from ...measures.chosen import Chosen
    from ...table.contingency import Contingency

FEW_PER_CELL = 20  # objects; with fewer, intervals can miss 95% (benchmarks/results/coverage.md)
FEW_GROUPS = 10  # with fewer, intervals from draws of groups are too narrow (Cameron et al. 2008)


class _OneClustering:
    """The part that samples of objects and samples of groups share."""

    __slots__ = ()

    table: Contingency

    @property
    def tables(self) -> tuple[Contingency, ...]:
        """The contingency table."""
        return (self.table,)

    @property
    def cells(self) -> int:
        """Number of cells of one draw."""
        return self.table.nnz

    def value(self, s: Chosen) -> float:
        """Return the score."""
        return s.of(self.table)


@dataclass(frozen=True, slots=True)
class ObjectSample(_OneClustering):
    """Independent objects: a draw is one multinomial draw on the cells."""

    table: Contingency

    unit = "objects"

    @property
    def size(self) -> int:
        """Number of independent units."""
        return self.table.n

    def chunks(self, draws: int, seed: int, threads: int) -> Iterator[Tables]:
        """Return the bootstrap draws, in pieces."""
        return bootstrap_chunks(self.table, draws, seed, threads)

    def influence(self, s: Chosen, threads: int) -> Influence:
        """Return the jackknife over objects."""
        return self.influences([s], threads)[0]

    def influences(self, chosen: Sequence[Chosen], threads: int) -> list[Influence]:
        """Return the jackknife of several scores."""
        return influences(chosen, self.table, threads)


@dataclass(frozen=True, slots=True)
class GroupSample(_OneClustering):
    """Independent groups of objects: a draw takes as many groups, with replacement."""

    table: Contingency
    shares: Any  # scipy.sparse: objects of each group (rows) in each cell of the table (columns)

    unit = "groups"

    @property
    def size(self) -> int:
        """Number of independent units."""
        return int(self.shares.shape[0])

    def chunks(self, draws: int, seed: int, threads: int) -> Iterator[Tables]:
        """Return the bootstrap draws, in pieces."""
        ones = np.ones(self.size, dtype=np.int64)
        step = max(1, CHUNK // max(self.size, self.table.nnz))
        for start, size in portions(draws, step):
            times = _resample.bootstrap_counts(ones, size, seed, start, threads)
            yield self._tables(np.ascontiguousarray((self.shares.T @ times.T).T))

    def influence(self, s: Chosen, threads: int) -> Influence:
        """Return the jackknife over groups."""
        return self.influences([s], threads)[0]

    def influences(self, chosen: Sequence[Chosen], threads: int) -> list[Influence]:
        """Return the jackknife of several scores."""
        whole = scores(chosen, self._tables(self.table.counts[np.newaxis]), threads)[0].tolist()
        step = max(1, CHUNK // self.table.nnz)
        parts: list[list[Floats]] = [[] for _ in chosen]
        for start, size in portions(self.size, step, "groups"):
            left = self.table.counts - self.shares[start : start + size].toarray()
            found, objects = scores(chosen, self._tables(left), threads), left.sum(axis=1)
            for own, s, values in zip(parts, chosen, found.T, strict=True):
                own.append(at_size(s, values, objects, self.table.n))
        ones = np.ones(self.size)
        return [
            summarize(value, np.concatenate(own), ones, float(self.size))
            for value, own in zip(whole, parts, strict=True)
        ]

    def _tables(self, counts: Int64) -> Tables:
        return Tables(self.table.rows, self.table.cols, counts, self.table.shape)


def object_sample(table: Contingency) -> ObjectSample:
    """Return the sample of a table; the names of its clusters change no draw."""
    return ObjectSample(ordered_clusters(table))


def group_sample(
    truth: Any, prediction: Any, groups: Any, weights: Any = None, policies: Policies = DEFAULT
) -> GroupSample:
    """Count one table per group; their sum is the table of all objects."""
    sides = {"prediction": prediction}
    (found,), units = read_together(truth, sides, groups, weights, policies)
    return grouped(*found.table(), units.codes, found.weights)  # type: ignore[union-attr]


def grouped(table: Contingency, cell: Int64, unit: Int64, weights: Int64 | None) -> GroupSample:
    """Return the sample of groups from the cell and the group of each object of a table."""
    from scipy.sparse import csr_array

    present, unit = distinct_values(unit)
    if len(present) < 2:
        raise InputError("groups must name at least two groups; with one nothing varies")
    units, cells, counts = count_pairs(unit, len(present), cell, table.nnz, weights)
    shares = csr_array((counts, (units, cells)), shape=(len(present), table.nnz))
    return GroupSample(table, shares)


def evaluate(
    chosen: Sequence[Chosen],
    sample: ObjectSample | GroupSample,
    draws: int,
    seed: int,
    threads: int = 0,
) -> Floats:
    """Return every measure on every draw."""
    found = []
    for chunk in sample.chunks(draws, seed, threads):
        objects, values = chunk.counts.sum(axis=1), scores(chosen, chunk, threads)
        for column, s in enumerate(chosen):
            values[:, column] = at_size(s, values[:, column], objects, sample.table.n)
        found.append(values)
    return np.concatenate(found)
