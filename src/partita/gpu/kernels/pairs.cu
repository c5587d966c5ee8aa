// Kernels that count pairs of labels. The types TRUTH, PREDICTION and CELL (of a count) are defined
// before.

struct Labels {
  const TRUTH* truth;
  const PREDICTION* prediction;
  u64 n, low_class, classes, low_cluster, clusters;
  u32* beyond;  // set if a label is out of range
};

// As many labels as fill 16 bytes of the wider type, so that memory is read at full width.
template <class Label, int N>
struct alignas(sizeof(Label) * N) Pack {
  Label at[N];
};

// Call count(row, column) for each object; the thread stops if that returns false.
template <class Share, class Count>
__device__ void scan(const Labels& labels, Count count) {
  constexpr int N = 16 / (sizeof(TRUTH) > sizeof(PREDICTION) ? sizeof(TRUTH) : sizeof(PREDICTION));
  bool outside = false, on = true;
  auto one = [&](TRUTH t, PREDICTION p) {
    const u64 row = (u64)(long long)t - labels.low_class;
    const u64 col = (u64)(long long)p - labels.low_cluster;
    if (row < labels.classes && col < labels.clusters)
      on = count(row, col) && on;
    else
      outside = true;
  };
  const u64 skew =
      (u64)labels.truth % (sizeof(TRUTH) * N) | (u64)labels.prediction % (sizeof(PREDICTION) * N);
  const u64 packs = skew ? 0 : labels.n / N;
  auto truth = reinterpret_cast<const Pack<TRUTH, N>*>(labels.truth);
  auto prediction = reinterpret_cast<const Pack<PREDICTION, N>*>(labels.prediction);
  const Walk wide = Share::of(packs), rest = Share::of(labels.n - packs * N);
  for (u64 i = wide.first; i < wide.end && on; i += wide.step) {
    const auto left = truth[i];
    const auto right = prediction[i];
#pragma unroll
    for (int k = 0; k < N; ++k) one(left.at[k], right.at[k]);
  }
  for (u64 i = rest.first; i < rest.end && on; i += rest.step)
    one(labels.truth[packs * N + i], labels.prediction[packs * N + i]);
  if (outside) *labels.beyond = 1;
}

// Small tables: each block counts some rows of the table in shared memory, in several copies if
// there is room, so that equal labels do not wait for each other.
extern "C" __global__ void __launch_bounds__(1024)
    count_shared(Labels labels, u64 first_row, u64 rows, u32 copies, u64* counts) {
  extern __shared__ u32 own[];
  const u32 cells = (u32)(rows * labels.clusters), copy = threadIdx.x % copies;
  for (u32 i = threadIdx.x; i < cells * copies; i += blockDim.x) own[i] = 0;
  __syncthreads();
  scan<Interleaved>(labels, [&](u64 row, u64 col) {
    row -= first_row;
    if (row < rows) atomicAdd(own + (u32)(row * labels.clusters + col) * copies + copy, 1u);
    return true;
  });
  __syncthreads();
  for (u32 i = threadIdx.x; i < cells; i += blockDim.x) {
    u64 sum = 0;
    for (u32 k = 0; k < copies; ++k) sum += own[i * copies + k];
    if (sum) atomicAdd(counts + first_row * labels.clusters + i, sum);
  }
}

// Large tables are in device memory, which adds to one cell at a time, so a cell with many of the
// objects would slow everything down. Each block therefore keeps the cells that it meets first, as
// many as fit, and adds them at the end; frequent cells are among them.
constexpr u32 KEPT = 4096;

template <class Add>
__device__ void keep_frequent(const Labels& labels, Add add) {
  __shared__ u64 keys[KEPT];
  __shared__ u32 counts[KEPT];
  const u64 none = ~0ull;
  for (u32 i = threadIdx.x; i < KEPT; i += blockDim.x) {
    keys[i] = none;
    counts[i] = 0;
  }
  __syncthreads();
  scan<Stretches>(labels, [&](u64 row, u64 col) {
    const u64 cell = row * labels.clusters + col;
    const u32 place = (u32)(cell * 0x9e3779b97f4a7c15ull >> 52);
    u64 found = *(volatile u64*)&keys[place];
    if (found == none) found = atomicCAS(&keys[place], none, cell);
    if (found != none && found != cell) return add(cell, 1);
    atomicAdd(&counts[place], 1u);
    return true;
  });
  __syncthreads();
  for (u32 i = threadIdx.x; i < KEPT; i += blockDim.x)
    if (counts[i]) add(keys[i], counts[i]);
}

extern "C" __global__ void __launch_bounds__(512, 3) count_dense(Labels labels, CELL* counts) {
  keep_frequent(labels, [&](u64 cell, u32 times) {
    atomicAdd(counts + cell, (CELL)times);
    return true;
  });
}

extern "C" __global__ void __launch_bounds__(512, 3) count_hash(Labels labels, Slots slots) {
  keep_frequent(labels, [&](u64 cell, u32 times) {
    const u64 place = claim(slots, cell);
    if (place > slots.capacity) return false;
    atomicAdd(&slots.at[place].count, (u64)times);
    return true;
  });
}
