"""Tables too large to stand in memory whole: labels are sorted by their own library."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import InputError
from .arrays import DeviceLabels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Arrays = tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]


def sorted_counts(truth: DeviceLabels, prediction: DeviceLabels) -> Arrays:
    """Occupied cells, their counts, and the labels of rows and columns."""
    library = _library(truth.owner, prediction.owner)
    classes, rows = library.unique(truth.owner, return_inverse=True)
    clusters, cols = library.unique(prediction.owner, return_inverse=True)
    keys, counts = library.unique(rows * len(clusters) + cols, return_counts=True)
    cells = _home(keys).astype(np.int64)
    return (
        (cells // len(clusters)).astype(np.int32),
        (cells % len(clusters)).astype(np.int32),
        _home(counts).astype(np.int64),
        _names(_home(classes)),
        _names(_home(clusters)),
    )


def _library(*owners: Any) -> Any:
    for name, kind in (("torch", "Tensor"), ("cupy", "ndarray")):
        module = sys.modules.get(name)
        if module is not None and all(isinstance(one, getattr(module, kind)) for one in owners):
            return module
    raise InputError(
        "truth and prediction have too many groups to be counted on the GPU in one pass, and they "
        "are not both torch tensors or both CuPy arrays, which could be sorted there: convert one, "
        "or bring them home"
    )


def _home(values: Any) -> NDArray[Any]:
    return np.asarray(values.get() if hasattr(values, "get") else values.cpu())


def _names(labels: NDArray[Any]) -> NDArray[Any]:
    needs_sign_bit = labels.dtype == np.uint64 and int(labels[-1]) > np.iinfo(np.int64).max
    return labels if needs_sign_bit else labels.astype(np.int64)
