// From counts to the list of occupied cells in order.

// A table: the count of each place, and the number that the place stands for.
template <class Count>
struct Whole {
  const Count* counts;
  __device__ u64 count(u64 i) const { return counts[i]; }
  __device__ u64 key(u64 i) const { return i; }
};

struct Hashed {
  const Slot* slots;
  __device__ u64 count(u64 i) const { return slots[i].count; }
  __device__ u64 key(u64 i) const { return slots[i].key - 1; }
};

constexpr int THREADS = 256;
constexpr int RUN = 4;     // successive places of one thread
constexpr int DEALT = 16;  // numbers that one thread moves at a time

// The sum over the threads before this one, and over all threads.
__device__ u32 sum_before(u32 own, u32* total) {
  __shared__ u32 warps[THREADS / 32];
  const u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  u32 sum = own;
  for (int shift = 1; shift < 32; shift *= 2) {
    const u32 left = __shfl_up_sync(0xffffffffu, sum, shift);
    if (lane >= shift) sum += left;
  }
  if (lane == 31) warps[warp] = sum;
  __syncthreads();
  u32 before = 0, all = 0;
  for (int i = 0; i < THREADS / 32; ++i) {
    if (i < warp) before += warps[i];
    all += warps[i];
  }
  __syncthreads();
  *total = all;
  return before + sum - own;
}

// Each block has a stretch of whole tiles; a tile has EACH places for each thread.
template <int EACH>
__device__ Walk tiles(u64 places) {
  constexpr u64 tile = EACH * THREADS;
  const u64 share = (((places + tile - 1) / tile) + gridDim.x - 1) / gridDim.x * tile;
  const u64 begin = share * blockIdx.x, end = begin + share;
  return {begin, end < places ? end : places, tile};
}

// The number of places in use in each block's stretch.
template <class Table>
__device__ void tally(const Table& table, u64 places, u64* sums) {
  const Walk walk = tiles<RUN>(places);
  u32 own = 0, all;
  for (u64 i = walk.first + threadIdx.x; i < walk.end; i += THREADS) own += table.count(i) != 0;
  sum_before(own, &all);
  if (threadIdx.x == 0) sums[blockIdx.x] = all;
}

// Write the places in use, after those of the blocks before.
template <class Table>
__device__ void gather(const Table& table, u64 places, const u64* sums, u64* keys, u64* counts) {
  const Walk walk = tiles<RUN>(places);
  u64 at = sums[blockIdx.x];
  for (u64 begin = walk.first; begin < walk.end; begin += walk.step) {
    const u64 first = begin + threadIdx.x * RUN;
    u64 found[RUN];
    u32 own = 0, all;
#pragma unroll
    for (int k = 0; k < RUN; ++k) {
      found[k] = first + k < walk.end ? table.count(first + k) : 0;
      own += found[k] != 0;
    }
    u64 place = at + sum_before(own, &all);
#pragma unroll
    for (int k = 0; k < RUN; ++k)
      if (found[k]) {
        keys[place] = table.key(first + k);
        if (counts) counts[place] = found[k];
        ++place;
      }
    at += all;
  }
}

#define COMPACTION(name, Table, Pointer)                                                 \
  extern "C" __global__ void __launch_bounds__(THREADS)                                  \
      tally_##name(Pointer from, u64 places, u64* sums) {                                \
    tally(Table{from}, places, sums);                                                    \
  }                                                                                      \
  extern "C" __global__ void __launch_bounds__(THREADS)                                  \
      gather_##name(Pointer from, u64 places, const u64* sums, u64* keys, u64* counts) { \
    gather(Table{from}, places, sums, keys, counts);                                     \
  }

COMPACTION(u32, Whole<u32>, const u32*)
COMPACTION(u64, Whole<u64>, const u64*)
COMPACTION(hash, Hashed, const Slot*)

// Replace numbers by the sums of the numbers before, with the total behind the last. One block.
extern "C" __global__ void __launch_bounds__(1024) sums_before(u64* numbers, u64 size) {
  __shared__ u64 sums[1024];
  const u64 share = (size + 1023) / 1024, begin = min(size, share * threadIdx.x);
  const u64 end = min(size, begin + share);
  u64 own = 0;
  for (u64 i = begin; i < end; ++i) own += numbers[i];
  sums[threadIdx.x] = own;
  __syncthreads();
  for (u32 shift = 1; shift < 1024; shift *= 2) {
    const u64 left = threadIdx.x >= shift ? sums[threadIdx.x - shift] : 0;
    __syncthreads();
    sums[threadIdx.x] += left;
    __syncthreads();
  }
  u64 before = sums[threadIdx.x] - own;
  for (u64 i = begin; i < end; ++i) {
    const u64 number = numbers[i];
    numbers[i] = before;
    before += number;
  }
  if (threadIdx.x == 1023) numbers[size] = sums[1023];
}

