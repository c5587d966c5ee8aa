"""Labels in the memory of a GPU: counted there, so that only the cells come home.

Any library that offers the CUDA array interface is read (PyTorch, CuPy, Numba, JAX); none is
imported. A table that is small enough is counted in one pass at the speed of the memory, a larger
one by sorting with the library that the labels came from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..errors import InputError
from .arrays import DeviceLabels, on_device, read_device

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Counted", "count", "on_device"]


class Counted(NamedTuple):
    """Occupied cells in order of rows and columns, and the labels of both."""

    rows: NDArray[np.int32]
    cols: NDArray[np.int32]
    counts: NDArray[np.int64]
    classes: NDArray[Any]
    clusters: NDArray[Any]


def count(truth: object, prediction: object) -> Counted:
    """Count two labelings in device memory.

    Both must be integers in the memory of one GPU; what is still being computed there is waited
    for.
    """
    sides = read_device(truth, "truth"), read_device(prediction, "prediction")
    if sides[0].size != sides[1].size:
        raise InputError(
            f"truth has {sides[0].size} labels and prediction {sides[1].size}: "
            "pass one label for each object on both sides, in the same order"
        )
    from .driver import device_of

    places = {device_of(side.pointer) for side in sides}
    if len(places) > 1:
        raise InputError(
            f"truth and prediction are on different GPUs ({', '.join(map(str, sorted(places)))}): "
            "bring them to the same one"
        )
    return _counted(*sides, places.pop())


def _counted(truth: DeviceLabels, prediction: DeviceLabels, device: int) -> Counted:
    from .histogram import dense_counts
    from .ranges import label_ranges
    from .sorting import sorted_counts

    guess = label_ranges(truth, prediction, device, most=1 << 20)
    found = dense_counts(truth, prediction, device, guess)
    if found is None:  # a label beyond those of the first objects, or too many of them
        exact = label_ranges(truth, prediction, device)
        found = dense_counts(truth, prediction, device, exact)
    if found is None:
        return Counted(*sorted_counts(truth, prediction))
    counts, (low_class, classes), (low_cluster, clusters) = found
    cells = np.flatnonzero(counts)
    rows, cols = np.divmod(cells, clusters)
    return Counted(
        rows.astype(np.int32),
        cols.astype(np.int32),
        counts[cells],
        _names(low_class, classes),
        _names(low_cluster, clusters),
    )


def _names(low: int, groups: int) -> NDArray[Any]:
    """Consecutive integers: int64, or uint64 where they need it."""
    if low + groups - 1 <= np.iinfo(np.int64).max:
        return low + np.arange(groups, dtype=np.int64)
    return np.uint64(low) + np.arange(groups, dtype=np.uint64)
