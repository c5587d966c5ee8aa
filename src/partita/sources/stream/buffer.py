"""Plain integers that wait to be counted together, in the narrowest types that hold them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ... import _kernel
from ...base.arrays import Array

_BYTES = 1 << 29  # memory for both sides; pages that are not filled cost nothing


@dataclass(slots=True)
class Buffer:
    """Memory for the integers of both sides, filled from the front up to `rows`."""

    truth: Array
    prediction: Array
    rows: int = 0

    @classmethod
    def like(cls, truth: Array, prediction: Array, rows: int | None = None) -> Buffer:
        """An empty buffer for such integers, for `rows` of them or as many as allowed."""
        types = [narrow_type(truth), narrow_type(prediction)]
        size = max(len(truth), rows or _BYTES // sum(one.itemsize for one in types))
        return cls(np.empty(size, types[0]), np.empty(size, types[1]))

    def append(self, truth: Array, prediction: Array) -> bool:
        """Copy the integers if they fit, and return whether they did."""
        end = self.rows + len(truth)
        sides = ((self.truth, truth), (self.prediction, prediction))
        if end > len(self.truth) or not all(_fits(values, own.dtype) for own, values in sides):
            return False
        for own, values in sides:
            np.copyto(own[self.rows : end], values, casting="unsafe")  # checked: they fit
        self.rows = end
        return True

    def filled(self) -> tuple[Array, Array]:
        """The integers so far."""
        return self.truth[: self.rows], self.prediction[: self.rows]


def narrow_type(values: Array) -> np.dtype[np.integer]:
    """The narrowest type that holds all values."""
    for size in (1, 2, 4):
        for kind in ("u", "i"):
            narrow = np.dtype(f"{kind}{size}")
            if _fits(values, narrow):
                return narrow
    return values.dtype


def _fits(values: Array, kind: np.dtype[np.integer]) -> bool:
    if values.dtype == kind:
        return True
    low, high = _kernel.integer_range(values)
    span = np.iinfo(kind)
    return bool(span.min <= low and high <= span.max)
