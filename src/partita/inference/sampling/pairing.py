"""Two clusterings of the same objects, resampled together: the three-way table truth × a × b."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from ... import _resample
from ...base.errors import InputError
from ...base.progress import portions
from ...chance.batch import CHUNK, Tables, scores
from ...labels.policies import DEFAULT
from .cluster_order import ordered_together
from .correspondence import closest_clusters, differing_groups, discordant_kinds, same_partition
from .jackknife import Influence, influence, summarize
from .objects import Objects, count_pairs, read_together
from .resampling import marginal
from .samples import GroupSample, evaluate, grouped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from ...base.arrays import Floats, Int64
    from ...labels import Policies
    from ...measures.chosen import Chosen
    from ...table.contingency import Contingency
    from .samples import ObjectSample


Pairing: TypeAlias = "PairedObjects | PairedGroups"
Sample: TypeAlias = "ObjectSample | GroupSample | Pairing"  # of one clustering, or of two


class _TwoClusterings:
    """The part that pairs of objects and pairs of groups share."""

    a: Contingency
    b: Contingency
    cell_a: NDArray[Any]  # cell of table a, for each object or for each kind of object
    cell_b: NDArray[Any]

    @property
    def tables(self) -> tuple[Contingency, ...]:
        """The contingency tables of a and of b."""
        return self.a, self.b

    def value(self, s: Chosen) -> float:
        """Return score of a minus score of b."""
        return s.of(self.a) - s.of(self.b)

    @property
    def clusters(self) -> tuple[Int64, Int64]:
        """The clusters in a and in b of each object, or of each kind of object."""
        a, b = self.a.cols[self.cell_a], self.b.cols[self.cell_b]
        return a.astype(np.int64), b.astype(np.int64)

    @property
    def same(self) -> bool:
        """Whether both clusterings are the same partition."""
        return same_partition(*self.clusters)


@dataclass(frozen=True)
class PairedObjects(_TwoClusterings):
    """Independent objects, by kind: kinds are the occupied cells of truth × a × b."""

    a: Contingency
    b: Contingency
    counts: Int64  # objects of each kind
    cell_a: NDArray[Any]
    cell_b: NDArray[Any]

    unit = "objects"

    @property
    def size(self) -> int:
        """Number of objects."""
        return self.a.n

    @property
    def cells(self) -> int:
        """Number of cells of one draw: of truth × a × b, and of both tables."""
        return len(self.counts) + self.a.nnz + self.b.nnz

    def draws(self, chosen: Sequence[Chosen], draws: int, seed: int, threads: int) -> Floats:
        """Return score of a minus score of b on every draw, one column per measure."""
        return np.concatenate(
            [
                scores(chosen, one, threads) - scores(chosen, other, threads)
                for one, other in self._tables(draws, seed, threads)
            ]
        )

    def _tables(self, draws: int, seed: int, threads: int) -> Iterator[tuple[Tables, Tables]]:
        """Draw objects with both labels, and count each draw twice."""
        step = max(1, CHUNK // len(self.counts))
        for start, size in portions(draws, step):
            joint = _resample.bootstrap_counts(self.counts, size, seed, start, threads)
            yield marginal(joint, self.a, self.cell_a), marginal(joint, self.b, self.cell_b)

    def influence(self, s: Chosen, threads: int) -> Influence:
        """Return the jackknife of the difference: an object leaves both tables at once."""
        return self.joined(influence(s, self.a, threads), influence(s, self.b, threads))

    def joined(self, one: Influence, other: Influence) -> Influence:
        """Return the jackknife of the difference from the jackknifes of the two scores."""
        change = one.change[self.cell_a] - other.change[self.cell_b]
        return _difference(one, other, change, self.counts)

    def swapped(self) -> PairedObjects:
        """Exchange a and b."""
        order = np.lexsort((self.cell_a, self.cell_b))
        cell_a, cell_b = self.cell_a[order], self.cell_b[order]
        return PairedObjects(self.b, self.a, self.counts[order], cell_b, cell_a)

    @property
    def key(self) -> tuple[bytes, ...]:
        """A sort key for (a, b) and (b, a)."""
        return (*_cells(self.a), *_cells(self.b), *_bytes(self.cell_a, self.cell_b, self.counts))

    @cached_property
    def _discordant(self) -> NDArray[np.bool_]:
        """The kinds of objects in which a and b differ."""
        return discordant_kinds(*self.clusters, self.counts)

    @cached_property
    def differing(self) -> int:
        """In how many objects the clusterings differ."""
        return int(self.counts[self._discordant].sum())

    @property
    def favored(self) -> Int64:
        """Which side each kind of object favors: 1 for a, -1 for b, 0 for neither.

        Of the kinds in which they differ, a side is favored if it puts the objects with more of
        their class.
        """
        in_a, in_b = self.a.counts[self.cell_a], self.b.counts[self.cell_b]
        return np.where(self._discordant, np.sign(in_a - in_b), 0)

    @property
    def favoring(self) -> tuple[int, int]:
        """How many objects favor a, and how many favor b."""
        side = self.favored
        return int(self.counts[side > 0].sum()), int(self.counts[side < 0].sum())


@dataclass(frozen=True)
class PairedGroups(_TwoClusterings):
    """Independent groups of objects.

    Both samples hold the same groups in the same order, so a seed draws the same for a and b.
    """

    one: GroupSample
    other: GroupSample
    cell_a: NDArray[Any]
    cell_b: NDArray[Any]
    counts: Int64 | None = None  # objects with each two cells; None: one

    unit = "groups"

    @property
    def a(self) -> Contingency:  # type: ignore[override]
        """The table of the first clustering."""
        return self.one.table

    @property
    def b(self) -> Contingency:  # type: ignore[override]
        """The table of the second clustering."""
        return self.other.table

    @property
    def size(self) -> int:
        """Number of groups."""
        return self.one.size

    @property
    def cells(self) -> int:
        """Number of cells of one draw, of both tables."""
        return self.one.cells + self.other.cells

    def draws(self, chosen: Sequence[Chosen], draws: int, seed: int, threads: int) -> Floats:
        """Return score of a minus score of b on every draw, one column per measure."""
        a, b = (evaluate(chosen, side, draws, seed, threads) for side in (self.one, self.other))
        return a - b

    def influence(self, s: Chosen, threads: int) -> Influence:
        """Return the jackknife of the difference: a group leaves both tables at once."""
        return self.joined(self.one.influence(s, threads), self.other.influence(s, threads))

    def joined(self, one: Influence, other: Influence) -> Influence:
        """Return the jackknife of the difference from the jackknifes of the two scores."""
        return _difference(one, other, one.change - other.change, np.ones(self.size))

    def swapped(self) -> PairedGroups:
        """Exchange a and b."""
        return PairedGroups(self.other, self.one, self.cell_b, self.cell_a, self.counts)

    @property
    def key(self) -> tuple[bytes, ...]:
        """A sort key for (a, b) and (b, a)."""
        sides = self.one.shares, self.other.shares
        shares = [part for own in sides for part in _bytes(own.indptr, own.indices, own.data)]
        return (*_cells(self.a), *_cells(self.b), *shares)

    @cached_property
    def differing(self) -> int:
        """In how many groups the tables differ when corresponding clusters are identified."""
        (a, b), n = self.clusters, self.counts
        return max(
            differing_groups(self.one, self.other, closest_clusters(b, a, self.b.shape[1], n)),
            differing_groups(self.other, self.one, closest_clusters(a, b, self.a.shape[1], n)),
        )


class Oriented(NamedTuple):
    """A pair with a and b in an order that follows from their tables, not from the call.

    What is computed for it is mirrored if it was turned, so that (b, a) mirrors (a, b).
    """

    pair: Pairing
    turned: bool  # whether a and b were exchanged
    symmetric: bool  # whether exchanging a and b changes nothing


def oriented(pair: Pairing) -> Oriented:
    """Exchange a and b if that gives the lower key."""
    swapped = pair.swapped()
    own, other = pair.key, swapped.key
    return Oriented(swapped, True, False) if other < own else Oriented(pair, False, other == own)


def paired(
    truth: Any, a: Any, b: Any, groups: Any, *, weights: Any = None, policies: Policies = DEFAULT
) -> Pairing:
    """Count truth × a × b on the objects that all three label, by group if groups are given."""
    (one, other), units = read_together(truth, {"a": a, "b": b}, groups, weights, policies)
    if not len(one.kept):
        raise InputError("no object has a label in truth, a and b")
    return pair_of_objects(one, other, None if units is None else units.codes)


def pair_of_objects(one: Objects, other: Objects, unit: Int64 | None) -> Pairing:
    """Count truth × a × b on the same objects; `unit` is the group of each."""
    (table_a, cell_a), (table_b, cell_b) = one.table(), other.table()
    (table_a, table_b), (cell_a, cell_b) = ordered_together(
        (table_a, table_b), (cell_a, cell_b), one.weights
    )
    if unit is None:
        return paired_cells(table_a, cell_a, table_b, cell_b, one.weights)
    return PairedGroups(
        grouped(table_a, cell_a, unit, one.weights),
        grouped(table_b, cell_b, unit, one.weights),
        cell_a,
        cell_b,
        one.weights,
    )


def paired_cells(
    a: Contingency, cell_a: Int64, b: Contingency, cell_b: Int64, weights: Int64 | None
) -> PairedObjects:
    """Count truth × a × b from the cells of each object."""
    kinds_a, kinds_b, counts = count_pairs(cell_a, a.nnz, cell_b, b.nnz, weights)
    return PairedObjects(a, b, counts, kinds_a, kinds_b)


def _cells(table: Contingency) -> tuple[bytes, ...]:
    return _bytes(table.counts, table.rows, table.cols)


def _bytes(*arrays: NDArray[Any]) -> tuple[bytes, ...]:
    return tuple(one.tobytes() for one in arrays)


def _difference(one: Influence, other: Influence, change: Floats, times: Any) -> Influence:
    """Return the jackknife of a difference from the change by each kind of unit."""
    found = summarize(0.0, change, times, float(times.sum()))
    return found._replace(bias=one.bias - other.bias)
