"""Labels in device memory, found through the CUDA array interface."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..base.errors import InputError

_TYPES = {
    f"{kind}{size}": f"{'unsigned ' if kind == 'u' else 'signed '}{name}"
    for kind in "iu"
    for size, name in ((1, "char"), (2, "short"), (4, "int"), (8, "long long"))
}


class DeviceLabels(NamedTuple):
    """Contiguous labels in device memory."""

    pointer: int
    size: int
    dtype: np.dtype[Any]

    @property
    def c_type(self) -> str:
        """The type in CUDA."""
        return _TYPES[f"{self.dtype.kind}{self.dtype.itemsize}"]


def on_device(values: object) -> bool:
    """Whether an object holds its values in the memory of a GPU."""
    if isinstance(values, type):
        return False
    try:
        return hasattr(values, "__cuda_array_interface__")
    except Exception:  # noqa: BLE001 - there is one without access, as reading explains
        return True


def read_device(values: Any, side: str) -> DeviceLabels:
    """Read where the labels of one side are."""
    described = _described(values, side)
    dtype, shape = np.dtype(described["typestr"]), tuple(described["shape"])
    if len(shape) != 1:
        raise InputError(
            f"{side} is a {len(shape)}-d array of shape {shape} on a GPU, but labels are "
            "one-dimensional: pass one column, e.g. labels[:, 0], or labels.ravel()"
        )
    if shape[0] == 0:
        raise InputError(f"{side} is empty: there is nothing to compare; pass at least one label")
    if dtype.kind not in "iu":
        raise InputError(
            f"{side} is an array of {dtype} on a GPU, where labels are integers: number them "
            "first, e.g. torch.unique(labels, return_inverse=True)[1]"
        )
    if described.get("mask") is not None:
        raise InputError(f"{side} has a mask on the GPU: copy it to the CPU first, e.g. .get()")
    strides = described.get("strides")
    if strides is not None and tuple(strides) != (dtype.itemsize,) and shape[0] > 1:
        raise InputError(
            f"{side} is strided in device memory (a label every {strides[0]} bytes): pass a "
            "contiguous copy, labels.contiguous() (torch) or cupy.ascontiguousarray(labels)"
        )
    return DeviceLabels(int(described["data"][0]), int(shape[0]), dtype)


def _described(values: Any, side: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = values.__cuda_array_interface__
    except Exception as error:  # the remedy is the same for every error of the library
        raise InputError(
            f"{side} is a {type(values).__name__} that gives no access to its device memory "
            f"({error}): detach it, or copy it to the CPU, e.g. labels.detach().cpu()"
        ) from error
    return found
