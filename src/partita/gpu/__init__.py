"""Labels in the memory of a GPU: counted there, so that only the table is copied.

Labels of any library with the CUDA array interface are read (PyTorch, CuPy, Numba, JAX), and none
of these is imported. A small table is counted in one pass at the speed of the memory; of a larger
one only the occupied cells are copied.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.errors import InputError
from ..labels.alignment import check_lengths
from .arrays import DeviceLabels, on_device, read_device

if TYPE_CHECKING:
    from .cells import Cells
    from .device import Device

__all__ = ["count", "on_device"]

_FIRST = 1 << 20  # labels from which the ranges are guessed


def count(
    truth: object, prediction: object, *, weights: object = None, group: object = None
) -> Cells:
    """Count two labelings in device memory.

    Both must be integers in the memory of one GPU. The call waits for running kernels. Weights and
    groups are refused.
    """
    for name, values in (("weights", weights), ("groups", group)):
        if values is not None:
            raise InputError(
                "truth and prediction are on a GPU, where only objects are counted: "
                f"with {name}, copy labels and {name} to the CPU first, e.g. labels.cpu()"
            )
    sides = read_device(truth, "truth"), read_device(prediction, "prediction")
    check_lengths(sides[0].size, sides[1].size)
    from .device import opened
    from .driver import device_of

    places = {device_of(side.pointer) for side in sides}
    if len(places) > 1:
        raise InputError(
            f"truth and prediction are on different GPUs ({', '.join(map(str, sorted(places)))}): "
            "move them to the same one"
        )
    with opened(places.pop()) as device:
        return _counted(device, sides)


def _counted(device: Device, sides: tuple[DeviceLabels, DeviceLabels]) -> Cells:
    from .cells import cells_of_list, cells_of_table
    from .large import listed_cells
    from .sides import spanned
    from .small import small_table

    pair = spanned(device, *sides, most=_FIRST)
    counts = small_table(device, pair)
    if counts is None:  # a label is outside the guessed ranges, or these are too wide
        pair = spanned(device, *sides)
        counts = small_table(device, pair)
    if counts is not None:
        return cells_of_table(pair, counts)
    return cells_of_list(device, *listed_cells(device, pair))
