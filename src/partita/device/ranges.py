"""The smallest and the largest label of both sides."""

from __future__ import annotations

import ctypes
from typing import NamedTuple

import numpy as np

from .arrays import DeviceLabels
from .driver import compiled, current, fetch, launch, memory, processors

_THREADS = 256

_SOURCE = """
extern "C" __global__ void extremes(const LABEL* labels, unsigned long long n,
                                    unsigned long long* found) {
  // Labels of either sign in the order of unsigned numbers: the sign bit is turned over. The least
  // is kept as the largest complement, so that memory of zeros is the start of both.
  unsigned long long low = 0, high = 0;
  const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
  for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += step) {
    const unsigned long long key = (unsigned long long)(long long)labels[i] ^ FLIP;
    low = max(low, ~key);
    high = max(high, key);
  }
  for (int shift = 16; shift; shift >>= 1) {
    low = max(low, __shfl_down_sync(0xffffffffu, low, shift));
    high = max(high, __shfl_down_sync(0xffffffffu, high, shift));
  }
  if (threadIdx.x % 32 == 0) {
    atomicMax(found, low);
    atomicMax(found + 1, high);
  }
}
"""


class Range(NamedTuple):
    """The least label, and how many numbers lie between it and the greatest, both included."""

    low: int
    groups: int


def label_ranges(
    truth: DeviceLabels, prediction: DeviceLabels, device: int, *, most: int | None = None
) -> tuple[Range, Range]:
    """The ranges of both sides, by their first `most` labels or by all."""
    with current(device):
        return _range(truth, device, most), _range(prediction, device, most)


def _range(labels: DeviceLabels, device: int, most: int | None) -> Range:
    size = labels.size if most is None else min(most, labels.size)
    # A signed number is widened with its sign, which the flip puts in order; an unsigned one of 64
    # bits is in order as it is.
    flip = 0 if labels.dtype == np.uint64 else 1 << 63
    source = _SOURCE.replace("LABEL", labels.c_type).replace("FLIP", f"{flip}ULL")
    function = compiled(device, source, "extremes")
    blocks = min(-(-size // _THREADS), 8 * processors(device))
    with memory(16) as found:
        arguments = (ctypes.c_void_p(labels.pointer), ctypes.c_ulonglong(size), found)
        launch(function, blocks, _THREADS, 0, arguments)
        ends = np.empty(2, np.uint64)
        fetch(ends, found)
    low = (~int(ends[0]) & (2**64 - 1)) - flip
    high = int(ends[1]) - flip
    return Range(low, high - low + 1)
