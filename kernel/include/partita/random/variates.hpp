// Binomial and hypergeometric random numbers. Small cases use inversion or simulation, large cases
// rejection: transformed uniforms for the binomial (Hörmann 1993), the ratio of uniforms for the
// hypergeometric (Stadlober 1990). Their hats hold for all parameters allowed below.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "partita/random/philox.hpp"

namespace partita {

// log x! - ((x + 1/2) log(x + 1) - (x + 1) + log sqrt(2 pi)), Stirling's series in x + 1.
inline double factorial_tail(double x) {
  static const std::array<double, 16> small = [] {
    std::array<double, 16> out{};
    double log_factorial = 0.0;
    for (std::size_t k = 0; k < out.size(); ++k) {
      const double y = static_cast<double>(k);
      if (k > 0) log_factorial += std::log(y);
      out[k] = log_factorial - (y + 0.5) * std::log(y + 1) + (y + 1) - 0.91893853320467274178;
    }
    return out;
  }();
  if (x < 16) return small[static_cast<std::size_t>(x)];
  const double t = 1.0 / (x + 1), s = t * t;
  return t * (1.0 / 12 - s * (1.0 / 360 - s * (1.0 / 1260 - s / 1680)));
}

// log((x + d)! / x!) - d (log(x + 1) - 1), without the error of subtracting two large logarithms.
class FactorialStep {
 public:
  explicit FactorialStep(double x) : x_(x), tail_(factorial_tail(x)) {}
  double operator()(double d) const {
    return (x_ + d + 0.5) * std::log1p(d / (x_ + 1)) + factorial_tail(x_ + d) - tail_;
  }

 private:
  double x_, tail_;
};

// Number of successes by inversion, adding probabilities of 0, 1, 2, ...; for n p < 10, p <= 1/2.
inline std::int64_t invert_binomial(Philox& random, double n, double p) {
  const double odds = p / (1.0 - p);
  const double none = std::exp(n * std::log1p(-p));
  for (;;) {
    double u = random.uniform(), mass = none;
    for (double k = 0; k <= n && k < 160; ++k) {  // the rest is less than 2^-53
      if (u < mass) return static_cast<std::int64_t>(k);
      u -= mass;
      mass *= odds * (n - k) / (k + 1);
    }
  }
}

// The same for n p >= 10, p <= 1/2: Hörmann's BTRS. Points under the hat are mapped to a rectangle
// in which most are accepted at once; the others are compared with the probability.
inline double reject_binomial(Philox& random, double n, double p) {
  const double deviation = std::sqrt(n * p * (1.0 - p));
  const double b = 1.15 + 2.53 * deviation, a = -0.0873 + 0.0248 * b + 0.01 * p;
  const double centre = n * p + 0.5, sure = 0.92 - 4.2 / b;
  for (;;) {
    const double u = random.uniform() - 0.5, v = random.uniform();
    const double edge = 0.5 - std::abs(u);
    const double k = std::floor((2.0 * a / edge + b) * u + centre);
    if (edge >= 0.07 && v <= sure) return k;
    if (k < 0.0 || k > n) continue;
    const double mode = std::floor((n + 1) * p), rest = n - mode, d = k - mode;
    const double slope = std::log(p / (1.0 - p) * ((rest + 1) / (mode + 1)));
    const double height = d * slope - FactorialStep(mode)(d) - FactorialStep(rest)(-d);
    const double scale = (2.83 + 5.1 / b) * deviation;
    if (std::log(v * scale / (a / (edge * edge) + b)) <= height) return k;
  }
}

// Number of successes in n trials of probability p.
inline std::int64_t binomial(Philox& random, std::int64_t n, double p) {
  if (n == 0 || p <= 0.0) return 0;
  if (p >= 1.0) return n;
  if (p > 0.5) return n - binomial(random, n, 1.0 - p);
  const double trials = static_cast<double>(n);
  if (trials * p < 10.0) return invert_binomial(random, trials, p);
  return std::min(static_cast<std::int64_t>(reject_binomial(random, trials, p)), n);
}

// Number of marked objects among `drawn`, object by object, for few draws.
inline std::int64_t urn(Philox& random, std::int64_t marked, std::int64_t drawn, std::int64_t n) {
  std::int64_t found = 0;
  for (std::int64_t k = 0; k < drawn && found < marked; ++k)
    if (random.below(static_cast<std::uint64_t>(n - k)) <
        static_cast<std::uint64_t>(marked - found))
      ++found;
  return found;
}

// Number of marked objects among b drawn from n objects, of which a are marked, for 10 < b <= a <=
// n/2. The hat is a table mountain around the mean; the pmf is relative to its mode.
inline double reject_hypergeometric(Philox& random, double a, double b, double n) {
  const double mode = std::floor((a + 1) * ((b + 1) / (n + 2))), neither = n - a - b;
  const double mean = a * (b / n);
  const double variance = mean * ((n - a) / n) * ((n - b) / (n - 1));
  // 2 sqrt(2/e) sqrt(variance + 1/2) + 3 - 2 sqrt(3/e)
  const double width = 1.7155277699214135 * std::sqrt(variance + 0.5) + 0.8989161620588988;
  const double slope =
      std::log((a - mode + 1) / (mode + 1) * ((b - mode + 1) / (neither + mode + 1)));
  const FactorialStep both(mode), only_a(a - mode), only_b(b - mode), none(neither + mode);
  for (;;) {
    const double u = random.uniform(), v = random.uniform();
    const double k = std::floor(mean + 0.5 + width * (v - 0.5) / u);
    if (k < 0.0 || k > b) continue;
    const double d = k - mode;
    const double height = d * slope - both(d) - only_a(-d) - only_b(-d) - none(d);
    if (u * (4.0 - u) - 3.0 <= height) return k;  // an upper bound of 2 log u
    if (u * (u - height) >= 1.0) continue;        // height <= u - 1/u, which is at most 2 log u
    if (2.0 * std::log(u) <= height) return k;
  }
}

inline constexpr std::int64_t simulated_up_to = 10;

// Number of marked objects among `drawn` from n objects, of which `marked` are marked. Exchanging
// marked and drawn, or one of them with its complement, makes both at most n/2.
inline std::int64_t hypergeometric_variate(Philox& random, std::int64_t marked, std::int64_t drawn,
                                           std::int64_t n) {
  if (marked > n - marked) return drawn - hypergeometric_variate(random, n - marked, drawn, n);
  if (drawn > n - drawn) return marked - hypergeometric_variate(random, marked, n - drawn, n);
  if (drawn > marked) std::swap(drawn, marked);
  if (drawn <= simulated_up_to) return urn(random, marked, drawn, n);
  const double k = reject_hypergeometric(random, static_cast<double>(marked),
                                         static_cast<double>(drawn), static_cast<double>(n));
  return std::min(static_cast<std::int64_t>(k), drawn);
}

}  // namespace partita
