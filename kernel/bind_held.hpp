// A table that Python holds: cells checked once, then read by every statistic.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "bind_arrays.hpp"
#include "partita/count.hpp"
#include "partita/sweep.hpp"
#include "partita/table.hpp"

namespace partita::python {

// What the first statistic finds out about the cells, for those that follow.
template <class Count>
struct Found {
  std::once_flag once;
  std::optional<Sweep<Count>> sweep;
};

template <class Count>
struct Held {
  Values<std::int32_t> rows, cols;
  Values<Count> counts;
  std::size_t n_rows = 0, n_cols = 0;
  std::unique_ptr<Found<Count>> found = std::make_unique<Found<Count>>();

  Table<Count> table() const { return {rows.span, cols.span, counts.span, n_rows, n_cols}; }
  // To be called without the interpreter's lock: another thread may be at it.
  const Sweep<Count>& sweep() const {
    std::call_once(found->once, [&] { found->sweep.emplace(table(), 0); });
    return *found->sweep;
  }
};

using WeightTable = Held<double>;

// With what is known of the groups behind its rows and columns, when it was counted from labels.
struct CountTable : Held<std::int64_t> {
  Occupied row_groups, col_groups;
  IntegerLabels truth, prediction;
};

// Arrays of cells that the caller keeps; writeable ones are copied.
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

inline CountTable counted_table(Counted&& counted, IntegerLabels&& truth = {},
                                IntegerLabels&& prediction = {}) {
  CountTable held{{owned(std::move(counted.cells.rows)), owned(std::move(counted.cells.cols)),
                   owned(std::move(counted.cells.counts)), counted.rows.size, counted.cols.size},
                  std::move(counted.rows),
                  std::move(counted.cols),
                  std::move(truth),
                  std::move(prediction)};
  held.truth.codes = {};  // the objects are counted; only names are still asked for
  held.prediction.codes = {};
  return held;
}

}  // namespace partita::python
