// Counting in buckets, for tables with many possible cells: objects are dealt into buckets by the
// high bits of their cell, and each bucket is counted within the caches, with a counter for each
// cell or by sorting. Buckets are ranges of cells, so cells come out ordered by (row, column).
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "partita/counting/bucket_counter.hpp"
#include "partita/counting/cell_writer.hpp"
#include "partita/counting/dealt_keys.hpp"
#include "partita/counting/remainder_sorter.hpp"

namespace partita {

// Writes the cells of units one after the other.
template <class Place>
class UnitWriter {
 public:
  // Keys below `keys`, in rows of `columns`, which is a power of two for units that are sorted.
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

// The approximate time of a unit in nanoseconds: keys are sorted, or counted and their counters (or
// the bitmap) scanned.
template <class Place>
std::size_t cost_of(const Unit<Place>& unit) {
  if (unit.narrow == nullptr) return 6 * unit.size;
  return unit.size < bucket_cells / 2 ? 2 * unit.size + 1500 : unit.size + bucket_cells;
}

// Workers own adjacent units that take about the same time.
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

// Medium tables: buckets with a counter for each cell.
template <class Place>
Cells tabulate_buckets(const Grouping& truth, const Grouping& prediction, std::size_t workers) {
  const std::size_t cells = std::size_t{truth.size} * prediction.size;
  DealtKeys<Place> dealt(truth, prediction, workers);
  dealt.count(cells);
  return write_units(dealt.units(), cells, prediction.size, workers);
}

// Large tables: buckets of few objects, which are sorted. Columns are a power of two, so that a key
// gives its row and column without a division.
template <class Place>
Cells tabulate_remainders(const Grouping& truth, const Grouping& prediction, std::size_t workers) {
  const std::uint64_t columns = std::bit_ceil(std::uint64_t{prediction.size});
  const std::uint64_t keys = truth.size * columns;
  DealtKeys<Place> dealt(truth, prediction, workers);
  FrequentCells frequent(sampled_keys(truth, prediction, columns));
  if (frequent.empty())
    dealt.sort(keys, columns);
  else
    dealt.sort_others(keys, columns, frequent);
  Cells cells = write_units(dealt.units(), keys, columns, workers);
  frequent.write(columns, cells);
  return cells;
}

}  // namespace partita
