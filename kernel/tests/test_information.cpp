#include "check.hpp"
#include "partita/table/information.hpp"
#include "partita/table/pairs.hpp"

using namespace partita;
using Full = std::vector<std::vector<std::int64_t>>;

bool same(const Information& x, const Information& y) {
  return x.mutual == y.mutual && x.class_residual == y.class_residual &&
         x.cluster_residual == y.cluster_residual;
}

// The textbook formulas in long double, accurate to about 1e-17.
Information textbook(const Full& full) {
  long double n = 0, mutual = 0, c = 0, k = 0;
  std::vector<long double> a(full.size()), b(full[0].size());
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) {
      n += full[i][j];
      a[i] += full[i][j];
      b[j] += full[i][j];
    }
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) {
      const long double x = full[i][j];
      if (x == 0) continue;
      mutual += x / n * std::log(n * x / (a[i] * b[j]));
      c += x / n * std::log(b[j] / x);
      k += x / n * std::log(a[i] / x);
    }
  return {static_cast<double>(mutual), static_cast<double>(c), static_cast<double>(k)};
}

std::vector<std::vector<double>> scaled_to_double(const Full& full, double factor) {
  std::vector<std::vector<double>> out;
  for (const auto& row : full) {
    out.emplace_back();
    for (auto cell : row) out.back().push_back(static_cast<double>(cell) * factor);
  }
  return out;
}

void random_tables() {
  std::mt19937_64 random(10);
  for (int trial = 0; trial < 1000; ++trial) {
    const Full full = random_table(random, trial % 2 == 0 ? 9 : 100000);
    const Sparse<std::int64_t> cells(full), swapped(transposed(full));
    check(cells.table());
    const Information i = information(cells.table(), 1), t = information(swapped.table(), 1);
    const Information expected = textbook(full);
    CHECK(std::abs(i.mutual - expected.mutual) < 4e-16);
    CHECK(close(i.class_residual, expected.class_residual, 2e-15));
    CHECK(close(i.cluster_residual, expected.cluster_residual, 2e-15));
    CHECK(i.mutual == t.mutual && i.class_residual == t.cluster_residual &&
          i.cluster_residual == t.class_residual);
    for (std::size_t threads : {2, 8}) CHECK(same(information(cells.table(), threads), i));
    const Sparse<double> weights(scaled_to_double(full, 0.25));
    const Information w = information(weights.table(), 3);
    CHECK(close(w.mutual, i.mutual, 3e-15) && close(w.class_residual, i.class_residual, 2e-15));
  }
}

// n n_ij - a_i b_j = +-1 for the first: I = (1/2) x^2 with x = 1/m^2, up to terms in x^3.
void near_independence() {
  const std::int64_t m = std::int64_t{1} << 40;
  const Sparse<std::int64_t> exact({{m, m}, {m, m}});
  CHECK(information(exact.table(), 1).mutual == 0.0);
  const Sparse<std::int64_t> off({{m + 1, m}, {m, m}});
  const double x = 0.25 / static_cast<double>(m);
  CHECK(close(information(off.table(), 1).mutual, 0.5 * x * x, 1e-11));
  const Sparse<double> equal({{0.1, 0.1, 0.1}, {0.1, 0.1, 0.1}});
  CHECK(information(equal.table(), 1).mutual == 0.0);
}

// The same on both sides of the border beyond which logarithms of sizes do not suffice; the sum of
// the four cells with (1 + x) log(1 + x) - x = x^2/2 - x^3/6 + x^4/12 - ...
void towards_independence() {
  for (int bits = 10; bits < 61; ++bits) {
    const std::int64_t m = std::int64_t{1} << bits;
    const Information i = information(Sparse<std::int64_t>({{m + 1, m}, {m, m}}).table(), 1);
    const Information t = information(Sparse<std::int64_t>({{m, m}, {m, m + 1}}).table(), 1);
    const long double size = m, n = 4 * size + 1;
    const auto term = [&](long double apart, long double excess) {
      const long double x = excess / apart;
      return apart * x * x * (1 / 2.0L - x * (1 / 6.0L - x * (1 / 12.0L - x / 20.0L)));
    };
    const long double sum = term((2 * size + 1) * (2 * size + 1), size) +
                            2 * term((2 * size + 1) * 2 * size, -size) +
                            term(4 * size * size, size);
    CHECK(close(i.mutual, static_cast<double>(sum / (n * n)), 1e-14));
    CHECK(i.mutual == t.mutual && i.mutual > 0.0);
  }
}

// Cells listed and counted by size give the same bits, in any order and on any threads.
void many_cells() {
  std::mt19937_64 random(12);
  for (std::size_t side : {60, 64, 65, 80}) {  // 4096 cells are the border
    Full full(side, std::vector<std::int64_t>(side));
    for (auto& row : full)
      for (auto& cell : row)
        cell = static_cast<std::int64_t>(random() % (random() % 9 == 0 ? 5000 : 4)) + 1;
    const Sparse<std::int64_t> cells(full), swapped(transposed(full));
    const Information i = information(cells.table(), 1), t = information(swapped.table(), 1);
    const Information terms =
        information_by_terms(cells.table(), Margins<std::int64_t>(cells.table()), 1);
    CHECK(close(i.mutual, terms.mutual, 4e-15));
    CHECK(close(i.class_residual, terms.class_residual, 4e-15));
    CHECK(close(i.cluster_residual, terms.cluster_residual, 4e-15));
    CHECK(i.mutual == t.mutual && i.class_residual == t.cluster_residual);
    for (std::size_t threads : {2, 3, 8}) CHECK(same(information(cells.table(), threads), i));
    const U256 squares = pair_sums(cells.table()).cells;
    CHECK(squares == sum_of_squares<U256>(cells.table().counts));
  }
}

