"""What reading labels yields: codes and names of one side, and the pair that is counted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..base.arrays import Array, Mask


class Unlabeled:
    """The name of a group that holds one object without a label: equal only to itself."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<unlabeled>"


class Reading(NamedTuple):
    """One side as it was read: the policies on missing values and noise come after.

    Object ``x`` belongs to group ``codes[x] - first`` unless ``missing[x]``, in which case its
    code means nothing. ``missing`` is None when every object has a label.
    """

    codes: Array
    first: int
    names: Array
    missing: Mask | None = None

    def take(self, places: Array) -> Reading:
        """Some of the objects, or some of them several times."""
        missing = None if self.missing is None else present_mask(self.missing[places])
        return self._replace(codes=self.codes[places], missing=missing)


class Sides(NamedTuple):
    """Truth and prediction as they were read, and what is known of each row beside its labels."""

    truth: Reading
    prediction: Reading
    weights: Array | None = None
    guessed: bool = False  # whether weights count objects was guessed from their values
    n: npt.NDArray[np.int64] | None = None  # objects that each row stands for; one without it

    def take(self, places: Array) -> Sides:
        """Some of the rows, or some of them several times."""
        return self._replace(
            truth=self.truth.take(places),
            prediction=self.prediction.take(places),
            weights=None if self.weights is None else self.weights[places],
            n=None if self.n is None else self.n[places],
        )


class Labeling(NamedTuple):
    """One side, valid: object ``x`` belongs to group ``g = codes[x] - first``, named ``names[g]``.

    ``codes`` is the caller's own memory where that held usable integers. ``names`` is read-only
    and may name groups without objects (unused categories, gaps in a range).
    """

    codes: Array
    first: int
    names: Array


class LabelPair(NamedTuple):
    """Truth and prediction of the same objects, with their weights if they have any."""

    truth: Labeling
    prediction: Labeling
    weights: Array | None
    guessed: bool = False  # as in `Sides`
    kept: Mask | None = None  # which of the rows that were read stayed; None where all did

    @property
    def sides(self) -> tuple[Array, int, int, Array, int, int]:
        """Both sides as the kernel takes them: codes, the first code, the number of groups."""
        truth, prediction = self.truth, self.prediction
        return (
            truth.codes, truth.first, len(truth.names),
            prediction.codes, prediction.first, len(prediction.names),
        )  # fmt: skip


def from_zero(side: Reading | Labeling) -> npt.NDArray[np.int64]:
    """Return the number of each object's group; a copy."""
    if side.codes.dtype == np.uint64:
        return (side.codes - np.uint64(side.first)).astype(np.int64)
    return side.codes.astype(np.int64) - side.first


def object_names(values: Iterable[object]) -> Array:
    """Return the values in an object array, which keeps tuples and trailing NULs as they are."""
    return np.fromiter(values, dtype=object)


def listed(names: Array) -> list[Any]:
    """Return the names as Python values; moments stay NumPy's, whose unit may be too fine."""
    return list(names) if names.dtype.kind in "mM" else names.tolist()


def unlabeled(names: Array) -> Mask:
    """Tell which groups are single objects without a label: noise, or a missing value."""
    if names.dtype != object:
        return np.zeros(len(names), np.bool_)
    return np.fromiter((isinstance(name, Unlabeled) for name in names), np.bool_, len(names))


def present_mask(mask: Mask) -> Mask | None:
    """Return the mask, or None when it marks nothing."""
    return mask if mask.any() else None


def union(one: Mask | None, other: Mask | None) -> Mask | None:
    """Return the objects marked by either mask."""
    if one is None or other is None:
        return other if one is None else one
    return one | other
