// Counting by sorting, for tables of many possible cells: objects are brought into the order of
// (row, column) and each run is a cell. Memory for one load per object and one counter per group.
#pragma once

#include <algorithm>
#include <utility>

#include "partita/cells.hpp"
#include "partita/grouping.hpp"
#include "partita/parallel.hpp"
#include "partita/row_sorter.hpp"

namespace partita {

template <class T>
struct Buckets {
  Buffer<T> items;
  std::vector<std::size_t> start;  // bucket k holds items start[k] .. start[k+1]-1

  std::span<const T> operator[](std::size_t k) const {
    return {items.data() + start[k], start[k + 1] - start[k]};
  }
  // The buckets of a worker that owns about its share of the items.
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
// as narrow as the number of items allows, since these are what the caches have to hold.
template <class Place>
struct Slots {
  Place next = 0;
  Place end = 0;
};

// Lays the buckets out one after another, each shared by the workers in their order. Enters with
// the counts in `end`.
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
  }
  start[buckets] = next;
  return start;
}

[[noreturn]] inline void refuse_changed() {
  throw std::invalid_argument("an array of codes changed while it was read");
}

// Stable counting sort. visit(worker, put) calls put(bucket, item) for the worker's items in order;
// it is called twice, once to count and once to place. It may read memory that another thread
// changes in between, so that an item without a place, or a place without an item, is an error.
template <class T, class Place, class Visit>
Buckets<T> bucket_sort(std::size_t buckets, std::size_t workers, const Visit& visit) {
  std::vector<std::vector<Slots<Place>>> parts(workers);
  run_workers(workers, [&](std::size_t worker) {
    parts[worker].resize(buckets);
    Slots<Place>* slots = parts[worker].data();
    visit(worker, [slots](std::size_t bucket, const T&) { ++slots[bucket].end; });
  });
  Buckets<T> sorted{{}, lay_out(parts, buckets)};
  sorted.items.resize(sorted.start.back());
  run_workers(workers, [&](std::size_t worker) {
    Slots<Place>* slots = parts[worker].data();
    T* items = sorted.items.data();
    visit(worker, [=](std::size_t bucket, const T& item) {
      if (slots[bucket].next == slots[bucket].end) refuse_changed();
      items[slots[bucket].next++] = item;
    });
    for (std::size_t bucket = 0; bucket < buckets; ++bucket)
      if (slots[bucket].next != slots[bucket].end) refuse_changed();
  });
  return sorted;
}

// Calls put(row, column, position) for the objects of one worker.
template <class Put>
void for_each_object(const Grouping& truth, const Grouping& prediction, Range range,
                     const Put& put) {
  std::uint32_t rows[block_size], cols[block_size];
  for (std::size_t begin = range.begin; begin < range.end; begin += block_size) {
    const std::size_t count = std::min(block_size, range.end - begin);
    decode(truth, begin, count, rows);
    decode(prediction, begin, count, cols);
    for (std::size_t i = 0; i < count; ++i) put(rows[i], cols[i], begin + i);
  }
}

// Loads travel with their objects: bucketed by column, then by row.
template <class Place, class Policy>
Buckets<Item<typename Policy::Load>> sort_objects(const Policy& policy, const Grouping& truth,
                                                  const Grouping& prediction, std::size_t workers) {
  using T = Item<typename Policy::Load>;
  const std::size_t n = truth.codes.size;
  const auto by_column =
      bucket_sort<T, Place>(prediction.size, workers, [&](std::size_t worker, const auto& put) {
        for_each_object(truth, prediction, share(n, worker, workers, block_size),
                        [&](std::uint32_t row, std::uint32_t col, std::size_t i) {
                          put(col, T{row, policy.load(i)});
                        });
      });
  return bucket_sort<T, Place>(truth.size, workers, [&](std::size_t worker, const auto& put) {
    const Range mine = by_column.owned(worker, workers);
    for (std::size_t col = mine.begin; col < mine.end; ++col)
      for (const T& item : by_column[col])
        put(item.group, T{static_cast<std::uint32_t>(col), item.load});
  });
}

