// E[deviance(k, mu)] for a hypergeometric k: `a` of n objects are marked, b are drawn, k of them
// are marked, mu = ab/n. Weights are relative to the centre and divided by their own sum.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "partita/deviance.hpp"
#include "partita/integers.hpp"

namespace partita {

struct Hypergeometric {
  u128 n, a, b;                    // a <= b
  u128 centre;                     // an integer within 1 of mu and in the support
  double offset;                   // centre - mu
  std::array<double, 4> expected;  // of the four cells: in both, only in a, only in b, in neither
  double variance;
};

template <class Wide>
Hypergeometric hypergeometric(u128 a, u128 b, u128 n) {
  if (b < a) std::swap(a, b);  // one order, so that transposing a table keeps every bit
  const double total = to_double(n);
  const auto expectation = [&](u128 x, u128 y) { return to_double(product<Wide>(x, y)) / total; };
  Hypergeometric h{n, a, b, 0, 0.0, {}, 0.0};
  h.expected = {expectation(a, b), expectation(a, n - b), expectation(n - a, b),
                expectation(n - a, n - b)};
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

// Sums of weights and of weighted deviances, up to a common factor.
struct WeightedSum {
  double weight = 0.0;
  double deviance = 0.0;

  void add(double w, double d) {
    weight += w;
    deviance += w * d;
  }
  // Whether what follows a term no larger than (w, w d), shrinking by `ratio`, can be left out.
  bool settled(double w, double d, double ratio) const {
    const double tail = 0x1p-60 * (1.0 - ratio);
    return w <= tail * weight && w * d <= tail * deviance;
  }
};

// One side of the centre, term by term. The pmf is log-concave, so ratios only shrink; `growth`
// bounds that of the deviance, which is at most quadratic a few steps from the centre.
// The four factors of the ratio are the cells of the 2x2 table, which change by one each step.
inline void add_terms(const Hypergeometric& h, bool upwards, WeightedSum& sum) {
  const double mu = h.expected[0], step = upwards ? 1.0 : -1.0;
  const double both = to_double(h.centre), only_a = to_double(h.a - h.centre);
  const double only_b = to_double(h.b - h.centre);
  const double neither = to_double(h.n - h.a - (h.b - h.centre));
  double weight = 1.0;
  for (double t = 0.0;; t += 1.0) {
    const double ratio = upwards
                             ? (only_a - t) * (only_b - t) / ((both + t + 1) * (neither + t + 1))
                             : (both - t) * (neither - t) / ((only_a + t + 1) * (only_b + t + 1));
    weight *= ratio;
    if (weight <= 0.0) return;
    const double moved = step * (t + 1.0);
    const double d = deviance(both + moved, mu, h.offset + moved);
    sum.add(weight, d);
    const double growth = 1.0 + 3.0 / (t + 1.0);
    if (ratio * growth < 1.0 && sum.settled(weight, d, ratio * growth)) return;
  }
}

inline double sum_all(const Hypergeometric& h) {
  WeightedSum sum;
  sum.add(1.0, deviance(to_double(h.centre), h.expected[0], h.offset));
  add_terms(h, true, sum);
  add_terms(h, false, sum);
  return sum.deviance / sum.weight;
}

// Stirling's series for log x! - (x log x - x + log sqrt(2 pi x)); x >= 90 here.
inline double stirling_tail(double x) {
  const double t = 1.0 / (x * x);
  return (1.0 / 12 - t * (1.0 / 360 - t * (1.0 / 1260 - t * (1.0 / 1680 - t / 1188)))) / x;
}

// The pmf at mu + moved relative to a constant. By Stirling, log pmf is minus the deviances of the
// four cells from independence (the part linear in k cancels), the square roots and the tails.
struct Point {
  double weight;
  double deviance;
};

inline Point point(const Hypergeometric& h, double moved) {
  const std::array<double, 4> moves{moved, -moved, -moved, moved};
  double exponent = 0.0, roots = 1.0;
  for (int i = 3; i >= 0; --i) {
    const double k = h.expected[i] + moves[i];
    exponent += deviance(k, h.expected[i], moves[i]) + stirling_tail(k);
    roots *= k / h.expected[i];
  }
  return {std::exp(-exponent) / std::sqrt(roots),
          deviance(h.expected[0] + moved, h.expected[0], moved)};
}

// A wide pmf is sampled on every h-th integer, h a power of two between sd/4 and sd/2. A
// hypergeometric variable is a sum of independent indicators, so its characteristic function is at
// most exp(-2 var sin^2(theta/2)); with theta = 2 pi / h the sampled sums differ from the full ones
// by a relative exp(-8 pi^2) at most.
inline double sum_sampled(const Hypergeometric& h) {
  const double spacing = std::exp2(std::floor(std::log2(std::sqrt(h.variance))) - 1.0);
  WeightedSum sum;
  for (double direction : {1.0, -1.0}) {
    for (double t = direction > 0 ? 0.0 : 1.0;; t += 1.0) {
      const Point p = point(h, h.offset + direction * t * spacing);
      sum.add(p.weight, p.deviance);
      if (t > 4.0 && sum.settled(p.weight, p.deviance, 0.5)) break;
    }
  }
  return sum.deviance / sum.weight;
}

// From this variance on every expected cell exceeds 400 and the window of ten deviations stays
// inside the support, where Stirling's series is exact to a double.
inline constexpr double sampled_from_variance = 400.0;

inline double expected_deviance(u128 a, u128 b, u128 n) {
  const Hypergeometric h =
      with_products_of(n, [&]<class Wide>() { return hypergeometric<Wide>(a, b, n); });
  return h.variance < sampled_from_variance ? sum_all(h) : sum_sampled(h);
}

}  // namespace partita
