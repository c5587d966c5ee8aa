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
from .alignment import aligned
from .containers import read
from .names import label_key, order
from .policies import check_options, settle
from .records import Labeling, LabelPair, Unlabeled
from .weights import Weights, read_weights

__all__ = [
    "LabelPair",
    "Labeling",
    "Unlabeled",
    "label_key",
    "order",
    "plain_integers",
    "read_complete",
    "read_pair",
]

_ARRAYS = (np.ndarray, np.memmap)  # a mapped file reads as an array in memory
_INTEGERS = frozenset(np.dtype(f"{sign}{size}") for sign in "iu" for size in (1, 2, 4, 8))


def read_pair(
    truth: object,
    prediction: object,
    *,
    weights: object = None,
    missing: str = "error",
    noise: object = None,
    noise_as: str | None = None,
    align: str = "error",
    threads: int = 0,
    weigh: Callable[[object, int], Weights] = read_weights,
) -> LabelPair:
    """Read truth and prediction of the same objects.

    Parameters
    ----------
    truth, prediction
        One label for each object: a list, tuple or other sequence, a NumPy array, a pandas Series,
        Index or Categorical, a Polars Series, a PyArrow array, or what offers ``__array__`` or
        DLPack on the CPU. Labels of one side are of one kind; categorical codes pass through.
    weights
        None, or a number for each object, zero or more. Whole numbers are frequencies.
    missing
        What becomes of an object whose label is None, NaN, NaT, NA, masked or null on either side:
        ``"error"``, ``"drop"`` it, ``"singletons"`` give it a group of its own, ``"category"`` put
        all such objects of the side into one group named None.
    noise
        The label that means "in no cluster" (-1 of HDBSCAN), or ``{"truth": label, "prediction":
        label}`` with either side left out.
    noise_as
        ``"singletons"`` (default), ``"drop"`` or ``"cluster"``: keep it as an ordinary group.
    align
        ``"error"``: two pandas Series must have the same index. ``"index"``: match them by it.
    threads
        How many threads scan the labels; 0 leaves it to the kernel.
    weigh
        How weights are read; by default their values decide what they mean.

    Raises
    ------
    InputError
        Naming the argument, the position, what was found and the way out.
    """
    options = check_options(missing, noise, noise_as, align)
    if align != "error" or type(truth) is not np.ndarray or type(prediction) is not np.ndarray:
        truth, prediction, weights = aligned(truth, prediction, weights, align)
    classes = read(truth, "truth", threads)
    clusters = read(prediction, "prediction", threads)
    objects = len(classes.codes)
    if len(clusters.codes) != objects:
        raise InputError(
            f"truth has {objects} labels and prediction {len(clusters.codes)}: "
            "pass one label for each object on both sides, in the same order"
        )
    if weights is None:
        return settle(classes, clusters, None, options)
    found = weigh(weights, objects)
    return settle(classes, clusters, found.values, options)._replace(guessed=found.guessed)


def plain_integers(
    truth: Any, prediction: Any, *, missing: Any, noise: Any, noise_as: Any, align: Any
) -> bool:
    """Tell whether no question is open: two arrays of integers, and every option its default.

    Such labels are their own groups, none can be missing, and the kernel counts them as they lie.
    All that is not so, errors included, is for `read_pair`.
    """
    if type(truth) not in _ARRAYS or type(prediction) not in _ARRAYS:
        return False
    kind, other = truth.dtype, prediction.dtype
    return (
        noise is None
        and noise_as is None
        and type(missing) is type(align) is str
        and missing == align == "error"
        and kind in _INTEGERS
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
