"""Both sides of a count: where their labels are, and their ranges."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..labels.encode import integer_names
from .arrays import DeviceLabels
from .driver import Pointer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .device import Device

_THREADS = 256


class Side(NamedTuple):
    """Labels, the least of them, and the number of integers from the least to the greatest.

    Ranks of labels have the names of the labels.
    """

    labels: DeviceLabels
    low: int
    groups: int
    names: NDArray[Any] | None = None

    def named(self, offsets: NDArray[np.uint64]) -> NDArray[Any]:
        """The names of groups, given by their distances from the least label."""
        if self.names is not None:
            return self.names[offsets]
        labels = offsets + np.uint64(self.low % 2**64)  # negative ones wrap around
        return integer_names(labels if self.labels.dtype == np.uint64 else labels.view(np.int64))


class _Labels(ctypes.Structure):
    """The struct of this name in the kernels."""

    _fields_ = (
        ("truth", ctypes.c_void_p),
        ("prediction", ctypes.c_void_p),
        *((name, ctypes.c_ulonglong) for name in ("n", "low_class", "classes")),
        *((name, ctypes.c_ulonglong) for name in ("low_cluster", "clusters")),
        ("beyond", ctypes.c_void_p),
    )


class Pair(NamedTuple):
    """Truth and prediction."""

    truth: Side
    prediction: Side

    @property
    def objects(self) -> int:
        """The number of objects."""
        return self.truth.labels.size

    @property
    def cells(self) -> int:
        """The number of cells of the full table."""
        return self.truth.groups * self.prediction.groups

    @property
    def types(self) -> dict[str, str]:
        """The types of the labels in CUDA."""
        sides = {"TRUTH": self.truth, "PREDICTION": self.prediction}
        return {name: side.labels.c_type for name, side in sides.items()}

    def for_kernel(self, beyond: Pointer) -> ctypes.Structure:
        """The first argument of counting kernels, which set `beyond` for a label out of range."""
        truth, prediction = self
        return _Labels(
            truth.labels.pointer,
            prediction.labels.pointer,
            self.objects,
            truth.low % 2**64,
            truth.groups,
            prediction.low % 2**64,
            prediction.groups,
            beyond,
        )


def spanned(
    device: Device, truth: DeviceLabels, prediction: DeviceLabels, *, most: int | None = None
) -> Pair:
    """Both sides with the ranges of their first `most` labels, or of all."""
    size = truth.size if most is None else min(most, truth.size)
    found = device.take(32, clear=True)
    for labels, offset in ((truth, 0), (prediction, 16)):
        device.run(
            ("labels", "extremes"),
            (Pointer(labels.pointer), size, Pointer((found.value or 0) + offset)),
            blocks=device.blocks(size, _THREADS, 8),
            threads=_THREADS,
            types={"LABEL": labels.c_type, "FLIP": f"{_flip(labels)}ULL"},
        )
    ends = device.fetch(found, 4, np.uint64).tolist()
    return Pair(_side(truth, *ends[:2]), _side(prediction, *ends[2:]))


def _flip(labels: DeviceLabels) -> int:
    """The bits to flip so that labels are ordered like unsigned numbers.

    A signed number is extended to 64 bits and its sign bit flipped; an unsigned number of 64 bits
    stays as it is.
    """
    return 0 if labels.dtype == np.uint64 else 1 << 63


def _side(labels: DeviceLabels, least: int, greatest: int) -> Side:
    flip = _flip(labels)
    low = (~least & (2**64 - 1)) - flip  # the kernel returns its complement
    return Side(labels, low, greatest - flip - low + 1)
