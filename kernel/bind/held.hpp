// A table owned by Python: cells are checked once, then read by every statistic.
#pragma once

#include <atomic>
#include <memory>
#include <utility>

#include "arrays.hpp"
#include "partita/counting/counted.hpp"
#include "partita/table/sweep.hpp"
#include "partita/table/table.hpp"

namespace partita::python {

// What the first statistic computes about the cells, for later ones. Threads that arrive at the
// same time all compute it and one result is kept: no thread waits, so that a signal handler that
// runs meanwhile may read the same table.
template <class Count>
class Found {
 public:
  Found() = default;
  ~Found() { delete kept_.load(); }
  Found(const Found&) = delete;
  Found& operator=(const Found&) = delete;

  const Sweep<Count>& sweep(const Table<Count>& table, std::size_t threads) {
    if (const Sweep<Count>* known = kept_.load(std::memory_order_acquire)) return *known;
    auto found = std::make_unique<const Sweep<Count>>(table, threads);
    const Sweep<Count>* known = nullptr;
    return kept_.compare_exchange_strong(known, found.get()) ? *found.release() : *known;
  }

 private:
  std::atomic<const Sweep<Count>*> kept_{nullptr};
};

template <class Count>
struct Held {
  Values<std::int32_t> rows, cols;
  Values<Count> counts;
  std::size_t n_rows = 0, n_cols = 0;
  std::unique_ptr<Found<Count>> found = std::make_unique<Found<Count>>();
  std::size_t threads = 0;  // threads of its statistics, as for counting; 0 for all cores

  Table<Count> table() const { return {rows.span, cols.span, counts.span, n_rows, n_cols}; }
  const Sweep<Count>& sweep() const { return found->sweep(table(), threads); }
};

using WeightTable = Held<double>;

// With the groups of its rows and columns, if it was counted from labels.
struct CountTable : Held<std::int64_t> {
  Occupied row_groups, col_groups;
  IntegerLabels truth, prediction;
};

// Arrays of cells owned by the caller; writable ones are copied.
template <class Count>
Held<Count> held_from(nb::handle rows, nb::handle cols, nb::handle counts, std::int64_t n_rows,
                      std::int64_t n_cols) {
  const char* type = std::is_same_v<Count, double> ? "float64" : "int64";
  Held<Count> held{constant_from<std::int32_t>(rows, "rows", "int32"),
                   constant_from<std::int32_t>(cols, "cols", "int32"),
                   constant_from<Count>(counts, "counts", type), size_from(n_rows, "n_rows"),
                   size_from(n_cols, "n_cols")};
  without_gil([&] { check(held.table()); });
  return held;
}

template <class T>
Values<T> owned(Buffer<T>&& buffer) {
  Values<T> values{nullptr, {}, std::move(buffer)};
  values.span = values.copy;
  return values;
}

inline CountTable counted_table(Counted&& counted, std::size_t threads, IntegerLabels&& truth = {},
                                IntegerLabels&& prediction = {}) {
  CountTable held{{owned(std::move(counted.cells.rows)), owned(std::move(counted.cells.cols)),
                   owned(std::move(counted.cells.counts)), counted.rows.size, counted.cols.size},
                  std::move(counted.rows),
                  std::move(counted.cols),
                  std::move(truth),
                  std::move(prediction)};
  held.threads = threads;
  release(held.truth.codes);  // the objects are counted; only names are needed now
  release(held.prediction.codes);
  return held;
}

}  // namespace partita::python
