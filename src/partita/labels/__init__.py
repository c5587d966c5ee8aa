"""Labelings as codes and names, with the policies for missing values, noise and alignment.

This package numbers labels before NumPy can convert them, so that different labels are never merged
and a missing value never becomes a label. It reads objects of pandas, Polars, PyArrow, xarray and
torch without importing these libraries.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..base.errors import InputError
from .alignment import check_lengths, in_same_order
from .containers import read
from .names import label_key, order
from .policies import DEFAULT, Policies, read_policies, settle
from .records import Labeling, LabelPair, Reading, Sides, Unlabeled
from .weights import Weights, read_weights

__all__ = [
    "LabelPair",
    "Labeling",
    "Policies",
    "Sides",
    "Unlabeled",
    "label_key",
    "order",
    "plain_integers",
    "read_complete",
    "read_pair",
    "read_policies",
    "read_sides",
]

_ARRAYS = (np.ndarray, np.memmap)  # a mapped file is read like an array in memory
_INTEGERS = frozenset(np.dtype(f"{sign}{size}") for sign in "iu" for size in (1, 2, 4, 8))


def read_pair(
    truth: object,
    prediction: object,
    *,
    weights: object = None,
    policies: Policies = DEFAULT,
    threads: int = 0,
    weigh: Callable[[object, int], Weights] = read_weights,
) -> LabelPair:
    """Read the truth and the prediction of the same objects, and apply the policies.

    Parameters
    ----------
    truth, prediction
        One label for each object: a list, tuple or other sequence, a NumPy array, a pandas Series,
        Index or Categorical, a Polars Series, a PyArrow array, or an object with ``__array__`` or
        DLPack on the CPU. All labels of a side have one type; categorical codes are kept.
    weights
        None, or a number for each object, zero or more. Integers are frequencies.
    policies
        How missing labels, noise and different indices are handled.
    threads
        Number of threads that scan the labels; with 0 the kernel chooses.
    weigh
        Reads the weights; by default their values decide what they mean.

    Raises
    ------
    InputError
        Names the argument, the position, the finding and the remedy.
    """
    align = policies.align
    if align != "error" or type(truth) is not np.ndarray or type(prediction) is not np.ndarray:
        truth, prediction, weights = in_same_order(truth, prediction, weights, align)
    classes = read(truth, "truth", threads)
    return settle(read_sides(classes, prediction, weights, threads, weigh), policies)


def read_sides(
    classes: Reading,
    prediction: object,
    weights: object = None,
    threads: int = 0,
    weigh: Callable[[object, int], Weights] = read_weights,
) -> Sides:
    """Read a prediction, and weights, for a truth that is already read; in the same order."""
    clusters = read(prediction, "prediction", threads)
    objects = len(classes.codes)
    check_lengths(objects, len(clusters.codes))
    if weights is None:
        return Sides(classes, clusters)
    return Sides(classes, clusters, *weigh(weights, objects))


def plain_integers(truth: Any, prediction: Any) -> bool:
    """Tell whether both are arrays of integers that the kernel counts in place.

    Such labels are their own groups, and none is missing. `read_pair` handles everything else,
    including weights, policies and errors.
    """
    if type(truth) not in _ARRAYS or type(prediction) not in _ARRAYS:
        return False
    kind, other = truth.dtype, prediction.dtype
    return (
        kind in _INTEGERS
        and (other is kind or other in _INTEGERS)
        and truth.ndim == 1 == prediction.ndim
        and truth.size == prediction.size > 0
        and truth.strides[0] % kind.itemsize == 0 == prediction.strides[0] % other.itemsize
    )


def read_complete(values: object, argument: str) -> Labeling:
    """Read a list of names; refuse missing ones."""
    reading = read(values, argument)
    if reading.missing is not None:
        raise InputError(
            f"{argument}[{int(reading.missing.argmax())}] is missing: every entry needs a name"
        )
    return Labeling(reading.codes, reading.first, reading.names)
