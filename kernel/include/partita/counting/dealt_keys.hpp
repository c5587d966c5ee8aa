// Deals all objects into ranges of keys, each of which is then counted or sorted within the caches.
#pragma once

#include <algorithm>
#include <bit>
#include <deque>
#include <span>
#include <vector>

#include "partita/counting/bucket_counter.hpp"
#include "partita/counting/cell_keys.hpp"
#include "partita/counting/dealer.hpp"
#include "partita/counting/frequent_cells.hpp"

namespace partita {

inline constexpr std::size_t sorted_objects = 8192;  // in a sorted bucket, about; fits the caches
inline constexpr std::size_t most_sorted = 4 * sorted_objects;
inline constexpr std::size_t cells_per_object = 96;  // beyond, a counter for each cell does not pay

// Bits of a key that remain to sort by; the others choose the bucket.
inline unsigned remainder_bits(unsigned bits, std::size_t objects) {
  const auto wanted = static_cast<unsigned>(std::bit_width(objects / sorted_objects));
  return std::min(32U, bits - std::min(bits, wanted));
}

// Buckets of 2^bits keys each.
struct Ranges {
  std::size_t buckets;
  unsigned bits;
};
inline Ranges counted_ranges(std::uint64_t keys) {
  return {(keys + bucket_cells - 1) >> bucket_bits, bucket_bits};
}
inline Ranges sorted_ranges(std::uint64_t keys, std::size_t objects) {
  const unsigned bits = remainder_bits(static_cast<unsigned>(std::bit_width(keys - 1)), objects);
  return {((keys - 1) >> bits) + 1, bits};
}

// The most places that an arena needs if one worker deals all objects. A bucket that is dealt again
// has at most 2^32 keys: it is split into 2^16 buckets that are counted, or into buckets that are
// sorted, fewer than one per 4096 objects.
inline std::size_t most_places(std::size_t objects, std::size_t buckets) {
  const std::size_t most = std::max({buckets, bucket_cells, objects / 4096 + 1});
  return objects + (most + 1) * (longest_chunk / sizeof(std::uint16_t));
}

// One bucket, to be counted by one worker: the keys from `first` upward.
template <class Place>
struct Unit {
  std::uint64_t first;
  unsigned bits;
  std::size_t bucket, size;
  const Dealt<std::uint16_t, Place>* narrow;  // counted: 2^16 keys
  const Dealt<std::uint32_t, Place>* wide;    // or sorted: 2^bits keys
};

// All objects in buckets, in the order of their keys. All workers deal a bucket with far more
// objects than the others again, so that none waits for the worker that has it.
template <class Place>
class DealtKeys {
 public:
  DealtKeys(const Grouping& truth, const Grouping& prediction, std::size_t workers)
      : truth_(truth), prediction_(prediction), workers_(workers) {}

  // Keys of row * columns + column, or with columns rounded up to a power of two.
  void count(std::size_t keys) {
    const Ranges ranges = counted_ranges(keys);
    narrow_.push_back(deal_objects<std::uint16_t, std::uint32_t>(ranges, prediction_.size, {},
                                                                 all_keys(ranges.bits)));
    add(narrow_.back(), 0);
  }
  void sort(std::uint64_t keys, std::uint64_t columns) {
    const Ranges ranges = sorted_ranges(keys, truth_.codes.size);
    wide_.push_back(
        deal_objects<std::uint32_t, std::uint64_t>(ranges, columns, {}, all_keys(ranges.bits)));
    add(wide_.back(), 0, ranges.bits);
  }
  // The same, but frequent cells are counted, and only one of their objects is dealt.
  void sort_others(std::uint64_t keys, std::uint64_t columns, FrequentCells& frequent) {
    const Ranges ranges = sorted_ranges(keys, truth_.codes.size);
    std::vector<FrequentCells> counters(workers_, frequent);
    wide_.push_back(deal_objects<std::uint32_t, std::uint64_t>(
        ranges, columns, frequent.keys(),
        [&](std::size_t worker, auto& dealer, auto& reader, auto block) {
          std::uint64_t rest[block_size];
          dealer.put(counters[worker].sift(block, rest, [&](std::size_t i) { reader.prefetch(i); }),
                     ranges.bits, [](std::size_t) {});
        }));
    for (const FrequentCells& counter : counters) frequent.merge(counter);
    add(wide_.back(), 0, ranges.bits);
  }
  const std::vector<Unit<Place>>& units() const { return units_; }

