// Expectations of a hypergeometric k: `a` of n objects are marked, b are drawn, k of them are
// marked, mu = ab/n. Weights are relative to the centre and divided by their own sum.
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

// One possible k, with the differences that its terms need to full relative accuracy.
struct Outcome {
  double k;       // in both
  double only_a;  // a - k
  double only_b;  // b - k
  double excess;  // k - mu
};

// What is averaged over k. Every term is non-negative, grows at most quadratically a few steps from
// the centre, and is smooth in k: concave for residuals, convex for the deviance.
struct DevianceTerm {
  static std::array<double, 1> of(const Hypergeometric& h, const Outcome& x) {
    return {deviance(x.k, h.expected[0], x.excess)};
  }
};

// The deviance, k log(a/k) and k log(b/k).
struct ResidualTerms {
  static std::array<double, 3> of(const Hypergeometric& h, const Outcome& x) {
    return {deviance(x.k, h.expected[0], x.excess), residual(x.k, to_double(h.a), x.only_a),
            residual(x.k, to_double(h.b), x.only_b)};
  }
};

// Sums of weights and of weighted terms, up to a common factor.
template <std::size_t size>
struct WeightedSums {
  double weight = 0.0;
  std::array<double, size> terms{};

  void add(double w, const std::array<double, size>& values) {
    weight += w;
    for (std::size_t i = 0; i < size; ++i) terms[i] += w * values[i];
  }
  // Whether what follows terms no larger than w and w values, shrinking by `ratio`, can be left
  // out.
  bool settled(double w, const std::array<double, size>& values, double ratio) const {
    const double tail = 0x1p-60 * (1.0 - ratio);
    bool small = w <= tail * weight;
    for (std::size_t i = 0; i < size; ++i) small = small && w * values[i] <= tail * terms[i];
    return small;
  }
  std::array<double, size> means() const {
    std::array<double, size> out = terms;
    for (double& value : out) value /= weight;
    return out;
  }
};

template <class Terms>
using weighted_sums_t =
    WeightedSums<std::tuple_size_v<decltype(Terms::of(Hypergeometric{}, Outcome{}))>>;

// The centre, and from it one side of it term by term. The pmf is log-concave, so ratios only
// shrink; `growth` bounds that of the terms. The four factors of the ratio are the cells of the 2x2
// table, which change by one each step.
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

template <class Terms>
void add_side(const Hypergeometric& h, const Centre& centre, double direction,
              weighted_sums_t<Terms>& sums) {
  double weight = 1.0;
  for (double t = 0.0;; t += 1.0) {
    const double ratio = direction > 0 ? centre.ratio_up(t) : centre.ratio_down(t);
    weight *= ratio;
    if (weight <= 0.0) return;
    const auto values = Terms::of(h, centre.moved(h, direction * (t + 1.0)));
    sums.add(weight, values);
    const double growth = 1.0 + 3.0 / (t + 1.0);
    if (ratio * growth < 1.0 && sums.settled(weight, values, ratio * growth)) return;
  }
}

template <class Terms>
auto sum_all(const Hypergeometric& h) {
  const Centre centre(h);
  weighted_sums_t<Terms> sums;
  sums.add(1.0, Terms::of(h, centre.moved(h, 0.0)));
  add_side<Terms>(h, centre, 1.0, sums);
  add_side<Terms>(h, centre, -1.0, sums);
  return sums.means();
}

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

// A wide pmf is sampled on every h-th integer, h a power of two between sd/4 and sd/2. A
// hypergeometric variable is a sum of independent indicators, so its characteristic function is at
// most exp(-2 var sin^2(theta/2)); with theta = 2 pi / h the sampled sums differ from the full ones
// by a relative exp(-8 pi^2) at most.
template <class Terms>
auto sum_sampled(const Hypergeometric& h) {
  const double spacing = std::exp2(std::floor(std::log2(std::sqrt(h.variance))) - 1.0);
  weighted_sums_t<Terms> sums;
  for (double direction : {1.0, -1.0}) {
    for (double t = direction > 0 ? 0.0 : 1.0;; t += 1.0) {
      const double moved = h.offset + direction * t * spacing, weight = density(h, moved);
      const auto values = Terms::of(
          h, {h.expected[0] + moved, h.expected[1] - moved, h.expected[2] - moved, moved});
      sums.add(weight, values);
      if (t > 4.0 && sums.settled(weight, values, 0.5)) break;
    }
  }
  return sums.means();
}

// From this variance on every expected cell exceeds 400 and the window of ten deviations stays
// inside the support, where Stirling's series is exact to a double.
inline constexpr double sampled_from_variance = 400.0;

template <class Terms>
auto means(const Hypergeometric& h) {
  return h.variance < sampled_from_variance ? sum_all<Terms>(h) : sum_sampled<Terms>(h);
}

inline Hypergeometric hypergeometric(u128 a, u128 b, u128 n) {
  return with_products_of(n, [&]<class Wide>() { return hypergeometric<Wide>(a, b, n); });
}

inline double expected_deviance(u128 a, u128 b, u128 n) {
  return means<DevianceTerm>(hypergeometric(a, b, n))[0];
}

// E[deviance(k, mu)], E[k log(b/k)] and E[k log(a/k)]; swapping a and b swaps the last two.
struct ExpectedTerms {
  double deviance, below_b, below_a;
};

inline ExpectedTerms expected_terms(u128 a, u128 b, u128 n) {
  const auto [deviance, below_least, below_most] = means<ResidualTerms>(hypergeometric(a, b, n));
  return a <= b ? ExpectedTerms{deviance, below_most, below_least}
                : ExpectedTerms{deviance, below_least, below_most};
}

}  // namespace partita
