// Mutual information and the two conditional entropies of a table, in nats, from exact differences.
//   n^2 I(C;K) = sum over cells of deviance(n n_ij, a_i b_j) + sum over empty cells of a_i b_j
//   n H(C|K)   = sum over cells of n_ij log(b_j / n_ij)
// Every term is non-negative; sums are exact, so neither the order of cells nor threads matter.
#pragma once

#include "partita/bulk_sum.hpp"
#include "partita/deviance.hpp"
#include "partita/parallel.hpp"
#include "partita/table.hpp"

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

// What a single object leaves open in each line: log of the margin. Most cells of a large table
// hold one object, and lines are fewer than cells.
inline std::vector<double> unit_residuals(const std::vector<u128>& lines) {
  std::vector<double> out;
  out.reserve(lines.size());
  for (u128 line : lines) out.push_back(residual(1.0, to_double(line), to_double(line - 1)));
  return out;
}

// Integer counts: `Wide` holds n^2, so products and differences are exact.
template <class Wide>
struct IntegerTerms {
  const Table<std::int64_t>& table;
  const Margins<std::int64_t>& margins;
  const std::vector<double>&row_units, &col_units;
  InformationSums sums;
  Wide covered{};  // sum of a_i b_j over the cells seen

  void add(std::size_t cell) {
    const u128 count = static_cast<u128>(table.counts[cell]);
    const u128 row = margins.rows[table.row(cell)], col = margins.cols[table.col(cell)];
    const Wide joint = product<Wide>(margins.total, count), apart = product<Wide>(row, col);
    covered += apart;
    sums.mutual.add(deviance(to_double(joint), to_double(apart), difference<Wide>(joint, apart)));
    if (count == 1) {
      sums.class_residual.add(col_units[table.col(cell)]);
      sums.cluster_residual.add(row_units[table.row(cell)]);
      return;
    }
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

// Weights: margins are exact expansions, products are taken on their two leading parts.
struct WeightTerms {
  const Table<double>& table;
  const Margins<double>& margins;
  InformationSums sums;

  // n n_ij - a_i b_j with every product's error term kept.
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
  // Empty cells, row by row: a_i times the total of the columns that row i does not meet.
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
    for (std::size_t cell = mine.begin; cell < mine.end; ++cell) parts[worker].add(cell);
  });
  for (std::size_t worker = 1; worker < workers; ++worker) parts[0].merge(parts[worker]);
  return parts[0].finish();
}

inline Information information(const Table<std::int64_t>& table, std::size_t threads) {
  if (table.size() == 0) return {};
  const Margins<std::int64_t> margins(table);
  const std::vector<double> rows = unit_residuals(margins.rows),
                            cols = unit_residuals(margins.cols);
  return with_products_of(margins.total, [&]<class Wide>() {
    return sum_terms(IntegerTerms<Wide>{table, margins, rows, cols, {}, {}}, table.size(), threads);
  });
}

inline Information information(const Table<double>& table, std::size_t threads) {
  if (table.size() == 0) return {};
  const Margins<double> margins(table);
  return sum_terms(WeightTerms{table, margins, {}}, table.size(), threads);
}

}  // namespace partita
