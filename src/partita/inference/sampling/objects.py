"""Labels object by object, for what tables do not hold: groups of objects, pairs of labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ... import _kernel
from ...base.arrays import Array, Int64
from ...base.errors import InputError, about
from ...labels import LabelPair, Policies, read_complete, read_sides
from ...labels.alignment import BY_OPTION, check_order, in_same_order
from ...labels.containers import read
from ...labels.policies import DEFAULT, settle
from ...labels.records import Reading, from_zero
from ...table.contingency import Contingency

if TYPE_CHECKING:
    from numpy.typing import NDArray


_MOST = 2.0**62  # objects: sums of their weights are 64-bit


class Objects(NamedTuple):
    """Two labelings object by object; the objects that the policies leave out are gone."""

    truth: Int64  # number of the class of each object
    classes: NDArray[Any]
    prediction: Int64
    clusters: NDArray[Any]
    weights: Int64 | None
    kept: Int64  # original positions of the objects, ascending

    def table(self) -> tuple[Contingency, Int64]:
        """Count the objects: the table, and the cell of each object in it."""
        width = len(self.clusters)
        found, cell = distinct_values(self.truth * width + self.prediction)
        rows, cols = (x.astype(np.int32) for x in (found // width, found % width))
        counts = sum_by_place(cell, len(found), self.weights)
        return Contingency._build((rows, cols, counts), self.classes, self.clusters), cell

    def take(self, places: NDArray[np.intp]) -> Objects:
        """Return some of the objects."""
        weights = None if self.weights is None else self.weights[places]
        return self._replace(
            truth=self.truth[places],
            prediction=self.prediction[places],
            weights=weights,
            kept=self.kept[places],
        )


class Units(NamedTuple):
    """The group of each object."""

    codes: Int64  # from 0
    names: Array

    def take(self, places: NDArray[np.intp]) -> Units:
        """Return the groups of some of the objects."""
        return self._replace(codes=self.codes[places])


def read_objects(truth: Reading, prediction: Any, weights: Any, policies: Policies) -> Objects:
    """Read a labeling that is in the order of the truth; weights must be integers."""
    pair = settle(read_sides(truth, prediction, weights), policies)
    weights = pair.weights
    if weights is not None and weights.dtype != np.int64:
        raise InputError("resampling draws objects: weights must be integers")
    if pair.guessed:
        Contingency.warn_of_guess()
    if weights is not None and float(weights.sum(dtype=np.float64)) >= _MOST:
        raise InputError(
            "weights add up to 2**62 or more, too many objects to draw: divide all weights by "
            "a common factor"
        )
    codes = [from_zero(side) for side in (pair.truth, pair.prediction)]
    kept = np.arange(len(codes[0])) if pair.kept is None else np.flatnonzero(pair.kept)
    found = Objects(codes[0], pair.truth.names, codes[1], pair.prediction.names, weights, kept)
    return found if weights is None or weights.all() else found.take(np.flatnonzero(weights))


def read_together(
    truth: Any,
    clusterings: dict[str, Any],
    groups: Any = None,
    weights: Any = None,
    policies: Policies = DEFAULT,
) -> tuple[list[Objects], Units | None]:
    """Read clusterings of the same objects, on the objects that all of them and the truth label.

    Also return the group of each object, if groups are given.
    """
    sides = clusterings if groups is None else {**clusterings, "groups": groups}
    read_in_order, weights = align_sides(truth, sides, weights, policies.align)
    classes = read(truth, "truth")
    labels = read_in_order[: len(clusterings)]
    found = [read_objects(classes, one, weights, policies) for one in labels]
    kept = found[0].kept
    for one in found[1:]:
        kept = np.intersect1d(kept, one.kept, assume_unique=True)
    found = [
        one if len(one.kept) == len(kept) else one.take(np.searchsorted(one.kept, kept))
        for one in found
    ]
    if groups is None:
        return found, None
    units = read_named_units(read_in_order[-1], len(classes.codes))
    return found, units.take(kept)


def objects_of(pair: LabelPair) -> Objects:
    """The kinds of objects of a joint table, each with its number of objects as its weight."""
    codes = [from_zero(side) for side in (pair.truth, pair.prediction)]
    names = pair.truth.names, pair.prediction.names
    return Objects(codes[0], names[0], codes[1], names[1], pair.weights, np.arange(len(codes[0])))


def read_named_units(groups: Any, objects: int) -> Units:
    """Read the group (donor, document, patient) of each object."""
    units = read_complete(groups, "groups")
    if len(units.codes) != objects:
        raise InputError(
            f"groups must have one entry for each of {objects} objects; it has {len(units.codes)}"
        )
    return Units(from_zero(units), units.names)


def align_sides(
    truth: Any, sides: dict[str, Any], weights: Any, align: str
) -> tuple[list[Any], Any]:
    """Bring all sides and the weights into the order of the truth, or refuse a different index."""
    if align == "error":
        check_order({"truth": truth, **sides, "weights": weights}, BY_OPTION)
        return list(sides.values()), weights
    found, ordered = [], None
    for name, values in sides.items():
        with about("" if name == "prediction" else f"{name} in place of prediction"):
            _, side, ordered = in_same_order(truth, values, weights, align)
        found.append(side)
    return found, ordered


def distinct_values(values: Int64) -> tuple[Int64, Int64]:
    """Return the distinct values in ascending order, and the place of each value among them."""
    codes, found = _kernel.encode_integers(values)
    return np.asarray(found, dtype=np.int64), codes.astype(np.int64)


def count_pairs(
    one: Int64, ones: int, other: Int64, others: int, weights: Int64 | None
) -> tuple[Int64, Int64, Int64]:
    """Count how often each two numbers, below `ones` and `others`, occur together.

    Return both numbers in ascending order, and the counts.
    """
    if weights is None:
        found = _kernel.tabulate(one, 0, ones, other, 0, others)
    else:
        found = _kernel.tabulate_counts(one, 0, ones, other, 0, others, weights)
    return found[0].astype(np.int64), found[1].astype(np.int64), found[2]


def sum_by_place(place: Int64, size: int, weights: Int64 | None) -> Int64:
    """Add the weights by place, or count the places if there are none."""
    if weights is None:
        return np.bincount(place, minlength=size).astype(np.int64)
    found = np.zeros(size, dtype=np.int64)
    np.add.at(found, place, weights)
    return found
