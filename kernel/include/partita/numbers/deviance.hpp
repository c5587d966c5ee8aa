// The terms of information: k log(k/mu) - (k - mu), the deviance of a count k from its expectation
// mu, and k log(margin/k), the part of a residual entropy. Neither is ever negative, so sums of
// them do not cancel.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace partita {

inline constexpr auto odd_reciprocals = [] {
  std::array<double, 18> values{};
  for (int k = 0; k < 18; ++k) values[static_cast<std::size_t>(k)] = 1.0 / (2 * k + 1);
  return values;
}();

// Q(t) = 1/3 + t/5 + t^2/7 + ... for 0 <= t <= 1/9, to the precision of a double.
inline double odd_reciprocal_series(double t) {
  const std::size_t terms = t < 1e-4 ? 4 : (t < 1e-2 ? 8 : 17);
  double sum = 0.0;
  for (std::size_t k = terms; k > 0; --k) sum = sum * t + odd_reciprocals[k];
  return sum;
}

// k log(k/mu) - (k - mu) from k, mu and their difference, each to full relative accuracy. A common
// factor of the three is a factor of the result. For k between mu/2 and 2 mu: with s =
// (k-mu)/(k+mu), log(k/mu) = 2 atanh s, which gives (k-mu) s (1 + (1+s) s Q(s^2)); outside, the two
// terms do not cancel.
inline double deviance(double k, double mu, double difference) {
  if (k == 0.0) return mu;
  if (k < 0.5 * mu || k > 2.0 * mu) return k * std::log(k / mu) - difference;
  const double s = difference / (k + mu);
  return difference * s * (1.0 + (1.0 + s) * s * odd_reciprocal_series(s * s));
}

// k log(margin / k); `rest` is margin - k. Exactly 0 when k is the whole margin.
inline double residual(double k, double margin, double rest) {
  if (k == 0.0) return 0.0;
  return k * (rest < k ? std::log1p(rest / k) : std::log(margin / k));
}

}  // namespace partita