// Scaling every count does not change information, for each product width up to n = 2^66.
void every_width() {
  const Full full{{5, 1, 0}, {2, 7, 3}};
  const Information small = information(Sparse<std::int64_t>(full).table(), 1);
  for (int shift = 1; shift < 60; ++shift) {
    Full large = full;
    for (auto& row : large)
      for (auto& cell : row) cell <<= shift;
    CHECK(same(information(Sparse<std::int64_t>(large).table(), 1), small));
  }
}

void pure_clusters_leave_nothing() {
  const Sparse<std::int64_t> cells({{3, 4, 0}, {0, 0, 9}});
  const Information i = information(cells.table(), 1);
  CHECK(i.class_residual == 0.0 && i.cluster_residual > 0.0);
}

void pair_sums_are_exact() {
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const Sparse<std::int64_t> cells({{most, most}, {most, 0}});
  const auto sums = pair_sums(cells.table());
  const u128 one = static_cast<u128>(most);
  U256 three = multiply(one, one);
  three += three + multiply(one, one);
  CHECK(sums.cells == three);
  CHECK(sums.classes == multiply(2 * one, 2 * one) + multiply(one, one));
  CHECK(sums.clusters == sums.classes);
  const Sparse<double> weights({{0.1, 0.2}, {0.3, 0.0}});
  ExactSum rest = pair_sums(weights.table()).classes;
  for (double x : {0.1, 0.2})
    for (double y : {0.1, 0.2}) rest.add(-two_product(x, y));
  rest.add(-two_product(0.3, 0.3));
  CHECK(rest.expansion().empty());
}

void broken_tables_are_refused() {
  const auto refused = [](std::vector<std::int32_t> rows, std::vector<std::int32_t> cols,
                          std::vector<std::int64_t> counts, std::size_t r, std::size_t c) {
    CHECK_THROWS(std::invalid_argument, (check(Table<std::int64_t>{rows, cols, counts, r, c}), 0));
  };
  refused({0, 0}, {1, 0}, {1, 1}, 1, 2);   // not sorted
  refused({0, 0}, {0, 0}, {1, 1}, 1, 1);   // a cell twice
  refused({0, 2}, {0, 1}, {1, 1}, 2, 2);   // row out of range
  refused({0, 1}, {0, 0}, {1, 1}, 2, 2);   // empty column
  refused({0, 1}, {0, -1}, {1, 1}, 2, 1);  // negative
  refused({0, 1}, {0, 1}, {1, 0}, 2, 2);   // empty cell
  refused({1}, {0}, {1}, 2, 1);            // fewer cells than rows
  refused({0, 0}, {0, 1}, {1, 1}, 2, 2);   // last row empty
  refused({0}, {0, 1}, {1, 1}, 1, 2);      // lengths differ
}

// Sizes that are counted first and sizes that are not give the same sum.
void sums_of_logs_are_exact() {
  std::mt19937_64 random(11);
  for (std::size_t groups : {small_logs - 1, small_logs, 3 * small_logs}) {
    SizeList sizes(groups);
    U256 expected;
    for (std::size_t group = 0; group < groups; ++group) {
      const std::uint64_t size = 1 + random() % (group % 3 == 0 ? 2 * small_logs : 9);
      sizes.add(group, size);
      expected += size_times_log(size, 1);
    }
    CHECK(sum_of_logs(sizes) == expected);
  }
}

// Margins and cell sizes of a table that is read in parts, by any number of threads.
void sweeps_are_exact() {
  std::mt19937_64 random(12);
  const std::size_t rows = 90, cols = 3000;
  Full full(rows, std::vector<std::int64_t>(cols));
  std::vector<std::uint64_t> by_row(rows), by_col(cols), of_size(small_logs);
  std::size_t large = 0;
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < cols; ++j) {
      const auto count = 1 + random() % (j % 50 == 0 ? 2 * small_logs : 4);
      full[i][j] = static_cast<std::int64_t>(count);
      by_row[i] += count;
      by_col[j] += count;
      count < small_logs ? ++of_size[count] : ++large;
    }
  const Sparse<std::int64_t> cells(full);
  for (std::size_t threads : {1, 2, 5}) {
    const Sweep<std::int64_t> sweep(cells.table(), threads);
    CHECK(std::equal(by_row.begin(), by_row.end(), sweep.margins.rows.begin()));
    CHECK(std::equal(by_col.begin(), by_col.end(), sweep.margins.cols.begin()));
    CHECK(sweep.cells_of_size == of_size && sweep.large == large);
  }
}

int main() {
  random_tables();
  sums_of_logs_are_exact();
  sweeps_are_exact();
  near_independence();
  towards_independence();
  many_cells();
  every_width();
  pure_clusters_leave_nothing();
  pair_sums_are_exact();
  broken_tables_are_refused();
}
