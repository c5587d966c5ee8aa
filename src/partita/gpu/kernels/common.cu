// What all kernels share. Grids are as large as the card holds side by side; each block has a share
// of the work, of one piece or spread over the whole.

typedef unsigned int u32;
typedef unsigned long long u64;

struct Walk {
  u64 first, end, step;
};

// Neighbouring blocks read neighbouring pieces: the whole card moves through memory together.
struct Together {
  static __device__ Walk of(u64 items) {
    return {(u64)blockIdx.x * blockDim.x + threadIdx.x, items, (u64)gridDim.x * blockDim.x};
  }
};

// Every block has a stretch of its own, so that blocks meet different labels where data are sorted.
struct Apart {
  static __device__ Walk of(u64 items) {
    const u64 share = (items + gridDim.x - 1) / gridDim.x, begin = share * blockIdx.x;
    const u64 end = begin + share;
    return {begin + threadIdx.x, end < items ? end : items, blockDim.x};
  }
};

// An open table of numbers in main memory. A slot holds the number plus one, 0 while it is free;
// the one number for which that is 0 has the slot behind the last. A slot is in use if its count is
// not 0.
struct Slot {
  u64 key, count;
};

struct Slots {
  Slot* at;
  u64 capacity, longest;  // how far to look for a free slot before the table counts as full
  u32* full;
};

__device__ u64 mixed(u64 x) {  // the finalizer of SplitMix64: every bit in reaches every bit out
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ull;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebull;
  return x ^ x >> 31;
}

__device__ u64 home(const Slots& slots, u64 number) {
  return __umul64hi(mixed(number), slots.capacity);
}

// The slot of a number, which takes a free one if it has none; capacity + 1 if the table is full.
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

// The slot of a number that has one.
__device__ u64 find(const Slots& slots, u64 number) {
  const u64 key = number + 1;
  if (!key) return slots.capacity;
  u64 place = home(slots, number);
  while (slots.at[place].key != key)
    if (++place == slots.capacity) place = 0;
  return place;
}
