"""Two clusterings of the same objects, drawn together: the three-way table truth × a × b."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ... import _resample
from ...base.errors import InputError
from ...chance.batch import Tables, scores
from ...labels.containers import read
from ...labels.policies import DEFAULT
from .correspondence import (
    closest_clusters,
    differing_groups,
    largest_overlaps,
    same_partition,
)
from .jackknife import Influence, influence, summarize
from .objects import crossed, in_order, numbered, read_objects, read_units, sums
from .renumbering import renumbered_cells
from .resampling import CHUNK, marginal
from .samples import GroupSample, evaluate, grouped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from ...base.arrays import Floats, Int64
    from ...labels import Policies
    from ...measures.chosen import Chosen
    from ...table.contingency import Contingency

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

    def draws(self, chosen: Sequence[Chosen], draws: int, seed: int, threads: int) -> Floats:
        """Return score of a minus score of b on every draw, one column per measure."""
        return np.concatenate(
            [
                scores(chosen, one, threads) - scores(chosen, other, threads)
                for one, other in self.chunks(draws, seed, threads)
            ]
        )

    def chunks(self, draws: int, seed: int, threads: int) -> Iterator[tuple[Tables, Tables]]:
        """Draw objects with both labels, and count each draw twice."""
        step = max(1, CHUNK // len(self.counts))
        for start in range(0, draws, step):
            size = min(step, draws - start)
            joint = _resample.bootstrap_counts(self.counts, size, seed, start, threads)
            yield marginal(joint, self.a, self.cell_a), marginal(joint, self.b, self.cell_b)

    def influence(self, s: Chosen, threads: int) -> Influence:
        """Return the jackknife of the difference: an object leaves both tables at once."""
        return self.joined(influence(s, self.a, threads), influence(s, self.b, threads))

    def joined(self, one: Influence, other: Influence) -> Influence:
        """Return the jackknife of the difference from those of the two scores."""
        change = one.change[self.cell_a] - other.change[self.cell_b]
        return _difference(one, other, change, self.counts)

    @property
    def key(self) -> tuple[bytes, ...]:
        """What orders a against b and b against a; equal where the draws cannot tell them apart."""
        return (*_cells(self.a), *_cells(self.b), *_bytes(self.cell_a, self.cell_b, self.counts))

    def turned(self) -> Paired:
        """Exchange a and b."""
        order = np.lexsort((self.cell_a, self.cell_b))
        cell_a, cell_b = self.cell_a[order], self.cell_b[order]
        return Paired(self.b, self.a, self.counts[order], cell_b, cell_a)

    @property
    def same(self) -> bool:
        """Whether both clusterings are one and the same, names apart."""
        return same_partition(self.a.cols[self.cell_a], self.b.cols[self.cell_b])

    @cached_property
    def discordant(self) -> NDArray[np.bool_]:
        """Kinds of objects that tell a from b: outside the largest overlaps of their clusters."""
        a, b = (
            t.cols[c].astype(np.int64) for t, c in ((self.a, self.cell_a), (self.b, self.cell_b))
        )
        width = int(b.max()) + 1
        both, place = numbered(a * width + b)
        overlaps = sums(place, len(both), self.counts)
        largest = [largest_overlaps(overlaps, cluster) for cluster in (both // width, both % width)]
        return ~min(largest, key=lambda kept: int(overlaps[kept].sum()))[place]

    @cached_property
    def deciding(self) -> int:
        """How many objects tell a from b."""
        return int(self.counts[self.discordant].sum())

    @property
    def sides(self) -> tuple[int, int]:
        """How many of those favor a, and how many b: who puts them with more of their class."""
        in_a, in_b = self.a.counts[self.cell_a], self.b.counts[self.cell_b]
        differ = self.discordant
        return (
            int(self.counts[differ & (in_a > in_b)].sum()),
            int(self.counts[differ & (in_b > in_a)].sum()),
        )


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

    def draws(self, chosen: Sequence[Chosen], draws: int, seed: int, threads: int) -> Floats:
        """Return score of a minus score of b on every draw, one column per measure."""
        a, b = (evaluate(chosen, side, draws, seed, threads) for side in (self.one, self.other))
        return a - b

    def influence(self, s: Chosen, threads: int) -> Influence:
        """Return the jackknife of the difference: a group leaves both tables at once."""
        return self.joined(self.one.influence(s, threads), self.other.influence(s, threads))

    def joined(self, one: Influence, other: Influence) -> Influence:
        """Return the jackknife of the difference from those of the two scores."""
        return _difference(one, other, one.change - other.change, np.ones(self.size))

    @property
    def key(self) -> tuple[bytes, ...]:
        """What orders a against b and b against a; equal where the draws cannot tell them apart."""
        sides = self.one.shares, self.other.shares
        shares = [part for own in sides for part in _bytes(own.indptr, own.indices, own.data)]
        return (*_cells(self.a), *_cells(self.b), *shares)

    def turned(self) -> PairedGroups:
        """Exchange a and b."""
        return PairedGroups(self.other, self.one, self.cell_b, self.cell_a)

    @property
    def same(self) -> bool:
        """Whether both clusterings are one and the same, names apart."""
        return same_partition(self.a.cols[self.cell_a], self.b.cols[self.cell_b])

    @cached_property
    def deciding(self) -> int:
        """How many groups tell a from b: their tables differ when clusters are named alike."""
        a, b = (
            t.cols[c].astype(np.int64) for t, c in ((self.a, self.cell_a), (self.b, self.cell_b))
        )
        return max(
            differing_groups(self.one, self.other, closest_clusters(b, a, self.b.shape[1])),
            differing_groups(self.other, self.one, closest_clusters(a, b, self.a.shape[1])),
        )


def paired(
    truth: Any,
    a: Any,
    b: Any,
    groups: Any,
    *,
    weights: Any = None,
    policies: Policies = DEFAULT,
) -> Pairing:
    """Count truth × a × b on the objects that all three label; in groups where they are given."""
    sides = {"a": a, "b": b} if groups is None else {"a": a, "b": b, "groups": groups}
    (a, b, *rest), weights = in_order(truth, sides, weights, policies.align)
    classes = read(truth, "truth")
    one = read_objects(classes, a, weights, policies)
    other = read_objects(classes, b, weights, policies)
    kept, left, right = np.intersect1d(one.kept, other.kept, return_indices=True)
    if not len(kept):
        raise InputError("no object has a label in truth, a and b")
    one, other = one.take(left), other.take(right)
    (table_a, cell_a), (table_b, cell_b) = (
        renumbered_cells(*side.table()) for side in (one, other)
    )
    if groups is not None:
        unit = read_units(rest[0], len(classes.codes))[kept]
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


def _cells(table: Contingency) -> tuple[bytes, ...]:
    return _bytes(table.counts, table.rows, table.cols)


def _bytes(*arrays: NDArray[Any]) -> tuple[bytes, ...]:
    return tuple(one.tobytes() for one in arrays)


def _difference(one: Influence, other: Influence, change: Floats, times: Any) -> Influence:
    """The jackknife of a difference: what each kind of unit changes, and how many there are."""
    found = summarize(0.0, change, times, float(times.sum()))
    return found._replace(bias=one.bias - other.bias)
