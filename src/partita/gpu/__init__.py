"""Labels in the memory of a GPU: counted there, so that only the table is copied.

Any library that offers the CUDA array interface is read (PyTorch, CuPy, Numba, JAX); none is
imported. A small table is counted in one pass at the speed of the memory; of a larger one only the
occupied cells travel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.errors import InputError
from ..labels.alignment import check_lengths
from .arrays import DeviceLabels, on_device, read_device

if TYPE_CHECKING:
    from .card import Card
    from .home import Cells

__all__ = ["count", "on_device"]

_GLANCE = 1 << 20  # labels from which the ranges are guessed


def count(
    truth: object, prediction: object, *, weights: object = None, group: object = None
) -> Cells:
    """Count two labelings in device memory.

    Both must be integers in the memory of one GPU; what is still being computed there is waited
    for. What else is known of the objects is refused.
    """
    for name, values in (("weights", weights), ("groups", group)):
        if values is not None:
            raise InputError(
                "truth and prediction are on a GPU, where objects are counted and nothing else: "
                f"with {name}, bring labels and {name} home first, e.g. labels.cpu()"
            )
    sides = read_device(truth, "truth"), read_device(prediction, "prediction")
    check_lengths(sides[0].size, sides[1].size)
    from .card import working
    from .driver import device_of

    places = {device_of(side.pointer) for side in sides}
    if len(places) > 1:
        raise InputError(
            f"truth and prediction are on different GPUs ({', '.join(map(str, sorted(places)))}): "
            "bring them to the same one"
        )
    with working(places.pop()) as card:
        return _counted(card, sides)


def _counted(card: Card, sides: tuple[DeviceLabels, DeviceLabels]) -> Cells:
    from .home import listed_table, whole_table
    from .large import listed_cells
    from .sides import spanned
    from .small import small_table

    pair = spanned(card, *sides, most=_GLANCE)
    counts = small_table(card, pair)
    if counts is None:  # a label beyond those of the first objects, or too many of them
        pair = spanned(card, *sides)
        counts = small_table(card, pair)
    if counts is not None:
        return whole_table(pair, counts)
    return listed_table(card, *listed_cells(card, pair))
