"""Two clusterings of the same objects, drawn together: the three-way table truth × a × b."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from .. import _resample
from ..contingency import Contingency
from ..errors import InputError
from .jackknife import Influence, influence, summarize
from .objects import crossed, in_order, numbered, read_objects, read_units, sums
from .resampling import CHUNK
from .samples import GroupSample, evaluate, grouped
from .scores import Float64, Int64, Scorer, Tables, scores

if TYPE_CHECKING:
    from numpy.typing import NDArray

Pairing: TypeAlias = "Paired | PairedGroups"


@dataclass(frozen=True)
class Paired:
    """Independent objects with a label in a and one in b."""

    a: Contingency
    b: Contingency
    counts: Int64  # of the occupied cells of the three-way table
    cell_a: NDArray[Any]  # where each of them lies in table a
    cell_b: NDArray[Any]

    unit = "objects"

    @property
    def size(self) -> int:
        """Number of independent units."""
        return self.a.n

    def draws(self, scorers: Sequence[Scorer], draws: int, seed: int, threads: int) -> Float64:
        """Return score of a minus score of b on every draw, one column per measure."""
        return np.concatenate(
            [
                scores(scorers, one, threads) - scores(scorers, other, threads)
                for one, other in self.chunks(draws, seed, threads)
            ]
        )

    def chunks(self, draws: int, seed: int, threads: int) -> Iterator[tuple[Tables, Tables]]:
        """Draw objects with both labels, and count each draw twice."""
        step = max(1, CHUNK // len(self.counts))
        for start in range(0, draws, step):
            size = min(step, draws - start)
            joint = _resample.bootstrap_counts(self.counts, size, seed, start, threads)
            yield _marginal(joint, self.a, self.cell_a), _marginal(joint, self.b, self.cell_b)

    def influence(self, s: Scorer, threads: int) -> Influence:
        """Return the jackknife of the difference: an object leaves both tables at once."""
        return self.joined(influence(s, self.a, threads), influence(s, self.b, threads))

    def joined(self, one: Influence, other: Influence) -> Influence:
        """Return the jackknife of the difference from those of the two scores."""
        change = one.change[self.cell_a] - other.change[self.cell_b]
        return _difference(one, other, change, self.counts)

    @property
    def same(self) -> bool:
        """Whether both clusterings are one and the same, names apart."""
        return _same(self.a.cols[self.cell_a], self.b.cols[self.cell_b])

    @property
    def deciding(self) -> int:
        """How many objects tell a from b: those outside the largest overlaps of their clusters."""
        a, b = (
            t.cols[c].astype(np.int64) for t, c in ((self.a, self.cell_a), (self.b, self.cell_b))
        )
        both, place = numbered(a * (int(b.max()) + 1) + b)
        overlaps = sums(place, len(both), self.counts)
        kept = []
        for cluster in (both // (int(b.max()) + 1), both % (int(b.max()) + 1)):
            largest = np.zeros(int(cluster.max()) + 1, dtype=np.int64)
            np.maximum.at(largest, cluster, overlaps)
            kept.append(int(largest.sum()))
        return self.a.n - min(kept)


@dataclass(frozen=True)
class PairedGroups:
    """Independent groups of objects with both labels.

    Both samples hold the same groups in the same order, so a seed draws the same for a and b.
    """

    one: GroupSample
    other: GroupSample
    cell_a: NDArray[Any]  # of each object in table a
    cell_b: NDArray[Any]

    unit = "groups"

    @property
    def a(self) -> Contingency:
        """The table of the first clustering."""
        return self.one.table

    @property
    def b(self) -> Contingency:
        """The table of the second clustering."""
        return self.other.table

    @property
    def size(self) -> int:
        """Number of independent units."""
        return self.one.size

    def draws(self, scorers: Sequence[Scorer], draws: int, seed: int, threads: int) -> Float64:
        """Return score of a minus score of b on every draw, one column per measure."""
        a, b = (evaluate(scorers, side, draws, seed, threads) for side in (self.one, self.other))
        return a - b

    def influence(self, s: Scorer, threads: int) -> Influence:
        """Return the jackknife of the difference: a group leaves both tables at once."""
        return self.joined(self.one.influence(s, threads), self.other.influence(s, threads))

    def joined(self, one: Influence, other: Influence) -> Influence:
        """Return the jackknife of the difference from those of the two scores."""
        return _difference(one, other, one.change - other.change, np.ones(self.size))

    @property
    def same(self) -> bool:
        """Whether both clusterings are one and the same, names apart."""
        return _same(self.a.cols[self.cell_a], self.b.cols[self.cell_b])

    @property
    def deciding(self) -> int:
        """How many groups can tell a from b."""
        return self.size


def paired(truth: Any, a: Any, b: Any, groups: Any, labels: dict[str, Any]) -> Pairing:
    """Count truth × a × b on the objects that all three label; in groups where they are given."""
    sides = {"a": a, "b": b} if groups is None else {"a": a, "b": b, "groups": groups}
    (a, b, *rest), labels = in_order(truth, sides, labels)
    one, other = read_objects(truth, a, labels), read_objects(truth, b, labels)
    kept, left, right = np.intersect1d(one.kept, other.kept, return_indices=True)
    if not len(kept):
        raise InputError("no object has a label in truth, a and b")
    one, other = one.take(left), other.take(right)
    (table_a, cell_a), (table_b, cell_b) = one.table(), other.table()
    if groups is not None:
        unit = read_units(rest[0], len(truth))[kept]
        return PairedGroups(
            grouped(table_a, cell_a, unit, one.weights),
            grouped(table_b, cell_b, unit, one.weights),
            cell_a,
            cell_b,
        )
    return paired_cells(table_a, cell_a, table_b, cell_b, one.weights)


def paired_cells(
    a: Contingency, cell_a: Int64, b: Contingency, cell_b: Int64, weights: Int64 | None
) -> Paired:
    """Count truth × a × b from the cells of each object."""
    kinds_a, kinds_b, counts = crossed(cell_a, a.nnz, cell_b, b.nnz, weights)
    return Paired(a, b, counts, kinds_a, kinds_b)


def _same(a: NDArray[Any], b: NDArray[Any]) -> bool:
    """Whether every cluster of a is one of b and the other way round."""
    together = numbered(a.astype(np.int64) * (int(b.max()) + 1) + b)[0]
    return all(len(numbered(side.astype(np.int64))[0]) == len(together) for side in (a, b))


def _difference(one: Influence, other: Influence, change: Float64, times: Any) -> Influence:
    """The jackknife of a difference: what each kind of unit changes, and how many there are."""
    found = summarize(0.0, change, times, float(times.sum()))
    return found._replace(bias=one.bias - other.bias)


def _marginal(joint: Int64, table: Contingency, cells: NDArray[Any]) -> Tables:
    from scipy.sparse import csr_array

    ones = np.ones(len(cells), dtype=np.int64)
    shape = table.nnz, len(cells)
    add = csr_array((ones, (cells, np.arange(len(cells)))), shape=shape)
    counts = np.ascontiguousarray((add @ joint.T).T)
    return Tables(table.rows, table.cols, counts, table.shape)
