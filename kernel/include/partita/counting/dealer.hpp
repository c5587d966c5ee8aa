// Deals keys into many buckets in one pass. A bucket is a chain of chunks, taken from an arena as
// needed. It has a range of keys; its items are the low `bits` of these keys, in no particular
// order.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "partita/base/buffer.hpp"
#include "partita/base/parallel.hpp"
#include "partita/counting/grouping.hpp"

namespace partita {

// Every worker begins a chunk for every bucket, however few items it has for it. Begun chunks may
// take at most eight bytes per item: chunks get smaller, down to a cache line, and workers fewer
// until they do.
inline constexpr std::size_t longest_chunk = 1024, shortest_chunk = 64;  // bytes
inline constexpr std::size_t begun_bytes = 8;                            // per item

inline std::size_t dealing_workers(std::size_t workers, std::size_t buckets, std::size_t items) {
  return std::clamp<std::size_t>(begun_bytes * items / (buckets * shortest_chunk), 1, workers);
}
inline unsigned bits_of_chunks(std::size_t item_bytes, std::size_t buckets, std::size_t workers,
                               std::size_t items) {
  std::size_t bytes = longest_chunk;
  while (bytes > shortest_chunk && workers * buckets * bytes > begun_bytes * items) bytes /= 2;
  return static_cast<unsigned>(std::countr_zero(bytes / item_bytes));
}
// The number of chunks that suffices for these items in these buckets, in any distribution.
inline std::size_t arena_chunks(std::size_t items, std::size_t buckets, unsigned bits) {
  return (items >> bits) + buckets + 1;
}

// The items dealt by one worker. `Place` can hold every position in its arena.
template <class T, class Place>
class Dealer {
 public:
  // For at most `items` items, in chunks of 2^chunk_bits. Memory of the arena that is never written
  // costs nothing.
  Dealer(std::size_t buckets, std::size_t items, unsigned chunk_bits)
      : chunk_bits_(chunk_bits), next_(buckets), before_(arena_chunks(items, buckets, chunk_bits)) {
    arena_.resize(before_.size() << chunk_bits_);
  }

  // Deals at most a block of keys below buckets * 2^bits; calls ahead(i) for every eighth i. It
  // finds all places before it writes any item, because a processor that does not know where it
  // will write cannot look up the next place meanwhile.
  template <class Key, class Ahead>
  void put(std::span<const Key> keys, unsigned bits, const Ahead& ahead) {
    Place places[block_size];
    find(keys, bits, ahead, places);
    const Key mask = static_cast<Key>((std::uint64_t{1} << bits) - 1);
    T* arena = arena_.data();
    for (std::size_t i = 0; i < keys.size(); ++i) arena[places[i]] = static_cast<T>(keys[i] & mask);
  }

  // Calls take(items) for the chunks of a bucket, and prefetches the next one.
  template <class Take>
  void for_each_chunk(std::size_t bucket, const Take& take) const {
    for (std::span<const T> items = chunk(next_[bucket]); !items.empty();) {
      const std::span<const T> before = chunk(before_[index_of(items)]);
      prefetch(before);
      take(items);
      items = before;
    }
  }
  std::size_t size(std::size_t bucket) const {
    std::size_t sum = 0;
    for (auto items = chunk(next_[bucket]); !items.empty(); items = chunk(before_[index_of(items)]))
      sum += items.size();
    return sum;
  }

 private:
  // The items of the chunk that is filled up to `end`; none if that is 0.
  std::span<const T> chunk(std::size_t end) const {
    const std::size_t begin = end == 0 ? 0 : (end - 1) >> chunk_bits_ << chunk_bits_;
    return {arena_.data() + begin, end - begin};
  }
  std::size_t index_of(std::span<const T> items) const {
    return static_cast<std::size_t>(items.data() - arena_.data()) >> chunk_bits_;
  }
  static void prefetch(std::span<const T> items) {
    constexpr std::size_t line = 64 / sizeof(T);
    for (std::size_t i = 0; i < items.size(); i += line) __builtin_prefetch(items.data() + i);
  }

  template <class Key, class Ahead>
  void find(std::span<const Key> keys, unsigned bits, const Ahead& ahead, Place* places) {
    Place *next = next_.data(), *before = before_.data();
    const unsigned chunk_bits = chunk_bits_;
    const Place inside = static_cast<Place>((Place{1} << chunk_bits) - 1);
    std::size_t opened = opened_;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (i % 8 == 0) ahead(i);
      const std::size_t bucket = std::uint64_t{keys[i]} >> bits;
      Place place = next[bucket];
      if ((place & inside) == 0) [[unlikely]] {  // full, or none yet: another chunk
        before[opened] = place;
        place = static_cast<Place>(opened++ << chunk_bits);
      }
      places[i] = place;
      next[bucket] = place + 1;
    }
    opened_ = opened;
  }

  unsigned chunk_bits_;
  std::vector<Place> next_;    // after the last item of each bucket; 0 if there is none
  std::vector<Place> before_;  // where the chunk before each chunk of the arena ends
  std::size_t opened_ = 0;     // chunks in use
  Buffer<T> arena_;
};

// The objects of all workers in buckets of adjacent keys.
template <class T, class Place>
struct Dealt {
  std::vector<Dealer<T, Place>> parts;
  std::vector<std::size_t> sizes;  // objects of each bucket

  template <class Take>
  void for_each_chunk(std::size_t bucket, const Take& take) const {
    for (const auto& part : parts) part.for_each_chunk(bucket, take);
  }
};

// items(worker) is the most items that a worker may deal; visit(worker, dealer) deals them.
template <class T, class Place, class Items, class Visit>
Dealt<T, Place> deal(std::size_t buckets, std::size_t workers, const Items& items,
                     const Visit& visit) {
  Dealt<T, Place> dealt;
  std::vector<std::size_t> most(workers);
  for (std::size_t worker = 0; worker < workers; ++worker) most[worker] = items(worker);
  const std::size_t all = std::accumulate(most.begin(), most.end(), std::size_t{0});
  const unsigned bits = bits_of_chunks(sizeof(T), buckets, workers, all);
  for (std::size_t mine : most) dealt.parts.emplace_back(buckets, mine, bits);
  // Parts of few items are dealt one after the other, which is faster than starting a thread.
  const std::size_t threads = worker_count(workers, all, std::size_t{1} << 16);
  run_workers(threads, [&](std::size_t thread) {
    for (std::size_t worker = thread; worker < workers; worker += threads)
      visit(worker, dealt.parts[worker]);
  });
  dealt.sizes.resize(buckets);
  for (std::size_t bucket = 0; bucket < buckets; ++bucket)
    for (const auto& part : dealt.parts) dealt.sizes[bucket] += part.size(bucket);
  return dealt;
}

}  // namespace partita
