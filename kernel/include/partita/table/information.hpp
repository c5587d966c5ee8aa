// Mutual information and the two conditional entropies of a table, in nats, by two methods:
//   n I(C;K)   = n log n + sum of n_ij log n_ij - sum of a_i log a_i - sum of b_j log b_j
//   n H(C|K)   = sum of b_j log b_j - sum of n_ij log n_ij
// in fixed point, accurate to the last bit unless nearly everything cancels; and otherwise
//   n^2 I(C;K) = sum over cells of deviance(n n_ij, a_i b_j) + sum over empty cells of a_i b_j
//   n H(C|K)   = sum over cells of n_ij log(b_j / n_ij)
// where no term is negative. All sums are exact, independent of the order of cells and of threads.
#pragma once

#include "partita/base/parallel.hpp"
#include "partita/numbers/bulk_sum.hpp"
#include "partita/numbers/deviance.hpp"
#include "partita/numbers/integer_log.hpp"
#include "partita/table/sweep.hpp"
#include "partita/table/table.hpp"

namespace partita {

struct Information {
  double mutual = 0.0;
  double class_residual = 0.0;
  double cluster_residual = 0.0;
};

struct InformationSums {
  BulkSum mutual, class_residual, cluster_residual;

  void merge(const InformationSums& other) {
    mutual.merge(other.mutual);
    class_residual.merge(other.class_residual);
    cluster_residual.merge(other.cluster_residual);
  }
};

// Integer counts: `Wide` holds n^2, so products and differences are exact.
template <class Wide>
struct IntegerTerms {
  const Table<std::int64_t>& table;
  const Margins<std::int64_t>& margins;
  InformationSums sums;
  Wide covered{};  // sum of a_i b_j over the cells seen

  void add(std::size_t cell) {
    const u128 count = static_cast<u128>(table.counts[cell]);
    const u128 row = margins.rows[table.row(cell)], col = margins.cols[table.col(cell)];
    const Wide joint = product<Wide>(margins.total, count), apart = product<Wide>(row, col);
    covered += apart;
    sums.mutual.add(deviance(to_double(joint), to_double(apart), difference<Wide>(joint, apart)));
    const double k = to_double(count);
    sums.class_residual.add(residual(k, to_double(col), to_double(col - count)));
    sums.cluster_residual.add(residual(k, to_double(row), to_double(row - count)));
  }
  void merge(const IntegerTerms& other) {
    sums.merge(other.sums);
    covered += other.covered;
  }
  Information finish() {
    const Wide square = product<Wide>(margins.total, margins.total);
    sums.mutual.add(to_double_double(U256(square - covered)));
    const double n = to_double(margins.total);
    return {sums.mutual.rounded() / to_double(square), sums.class_residual.rounded() / n,
            sums.cluster_residual.rounded() / n};
  }
};

// Weights: margins are exact expansions; products use their two leading parts.
struct WeightTerms {
  const Table<double>& table;
  const Margins<double>& margins;
  InformationSums sums;

