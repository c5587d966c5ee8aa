// The distribution of a hypergeometric k: `a` of n objects are marked, b are drawn, k of the drawn
// are marked, mu = ab/n. Probabilities are known up to a common factor.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "partita/numbers/deviance.hpp"
#include "partita/numbers/integers.hpp"

namespace partita {

struct Hypergeometric {
  u128 n, a, b;                    // a <= b
  u128 centre;                     // an integer within 1 of mu and in the support
  double offset;                   // `centre` - mu
  std::array<double, 4> expected;  // cells: in both, only in a, only in b, in neither
  double variance;
};

template <class Wide>
std::array<double, 4> expected_cells(u128 a, u128 b, u128 n) {
  const double total = to_double(n);
  const auto expectation = [&](u128 x, u128 y) { return to_double(product<Wide>(x, y)) / total; };
  return {expectation(a, b), expectation(a, n - b), expectation(n - a, b),
          expectation(n - a, n - b)};
}

template <class Wide>
Hypergeometric hypergeometric(u128 a, u128 b, u128 n) {
  if (b < a) std::swap(a, b);  // one order, so that transposing a table keeps every bit
  const double total = to_double(n);
  Hypergeometric h{n, a, b, 0, 0.0, expected_cells<Wide>(a, b, n), 0.0};
  h.variance = h.expected[0] * (h.expected[3] / to_double(n - 1));
  const Wide target = product<Wide>(a, b);
  const u128 least = a + b > n ? a + b - n : 0;
  u128 k = static_cast<u128>(h.expected[0]);
  // Each step divides the distance to mu by 2^50; the last only measures it.
  for (int step = 0; step < 4; ++step) {
    k = std::clamp(k, least, a);
    h.offset = difference<Wide>(product<Wide>(k, n), target) / total;
    h.centre = k;
    k -= static_cast<u128>(static_cast<i128>(std::nearbyint(h.offset)));
  }
  return h;
}

inline Hypergeometric hypergeometric(u128 a, u128 b, u128 n) {
  return with_products_of(n, [&]<class Wide>() { return hypergeometric<Wide>(a, b, n); });
}

// One possible k, with differences to full relative accuracy.
struct Outcome {
  double k;       // in both
  double only_a;  // a - k
  double only_b;  // b - k
  double excess;  // k - mu
};

// The 2x2 table of `centre`. Its four cells change by one in each step, and the pmf by their ratio;
// the pmf is log-concave, so ratios only shrink.
struct Centre {
  double both, only_a, only_b, neither;

  explicit Centre(const Hypergeometric& h)
      : both(to_double(h.centre)),
        only_a(to_double(h.a - h.centre)),
        only_b(to_double(h.b - h.centre)),
        neither(to_double(h.n - h.a - (h.b - h.centre))) {}

  Outcome moved(const Hypergeometric& h, double step) const {
    return {both + step, only_a - step, only_b - step, h.offset + step};
  }
  double ratio_up(double t) const {
    return (only_a - t) * (only_b - t) / ((both + t + 1) * (neither + t + 1));
  }
  double ratio_down(double t) const {
    return (both - t) * (neither - t) / ((only_a + t + 1) * (only_b + t + 1));
  }
};

// Stirling's series for log x! - (x log x - x + log sqrt(2 pi x)); x >= 90 here.
inline double stirling_tail(double x) {
  const double t = 1.0 / (x * x);
  return (1.0 / 12 - t * (1.0 / 360 - t * (1.0 / 1260 - t * (1.0 / 1680 - t / 1188)))) / x;
}

// The pmf at mu + moved relative to a constant. By Stirling, log pmf is minus the deviances of the
// four cells from independence (the part linear in k cancels), the square roots and the tails.
inline double density(const Hypergeometric& h, double moved) {
  const std::array<double, 4> moves{moved, -moved, -moved, moved};
  double exponent = 0.0, roots = 1.0;
  for (std::size_t i = 4; i-- > 0;) {
    const double k = h.expected[i] + moves[i];
    exponent += deviance(k, h.expected[i], moves[i]) + stirling_tail(k);
    roots *= k / h.expected[i];
  }
  return std::exp(-exponent) / std::sqrt(roots);
}

}  // namespace partita
