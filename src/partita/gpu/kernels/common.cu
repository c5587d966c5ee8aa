// Code shared by all kernels. A grid has as many blocks as the device runs at the same time; each
// block has a share of the work, in one piece or spread over the whole.

typedef unsigned int u32;
typedef unsigned long long u64;

struct Walk {
  u64 first, end, step;
};

// Neighboring blocks read neighboring pieces, so all blocks move through memory together.
struct Interleaved {
  static __device__ Walk of(u64 items) {
    return {(u64)blockIdx.x * blockDim.x + threadIdx.x, items, (u64)gridDim.x * blockDim.x};
  }
};

// Every block has its own stretch, so that blocks read different labels if the data are sorted.
struct Stretches {
  static __device__ Walk of(u64 items) {
    const u64 share = (items + gridDim.x - 1) / gridDim.x, begin = share * blockIdx.x;
    const u64 end = begin + share;
    return {begin + threadIdx.x, end < items ? end : items, blockDim.x};
  }
};

// A hash table of numbers in device memory. A slot holds the number plus one, or 0 while free; the
// number for which that is 0 has the slot behind the last. A slot is in use if its count is not 0.
struct Slot {
  u64 key, count;
};

struct Slots {
  Slot* at;
  u64 capacity, longest;  // steps of a search for a free slot before the table counts as full
  u32* full;
};

__device__ u64 mixed(u64 x) {  // the finalizer of SplitMix64
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ull;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebull;
  return x ^ x >> 31;
}

__device__ u64 home(const Slots& slots, u64 number) {
  return __umul64hi(mixed(number), slots.capacity);
}

// The slot of a number, a free one if it has none yet; capacity + 1 if the table is full.
__device__ u64 claim(const Slots& slots, u64 number) {
  const u64 key = number + 1;
  if (!key) return slots.capacity;
  u64 place = home(slots, number);
  for (u64 step = 0; step < slots.longest; ++step) {
    u64 found = *(volatile u64*)&slots.at[place].key;
    if (!found) found = atomicCAS(&slots.at[place].key, 0ull, key);
    if (!found || found == key) return place;
    if (++place == slots.capacity) place = 0;
  }
  *slots.full = 1;
  return slots.capacity + 1;
}

// The slot of a number that was entered before.
__device__ u64 find(const Slots& slots, u64 number) {
  const u64 key = number + 1;
  if (!key) return slots.capacity;
  u64 place = home(slots, number);
  while (slots.at[place].key != key)
    if (++place == slots.capacity) place = 0;
  return place;
}
