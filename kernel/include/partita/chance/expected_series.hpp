// Fast expected mutual information for replicates, where a relative error of 1e-6 is far below the
// sampling error. Expanding the deviance about mu = ab/n gives
//   E[k log(k/mu) - (k - mu)] = sum over r >= 2 of (-1)^r m_r / (r (r-1) mu^(r-1)),
// with the central moments m_r of the hypergeometric count k. Terms fall as powers of 1/mu.
#pragma once

#include "partita/chance/central_moments.hpp"
#include "partita/chance/expected_information.hpp"

namespace partita {

inline constexpr std::size_t series_order = 10;
inline constexpr double series_from_mean = 64.0;  // the first omitted terms are 79 mu^-5

inline double deviance_series(double a, double b, double n) {
  const double mu = a * (b / n);
  const double square = (a * ((n - b) / n)) * (b * ((n - a) / n));
  return deviance_of_moments(central_moments<series_order>(square, a + b - 2.0 * mu, n), mu);
}

// E[deviance] of a cell with margins a and b among n objects.
inline double cell_expectation(u128 a, u128 b, u128 n) {
  if (a == 0 || b == 0 || a >= n || b >= n) return 0.0;  // a constant, or canceled below
  const double x = to_double(a), y = to_double(b), total = to_double(n);
  return x * (y / total) < series_from_mean ? expected_deviance(a, b, n)
                                            : deviance_series(x, y, total);
}

// E[I] for tables with these margins; sizes above 2^53 are rounded.
inline double expected_information_series(const Margins<std::int64_t>& margins) {
  const std::vector<Size> rows = distinct_sizes(margins.rows), cols = distinct_sizes(margins.cols);
  double sum = 0.0;
  for (const Size& row : rows) {
    for (const Size& col : cols)
      sum += to_double(u128{row.groups} * col.groups) *
             cell_expectation(row.size, col.size, margins.total);
    poll(256 * cols.size());
  }
  return sum / to_double(margins.total);
}

// E[I] after removing an object of a class of size a and a cluster of size b: in the sum over pairs
// of sizes, one row, one column and the cell that they share lose an object.
class ExpectedWithoutOne {
 public:
  template <class Sizes>
  ExpectedWithoutOne(const Sizes& class_sizes, const Sizes& cluster_sizes, u128 objects)
      : left_(objects - 1),
        rows_(distinct_sizes(class_sizes)),
        cols_(distinct_sizes(cluster_sizes)),
        row_change_(rows_.size()),
        col_change_(cols_.size()) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      poll(1024 * cols_.size());
      for (std::size_t j = 0; j < cols_.size(); ++j) {
        const u128 a = rows_[i].size, b = cols_[j].size;
        const double both = cell_expectation(a, b, left_);
        const double row_groups = static_cast<double>(rows_[i].groups);
        const double col_groups = static_cast<double>(cols_[j].groups);
        sum_ += row_groups * col_groups * both;
        row_change_[i] += col_groups * (cell_expectation(a - 1, b, left_) - both);
        col_change_[j] += row_groups * (cell_expectation(a, b - 1, left_) - both);
      }
    }
  }

  double operator()(u128 a, u128 b) const {
    const double meet = cell_expectation(a - 1, b - 1, left_) - cell_expectation(a - 1, b, left_) -
                        cell_expectation(a, b - 1, left_) + cell_expectation(a, b, left_);
    const double sum = sum_ + row_change_[place(rows_, a)] + col_change_[place(cols_, b)] + meet;
    return sum / to_double(left_);
  }

 private:
  static std::size_t place(const std::vector<Size>& sizes, u128 size) {
    const auto found = std::lower_bound(sizes.begin(), sizes.end(), size,
                                        [](const Size& x, u128 value) { return x.size < value; });
    return static_cast<std::size_t>(found - sizes.begin());
  }

  u128 left_;
  std::vector<Size> rows_, cols_;
  std::vector<double> row_change_, col_change_;
  double sum_ = 0.0;
};

}  // namespace partita
