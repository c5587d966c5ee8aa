// One pass over the cells: margins, and for counts how often each cell size occurs. The statistics
// of a table share it.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "partita/base/parallel.hpp"
#include "partita/numbers/integer_log.hpp"
#include "partita/table/table.hpp"

namespace partita {

template <class Count>
struct Sweep;

template <>
struct Sweep<double> {
  Margins<double> margins;

  explicit Sweep(const Table<double>& table, std::size_t = 0) : margins(table) {}
};

// Tables with many cells have few cell sizes, so small sizes are counted instead of listed.
template <>
struct Sweep<std::int64_t> {
  static constexpr std::size_t listed_below = 4096;  // up to this many cells are always listed

  Margins<std::int64_t> margins;
  std::vector<std::uint64_t> cells_of_size;  // below small_logs; empty if cells are listed
  std::size_t large = 0;                     // number of cells of other sizes

  explicit Sweep(const Table<std::int64_t>& table, std::size_t threads = 1)
      : margins(table.n_rows, table.n_cols) {
    if (table.size() < listed_below) {
      margins.add(table, 0, table.size(), [](std::size_t, std::uint64_t) {});
      large = table.size();
      return;
    }
    // Every worker has its own margins to add up, so there are not many more margins than cells.
    const std::size_t lines = table.n_rows + table.n_cols, grain = std::size_t{1} << 16;
    const std::size_t workers = worker_count(threads, table.size(), std::max(grain, lines / 2));
    cells_of_size.resize(small_logs);
    std::vector<std::unique_ptr<Sweep>> others(workers);
    run_workers(workers, [&](std::size_t worker) {
      if (worker > 0) others[worker].reset(new Sweep(table.n_rows, table.n_cols));
      Sweep& own = worker == 0 ? *this : *others[worker];
      own.read(table, share(table.size(), worker, workers));
    });
    for (std::size_t worker = 1; worker < workers; ++worker) merge(*others[worker]);
  }

  // Calls add(size, cells) with every cell size, possibly several times.
  template <class Add>
  void each_size(const Table<std::int64_t>& table, const Add& add) const {
    for (std::size_t size = 1; size < cells_of_size.size(); ++size)
      if (cells_of_size[size] > 0) add(size, cells_of_size[size]);
    if (large == 0) return;
    for (std::int64_t count : table.counts)
      if (static_cast<std::uint64_t>(count) >= cells_of_size.size())
        add(static_cast<std::uint64_t>(count), std::uint64_t{1});
  }

 private:
  Sweep(std::size_t n_rows, std::size_t n_cols)
      : margins(n_rows, n_cols), cells_of_size(small_logs) {}

  void read(const Table<std::int64_t>& table, const Range& mine) {
    std::vector<std::uint64_t> copies(2 * small_logs);  // in turn: equal sizes follow each other
    const auto note = [this, counters = copies.data()](std::size_t cell, std::uint64_t count) {
      if (count < small_logs)
        ++counters[cell % 2 * small_logs + count];
      else
        ++large;
    };
    for_each_part(mine, [&](Range part) { margins.add(table, part.begin, part.end, note); });
    for (std::size_t size = 0; size < small_logs; ++size)
      cells_of_size[size] += copies[size] + copies[small_logs + size];
  }
  void merge(const Sweep& other) {
    margins.merge(other.margins);
    for (std::size_t size = 0; size < small_logs; ++size)
      cells_of_size[size] += other.cells_of_size[size];
    large += other.large;
  }
};

}  // namespace partita
