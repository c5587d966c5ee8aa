"""Records of labels as read: codes and names of one side, and the pair that is counted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..base.arrays import Array, Mask


class Unlabeled:
    """The name of a group with one object that has no label; equal only to itself."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<unlabeled>"


class Reading(NamedTuple):
    """One side as read, before the policies for missing values and noise.

    Object ``x`` belongs to group ``codes[x] - first`` unless ``missing[x]``; then its code means
    nothing. ``missing`` is None if every object has a label.
    """

    codes: Array
    first: int
    names: Array
    missing: Mask | None = None

    def take(self, places: Array) -> Reading:
        """Select objects, possibly several times."""
        missing = None if self.missing is None else present_mask(self.missing[places])
        return self._replace(codes=self.codes[places], missing=missing)


class Sides(NamedTuple):
    """Truth and prediction as read, with the weight and the number of objects of each row."""

    truth: Reading
    prediction: Reading
    weights: Array | None = None
    guessed: bool = False  # whether the values of the weights decided what they mean
    n: npt.NDArray[np.int64] | None = None  # objects of each row; None: one

    def take(self, places: Array) -> Sides:
        """Select rows, possibly several times."""
        return self._replace(
            truth=self.truth.take(places),
            prediction=self.prediction.take(places),
            weights=None if self.weights is None else self.weights[places],
            n=None if self.n is None else self.n[places],
        )


class Labeling(NamedTuple):
    """One valid side: object ``x`` belongs to group ``g = codes[x] - first``, named ``names[g]``.

    ``codes`` may be the memory of the caller, if it has usable integers. ``names`` is read-only and
    may name groups without objects (unused categories, gaps in a range).
    """

    codes: Array
    first: int
    names: Array


class LabelPair(NamedTuple):
    """Truth and prediction of the same objects, with weights if there are any."""

    truth: Labeling
    prediction: Labeling
    weights: Array | None
    guessed: bool = False  # as in `Sides`
    kept: Mask | None = None  # which rows were kept; None: all

    @property
    def sides(self) -> tuple[Array, int, int, Array, int, int]:
        """Both sides for the kernel: codes, the first code, the number of groups."""
        truth, prediction = self.truth, self.prediction
        return (
            truth.codes, truth.first, len(truth.names),
            prediction.codes, prediction.first, len(prediction.names),
        )  # fmt: skip


def from_zero(side: Reading | Labeling) -> npt.NDArray[np.int64]:
    """Return the group of each object, numbered from 0; a copy."""
    if side.codes.dtype == np.uint64:
        return (side.codes - np.uint64(side.first)).astype(np.int64)
    return side.codes.astype(np.int64) - side.first


def object_names(values: Iterable[object]) -> Array:
    """Return the values as an object array, which keeps tuples and trailing NULs."""
    return np.fromiter(values, dtype=object)


def python_names(names: Array) -> list[Any]:
    """Return the names as Python values, except moments, whose unit may be too fine."""
    return list(names) if names.dtype.kind in "mM" else names.tolist()


def unlabeled(names: Array) -> Mask:
    """Return which groups are single objects without a label: noise, or a missing value."""
    if names.dtype != object:
        return np.zeros(len(names), np.bool_)
    return np.fromiter((isinstance(name, Unlabeled) for name in names), np.bool_, len(names))


def present_mask(mask: Mask) -> Mask | None:
    """Return the mask, or None if it marks nothing."""
    return mask if mask.any() else None


def union(one: Mask | None, other: Mask | None) -> Mask | None:
    """Return the objects marked by either mask."""
    if one is None or other is None:
        return other if one is None else one
    return one | other