 private:
  static auto all_keys(unsigned bits) {
    return [bits](std::size_t, auto& dealer, auto& reader, auto block) {
      dealer.put(block, bits, [&](std::size_t i) { reader.prefetch(i); });
    };
  }
  // Calls put(worker, dealer, reader, keys) for every block of objects; `first` is dealt too.
  template <class T, class Key, class Put>
  Dealt<T, Place> deal_objects(const Ranges& ranges, std::uint64_t columns,
                               const std::vector<Key>& first, const Put& put) const {
    const auto mine = [&](std::size_t worker) {
      return share(truth_.codes.size, worker, workers_, block_size);
    };
    return deal<T, Place>(
        ranges.buckets, workers_,
        [&](std::size_t worker) { return mine(worker).end - mine(worker).begin + first.size(); },
        [&](std::size_t worker, auto& dealer) {
          const std::size_t besides = worker == 0 ? first.size() : 0;
          for (std::size_t i = 0; i < besides; i += block_size)
            dealer.put(std::span(first).subspan(i, std::min(block_size, besides - i)), ranges.bits,
                       [](std::size_t) {});
          KeyReader<Key> reader(truth_, prediction_, columns);
          const Range range = mine(worker);
          for (std::size_t begin = range.begin; begin < range.end; begin += block_size) {
            const std::size_t size = std::min(block_size, range.end - begin);
            put(worker, dealer, reader, std::span(reader.read(begin, size), size));
            poll(4 * size);
          }
        });
  }

  void add(const Dealt<std::uint16_t, Place>& dealt, std::uint64_t first) {
    for (std::size_t bucket = 0; bucket < dealt.sizes.size(); ++bucket, first += bucket_cells)
      if (dealt.sizes[bucket] != 0)
        units_.push_back({first, bucket_bits, bucket, dealt.sizes[bucket], &dealt, nullptr});
  }
  void add(const Dealt<std::uint32_t, Place>& dealt, std::uint64_t first, unsigned bits) {
    for (std::size_t bucket = 0; bucket < dealt.sizes.size(); ++bucket) {
      const std::size_t size = dealt.sizes[bucket];
      const Unit<Place> unit{
          first + (std::uint64_t{bucket} << bits), bits, bucket, size, nullptr, &dealt};
      if (size > most_sorted)
        deal_again(unit);
      else if (size != 0)
        units_.push_back(unit);
    }
  }
  void deal_again(const Unit<Place>& unit) {
    if ((std::uint64_t{1} << unit.bits) / cells_per_object <= unit.size) {
      const unsigned left = std::min(unit.bits, bucket_bits);
      narrow_.push_back(dealt_again<std::uint16_t>(unit, left));
      add(narrow_.back(), unit.first);
    } else {
      const unsigned left = remainder_bits(unit.bits, unit.size);
      wide_.push_back(dealt_again<std::uint32_t>(unit, left));
      add(wide_.back(), unit.first, left);
    }
  }
  template <class T>
  Dealt<T, Place> dealt_again(const Unit<Place>& unit, unsigned left) const {
    return deal<T, Place>(
        std::size_t{1} << (unit.bits - left), workers_,
        [&](std::size_t worker) { return unit.wide->parts[worker].size(unit.bucket); },
        [&](std::size_t worker, auto& dealer) {
          unit.wide->parts[worker].for_each_chunk(unit.bucket, [&](auto items) {
            dealer.put(items, left, [](std::size_t) {});
            poll(4 * items.size());
          });
        });
  }

  const Grouping& truth_;
  const Grouping& prediction_;
  std::size_t workers_;
  std::deque<Dealt<std::uint16_t, Place>> narrow_;  // deques: units point into them
  std::deque<Dealt<std::uint32_t, Place>> wide_;
  std::vector<Unit<Place>> units_;
};

}  // namespace partita
