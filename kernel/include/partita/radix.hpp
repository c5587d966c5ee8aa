// Counting by partition, for tables of many possible cells: objects are dealt by the high bits of
// their cell into buckets, and each bucket is counted within the caches, by a counter for each cell
// or by sorting. Buckets are ranges of cells, so that cells come out in the order of (row, column).
#pragma once

#include <algorithm>
#include <bit>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "partita/bucket_counter.hpp"
#include "partita/cell_writer.hpp"
#include "partita/dealer.hpp"
#include "partita/keys.hpp"
#include "partita/remainder_sorter.hpp"

namespace partita {

// --- the objects in ranges of keys ---------------------------------------------------------------

inline constexpr std::size_t sorted_objects = 8192;  // in a bucket, about: sorted in the caches
inline constexpr std::size_t most_sorted = 4 * sorted_objects;
inline constexpr std::size_t cells_per_object = 96;  // more, and a counter each does not pay

// Bits of a key that are left to sort by once the others have chosen the bucket.
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

// The most places an arena needs, if one worker deals all objects. A bucket of them that is dealt
// again has at most 2^32 keys: it goes into 2^16 buckets that are counted, or, sorted, into fewer
// than one for 4096 objects.
inline std::size_t most_places(std::size_t objects, std::size_t buckets) {
  const std::size_t most = std::max({buckets, bucket_cells, objects / 4096 + 1});
  return objects + (most + 1) * (longest_chunk / sizeof(std::uint16_t));
}

// One bucket, to be counted by one worker: the keys from `first` on.
template <class Place>
struct Unit {
  std::uint64_t first;
  unsigned bits;
  std::size_t bucket, size;
  const Dealt<std::uint16_t, Place>* narrow;  // counted: 2^16 keys
  const Dealt<std::uint32_t, Place>* wide;    // or sorted: 2^bits keys
};

// All objects in buckets, in the order of their keys. A bucket that holds far more objects than
// others is dealt again, by all workers: nobody waits for the one who has it.
template <class Place>
class Partition {
 public:
  Partition(const Grouping& truth, const Grouping& prediction, std::size_t workers)
      : truth_(truth), prediction_(prediction), workers_(workers) {}

  // Keys of row * columns + column, or with columns rounded up to a power of two.
  void count(std::size_t keys) {
    narrow_.push_back(
        deal_objects<std::uint16_t, std::uint32_t>(counted_ranges(keys), prediction_.size));
    add(narrow_.back(), 0);
  }
  void sort(std::uint64_t keys, std::uint64_t columns) {
    const Ranges ranges = sorted_ranges(keys, truth_.codes.size);
    wide_.push_back(deal_objects<std::uint32_t, std::uint64_t>(ranges, columns));
    add(wide_.back(), 0, ranges.bits);
  }
  const std::vector<Unit<Place>>& units() const { return units_; }

