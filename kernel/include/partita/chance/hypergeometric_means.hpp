// Means of the terms of information over a hypergeometric k. Weights are relative to the weight of
// the center and divided by their sum.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "partita/chance/central_moments.hpp"
#include "partita/chance/hypergeometric.hpp"
#include "partita/chance/small_cells.hpp"

namespace partita {

// What is averaged over k. Every term is nonnegative, grows at most quadratically a few steps from
// the center, and is smooth in k: concave for residuals, convex for the deviance.
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

// Sums of weights and of weighted terms, known up to a common factor.
template <std::size_t size>
struct WeightedSums {
  double weight = 0.0;
  std::array<double, size> terms{};

  void add(double w, const std::array<double, size>& values) {
    weight += w;
    for (std::size_t i = 0; i < size; ++i) terms[i] += w * values[i];
  }
  // Whether all later terms can be left out: they are at most w and w values, and shrink by
  // `ratio`.
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

// One side of the center, term by term; `growth` bounds the growth of the terms.
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

// Above this variance every expected cell exceeds 400, and the window of ten standard deviations
// is inside the support, where Stirling's series is exact to a double.
inline constexpr double sampled_from_variance = 400.0;

template <class Terms>
auto means(const Hypergeometric& h) {
  return h.variance < sampled_from_variance ? sum_all<Terms>(h) : sum_sampled<Terms>(h);
}

// E[deviance(k, mu)], E[k log(b/k)] and E[k log(a/k)]; swapping a and b swaps the last two.
struct ExpectedTerms {
  double deviance, below_b, below_a;
};

// Above this mean the deviance is summed by central moments up to m_20. The omitted terms are below
// 2^-56 of the sum: docs/decisions/moments_for_large_means.md has the proof.
inline constexpr double moments_from_mean = 512.0;
inline constexpr double moments_to_mean = 0x1p64;  // beyond, high moments overflow doubles

inline bool by_moments(double mean) { return mean >= moments_from_mean && mean <= moments_to_mean; }

inline double expected_deviance(const std::array<double, 4>& expected, double n) {
  return deviance_of_moments(
      central_moments<20>(expected[1] * expected[2], expected[1] + expected[2], n), expected[0]);
}

// log(n / x), to full relative accuracy even if x is nearly n.
inline double log_share(u128 x, u128 n) {
  const double part = to_double(x), rest = to_double(n - x);
  return rest < part ? std::log1p(rest / part) : std::log(to_double(n) / part);
}

inline double expected_deviance_of_large(u128 a, u128 b, u128 n) {
  return with_products_of(n, [&]<class Wide>() {
    const std::array<double, 4> expected = expected_cells<Wide>(a, b, n);
    if (by_moments(expected[0])) return expected_deviance(expected, to_double(n));
    return means<DevianceTerm>(hypergeometric<Wide>(a, b, n))[0];
  });
}

inline double expected_deviance(u128 a, u128 b, u128 n) {
  if (b < a) std::swap(a, b);  // one order, so that transposing a table keeps every bit
  if (n < u128{1} << 32) {
    const SmallCells small(low_word(n));
    if (small.take(low_word(a), low_word(b))) return small.deviance(low_word(a), low_word(b));
  }
  return expected_deviance_of_large(a, b, n);
}

// By moments, E[k log(b/k)] = mu log(n/a) - E[deviance]; the second is at most 1/(2 mu) of the
// first, so nothing cancels.
inline ExpectedTerms expected_terms(u128 a, u128 b, u128 n) {
  return with_products_of(n, [&]<class Wide>() -> ExpectedTerms {
    const u128 least = std::min(a, b), most = std::max(a, b);
    const std::array<double, 4> expected = expected_cells<Wide>(least, most, n);
    if (by_moments(expected[0])) {
      const double deviance = expected_deviance(expected, to_double(n));
      return {deviance, expected[0] * log_share(a, n) - deviance,
              expected[0] * log_share(b, n) - deviance};
    }
    const auto [deviance, below_least, below_most] =
        means<ResidualTerms>(hypergeometric<Wide>(least, most, n));
    return a <= b ? ExpectedTerms{deviance, below_most, below_least}
                  : ExpectedTerms{deviance, below_least, below_most};
  });
}

}  // namespace partita