  // n n_ij - a_i b_j, with the error term of every product.
  double summed_difference(double count, const Expansion& row, const Expansion& col) const {
    ExactSum sum;
    sum.add_product(margins.total, {-count});
    sum.add_product(row, col);
    return -sum.rounded();
  }
  void add(std::size_t cell) {
    const double count = table.counts[cell];
    const Expansion& row = margins.rows[table.row(cell)];
    const Expansion& col = margins.cols[table.col(cell)];
    const DoubleDouble joint = to_double_double(margins.total) * DoubleDouble{count};
    const DoubleDouble apart = to_double_double(row) * to_double_double(col);
    double excess = (joint + -apart).high;
    if (std::abs(excess) < 0x1p-46 * apart.high) excess = summed_difference(count, row, col);
    sums.mutual.add(deviance(joint.high, apart.high, excess));
    const auto rest = [&](const Expansion& margin) {
      return (to_double_double(margin) + DoubleDouble{-count}).high;
    };
    sums.class_residual.add(residual(count, col[0], rest(col)));
    sums.cluster_residual.add(residual(count, row[0], rest(row)));
  }
  void merge(const WeightTerms& other) { sums.merge(other.sums); }
  // Empty cells, row by row: a_i times the total of the columns in which row i has no cell.
  void add_empty_cells() {
    ExactSum missed;
    for (std::size_t cell = 0; cell < table.size();) {
      const std::size_t row = table.row(cell);
      missed.clear();
      missed.add(margins.total);
      for (; cell < table.size() && table.row(cell) == row; ++cell)
        missed.subtract(margins.cols[table.col(cell)]);
      sums.mutual.add_product(margins.rows[row], missed.expansion());
    }
  }
  Information finish() {
    add_empty_cells();
    const DoubleDouble n = to_double_double(margins.total);
    return {sums.mutual.rounded() / (n * n).high, sums.class_residual.rounded() / n.high,
            sums.cluster_residual.rounded() / n.high};
  }
};

template <class Terms>
Information sum_terms(const Terms& none, std::size_t cells, std::size_t threads) {
  const std::size_t workers = worker_count(threads, cells, std::size_t{1} << 14);
  std::vector<Terms> parts(workers, none);
  run_workers(workers, [&](std::size_t worker) {
    const Range mine = share(cells, worker, workers);
    for (std::size_t cell = mine.begin; cell < mine.end; ++cell) {
      parts[worker].add(cell);
      if (cell % 1024 == 0) poll(16 * 1024);
    }
  });
  for (std::size_t worker = 1; worker < workers; ++worker) parts[0].merge(parts[worker]);
  return parts[0].finish();
}

// --- by logarithms of sizes ----------------------------------------------------------------------

inline U256 size_times_log(std::uint64_t size, std::uint64_t groups) {
  return multiply(u128{size} * groups, fixed_log(size));
}

// Many groups have few different sizes, so small sizes are counted first.
inline U256 sum_of_logs(const SizeList& sizes) {
  U256 sum;
  std::vector<std::uint64_t> groups_of_size(sizes.size() < small_logs ? 0 : small_logs);
  for (const u128 size : sizes) {
    if (low_word(size) < groups_of_size.size())
      ++groups_of_size[low_word(size)];
    else
      sum += size_times_log(low_word(size), 1);
  }
  for (std::size_t size = 1; size < groups_of_size.size(); ++size)
    sum += size_times_log(size, groups_of_size[size]);
  return sum;
}

// The difference of such sums over n < 2^64 objects. With an error of 2^5 units per object, a
// difference of 2^62 units per object keeps its 53 bits and four more. Below 2^57 objects, nonzero
// residuals cannot be smaller: docs/decisions/logarithms_in_fixed_point.md.
class Remainder {
 public:
  Remainder(const U256& more, const U256& less, std::uint64_t n)
      : rest_(less < more ? more - less : U256{}), n_(n) {}

  bool holds() const { return !(rest_ < U256(u128{n_} << 62)); }
  bool holds_or_nothing() const { return holds() || n_ < std::uint64_t{1} << 57; }
  double nats() const { return std::ldexp(to_double(rest_), -log_places) / to_double(n_); }

 private:
  U256 rest_;
  std::uint64_t n_;
};

// H of two or more groups of these sizes, for n < 2^57 objects: never too small for its digits.
inline double entropy(const SizeList& sizes, std::uint64_t n) {
  return Remainder(size_times_log(n, 1), sum_of_logs(sizes), n).nats();
}

inline Information information_by_terms(const Table<std::int64_t>& table,
                                        const Margins<std::int64_t>& margins, std::size_t threads) {
  return with_products_of(margins.total, [&]<class Wide>() {
    return sum_terms(IntegerTerms<Wide>{table, margins, {}, {}}, table.size(), threads);
  });
}

inline Information information(const Table<std::int64_t>& table, const Sweep<std::int64_t>& sweep,
                               std::size_t threads) {
  if (table.size() == 0) return {};
  const Margins<std::int64_t>& margins = sweep.margins;
  if (high_word(margins.total) != 0) return information_by_terms(table, margins, threads);
  const std::uint64_t n = low_word(margins.total);
  U256 cells;
  sweep.each_size(table, [&](std::uint64_t size, std::uint64_t groups) {
    cells += size_times_log(size, groups);
  });
  const U256 rows = sum_of_logs(margins.rows), cols = sum_of_logs(margins.cols);
  const Remainder mutual(cells + size_times_log(n, 1), rows + cols, n);
  const Remainder class_residual(cols, cells, n), cluster_residual(rows, cells, n);
  Information found{mutual.nats(), class_residual.nats(), cluster_residual.nats()};
  const bool residuals = class_residual.holds_or_nothing() && cluster_residual.holds_or_nothing();
  if (residuals && mutual.holds()) return found;
  const Information terms = information_by_terms(table, margins, threads);
  if (!mutual.holds()) found.mutual = terms.mutual;
  if (!class_residual.holds_or_nothing()) found.class_residual = terms.class_residual;
  if (!cluster_residual.holds_or_nothing()) found.cluster_residual = terms.cluster_residual;
  return found;
}

inline Information information(const Table<double>& table, const Sweep<double>& sweep,
                               std::size_t threads) {
  if (table.size() == 0) return {};
  return sum_terms(WeightTerms{table, sweep.margins, {}}, table.size(), threads);
}

template <class Count>
Information information(const Table<Count>& table, std::size_t threads) {
  return information(table, Sweep<Count>(table, threads), threads);
}

}  // namespace partita
