// E[k log(k/mu) - (k - mu)] of a hypergeometric k with a mean below 1024/2, as a sum over k: the
// weights are doubles, the terms come from a table of k log k in fixed point. Each k takes a few
// operations and no logarithm; docs/decisions/small_cells_in_fixed_point.md has the bound.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "partita/numbers/integer_log.hpp"

namespace partita {

// Units of 2^-110, modulo 2^128: overflows cancel when terms are subtracted.
inline constexpr int cell_places = 110;
inline constexpr auto sizes_times_logs = [] {
  std::array<u128, small_logs> values{};
  for (std::size_t k = 1; k < small_logs; ++k)
    values[k] = (logs_of_small[k] >> (log_places - cell_places)) * k;
  return values;
}();

class SmallCells {
 public:
  explicit SmallCells(std::uint64_t n) : n_(n), log_n_(fixed_log(n)) {}

  // Whether this sum suits a cell of these sizes, a <= b: its expected value is below 512 of fewer
  // than 2^32 objects, and its variance is at least a quarter of a Poisson count's.
  bool take(std::uint64_t a, std::uint64_t b) const {
    return n_ < std::uint64_t{1} << 32 && a * b < n_ * (small_logs / 2) &&
           4 * u128{n_ - a} * (n_ - b) >= u128{n_} * n_;
  }

  double deviance(std::uint64_t a, std::uint64_t b) const {
    return deviance(a, b, fixed_log(a), fixed_log(b));
  }
  // For sizes that `take` accepts, and their logarithms.
  double deviance(std::uint64_t a, std::uint64_t b, u128 log_a, u128 log_b) const {
    const std::uint64_t product = a * b, centre = product / n_, rest = product % n_;
    const std::uint64_t part = low_word((u128{rest} << 64) / n_);  // of mu, after the binary point
    const i128 log_mean = static_cast<i128>(log_a + log_b - log_n_) >> (log_places - cell_places);
    Terms terms{static_cast<u128>(log_mean) + one, 0, static_cast<double>(product) / to_double(n_)};
    const u128 mean = centre * one + (u128{part} << (cell_places - 64));
    terms.next = mean - centre * terms.step + half_unit;
    // The four cells at the center; they give the ratios of neighboring weights.
    const double both = to_double(centre), only_a = to_double(a - centre);
    const double only_b = to_double(b - centre), neither = to_double(n_ - a - (b - centre));
    Sums sums;
    sums.add(1.0, terms.at(centre));
    sums.go<1>(terms, centre, both, neither, only_a, only_b);
    sums.go<-1>(terms, centre, only_a, only_b, both, neither);
    return sums.terms / sums.weight;
  }

 private:
  static constexpr u128 one = u128{1} << cell_places;
  static constexpr u128 half_unit = u128{1} << (cell_places - 55);  // of the 54 remaining places

  // k log k - k log mu - k + mu; `next` is all except the first term and moves by `step` with k.
  struct Terms {
    u128 step, next;
    double mean;

    double at(std::uint64_t k) const {
      if (k == 0) return mean;
      const auto value =
          static_cast<std::int64_t>((sizes_times_logs[k] + next) >> (cell_places - 54));
      return 0x1p-54 * static_cast<double>(value);
    }
  };

  struct Sums {
    double weight = 0.0, terms = 0.0;

    void add(double w, double value) {
      weight += w;
      terms += w * value;
    }
    // One side of the center: `down` shrink with every step, `up` grow. Ends when the rest is less
    // than 2^-60 of each sum: ratios shrink, and terms grow at most quadratically.
    template <int direction>
    void go(Terms values, std::uint64_t k, double up, double other_up, double down,
            double other_down) {
      double w = 1.0;
      for (double t = 1.0; down > 0.0 && other_down > 0.0 && k + 1 < small_logs; t += 1.0) {
        up += 1.0;
        other_up += 1.0;
        const double ratio = down * other_down / (up * other_up);
        down -= 1.0;
        other_down -= 1.0;
        w *= ratio;
        k += static_cast<std::uint64_t>(direction);
        values.next -= static_cast<u128>(direction) * values.step;
        const double value = values.at(k);
        add(w, value);
        if (w > 0x1p-60 * weight) continue;
        const double left = 0x1p-60 * (1.0 - ratio * (1.0 + 3.0 / t));
        if (w <= left * weight && w * value <= left * terms) return;
      }
    }
  };

  std::uint64_t n_;
  u128 log_n_;
};

}  // namespace partita
