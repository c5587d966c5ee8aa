"""Matrices and lists of lists in place of labels: what they seem to be, and what to pass then."""

from __future__ import annotations

from collections.abc import Sized
from typing import Any

import numpy as np

from ..base.arrays import Array
from ..base.errors import InputError

_NEAR = 1e-3  # how far sums of memberships may be from 1 to be recognized
MEMBERSHIPS = (
    "pass partita.Fuzzy({0}) to partita.compare or partita.expectation, or one "
    "label for each object, e.g. {0}.argmax(axis=1)"
)


def refuse_memberships(values: Any, side: str) -> None:
    """Refuse a matrix whose rows seem to be memberships: floats from 0 to 1 that sum to 1."""
    matrix = _floats(values)
    if matrix is None:
        return
    inside = (matrix >= 0).all() and (matrix != np.floor(matrix)).any()
    if inside and (np.abs(matrix.sum(axis=1) - 1) <= _NEAR).all():
        raise InputError(
            f"{side} has {len(matrix)} rows that sum to 1: memberships in {matrix.shape[1]} "
            f"clusters and not labels; {MEMBERSHIPS.format(side)}"
        )


def refuse_nested(values: Any, side: str) -> None:
    """Refuse a list of lists, arrays or Series: several labelings, or the rows of a matrix."""
    sizes = {len(one) if is_labeling(one) else 0 for one in values}
    if len(sizes) != 1 or max(sizes) < 2:
        return
    if len(values) <= max(sizes):
        raise InputError(
            f"{side} is a list of {len(values)} labelings: pass one of them, or all to "
            'partita.compare as a dict, for example {"a": a, "b": b}'
        )
    refuse_memberships(values, side)
    raise InputError(
        f"{side} is a list of {len(values)} rows with {max(sizes)} entries each, but labels are "
        "one-dimensional: pass one label for each object"
    )


def is_labeling(one: Any) -> bool:
    """Tell whether an entry of a list is itself a list of labels; a tuple may be one label."""
    if isinstance(one, list | range):
        return True
    return isinstance(one, Sized) and hasattr(one, "__array__") and getattr(one, "ndim", 1) == 1


def _floats(values: Any) -> Array | None:
    """Return a matrix of floats with several columns, or None if it is something else."""
    try:
        matrix = np.asarray(values)
        if matrix.dtype.kind == "O" and all(isinstance(one, float) for one in matrix.flat):
            matrix = matrix.astype(np.float64)  # a frame of pandas whose floats may be missing
    except Exception:  # noqa: BLE001 - whatever the other library raises, it is no such matrix
        return None
    plain = matrix.ndim == 2 and matrix.dtype.kind == "f" and matrix.shape[1] > 1
    return matrix if plain and len(matrix) else None
