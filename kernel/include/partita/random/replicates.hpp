// Statistics of a family for many tables at once, one row of numbers per table. Tables may have
// empty cells, rows and columns, which are ignored.
#pragma once

#include <string>
#include <string_view>

#include "partita/chance/expected_series.hpp"
#include "partita/random/resampled_tables.hpp"
#include "partita/table/assignment.hpp"
#include "partita/table/code_lengths.hpp"
#include "partita/table/overlaps.hpp"

namespace partita {

enum class Family { pairs, information, expected_information, overlaps, matching, coding };

inline Family family_from(std::string_view name) {
  using enum Family;
  if (name == "pairs") return pairs;
  if (name == "information") return information;
  if (name == "expected_information") return expected_information;
  if (name == "overlaps") return overlaps;
  if (name == "matching") return matching;
  if (name == "coding") return coding;
  throw std::invalid_argument("family: no statistic is called '" + std::string(name) + "'");
}

// Numbers of integers and reals for one table. The integers begin with objects, occupied cells,
// classes and clusters; the rest depends on the family.
struct Width {
  std::size_t integers, reals;
};

inline Width width_of(Family family) {
  switch (family) {
    case Family::pairs:
      return {7, 0};
    case Family::information:
      return {4, 3};
    case Family::expected_information:
      return {4, 4};
    case Family::overlaps:
      return {8, 5};
    case Family::matching:
      return {5, 0};
    case Family::coding:
      return {4, 3};
  }
  return {0, 0};
}

// A table without its empty cells, rows and columns; its memory is reused for the next table.
class Compact {
 public:
  Table<std::int64_t> of(std::span<const std::int32_t> rows, std::span<const std::int32_t> cols,
                         std::span<const std::int64_t> counts, std::size_t n_rows,
                         std::size_t n_cols) {
    row_number_.assign(n_rows, -1);
    col_number_.assign(n_cols, -1);
    counts_.resize(counts.size());
    rows_.resize(counts.size());
    cols_.resize(counts.size());
    // Every cell is written, and an empty one is overwritten by the next: nobody can predict which
    // cells of a draw are empty, and a wrong prediction takes longer than ten cells.
    std::size_t kept = 0;
    each_index(counts.size(), [&](std::size_t cell) {
      counts_[kept] = counts[cell];
      rows_[kept] = rows[cell];
      cols_[kept] = cols[cell];
      kept += counts[cell] != 0;
    });
    counts_.resize(kept);
    rows_.resize(kept);
    cols_.resize(kept);
    return {rows_, cols_, counts_, number(rows_, row_number_), number(cols_, col_number_)};
  }

 private:
  // Numbers the groups that occur, and returns how many do.
  static std::size_t number(std::vector<std::int32_t>& groups, std::vector<std::int32_t>& numbers) {
    each_index(groups.size(),
               [&](std::size_t cell) { numbers[static_cast<std::size_t>(groups[cell])] = 0; });
    std::int32_t next = 0;
    for (std::int32_t& group : numbers)
      if (group == 0) group = next++;
    const auto occupied = static_cast<std::size_t>(next);
    if (occupied < numbers.size())  // otherwise each group keeps its number
      each_index(groups.size(), [&](std::size_t cell) {
        groups[cell] = numbers[static_cast<std::size_t>(groups[cell])];
      });
    return occupied;
  }

  std::vector<std::int32_t> rows_, cols_, row_number_, col_number_;
  std::vector<std::int64_t> counts_;
};

inline std::int64_t narrow(const U256& value) {
  if (value.high != 0 || value.low > static_cast<u128>(std::numeric_limits<std::int64_t>::max()))
    throw std::overflow_error("too many objects: a sum of squares exceeds 2^63 - 1");
  return static_cast<std::int64_t>(value.low);
}

inline void read_expected(const Table<std::int64_t>& table, double* out) {
  const Margins<std::int64_t> margins(table);
  const Information i = information(table, 1);
  const bool trivial =
      is_trivial(margins.rows, margins.total) || is_trivial(margins.cols, margins.total);
  const double expected = trivial ? i.mutual : expected_information_series(margins);
  std::copy_n(std::array{i.mutual, i.class_residual, i.cluster_residual, expected}.begin(), 4, out);
}

inline void read_overlaps(const Table<std::int64_t>& table, std::int64_t* integers, double* reals) {
  const Overlaps<std::int64_t> o = overlaps(table);
  const std::array<u128, 4> maxima{o.class_maxima, o.cluster_maxima, o.largest_class,
                                   o.largest_cluster};
  for (std::size_t k = 0; k < 4; ++k) integers[k] = narrow(maxima[k]);
  const std::array<const FixedSum*, 5> sums{&o.class_f, &o.class_f_floor, &o.cluster_f,
                                            &o.precision, &o.recall};
  for (std::size_t k = 0; k < 5; ++k) reals[k] = sums[k]->rounded();
}

inline void read_table(const Table<std::int64_t>& table, Family family, std::int64_t* integers,
                       double* reals) {
  integers[0] = total_of(table.counts);
  integers[1] = static_cast<std::int64_t>(table.size());
  integers[2] = static_cast<std::int64_t>(table.n_rows);
  integers[3] = static_cast<std::int64_t>(table.n_cols);
  switch (family) {
    case Family::pairs: {
      const PairSums<std::int64_t> sums = pair_sums(table);
      integers[4] = narrow(sums.cells);
      integers[5] = narrow(sums.classes);
      integers[6] = narrow(sums.clusters);
      return;
    }
    case Family::information: {
      const Information i = information(table, 1);
      std::copy_n(std::array{i.mutual, i.class_residual, i.cluster_residual}.begin(), 3, reals);
      return;
    }
    case Family::expected_information:
      return read_expected(table, reals);
    case Family::overlaps:
      return read_overlaps(table, integers + 4, reals);
    case Family::matching:
      integers[4] = narrow(U256(matching(table).total));
      return;
    case Family::coding: {
      const CodeLengths lengths = coding(table);
      reals[0] = information(table, 1).class_residual;
      reals[1] = lengths.model;
      reals[2] = lengths.ideal;
      return;
    }
  }
}

struct Replicates {
  std::vector<std::int64_t> integers;
  std::vector<double> reals;
};

// `cells_of(draw)` returns the rows, columns and counts of a table as spans.
template <class CellsOf>
Replicates read_tables(std::size_t draws, std::size_t n_rows, std::size_t n_cols, Family family,
                       std::size_t threads, std::size_t cost, const CellsOf& cells_of) {
  const Width width = width_of(family);
  Replicates out{std::vector<std::int64_t>(draws * width.integers),
                 std::vector<double>(draws * width.reals)};
  const std::size_t grain = std::max<std::size_t>(1, 512 / std::max<std::size_t>(1, cost));
  const std::size_t workers = worker_count(threads, draws, grain);
  run_workers(workers, [&](std::size_t worker) {
    Compact compact;
    const Range mine = share(draws, worker, workers);
    for (std::size_t draw = mine.begin; draw < mine.end; ++draw) {
      const auto [rows, cols, counts] = cells_of(draw);
      read_table(compact.of(rows, cols, counts, n_rows, n_cols), family,
                 out.integers.data() + draw * width.integers,
                 out.reals.data() + draw * width.reals);
      poll(16 * cost);
    }
  });
  return out;
}

}  // namespace partita
