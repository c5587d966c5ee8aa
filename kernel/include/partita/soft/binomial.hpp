// Binomial probabilities with small relative error: ratios of consecutive terms from the mode
// outward, divided by their sum. No logarithms and no overflow; far tails become zero.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "partita/numbers/exact_sum.hpp"

namespace partita::soft {

// Fills row[c] = C(trials, c) p^c q^(trials-c) for p + q = 1. Both are arguments, because 1 - p
// would lose digits.
inline void binomial_row(std::int64_t trials, double p, double q, std::vector<double>& row) {
  const auto size = static_cast<std::size_t>(trials) + 1;
  row.assign(size, 0.0);
  if (p == 0.0 || q == 0.0) {
    row[p == 0.0 ? 0 : size - 1] = 1.0;
    return;
  }
  const double n = static_cast<double>(trials);
  const auto mode = std::min(static_cast<std::size_t>((n + 1.0) * p), size - 1);
  row[mode] = 1.0;
  const double odds = p / q;
  for (std::size_t c = mode + 1; c < size; ++c)
    row[c] = row[c - 1] * ((n - static_cast<double>(c) + 1.0) * odds / static_cast<double>(c));
  for (std::size_t c = mode; c-- > 0;)
    row[c] = row[c + 1] * ((static_cast<double>(c) + 1.0) / ((n - static_cast<double>(c)) * odds));
  double sum = 0.0, rest = 0.0;  // compensated
  for (double x : row) {
    const DoubleDouble s = two_sum(sum, x);
    sum = s.high;
    rest += s.low;
  }
  for (double& x : row) x /= sum + rest;
}

}  // namespace partita::soft
