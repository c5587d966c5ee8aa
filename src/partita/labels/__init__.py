"""Any labeling to codes and names; missing values, noise and alignment are decided here, once.

Labels are numbered by this package, before NumPy can convert anything: a label is never merged
with one that differs, and a missing value never becomes a label. The libraries whose objects are
read (pandas, Polars, PyArrow, xarray, torch) are never imported.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..base.errors import InputError
from .alignment import aligned, check_lengths
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

_ARRAYS = (np.ndarray, np.memmap)  # a mapped file reads as an array in memory
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
    """Read truth and prediction of the same objects, and settle what the policies decide.

    Parameters
    ----------
    truth, prediction
        One label for each object: a list, tuple or other sequence, a NumPy array, a pandas Series,
        Index or Categorical, a Polars Series, a PyArrow array, or what offers ``__array__`` or
        DLPack on the CPU. Labels of one side are of one kind; categorical codes pass through.
    weights
        None, or a number for each object, zero or more. Whole numbers are frequencies.
    policies
        What becomes of objects without a label, of noise, and of unequal indices.
    threads
        How many threads scan the labels; 0 leaves it to the kernel.
    weigh
        How weights are read; by default their values decide what they mean.

    Raises
    ------
    InputError
        Naming the argument, the position, what was found and the way out.
    """
    align = policies.align
    if align != "error" or type(truth) is not np.ndarray or type(prediction) is not np.ndarray:
        truth, prediction, weights = aligned(truth, prediction, weights, align)
    classes = read(truth, "truth", threads)
    return settle(read_sides(classes, prediction, weights, threads, weigh), policies)


def read_sides(
    classes: Reading,
    prediction: object,
    weights: object = None,
    threads: int = 0,
    weigh: Callable[[object, int], Weights] = read_weights,
) -> Sides:
    """Read a prediction, and weights, beside a truth that was read: in the same order."""
    clusters = read(prediction, "prediction", threads)
    objects = len(classes.codes)
    check_lengths(objects, len(clusters.codes))
    if weights is None:
        return Sides(classes, clusters)
    return Sides(classes, clusters, *weigh(weights, objects))


def plain_integers(truth: Any, prediction: Any) -> bool:
    """Tell whether both are arrays of integers that the kernel counts as they lie.

    Such labels are their own groups, and none can be missing; with weights or policies they are
    for `read_pair`, and so is all that is not so, errors included.
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
    """Read one list of names in which none may be missing."""
    reading = read(values, argument)
    if reading.missing is not None:
        raise InputError(
            f"{argument}[{int(reading.missing.argmax())}] is missing: every entry needs a name"
        )
    return Labeling(reading.codes, reading.first, reading.names)