 private:
  template <class T, class Key>
  Dealt<T, Place> deal_objects(const Ranges& ranges, std::uint64_t columns) const {
    const auto mine = [&](std::size_t worker) {
      return share(truth_.codes.size, worker, workers_, block_size);
    };
    return deal<T, Place>(
        ranges.buckets, workers_,
        [&](std::size_t worker) { return mine(worker).end - mine(worker).begin; },
        [&](std::size_t worker, auto& dealer) {
          KeyReader<Key> reader(truth_, prediction_, columns);
          const Range range = mine(worker);
          for (std::size_t begin = range.begin; begin < range.end; begin += block_size) {
            const std::size_t size = std::min(block_size, range.end - begin);
            dealer.put(std::span(reader.read(begin, size), size), ranges.bits,
                       [&](std::size_t i) { reader.prefetch(i); });
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

// --- from ranges of keys to cells ----------------------------------------------------------------

// Writes the cells of units, one after the other.
template <class Place>
class UnitWriter {
 public:
  // Keys below `keys`, of rows of `columns`; for units that are sorted a power of two.
  UnitWriter(std::uint64_t keys, std::uint64_t columns, Cells& out, std::size_t next)
      : keys_(keys), writer_(out, next, columns) {}

  void write(const Unit<Place>& unit) {
    if (unit.narrow != nullptr) return count(unit);
    std::uint32_t* room = sorter_.room(unit.size);
    unit.wide->for_each_chunk(
        unit.bucket, [&](auto items) { room = std::copy(items.begin(), items.end(), room); });
    writer_.put_runs(unit.first, sorter_.runs(unit.size, unit.bits));
  }
  std::size_t next() const { return writer_.next(); }

 private:
  void count(const Unit<Place>& unit) {
    const bool marked = unit.size < bucket_cells / 2;
    unit.narrow->for_each_chunk(unit.bucket, [&](auto items) { counter_.add(items, marked); });
    const std::size_t cells = std::min<std::uint64_t>(bucket_cells, keys_ - unit.first);
    counter_.write(unit.first, cells, marked, writer_);
  }

  std::uint64_t keys_;
  CellWriter writer_;
  RemainderSorter sorter_;
  BucketCounter<Place> counter_;
};

// About how long a unit takes, in nanoseconds: keys are sorted, or counted and the counters, or the
// bitmap of them, looked through.
template <class Place>
std::size_t cost_of(const Unit<Place>& unit) {
  if (unit.narrow == nullptr) return 6 * unit.size;
  return unit.size < bucket_cells / 2 ? 2 * unit.size + 1500 : unit.size + bucket_cells;
}

// Workers own neighbouring units that take about the same time.
template <class Place>
Cells write_units(const std::vector<Unit<Place>>& units, std::uint64_t keys, std::uint64_t columns,
                  std::size_t workers) {
  std::vector<std::size_t> start(units.size() + 1), most(workers);
  for (std::size_t i = 0; i < units.size(); ++i) start[i + 1] = start[i] + cost_of(units[i]);
  const auto owned = [&](std::size_t worker) {
    const auto unit = [&](std::size_t cost) {
      return static_cast<std::size_t>(std::lower_bound(start.begin(), start.end(), cost) -
                                      start.begin());
    };
    const Range mine = share(start.back(), worker, workers);
    return Range{unit(mine.begin), unit(mine.end)};
  };
  for (std::size_t worker = 0; worker < workers; ++worker)
    for (std::size_t i = owned(worker).begin; i < owned(worker).end; ++i)
      most[worker] +=
          units[i].narrow != nullptr ? std::min(units[i].size, bucket_cells) : units[i].size;
  return write_parts(most, [&](std::size_t worker, Cells& out, std::size_t begin) {
    UnitWriter<Place> writer(keys, columns, out, begin);
    for (std::size_t i = owned(worker).begin; i < owned(worker).end; ++i) {
      writer.write(units[i]);
      poll(cost_of(units[i]));
    }
    return writer.next();
  });
}

// --- the two ways --------------------------------------------------------------------------------

// Medium tables: buckets with a counter for each cell.
template <class Place>
Cells tabulate_buckets(const Grouping& truth, const Grouping& prediction, std::size_t workers) {
  const std::size_t cells = std::size_t{truth.size} * prediction.size;
  Partition<Place> partition(truth, prediction, workers);
  partition.count(cells);
  return write_units(partition.units(), cells, prediction.size, workers);
}

// Large tables: buckets of few objects, which are sorted. With columns a power of two, rows and
// columns are read off a key without a division.
template <class Place>
Cells tabulate_remainders(const Grouping& truth, const Grouping& prediction, std::size_t workers) {
  const std::uint64_t columns = std::bit_ceil(std::uint64_t{prediction.size});
  const std::uint64_t keys = truth.size * columns;
  Partition<Place> partition(truth, prediction, workers);
  partition.sort(keys, columns);
  return write_units(partition.units(), keys, columns, workers);
}

}  // namespace partita
