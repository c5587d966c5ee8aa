// A counting sort over threads that detects memory changing while it is read.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "partita/base/buffer.hpp"
#include "partita/base/parallel.hpp"

namespace partita {

template <class T>
struct Buckets {
  Buffer<T> items;
  std::vector<std::size_t> start;  // bucket k holds items start[k] .. start[k+1]-1

  std::span<const T> operator[](std::size_t k) const {
    return {items.data() + start[k], start[k + 1] - start[k]};
  }
  // The buckets of a worker, with about its share of the items.
  Range owned(std::size_t worker, std::size_t workers) const {
    const auto bucket = [&](std::size_t item) {
      return static_cast<std::size_t>(std::lower_bound(start.begin(), start.end() - 1, item) -
                                      start.begin());
    };
    const Range mine = share(start.back(), worker, workers);
    return {worker == 0 ? 0 : bucket(mine.begin),
            worker + 1 == workers ? start.size() - 1 : bucket(mine.end)};
  }
};

// Where a worker puts its next item of a bucket, and where its part of the bucket ends. `Place` is
// as narrow as the number of items allows, because these places must fit the caches.
template <class Place>
struct Slots {
  Place next = 0;
  Place end = 0;
};

// Buckets filled by several workers.
template <class T, class Place>
struct SharedBuckets : Buckets<T> {
  std::vector<std::vector<Slots<Place>>> parts;  // full when a worker's next is its end

  // The places of a worker in each bucket, from its first.
  std::vector<Slots<Place>> of(std::size_t worker) const {
    std::vector<Slots<Place>> slots = parts[worker];
    for (std::size_t k = 0; k < slots.size(); ++k)
      slots[k].next = worker == 0 ? static_cast<Place>(this->start[k]) : parts[worker - 1][k].end;
    return slots;
  }
};

// Places the buckets one after another; workers share each in their order. On entry `end` has the
// counts.
template <class Place>
std::vector<std::size_t> lay_out(std::vector<std::vector<Slots<Place>>>& parts,
                                 std::size_t buckets) {
  std::vector<std::size_t> start(buckets + 1);
  Place next = 0;
  for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
    start[bucket] = next;
    for (auto& slots : parts) {
      slots[bucket].next = next;
      next = slots[bucket].end += next;
    }
    poll(parts.size());
  }
  start[buckets] = next;
  return start;
}

[[noreturn]] inline void refuse_changed() {
  throw std::invalid_argument("labels changed while they were read");
}

// The system provides memory page by page on first write. Items written in random order would wait
// for most pages at once, so the pages are touched in order, with polls in between.
template <class T>
void take_pages(Buffer<T>& buffer, std::size_t workers) {
  constexpr std::size_t page = 4096;
  auto* bytes = reinterpret_cast<volatile unsigned char*>(buffer.data());
  const std::size_t pages = buffer.size() * sizeof(T) / page;
  run_workers(workers, [&](std::size_t worker) {
    const Range mine = share(pages, worker, workers, large_page / page);
    for (std::size_t k = mine.begin; k < mine.end; ++k) {
      bytes[k * page] = 0;
      poll(512);  // after every large page, if there are any
    }
  });
}

// Stable counting sort. visit(worker, put) calls put(bucket, item) for the worker's items in order;
// it is called twice, first to count and then to place. Another thread may change the memory in
// between: then an item without a place, or a place without an item, is an error.
template <class T, class Place, class Visit>
SharedBuckets<T, Place> bucket_sort(std::size_t buckets, std::size_t workers, const Visit& visit) {
  std::vector<std::vector<Slots<Place>>> parts(workers);
  run_workers(workers, [&](std::size_t worker) {
    parts[worker].resize(buckets);
    Slots<Place>* slots = parts[worker].data();
    visit(worker, [slots](std::size_t bucket, const T&) { ++slots[bucket].end; });
  });
  Buckets<T> sorted{{}, lay_out(parts, buckets)};
  sorted.items.resize(sorted.start.back());
  if (sorted.items.size() * sizeof(T) >= 32 * large_page) take_pages(sorted.items, workers);
  run_workers(workers, [&](std::size_t worker) {
    Slots<Place>* slots = parts[worker].data();
    T* items = sorted.items.data();
    visit(worker, [=](std::size_t bucket, const T& item) {
      if (slots[bucket].next == slots[bucket].end) refuse_changed();
      items[slots[bucket].next++] = item;
    });
    for_each_part({0, buckets}, [=](Range part) {
      for (std::size_t bucket = part.begin; bucket < part.end; ++bucket)
        if (slots[bucket].next != slots[bucket].end) refuse_changed();
    });
  });
  return {std::move(sorted), std::move(parts)};
}

}  // namespace partita
