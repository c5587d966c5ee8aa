// Counting by sorting, for tables with many possible cells: objects are sorted by (row, column),
// and each run is a cell. Needs memory for one load per object and one counter per group.
#pragma once

#include <algorithm>
#include <utility>

#include "partita/base/bucket_sort.hpp"
#include "partita/base/parallel.hpp"
#include "partita/counting/cells.hpp"
#include "partita/counting/grouping.hpp"
#include "partita/counting/row_sorter.hpp"

namespace partita {

// Objects with their loads, bucketed by column, then by row.
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
    for (std::size_t col = mine.begin; col < mine.end; ++col) {
      for (const T& item : by_column[col])
        put(item.group, T{static_cast<std::uint32_t>(col), item.load});
      poll(4 * by_column[col].size());
    }
  });
}

// Objects without loads: bucketed by row, then each row sorted in place.
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
    for (std::size_t row = mine.begin; row < mine.end; ++row) {
      const std::size_t size = by_row.start[row + 1] - by_row.start[row];
      sorter.sort({by_row.items.data() + by_row.start[row], size});
      poll(8 * size);
    }
  });
  return by_row;
}

// Calls take(row, column, items) for every nonempty cell in the rows of `range`.
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
    poll(4 * items.size());
  }
}

// Each worker has a counter per group; all workers together have fewer than four per object.
inline std::size_t sparse_workers(std::size_t threads, const Grouping& truth,
                                  const Grouping& prediction) {
  const std::size_t n = truth.codes.size;
  const std::size_t groups = std::max<std::size_t>({1, truth.size, prediction.size});
  return std::min(worker_count(threads, n, std::size_t{1} << 18), 4 * n / groups + 1);
}

// Sorts objects by row and by column within the row, and folds them into cells.
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
