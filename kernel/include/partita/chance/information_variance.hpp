// Variance of the mutual information under random labels, over all tables with given margins.
//
// n I is a sum over cells of the deviance f_ij(n_ij). Each n_ij is hypergeometric; let p_1, p_2,
// ... be the polynomials that are orthonormal under its distribution, with positive leading
// coefficients, and c_k = E[f p_k]. The k-th polynomials of all cells belong to the same
// irreducible representation of the permutations of objects, of shape (n-k, k), so by Schur's
// relations
//   E[p_k(n_ij) p_l(n_i'j')] = (k = l) rho_k(i, i') rho_k(j, j'),
//   rho_k(i, i) = 1,   rho_k(i, i') = (-1)^k r_k(a_i) r_k(a_i'),   r_k(a)^2 = C(a,k) / C(n-a,k).
// Hence one pass over pairs of sizes is enough, instead of sums over quadruples of groups.
#pragma once

#include "partita/chance/cell_polynomials.hpp"
#include "partita/chance/expected_information.hpp"

namespace partita {

// One margin: its distinct sizes, r_k of each, and the size that is more than half of n, if any.
// This size is handled separately, since its r_k may be huge while its products with others are
// not.
class MarginCorrelations {
 public:
  MarginCorrelations(const std::vector<u128>& groups, u128 n)
      : sizes(distinct_sizes(groups)), n_(n), correlation_(sizes.size()), with_big_(sizes.size()) {
    if (2 * sizes.back().size > n) big = sizes.size() - 1;
    small = big == none ? sizes.size() : big;
    correlation_.assign(small, Orders{});
    with_big_.assign(small, Orders{});
    for (std::size_t i = 0; i < small; ++i) {
      double r = 1.0, q = 1.0;
      for (std::size_t k = 0; k < orders(i); ++k) {
        r *= std::sqrt(odds(i, k));
        correlation_[i][k] = r;
        if (big == none || k >= orders(big)) continue;
        q *= std::sqrt(odds(i, k) * odds(big, k));
        with_big_[i][k] = q;
      }
    }
  }

  std::size_t orders(std::size_t i) const {
    const u128 size = std::min(sizes[i].size, n_ - sizes[i].size);
    return static_cast<std::size_t>(std::min<u128>(size, variance_orders));
  }

  // The sum of x_i y_i' rho(i, i') over all pairs of groups; x and y depend on sizes only.
  template <class X, class Y>
  double form(std::size_t k, const X& x, const Y& y) const {
    const double sign = k % 2 == 0 ? -1.0 : 1.0;  // of order k + 1
    double own = 0.0, rx = 0.0, ry = 0.0, qx = 0.0, qy = 0.0;
    for (std::size_t i = 0; i < small; ++i) {
      const double groups = static_cast<double>(sizes[i].groups), r = correlation_[i][k];
      own += groups * (1.0 - sign * r * r) * x(i) * y(i);
      rx += groups * r * x(i);
      ry += groups * r * y(i);
      qx += groups * with_big_[i][k] * x(i);
      qy += groups * with_big_[i][k] * y(i);
    }
    if (big == none) return own + sign * rx * ry;
    return own + sign * rx * ry + x(big) * y(big) + sign * (x(big) * qy + y(big) * qx);
  }

  double correlation(std::size_t i, std::size_t k) const { return correlation_[i][k]; }
  double with_big(std::size_t i, std::size_t k) const { return with_big_[i][k]; }

  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::vector<Size> sizes;
  std::size_t small = 0, big = none;

 private:
  double odds(std::size_t i, std::size_t k) const {
    return to_double(sizes[i].size - k) / to_double(n_ - sizes[i].size - k);
  }

  u128 n_;
  std::vector<Orders> correlation_, with_big_;
};

// Adds up the variance row by row, in the same order for any number of threads.
class VarianceSum {
 public:
  VarianceSum(const MarginCorrelations& rows, const MarginCorrelations& cols)
      : rows_(rows), cols_(cols), plain_(cols.sizes.size()), beside_(plain_), big_(plain_) {}

  void add(std::size_t row, const std::vector<Orders>& coefficients) {
    if (row == rows_.big) {
      big_ = coefficients;
      return;
    }
    const double groups = static_cast<double>(rows_.sizes[row].groups);
    for (std::size_t k = 0; k < rows_.orders(row); ++k) {
      const double sign = k % 2 == 0 ? -1.0 : 1.0, r = rows_.correlation(row, k);
      const auto own = [&](std::size_t j) { return coefficients[j][k]; };
      sum_ += groups * (1.0 - sign * r * r) * cols_.form(k, own, own);
      for (std::size_t j = 0; j < coefficients.size(); ++j) {
        plain_[j][k] += groups * r * coefficients[j][k];
        beside_[j][k] += groups * rows_.with_big(row, k) * coefficients[j][k];
      }
    }
  }
  double finish() {
    for (std::size_t k = 0; k < variance_orders; ++k) {
      const double sign = k % 2 == 0 ? -1.0 : 1.0;
      const auto plain = [&](std::size_t j) { return plain_[j][k]; };
      const auto beside = [&](std::size_t j) { return beside_[j][k]; };
      const auto big = [&](std::size_t j) { return big_[j][k]; };
      sum_ += sign * cols_.form(k, plain, plain);
      if (rows_.big != MarginCorrelations::none)
        sum_ += cols_.form(k, big, big) + 2.0 * sign * cols_.form(k, big, beside);
    }
    return sum_;
  }

 private:
  const MarginCorrelations &rows_, &cols_;
  std::vector<Orders> plain_, beside_, big_;
  double sum_ = 0.0;
};

// Var[I] in squared nats.
inline double information_variance(const std::vector<u128>& row_sizes,
                                   const std::vector<u128>& col_sizes, u128 n,
                                   std::size_t threads) {
  if (is_trivial(row_sizes, n) || is_trivial(col_sizes, n)) return 0.0;
  const MarginCorrelations rows(row_sizes, n), cols(col_sizes, n);
  const std::size_t width = cols.sizes.size();
  const std::size_t block = std::max<std::size_t>(1, 65536 / width);  // about 32 MiB at a time
  std::vector<std::vector<Orders>> found(std::min(block, rows.sizes.size()));
  VarianceSum sum(rows, cols);
  double scale = 0.0;
  for (std::size_t first = 0; first < rows.sizes.size(); first += block) {
    const std::size_t size = std::min(block, rows.sizes.size() - first);
    const std::size_t workers = worker_count(threads, size * width, 64);
    run_workers(std::min(workers, size), [&](std::size_t worker) {
      const Range mine = share(size, worker, std::min(workers, size));
      for (std::size_t i = mine.begin; i < mine.end; ++i) {
        found[i].assign(width, Orders{});
        for (std::size_t j = 0; j < width; ++j)
          found[i][j] = deviance_coefficients(
              hypergeometric(rows.sizes[first + i].size, cols.sizes[j].size, n),
              std::min(rows.orders(first + i), cols.orders(j)));
        poll(1024 * width);
      }
    });
    for (std::size_t i = 0; i < size; ++i) {
      sum.add(first + i, found[i]);
      for (std::size_t j = 0; j < width; ++j)
        for (double c : found[i][j])
          scale += c * c * to_double(u128{rows.sizes[first + i].groups} * cols.sizes[j].groups);
    }
  }
  const double variance = sum.finish();
  if (variance <= 1e-13 * scale) return 0.0;  // rounding of a constant
  return variance / (to_double(n) * to_double(n));
}

}  // namespace partita