// Bare objects: bucketed by row, then each row sorted where it lies.
template <class Place>
Buckets<Item<Objects::Load>> sort_objects(const Objects&, const Grouping& truth,
                                          const Grouping& prediction, std::size_t workers) {
  using T = Item<Objects::Load>;
  const std::size_t n = truth.codes.size;
  auto by_row =
      bucket_sort<T, Place>(truth.size, workers, [&](std::size_t worker, const auto& put) {
        for_each_object(
            truth, prediction, share(n, worker, workers, block_size),
            [&](std::uint32_t row, std::uint32_t col, std::size_t) { put(row, T{col, {}}); });
      });
  run_workers(workers, [&](std::size_t worker) {
    RowSorter sorter(prediction.size);
    const Range mine = by_row.owned(worker, workers);
    for (std::size_t row = mine.begin; row < mine.end; ++row)
      sorter.sort(
          {by_row.items.data() + by_row.start[row], by_row.start[row + 1] - by_row.start[row]});
  });
  return by_row;
}

// Calls take(row, column, items) for every cell with a trace in the rows of `range`.
template <class Policy, class T, class Take>
void for_each_cell(const Buckets<T>& by_row, Range range, const Take& take) {
  for (std::size_t row = range.begin; row < range.end; ++row) {
    const std::span<const T> items = by_row[row];
    for (std::size_t begin = 0, end = 0; begin < items.size(); begin = end) {
      bool trace = false;
      for (; end < items.size() && items[end].group == items[begin].group; ++end)
        trace = trace || Policy::leaves_trace(items[end].load);
      if (trace) take(row, items[begin].group, items.subspan(begin, end - begin));
    }
  }
}

// Each worker keeps a counter per group; all of them together stay below four per object.
inline std::size_t sparse_workers(std::size_t threads, const Grouping& truth,
                                  const Grouping& prediction) {
  const std::size_t n = truth.codes.size;
  const std::size_t groups = std::max<std::size_t>({1, truth.size, prediction.size});
  return std::min(worker_count(threads, n / block_size + 1, 64), 4 * n / groups + 1);
}

// Objects sorted by row and by column within the row, folded into cells.
template <class Policy, class T>
typename Policy::Table fold_cells(const Buckets<T>& by_row, std::size_t workers) {
  std::vector<std::size_t> first(workers + 1);
  run_workers(workers, [&](std::size_t worker) {
    std::size_t cells = 0;
    for_each_cell<Policy>(by_row, by_row.owned(worker, workers),
                          [&](auto, auto, const auto&) { ++cells; });
    first[worker + 1] = cells;
  });
  for (std::size_t worker = 0; worker < workers; ++worker) first[worker + 1] += first[worker];
  typename Policy::Table out;
  out.resize(first[workers]);
  run_workers(workers, [&](std::size_t worker) {
    std::size_t cell = first[worker];
    for_each_cell<Policy>(by_row, by_row.owned(worker, workers),
                          [&](std::size_t row, std::uint32_t col, const auto& items) {
                            out.rows[cell] = static_cast<std::int32_t>(row);
                            out.cols[cell] = static_cast<std::int32_t>(col);
                            Policy::fold(items, out, cell++);
                          });
  });
  return out;
}

template <class Policy>
typename Policy::Table tabulate_sparse(const Policy& policy, const Grouping& truth,
                                       const Grouping& prediction, std::size_t threads) {
  const std::size_t workers = sparse_workers(threads, truth, prediction);
  const auto tabulated = [&]<class Place>(Place) {
    return fold_cells<Policy>(sort_objects<Place>(policy, truth, prediction, workers), workers);
  };
  const bool narrow = truth.codes.size <= std::numeric_limits<std::uint32_t>::max();
  return narrow ? tabulated(std::uint32_t{}) : tabulated(std::size_t{});
}

}  // namespace partita
