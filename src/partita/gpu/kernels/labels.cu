// Kernels for the labels of one side. LABEL, their type, is defined before.

// The least and the greatest label. FLIP orders labels like unsigned numbers. The least is kept as
// the largest complement, so that both start from zeros.
extern "C" __global__ void extremes(const LABEL* labels, u64 n, u64* found) {
  u64 low = 0, high = 0;
  const Walk walk = Interleaved::of(n);
  for (u64 i = walk.first; i < walk.end; i += walk.step) {
    const u64 key = (u64)(long long)labels[i] ^ FLIP;
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

// Enter every distinct label, as its distance from the least. The count of a slot is its own place
// plus one, by which it is found again once the labels are sorted.
extern "C" __global__ void enter(const LABEL* labels, u64 n, u64 low, Slots slots) {
  const Walk walk = Stretches::of(n);
  for (u64 i = walk.first; i < walk.end; i += walk.step) {
    const u64 number = (u64)(long long)labels[i] - low;
    const Slot near = slots.at[home(slots, number)];  // mostly entered before, in the L1 cache
    if (near.key == number + 1 && near.count) continue;
    const u64 place = claim(slots, number);
    if (place > slots.capacity) return;
    volatile u64* count = &slots.at[place].count;
    if (!*count) *count = place + 1;
  }
}

// The rank of each label, once the slots hold ranks.
extern "C" __global__ void look_up(const LABEL* labels, u64 n, u64 low, Slots slots, u32* codes) {
  const Walk walk = Interleaved::of(n);
  for (u64 i = walk.first; i < walk.end; i += walk.step)
    codes[i] = (u32)slots.at[find(slots, (u64)(long long)labels[i] - low)].count;
}
