// Items dealt into many buckets in one pass: a bucket is a chain of chunks, taken from one arena as
// they are needed. The order inside a bucket means nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "partita/buffer.hpp"
#include "partita/grouping.hpp"
#include "partita/parallel.hpp"

namespace partita {

// What one worker deals. `Place` holds every position in its arena.
template <class T, class Place>
class Dealer {
 public:
  // For no more than `items` items. Memory of the arena that is not written to costs nothing.
  Dealer(std::size_t buckets, std::size_t items) : next_(buckets) {
    arena_.resize(arena_size(buckets, items));
    before_.reserve(arena_.size() / chunk);
  }

  static std::size_t arena_size(std::size_t buckets, std::size_t items) {
    return (items / chunk + buckets + 1) * chunk;
  }

  void put(std::size_t bucket, T item) {
    Place place = next_[bucket];
    if (place % chunk == 0) place = open(place);
    arena_[place] = item;
    next_[bucket] = place + 1;
  }

  // Calls take(items) for the chunks of a bucket.
  template <class Take>
  void for_each_chunk(std::size_t bucket, const Take& take) const {
    std::size_t end = next_[bucket];
    while (end != 0) {
      const std::size_t index = (end - 1) / chunk;
      take(std::span<const T>(arena_.data() + index * chunk, end - index * chunk));
      end = before_[index];
    }
  }
  std::size_t size(std::size_t bucket) const {
    std::size_t sum = 0;
    for_each_chunk(bucket, [&](auto items) { sum += items.size(); });
    return sum;
  }

 private:
  static constexpr std::size_t chunk = 1024 / sizeof(T);

  // A new chunk for a bucket whose last one ends at `end`; 0 if it has none yet.
  Place open(Place end) {
    before_.push_back(end);
    return static_cast<Place>((before_.size() - 1) * chunk);
  }

  std::vector<Place> next_;    // after the last item of each bucket; 0 if there is none
  std::vector<Place> before_;  // where the chunk before each chunk of the arena ends
  Buffer<T> arena_;
};

// The objects of all workers in buckets of neighbouring cells, and who counts which.
template <class T, class Place>
struct Dealt {
  std::vector<Dealer<T, Place>> parts;
  std::vector<std::size_t> start;  // objects before each bucket

  std::size_t size(std::size_t bucket) const { return start[bucket + 1] - start[bucket]; }
  // The buckets of a worker that owns about its share of the objects.
  Range owned(std::size_t worker, std::size_t workers) const {
    const auto bucket = [&](std::size_t object) {
      return static_cast<std::size_t>(std::lower_bound(start.begin(), start.end() - 1, object) -
                                      start.begin());
    };
    const Range mine = share(start.back(), worker, workers);
    return {worker == 0 ? 0 : bucket(mine.begin),
            worker + 1 == workers ? start.size() - 1 : bucket(mine.end)};
  }
  template <class Take>
  void for_each_chunk(std::size_t bucket, const Take& take) const {
    for (const auto& part : parts) part.for_each_chunk(bucket, take);
  }
};

// visit(range, put) calls put(bucket, item) for the objects of a range.
template <class T, class Place, class Visit>
Dealt<T, Place> deal(std::size_t buckets, std::size_t objects, std::size_t workers,
                     const Visit& visit) {
  Dealt<T, Place> dealt;
  for (std::size_t worker = 0; worker < workers; ++worker) {
    const Range mine = share(objects, worker, workers, block_size);
    dealt.parts.emplace_back(buckets, mine.end - mine.begin);
  }
  run_workers(workers, [&](std::size_t worker) {
    Dealer<T, Place>& dealer = dealt.parts[worker];
    visit(share(objects, worker, workers, block_size),
          [&dealer](std::size_t bucket, T item) { dealer.put(bucket, item); });
  });
  dealt.start.resize(buckets + 1);
  for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
    std::size_t size = 0;
    for (const auto& part : dealt.parts) size += part.size(bucket);
    dealt.start[bucket + 1] = dealt.start[bucket] + size;
  }
  return dealt;
}

}  // namespace partita
