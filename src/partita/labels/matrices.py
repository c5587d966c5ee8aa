"""Matrices and lists of lists given as labels: what they seem to be, and what to pass instead."""

from __future__ import annotations

from collections.abc import Sized
from typing import Any, NoReturn

import numpy as np

from ..base.arrays import Array
from ..base.errors import InputError
from ..base.wording import article

_NEAR = 1e-3  # how far sums of memberships may be from 1 to be recognized
_COUNTS = "counts of objects as partita.Contingency.from_matrix({0})"
MEMBERSHIPS = (
    "pass partita.Fuzzy({0}) to partita.compare or partita.expectation (masses on sets of "
    "clusters: partita.Evidential), or one label for each object, e.g. {0}.argmax(axis=1)"
)


def refuse_shape(values: Array, side: str) -> NoReturn:
    """Refuse an array that is not one-dimensional."""
    refuse_memberships(values, side)
    noun = article(f"{values.ndim}-d array of shape {values.shape}")
    raise InputError(
        f"{side} is {noun}, but labels are one-dimensional: {_instead(values).format(side)}"
    )


def _instead(values: Array) -> str:
    """Say what to pass instead of an array, which is named later."""
    if values.ndim != 2:
        return "pass one label for each object"
    if 1 in values.shape:
        return "pass numpy.ravel({0})"
    if _is_linkage(values):
        return "cut a linkage matrix into clusters: partita.Hierarchy.from_linkage({0}).cut(k=3)"
    if _is_one_hot(values):
        return "each row has a single 1, so pass {0}.argmax(axis=1)"
    if values.dtype.kind == "f":
        return "pass one label for each object, e.g. {0}.argmax(axis=1) of scores"
    labelings = "{0}[:, 0], or several in a dict to partita.compare"
    return f"pass one column, e.g. {labelings}; {_COUNTS}"


def _is_linkage(values: Array) -> bool:
    """Whether it is a linkage matrix of SciPy: two parts, their distance, the size together."""
    objects = len(values) + 1
    if values.shape[1] != 4 or values.dtype.kind != "f" or values[-1, 3] != objects:
        return False
    parts, sizes = values[:, :2], values[:, 3]
    whole = (parts == np.floor(parts)).all() and (sizes == np.floor(sizes)).all()
    return bool(whole and (parts >= 0).all() and (parts < 2 * objects).all() and sizes.min() >= 2)


def _is_one_hot(values: Array) -> bool:
    if values.dtype.kind not in "iufb":
        return False
    return bool(((values == 0) | (values == 1)).all() and (values.sum(axis=1) == 1).all())


def refuse_memberships(values: Any, side: str) -> None:
    """Refuse a matrix whose rows seem to be memberships: floats from 0 to 1 that sum to 1."""
    matrix = _floats(values)
    if matrix is None:
        return
    inside = (matrix >= 0).all() and (matrix != np.floor(matrix)).any()
    if inside and (np.abs(matrix.sum(axis=1) - 1) <= _NEAR).all():
        raise InputError(
            f"{side} has {len(matrix)} rows that sum to 1: memberships in {matrix.shape[1]} "
            f"clusters, not labels; {MEMBERSHIPS.format(side)}"
        )


def refuse_nested(values: Any, side: str) -> None:
    """Refuse a list of lists, arrays or Series: several labelings, or the rows of a matrix."""
    size = common_size(values)
    if size < 2:
        return
    if len(values) <= size:
        counts = f"; {_COUNTS.format(side)}" if len(values) == size else ""
        raise InputError(
            f"{side} is a list of {len(values)} labelings: pass one of them, or to partita.compare "
            f'a dict, for example {{"a": a, "b": b}}{counts}'
        )
    refuse_memberships(values, side)
    raise InputError(
        f"{side} is a list of {len(values)} rows with {size} entries each, but labels are "
        f"one-dimensional: pass one label for each object, e.g. numpy.argmax({side}, axis=1)"
    )


def common_size(values: Any) -> int:
    """Return the length of every entry of a list of labelings; 0 if it is something else."""
    sizes = {len(one) if _is_labeling(one) else 0 for one in values}
    return sizes.pop() if len(sizes) == 1 else 0


def _is_labeling(one: Any) -> bool:
    """Tell whether an entry of a list is itself a list of labels; a tuple may be one label."""
    if isinstance(one, list | range):
        return True
    return isinstance(one, Sized) and hasattr(one, "__array__") and getattr(one, "ndim", 1) == 1


def _floats(values: Any) -> Array | None:
    """Return a matrix of floats with several columns, or None if it is something else."""
    try:
        matrix = np.asarray(values)
        if matrix.dtype.kind == "O" and all(isinstance(one, float) for one in matrix.flat):
            matrix = matrix.astype(np.float64)  # a pandas frame of floats that may be missing
    except Exception:  # noqa: BLE001 - whatever the other library raises, it is not a matrix
        return None
    plain = matrix.ndim == 2 and matrix.dtype.kind == "f" and matrix.shape[1] > 1
    return matrix if plain and len(matrix) else None