// A stable sort by one digit of eight bits. `sums` holds, digit by digit, the counts of the blocks.
constexpr u32 DIGITS = 256;
static_assert(DIGITS == THREADS, "each thread has one digit");

extern "C" __global__ void __launch_bounds__(THREADS)
    count_digits(const u64* keys, u64 size, u32 shift, u64* sums) {
  __shared__ u32 own[DIGITS];
  own[threadIdx.x] = 0;
  __syncthreads();
  const Walk walk = tiles<DEALT>(size);
  for (u64 i = walk.first + threadIdx.x; i < walk.end; i += THREADS)
    atomicAdd(own + (keys[i] >> shift) % DIGITS, 1u);
  __syncthreads();
  sums[threadIdx.x * gridDim.x + blockIdx.x] = own[threadIdx.x];
}

extern "C" __global__ void __launch_bounds__(THREADS)
    move_digits(const u64* keys, const u64* counts, u64 size, u32 shift, const u64* sums,
                u64* new_keys, u64* new_counts) {
  constexpr u32 warps = THREADS / 32;
  __shared__ u64 place[warps][DIGITS];  // how many this warp has read, then where they begin
  const u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const Walk walk = tiles<DEALT>(size);
  u64 next = sums[threadIdx.x * gridDim.x + blockIdx.x];  // for the digit of this thread
  for (u64 begin = walk.first; begin < walk.end; begin += walk.step) {
    for (u32 w = 0; w < warps; ++w) place[w][threadIdx.x] = 0;
    __syncthreads();
    u64 key[DEALT];
    u32 rank[DEALT];
#pragma unroll
    for (int k = 0; k < DEALT; ++k) {
      const u64 i = begin + (warp * DEALT + k) * 32 + lane;
      const bool in = i < walk.end;
      key[k] = in ? keys[i] : 0;
      const u32 digit = in ? (u32)(key[k] >> shift) % DIGITS : DIGITS;
      const u32 peers = __match_any_sync(0xffffffffu, digit);
      const u32 before = __popc(peers & ((1u << lane) - 1));
      rank[k] = (in ? (u32)place[warp][digit] : 0) + before;
      __syncwarp();
      if (in && !before) place[warp][digit] += __popc(peers);
      __syncwarp();
    }
    __syncthreads();
    for (u32 w = 0; w < warps; ++w) {
      const u64 met = place[w][threadIdx.x];
      place[w][threadIdx.x] = next;
      next += met;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < DEALT; ++k) {
      const u64 i = begin + (warp * DEALT + k) * 32 + lane;
      if (i >= walk.end) continue;
      const u64 to = place[warp][(key[k] >> shift) % DIGITS] + rank[k];
      new_keys[to] = key[k];
      new_counts[to] = counts[i];
    }
    __syncthreads();
  }
}

// Write the rank of each label into its slot; `places` are the slots of sorted labels, plus one.
extern "C" __global__ void rank_slots(const u64* places, u64 size, Slot* slots) {
  const Walk walk = Interleaved::of(size);
  for (u64 i = walk.first; i < walk.end; i += walk.step) slots[places[i] - 1].count = i;
}

// Mark the rows and columns with a cell, number the marked ones, and write cells by these numbers.
extern "C" __global__ void mark(const u64* keys, u64 size, u64 clusters, u32* rows, u32* cols) {
  const Walk walk = Interleaved::of(size);
  for (u64 i = walk.first; i < walk.end; i += walk.step) {
    const u64 row = keys[i] / clusters;
    rows[row] = 1;
    cols[keys[i] - row * clusters] = 1;
  }
}

extern "C" __global__ void number(const u64* occupied, u64 size, u32* ranks) {
  const Walk walk = Interleaved::of(size);
  for (u64 i = walk.first; i < walk.end; i += walk.step) ranks[occupied[i]] = (u32)i;
}

extern "C" __global__ void split(const u64* keys, u64 size, u64 clusters, const u32* row_ranks,
                                 const u32* col_ranks, int* rows, int* cols) {
  const Walk walk = Interleaved::of(size);
  for (u64 i = walk.first; i < walk.end; i += walk.step) {
    const u64 row = keys[i] / clusters;
    rows[i] = (int)row_ranks[row];
    cols[i] = (int)col_ranks[keys[i] - row * clusters];
  }
}
