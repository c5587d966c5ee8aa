"""What is drawn anew: objects, or whole groups of objects such as donors, documents, patients."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _kernel, _resample
from ..arithmetic import one_of
from ..contingency import Contingency
from ..errors import InputError
from ..labels import read_complete, read_pair
from ..labels.alignment import aligned
from .jackknife import Influence, influence, summarize
from .resampling import CHUNK, bootstrap_chunks
from .scores import Float64, Int64, Scorer, Tables, scores

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class ObjectSample:
    """Independent objects: a draw is a multinomial sample of the cells."""

    table: Contingency

    @property
    def size(self) -> int:
        """Number of independent units."""
        return self.table.n

    def chunks(self, draws: int, seed: int, threads: int) -> Iterator[Tables]:
        """Return the bootstrap draws, in pieces."""
        return bootstrap_chunks(self.table, draws, seed, threads)

    def influence(self, s: Scorer, threads: int) -> Influence:
        """Return the jackknife over objects."""
        return influence(s, self.table, threads)


@dataclass(frozen=True, slots=True)
class GroupSample:
    """Independent groups of objects: a draw takes as many groups as there are, with replacement."""

    table: Contingency
    shares: Any  # scipy.sparse: objects of each group (rows) in each cell of the table (columns)

    @property
    def size(self) -> int:
        """Number of independent units."""
        return int(self.shares.shape[0])

    def chunks(self, draws: int, seed: int, threads: int) -> Iterator[Tables]:
        """Return the bootstrap draws, in pieces."""
        ones = np.ones(self.size, dtype=np.int64)
        step = max(1, CHUNK // max(self.size, self.table.nnz))
        for start in range(0, draws, step):
            size = min(step, draws - start)
            times = _resample.bootstrap_counts(ones, size, seed, start, threads)
            yield self._tables(np.ascontiguousarray((self.shares.T @ times.T).T))

    def influence(self, s: Scorer, threads: int) -> Influence:
        """Return the jackknife over groups."""
        whole = float(scores([s], self._tables(self.table.counts[np.newaxis]), threads)[0, 0])
        step = max(1, CHUNK // self.table.nnz)
        values = []
        for start in range(0, self.size, step):
            left = self.table.counts - self.shares[start : start + step].toarray()
            values.append(scores([s], self._tables(left), threads)[:, 0])
        ones = np.ones(self.size)
        return summarize(whole, np.concatenate(values), ones, float(self.size))

    def _tables(self, counts: Int64) -> Tables:
        return Tables(self.table.rows, self.table.cols, counts, self.table.shape)


def group_sample(truth: Any, prediction: Any, groups: Any, labels: dict[str, Any]) -> GroupSample:
    """Count one table per group; the table of all objects is their sum."""
    from scipy.sparse import csr_array

    (prediction, groups), labels = _in_order(
        truth, {"prediction": prediction, "groups": groups}, labels
    )
    (truth_codes, classes), (codes, clusters), weights, kept = _codes(truth, prediction, labels)
    units = read_complete(groups, "groups")
    if len(units.codes) != len(truth):
        raise InputError(f"groups must have one entry for each of {len(truth)} objects")
    unit = _from_zero(units.codes, units.first)[kept]
    cells, cell = _number(truth_codes * len(clusters) + codes)
    present, unit = _number(unit)
    if len(present) < 2:
        raise InputError("groups must name at least two groups; with one nothing varies")
    counts = np.ones(len(unit), dtype=np.int64) if weights is None else weights
    shares = csr_array((counts, (unit, cell)), shape=(len(present), len(cells)))
    total = np.asarray(shares.sum(axis=0), dtype=np.int64)
    index = cells // len(clusters), cells % len(clusters)
    rows, cols = (x.astype(np.int32) for x in index)
    table = Contingency._build((rows, cols, total), classes, clusters)
    return GroupSample(table, shares)


def three_way(
    truth: Any, a: Any, b: Any, labels: dict[str, Any]
) -> tuple[Contingency, Contingency, Int64, NDArray[np.intp], NDArray[np.intp]]:
    """Count truth × a × b: both two-way tables, the counts, and where each cell lies in them."""
    (a, b), labels = _in_order(truth, {"a": a, "b": b}, labels)
    first = _codes(truth, a, labels)
    second = _codes(truth, b, labels)
    kept, left, right = np.intersect1d(first[3], second[3], return_indices=True)
    if not len(kept):
        raise InputError("no object has a label in truth, a and b")
    rows, (codes_a, codes_b) = first[0][0][left], (first[1][0][left], second[1][0][right])
    weights = None if first[2] is None else first[2][left]
    tables, cells = [], []
    for codes, names in ((codes_a, first[1][1]), (codes_b, second[1][1])):
        found, cell = _number(rows * len(names) + codes)
        tables.append(_two_way(found, cell, weights, first[0][1], names))
        cells.append(cell)
    joint, place = _number(cells[0] * tables[1].nnz + cells[1])
    counts = _sums(place, len(joint), weights)
    return (*tables, counts, joint // tables[1].nnz, joint % tables[1].nnz)  # type: ignore[return-value]


def _two_way(
    found: Int64, cell: Int64, weights: Int64 | None, classes: Any, clusters: Any
) -> Contingency:
    rows, cols = (x.astype(np.int32) for x in (found // len(clusters), found % len(clusters)))
    return Contingency._build((rows, cols, _sums(cell, len(found), weights)), classes, clusters)


def _sums(place: Int64, size: int, weights: Int64 | None) -> Int64:
    if weights is None:
        return np.bincount(place, minlength=size).astype(np.int64)
    sums = np.zeros(size, dtype=np.int64)
    np.add.at(sums, place, weights)
    return sums


def _in_order(
    truth: Any, sides: dict[str, Any], labels: dict[str, Any]
) -> tuple[list[Any], dict[str, Any]]:
    """Bring all sides, and weights, into the order of the truth, or refuse another index."""
    align = one_of("align", labels.get("align", "error"), ("error", "index"))
    found, weights = [], labels.get("weights")
    for name, values in sides.items():
        try:
            _, side, ordered = aligned(truth, values, weights, align)
        except InputError as error:
            where = "" if name == "prediction" else f"{name} in place of prediction: "
            raise InputError(f"{where}{error}") from error
        found.append(side)
    return found, {**labels, "weights": ordered, "align": "error"}


def _codes(
    truth: Any, prediction: Any, labels: dict[str, Any]
) -> tuple[tuple[Int64, Any], tuple[Int64, Any], Int64 | None, Int64]:
    """Read two labelings object by object: codes and names, whole weights, objects kept."""
    options = {key: value for key, value in labels.items() if key not in {"weights", "align"}}
    numbers = np.arange(1, len(truth) + 1, dtype=np.int64)  # from 1: weight 0 counts for nothing
    pair = read_pair(truth, prediction, weights=numbers, **options)  # says which objects stay
    kept = (numbers if pair.weights is None else pair.weights) - 1
    weights = None
    if labels.get("weights") is not None:
        weights = read_pair(truth, prediction, weights=labels["weights"], **options).weights
        if weights is not None and weights.dtype != np.int64:
            raise InputError("resampling draws objects: weights must be whole numbers")
    sides = [
        (_from_zero(side.codes, side.first), side.names) for side in (pair.truth, pair.prediction)
    ]
    if weights is not None and not weights.all():
        some = weights > 0
        sides = [(codes[some], names) for codes, names in sides]
        weights, kept = weights[some], kept[some]
    return sides[0], sides[1], weights, kept


def _from_zero(codes: NDArray[Any], first: int) -> Int64:
    if codes.dtype == np.uint64:
        return (codes - np.uint64(first)).astype(np.int64)
    return codes.astype(np.int64) - first


def _number(values: Int64) -> tuple[Int64, Int64]:
    """Return the distinct values, ascending, and the number of each value among them."""
    codes, distinct = _kernel.encode_integers(values)
    return np.asarray(distinct, dtype=np.int64), codes.astype(np.int64)


def evaluate(
    scorers: Sequence[Scorer],
    sample: ObjectSample | GroupSample,
    draws: int,
    seed: int,
    threads: int = 0,
) -> Float64:
    """Return every measure on every draw."""
    chunks = sample.chunks(draws, seed, threads)
    return np.concatenate([scores(scorers, chunk, threads) for chunk in chunks])
