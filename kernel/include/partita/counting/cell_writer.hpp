// Writes cells in the order of (row, column), from ascending keys = row * columns + column.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "partita/base/parallel.hpp"
#include "partita/counting/cells.hpp"
#include "partita/counting/remainder_sorter.hpp"

namespace partita {

class CellWriter {
 public:
  CellWriter(Cells& out, std::size_t next, std::size_t columns)
      : out_(out), next_(next), columns_(columns) {}

  // To be called before keys from `key` upward are written.
  void start(std::uint64_t key) {
    row_ = key / columns_;
    row_end_ = (row_ + 1) * columns_;
  }
  void put(std::uint64_t key, std::uint64_t count) {
    if (key >= row_end_) {
      next_row();
      if (key >= row_end_) start(key);  // rows without a cell
    }
    out_.rows[next_] = static_cast<std::int32_t>(row_);
    out_.cols[next_] = static_cast<std::int32_t>(key + columns_ - row_end_);
    out_.counts[next_++] = static_cast<std::int64_t>(count);
  }
  // Writes the cells from `first` upward without empty ones, and resets their counters. It writes
  // every cell, and overwrites empty ones with the next: there is no branch to mispredict.
  template <class Place>
  void put_all(std::uint64_t first, std::span<Place> counters) {
    std::size_t done = 0;
    while (done < counters.size()) {
      while (first + done >= row_end_) next_row();
      const std::size_t stop = std::min<std::uint64_t>(counters.size(), row_end_ - first);
      auto col = static_cast<std::int32_t>(first + done + columns_ - row_end_);
      for (; done < stop; ++done, ++col) {
        const Place count = std::exchange(counters[done], 0);
        out_.rows[next_] = static_cast<std::int32_t>(row_);
        out_.cols[next_] = col;
        out_.counts[next_] = static_cast<std::int64_t>(count);
        next_ += count != 0 ? 1 : 0;
      }
    }
  }
  // Runs of equal keys, relative to `first`; columns are a power of two.
  void put_runs(std::uint64_t first, const Runs& runs) {
    const int shift = std::countr_zero(columns_);
    const std::uint32_t *keys = runs.keys.data(), *ends = runs.ends.data();
    std::int32_t *rows = out_.rows.data() + next_, *cols = out_.cols.data() + next_;
    std::int64_t* counts = out_.counts.data() + next_;
    std::uint32_t begin = 0;
    for (std::size_t run = 0; run < runs.keys.size(); ++run) {
      const std::uint64_t key = first + keys[run];
      rows[run] = static_cast<std::int32_t>(key >> shift);
      cols[run] = static_cast<std::int32_t>(key & (columns_ - 1));
      counts[run] = ends[run] - std::exchange(begin, ends[run]);
    }
    next_ += runs.keys.size();
  }
  std::size_t next() const { return next_; }

 private:
  void next_row() {
    ++row_;
    row_end_ += columns_;
  }
  Cells& out_;
  std::size_t next_;
  std::uint64_t columns_, row_ = 0, row_end_ = 0;
};

// Each worker writes where its cells would begin if each of its objects had its own cell; then the
// parts are moved together. Memory that is never written costs nothing.
template <class Write>
Cells write_parts(const std::vector<std::size_t>& most, const Write& write) {
  const std::size_t workers = most.size();
  std::vector<std::size_t> begin(workers + 1), end(workers);
  for (std::size_t worker = 0; worker < workers; ++worker)
    begin[worker + 1] = begin[worker] + most[worker] + 1;  // one spare place, see put_all
  Cells out;
  out.resize(begin[workers]);
  run_workers(workers,
              [&](std::size_t worker) { end[worker] = write(worker, out, begin[worker]); });
  const auto close = [&](auto& values) {
    auto next = values.begin() + static_cast<std::ptrdiff_t>(end[0]);
    for (std::size_t worker = 1; worker < workers; ++worker)
      next = std::copy(values.begin() + static_cast<std::ptrdiff_t>(begin[worker]),
                       values.begin() + static_cast<std::ptrdiff_t>(end[worker]), next);
  };
  run_workers(std::min<std::size_t>(workers, 2), [&](std::size_t worker) {
    if (worker == 0) close(out.counts);
    if (worker == 1) close(out.rows);
    if (worker == 1) close(out.cols);
  });
  std::size_t size = 0;
  for (std::size_t worker = 0; worker < workers; ++worker) size += end[worker] - begin[worker];
  out.resize(size);
  return out;
}

}  // namespace partita
