"""Labels read object by object, for what tables forget: who is in which group, or in a and in b."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ... import _kernel
from ...base.arithmetic import one_of
from ...base.errors import InputError
from ...labels import read_complete, read_pair
from ...labels.alignment import BY_OPTION, aligned, check_order
from ...labels.records import from_zero
from ...table.contingency import Contingency
from .batch import Int64

if TYPE_CHECKING:
    from numpy.typing import NDArray


_MOST = 2.0**62  # of objects: sums of their weights are 64-bit


class Objects(NamedTuple):
    """Two labelings object by object, after all policies: objects that do not count are gone."""

    truth: Int64  # number of the class of each object
    classes: NDArray[Any]
    prediction: Int64
    clusters: NDArray[Any]
    weights: Int64 | None
    kept: Int64  # positions of the objects that count, ascending

    def table(self) -> tuple[Contingency, Int64]:
        """Count the objects: the table, and the cell of each object in it."""
        width = len(self.clusters)
        found, cell = numbered(self.truth * width + self.prediction)
        rows, cols = (x.astype(np.int32) for x in (found // width, found % width))
        counts = sums(cell, len(found), self.weights)
        return Contingency._build((rows, cols, counts), self.classes, self.clusters), cell

    def take(self, places: NDArray[np.intp]) -> Objects:
        """Some of the objects."""
        weights = None if self.weights is None else self.weights[places]
        return self._replace(
            truth=self.truth[places],
            prediction=self.prediction[places],
            weights=weights,
            kept=self.kept[places],
        )


def read_objects(truth: Any, prediction: Any, labels: dict[str, Any]) -> Objects:
    """Read two labelings that are in order; weights must be whole numbers."""
    options = {key: value for key, value in labels.items() if key not in {"weights", "align"}}
    numbers = np.arange(1, len(truth) + 1, dtype=np.int64)  # from 1: weight 0 counts for nothing
    pair = read_pair(truth, prediction, weights=numbers, **options)  # says which objects stay
    kept = (numbers if pair.weights is None else pair.weights) - 1
    weights = None
    if labels.get("weights") is not None:
        weighted = read_pair(truth, prediction, weights=labels["weights"], **options)
        weights = weighted.weights
        if weights is not None and weights.dtype != np.int64:
            raise InputError("resampling draws objects: weights must be whole numbers")
        if weighted.guessed:
            Contingency.warn_of_guess()
        if weights is not None and float(weights.sum(dtype=np.float64)) >= _MOST:
            raise InputError(
                "weights add up to 2**62 or more, too many objects to draw: divide all weights by "
                "a common factor"
            )
    codes = [from_zero(side) for side in (pair.truth, pair.prediction)]
    found = Objects(codes[0], pair.truth.names, codes[1], pair.prediction.names, weights, kept)
    if weights is None or weights.all():
        return found
    return found.take(np.flatnonzero(weights))


def read_units(groups: Any, objects: int) -> Int64:
    """Read the group (donor, document, patient) of each object, as numbers from 0."""
    units = read_complete(groups, "groups")
    if len(units.codes) != objects:
        raise InputError(
            f"groups must have one entry for each of {objects} objects; it has {len(units.codes)}"
        )
    return from_zero(units)


def in_order(
    truth: Any, sides: dict[str, Any], labels: dict[str, Any]
) -> tuple[list[Any], dict[str, Any]]:
    """Bring all sides, and weights, into the order of the truth, or refuse another index."""
    align = one_of("align", labels.get("align", "error"), ("error", "index"))
    found, weights = [], labels.get("weights")
    if align == "error":
        check_order({"truth": truth, **sides, "weights": weights}, BY_OPTION)
        return list(sides.values()), labels
    for name, values in sides.items():
        try:
            _, side, ordered = aligned(truth, values, weights, align)
        except InputError as error:
            where = "" if name == "prediction" else f"{name} in place of prediction: "
            raise InputError(f"{where}{error}") from error
        found.append(side)
    return found, {**labels, "weights": ordered, "align": "error"}


def numbered(values: Int64) -> tuple[Int64, Int64]:
    """Return the distinct values, ascending, and the number of each value among them."""
    codes, distinct = _kernel.encode_integers(values)
    return np.asarray(distinct, dtype=np.int64), codes.astype(np.int64)


def crossed(
    one: Int64, ones: int, other: Int64, others: int, weights: Int64 | None
) -> tuple[Int64, Int64, Int64]:
    """Count how often numbers below `ones` and below `others` meet: both, ascending, and counts."""
    if weights is None:
        found = _kernel.tabulate(one, 0, ones, other, 0, others)
    else:
        found = _kernel.tabulate_counts(one, 0, ones, other, 0, others, weights)
    return found[0].astype(np.int64), found[1].astype(np.int64), found[2]


def sums(place: Int64, size: int, weights: Int64 | None) -> Int64:
    """Add the weights by place, or count."""
    if weights is None:
        return np.bincount(place, minlength=size).astype(np.int64)
    found = np.zeros(size, dtype=np.int64)
    np.add.at(found, place, weights)
    return found
