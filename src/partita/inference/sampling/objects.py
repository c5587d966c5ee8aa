"""Labels object by object, for what tables do not hold: groups of objects, pairs of labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ... import _kernel
from ...base.arrays import Array, Int64
from ...base.errors import InputError, about
from ...labels import Policies, read_complete, read_sides
from ...labels.alignment import BY_OPTION, check_order, in_same_order
from ...labels.policies import settle
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


def read_units(groups: Any, objects: int) -> Int64:
    """Read the group (donor, document, patient) of each object, as numbers from 0."""
    return read_named_units(groups, objects)[0]


def read_named_units(groups: Any, objects: int) -> tuple[Int64, Array]:
    """Read the group of each object, as numbers from 0, and the names of the groups."""
    units = read_complete(groups, "groups")
    if len(units.codes) != objects:
        raise InputError(
            f"groups must have one entry for each of {objects} objects; it has {len(units.codes)}"
        )
    return from_zero(units), units.names


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
