// A sparse table for the measures: validated cells and exact margins. Counts are int64 with 128-bit
// margins, or positive doubles with margins as exact expansions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "partita/base/parallel.hpp"
#include "partita/counting/cells.hpp"
#include "partita/numbers/exact_sum.hpp"
#include "partita/table/size_list.hpp"

namespace partita {

template <class Count>
struct Table {
  std::span<const std::int32_t> rows, cols;  // sorted by (row, column), without duplicates
  std::span<const Count> counts;             // positive
  std::size_t n_rows = 0, n_cols = 0;        // every row and column has a cell

  std::size_t row(std::size_t cell) const { return static_cast<std::size_t>(rows[cell]); }
  std::size_t col(std::size_t cell) const { return static_cast<std::size_t>(cols[cell]); }
  std::size_t size() const { return counts.size(); }
};

inline bool is_count(std::int64_t count) { return count > 0; }
inline bool is_count(double count) { return count > 0.0 && is_weight(count); }

template <class Count>
void check_cell(const Table<Count>& table, std::size_t cell) {
  const auto refuse = [&](const char* reason) {
    throw std::invalid_argument("cell " + std::to_string(cell) + ": " + reason);
  };
  if (table.rows[cell] < 0 || table.row(cell) >= table.n_rows) refuse("rows is out of range");
  if (table.cols[cell] < 0 || table.col(cell) >= table.n_cols) refuse("cols is out of range");
  if (!is_count(table.counts[cell])) refuse("counts must be positive (weights within 2^±400)");
  const std::int32_t row_before = cell == 0 ? -1 : table.rows[cell - 1];
  if (table.rows[cell] != row_before) {
    if (table.rows[cell] != row_before + 1) refuse("rows must be ascending without gaps");
  } else if (table.cols[cell] <= table.cols[cell - 1]) {
    refuse("cols must be ascending within a row");
  }
}

// Throws std::invalid_argument unless all of the above is true.
template <class Count>
void check(const Table<Count>& table) {
  if (table.rows.size() != table.size() || table.cols.size() != table.size())
    throw std::invalid_argument("rows, cols and counts must have the same length");
  if (table.n_rows > table.size() || table.n_cols > table.size())
    throw std::invalid_argument("n_rows or n_cols exceeds the number of cells: some are empty");
  std::vector<bool> occupied(table.n_cols);
  each_index(table.size(), [&](std::size_t cell) {
    check_cell(table, cell);
    occupied[table.col(cell)] = true;
  });
  if (table.n_rows > 0 && table.row(table.size() - 1) + 1 != table.n_rows)
    throw std::invalid_argument("the last rows hold no cell");
  for (std::size_t col = 0; col < table.n_cols; ++col)
    if (!occupied[col])
      throw std::invalid_argument("column " + std::to_string(col) + " holds no cell");
}

// Cells line by line: rows are in order already, columns are bucketed.
struct Lines {
  std::vector<std::size_t> start;  // line k is cells[start[k]] .. cells[start[k+1]-1]
  Buffer<std::size_t> cells;

  std::size_t size() const { return start.size() - 1; }
  std::span<const std::size_t> operator[](std::size_t line) const {
    return std::span(cells).subspan(start[line], start[line + 1] - start[line]);
  }
};

inline Lines lines_of(std::span<const std::int32_t> line_of_cell, std::size_t lines) {
  const Range all{0, line_of_cell.size()};
  Lines out{std::vector<std::size_t>(lines + 1), Buffer<std::size_t>(line_of_cell.size())};
  for_each_part(all, [&](Range part) {
    for (std::size_t cell = part.begin; cell < part.end; ++cell)
      ++out.start[static_cast<std::size_t>(line_of_cell[cell]) + 1];
  });
  for (std::size_t line = 0; line < lines; ++line) out.start[line + 1] += out.start[line];
  std::vector<std::size_t> next(out.start.begin(), out.start.end() - 1);
  for_each_part(all, [&](Range part) {
    for (std::size_t cell = part.begin; cell < part.end; ++cell)
      out.cells[next[static_cast<std::size_t>(line_of_cell[cell])]++] = cell;
  });
  return out;
}

// Types of plain sums of cells and of margins: 128 bits for counts; for weights exact sums and
// their values.
template <class Count>
struct Sums;
template <>
struct Sums<std::int64_t> {
  using plain = u128;
  using margin = u128;
};
template <>
struct Sums<double> {
  using plain = ExactSum;
  using margin = Expansion;
};
template <class Count>
using plain_sum_t = typename Sums<Count>::plain;
template <class Count>
using margin_t = typename Sums<Count>::margin;

inline void add_to(u128& sum, std::int64_t count) { sum += static_cast<u128>(count); }
inline void add_to(ExactSum& sum, double count) { sum.add(count); }

inline DoubleDouble to_double_double(std::int64_t x) {
  return to_double_double(static_cast<u128>(x));
}
inline DoubleDouble to_double_double(const ExactSum& x) { return to_double_double(x.expansion()); }

template <class Count>
struct Margins;

template <>
struct Margins<std::int64_t> {
  SizeList rows, cols;
  u128 total = 0;

  Margins(std::size_t n_rows, std::size_t n_cols) : rows(n_rows), cols(n_cols) {}
  explicit Margins(const Table<std::int64_t>& table) : Margins(table.n_rows, table.n_cols) {
    for_each_part({0, table.size()}, [&](Range part) {
      add(table, part.begin, part.end, [](std::size_t, std::uint64_t) {});
    });
  }

  // Adds the cells from `begin` to `end`, row by row, and calls also(cell, count) for each.
  template <class Also>
  void add(Table<std::int64_t> table, std::size_t begin, std::size_t end, const Also& also) {
    constexpr std::size_t ahead = 32;  // cells
    while (begin < end) {
      const std::int32_t row = table.rows[begin];
      u128 size = 0;
      for (; begin < end && table.rows[begin] == row; ++begin) {
        cols.prefetch(table.col(std::min(begin + ahead, end - 1)));
        const auto count = static_cast<std::uint64_t>(table.counts[begin]);
        size += count;
        cols.add(table.col(begin), count);
        also(begin, count);
      }
      rows.add(static_cast<std::size_t>(row), size);
      total += size;
    }
  }
  void merge(const Margins& other) {
    each_index(rows.size(), [&](std::size_t row) { rows.add(row, other.rows[row]); });
    each_index(cols.size(), [&](std::size_t col) { cols.add(col, other.cols[col]); });
    total += other.total;
  }
};

inline std::vector<Expansion> line_sums(const Lines& lines, std::span<const double> counts) {
  std::vector<Expansion> sums(lines.size());
  ExactSum sum;
  for (std::size_t line = 0; line < sums.size(); ++line) {
    sum.clear();
    for (std::size_t cell : lines[line]) sum.add(counts[cell]);
    sums[line] = sum.expansion();
    poll(16 + 8 * lines[line].size());
  }
  return sums;
}

template <>
struct Margins<double> {
  std::vector<Expansion> rows, cols;
  Expansion total;

  explicit Margins(const Table<double>& table)
      : rows(line_sums(lines_of(table.rows, table.n_rows), table.counts)),
        cols(line_sums(lines_of(table.cols, table.n_cols), table.counts)) {
    ExactSum sum;
    for (const Expansion& row : rows) sum.add(row);
    total = sum.expansion();
  }
};

}  // namespace partita
