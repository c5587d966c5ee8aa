"""Tables small enough to stand in memory whole, counted in one pass over the labels.

Each block of threads counts into a table of its own in fast shared memory, in several copies where
there is room, so that equal labels do not wait for each other; the blocks add up at the end. A
table too large for that is counted in the device's main memory. Counts are whole numbers, so the
order in which threads add changes nothing.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

import numpy as np

from .arrays import DeviceLabels
from .driver import compiled, current, fetch, launch, memory, processors, shared_memory
from .ranges import Range

if TYPE_CHECKING:
    from numpy.typing import NDArray

_THREADS = 1024
_MOST_COPIES = 32
_MOST_CELLS = 1 << 26  # half a gigabyte of counts; beyond that labels are sorted

_COMMON = """
typedef unsigned int u32;
typedef unsigned long long u64;

// Labels in packs of 16 bytes of the wider type, so that memory is read at full width.
template <class Label, int N> struct alignas(sizeof(Label) * N) Pack { Label at[N]; };

template <class Count>
__device__ void scan(const TRUTH* truth, const PREDICTION* prediction, u64 n, u64 low_class,
                     u64 classes, u64 low_cluster, u64 clusters, u32* beyond, Count count) {
  constexpr int N = 16 / (sizeof(TRUTH) > sizeof(PREDICTION) ? sizeof(TRUTH) : sizeof(PREDICTION));
  const u64 step = (u64)gridDim.x * blockDim.x, first = (u64)blockIdx.x * blockDim.x + threadIdx.x;
  bool outside = false;
  auto one = [&](TRUTH t, PREDICTION p) {
    const u64 row = (u64)(long long)t - low_class, col = (u64)(long long)p - low_cluster;
    if (row < classes && col < clusters) count((u32)(row * clusters + col));
    else outside = true;
  };
  const u64 skew = (u64)truth % (sizeof(TRUTH) * N) | (u64)prediction % (sizeof(PREDICTION) * N);
  const u64 packs = skew ? 0 : n / N;
  auto t = reinterpret_cast<const Pack<TRUTH, N>*>(truth);
  auto p = reinterpret_cast<const Pack<PREDICTION, N>*>(prediction);
  for (u64 i = first; i < packs; i += step) {
    const auto left = t[i];
    const auto right = p[i];
#pragma unroll
    for (int k = 0; k < N; ++k) one(left.at[k], right.at[k]);
  }
  for (u64 i = packs * N + first; i < n; i += step) one(truth[i], prediction[i]);
  if (outside) *beyond = 1;
}
"""

_SHARED = (
    _COMMON
    + """
extern "C" __global__ void __launch_bounds__(1024) count(
    const TRUTH* truth, const PREDICTION* prediction, u64 n, u64 low_class, u64 classes,
    u64 low_cluster, u64 clusters, u32 copies, u64* counts, u32* beyond) {
  extern __shared__ u32 own[];
  const u32 cells = (u32)(classes * clusters);
  for (u32 i = threadIdx.x; i < cells * copies; i += blockDim.x) own[i] = 0;
  __syncthreads();
  const u32 copy = threadIdx.x % copies;
  scan(truth, prediction, n, low_class, classes, low_cluster, clusters, beyond,
       [&](u32 cell) { atomicAdd(own + cell * copies + copy, 1u); });
  __syncthreads();
  for (u32 i = threadIdx.x; i < cells; i += blockDim.x) {
    u64 sum = 0;
    for (u32 k = 0; k < copies; ++k) sum += own[i * copies + k];
    if (sum) atomicAdd(counts + i, sum);
  }
}
"""
)

_GLOBAL = (
    _COMMON
    + """
extern "C" __global__ void __launch_bounds__(1024) count(
    const TRUTH* truth, const PREDICTION* prediction, u64 n, u64 low_class, u64 classes,
    u64 low_cluster, u64 clusters, u32 copies, u64* counts, u32* beyond) {
  scan(truth, prediction, n, low_class, classes, low_cluster, clusters, beyond,
       [&](u32 cell) { atomicAdd(counts + cell, (u64)1); });
}
"""
)

Dense = tuple["NDArray[np.int64]", Range, Range]


def dense_counts(
    truth: DeviceLabels, prediction: DeviceLabels, device: int, ranges: tuple[Range, Range]
) -> Dense | None:
    """All cells of the table, or None where it is too large or a label lies beyond the ranges."""
    cells = ranges[0].groups * ranges[1].groups
    if cells > _MOST_CELLS:
        return None
    room = shared_memory(device) // 4
    source = _SHARED if cells <= room else _GLOBAL
    named = source.replace("TRUTH", truth.c_type).replace("PREDICTION", prediction.c_type)
    # Copies fill what two blocks on one multiprocessor can hold of shared memory.
    copies = max(1, min(_MOST_COPIES, room // 2 // cells)) if cells <= room else 1
    shared = 4 * cells * copies if cells <= room else 0
    with current(device), memory(8 * cells + 8) as result:
        beyond = ctypes.c_void_p((result.value or 0) + 8 * cells)
        launch(
            compiled(device, named, "count"),
            _blocks(truth.size, shared, device),
            _THREADS,
            shared,
            (*_arguments(truth, prediction, ranges), ctypes.c_uint(copies), result, beyond),
        )
        found = np.empty(cells + 1, np.int64)
        fetch(found, result)
    return None if found[-1] else (found[:-1], *ranges)


def _blocks(objects: int, shared: int, device: int) -> int:
    """As many blocks as run side by side, fewer where the labels are few."""
    side_by_side = 2 if 2 * shared <= shared_memory(device) else 1
    return max(1, min(-(-objects // (16 * _THREADS)), side_by_side * processors(device)))


def _arguments(
    truth: DeviceLabels, prediction: DeviceLabels, ranges: tuple[Range, Range]
) -> tuple[object, ...]:
    wide = ctypes.c_ulonglong
    ends = (number for one in ranges for number in (one.low % 2**64, one.groups))
    pointers = (ctypes.c_void_p(truth.pointer), ctypes.c_void_p(prediction.pointer))
    return (*pointers, wide(truth.size), *map(wide, ends))
