// E phi(base + X) for the number X of successes in independent trials: exactly for squares; for t
// ln t as phi at the mean m plus E h(t), h(t) = t ln(t/m) - (t - m) >= 0, because the linear term
// has expectation 0. Large means use the series of h with a bound on the rest.
#pragma once

#include <cmath>
#include <limits>

#include "partita/soft/poisson_binomial.hpp"

namespace partita::soft {

struct Estimate {
  double value = 0.0;
  double error = 0.0;  // bound on the distance from the exact value
};

namespace detail {

// Sums of the cumulants of the trials.
struct Cumulants {
  double k1 = 0.0, k2 = 0.0, k3 = 0.0, k4 = 0.0, k5 = 0.0, k6 = 0.0;
};

inline Cumulants cumulants(const Trials& trials) {
  ExactSum first, second, third, fourth, fifth, sixth;
  for (std::size_t i = 0; i < trials.size.size(); ++i) {
    const double p = trials.probability[i], w = static_cast<double>(trials.size[i]);
    const double v = p * (1.0 - p), skew = 1.0 - 2.0 * p;
    first.add(two_product(w, p));
    second.add(w * v);
    third.add(w * v * skew);
    fourth.add(w * v * (1.0 - 6.0 * v));
    fifth.add(w * v * skew * (1.0 - 12.0 * v));
    sixth.add(w * v * (1.0 - 30.0 * v + 120.0 * v * v));
    if (i % 1024 == 0) poll(128 * 1024);
  }
  return {first.rounded(),  second.rounded(), third.rounded(),
          fourth.rounded(), fifth.rounded(),  sixth.rounded()};
}

inline constexpr double unit = std::numeric_limits<double>::epsilon();

// h(t) around m: t ln(t/m) - (t - m), with an accurate logarithm of the ratio. Means may be as
// small as the smallest positive double, so the ratio itself could overflow.
inline double convex_rest(double t, double m) {
  if (t == 0.0) return m;
  if (t > 1e15 * m) return t * (std::log(t) - std::log(m)) - (t - m);
  const double x = (t - m) / m;
  if (std::abs(x) > 0.1) return t * std::log1p(x) - (t - m);
  double power = x * x, sum = 0.0;  // (1+x) ln(1+x) - x = sum_{r>=2} (-x)^r / (r (r-1))
  for (int r = 2; r < 24; ++r, power *= -x) sum += power / (r * (r - 1));
  return m * sum;
}

// Terms up to the fifth central moment. The rest of Taylor's formula is h''''''/720 (t-m)^6 with
// h''''''(s) = 24/s^5, and s >= m/2 unless t < m/2, which has probability at most exp(-m/8)
// (Chernoff) and contributes at most 2 m. Below `least_of_series` this alone is 1e-10 m.
inline constexpr double least_of_series = 200.0;

inline Estimate series(double m, const Cumulants& k) {
  const double m4 = k.k4 + 3.0 * k.k2 * k.k2;
  const double m5 = k.k5 + 10.0 * k.k3 * k.k2;
  const double m6 = k.k6 + 15.0 * k.k4 * k.k2 + 10.0 * k.k3 * k.k3 + 15.0 * k.k2 * k.k2 * k.k2;
  const double sum = k.k2 / (2.0 * m) - k.k3 / (6.0 * m * m) + m4 / (12.0 * m * m * m) -
                     m5 / (20.0 * m * m * m * m);
  const double rest = 32.0 / 30.0 * m6 / (m * m * m * m * m) + 2.0 * m * std::exp(-m / 8.0);
  return {sum, rest + 64.0 * unit * std::abs(sum)};
}

// Sum over the distribution. The loss is divided so that it costs about `loss` for any h at the
// ends.
inline Estimate exact_rest(const Trials& trials, double base, double m, std::int64_t total,
                           double loss) {
  const double worst = std::max(convex_rest(base, m),
                                convex_rest(base + static_cast<double>(total), m));  // h is convex
  const CertifiedSuccessLaw certified = poisson_binomial(trials, loss / (1.0 + worst));
  const SuccessLaw& law = certified.law;
  ExactSum sum;
  for (std::size_t i = 0; i < law.mass.size(); ++i) {
    const double t = base + static_cast<double>(law.start + static_cast<std::int64_t>(i));
    sum.add(law.mass[i] * convex_rest(t, m));
  }
  const double value = sum.rounded();
  // A product of two distributions adds as many positive terms as the shorter one is long; lengths
  // grow geometrically toward the root, so all roundings together are below a multiple of the
  // length.
  const double rounding = unit * (1024.0 + 16.0 * static_cast<double>(law.mass.size()));
  return {value, certified.lost * worst + rounding * value};
}

}  // namespace detail

inline Estimate expected_square(const Trials& trials, std::int64_t base) {
  validate(trials);
  const detail::Cumulants k = detail::cumulants(trials);
  const double m = static_cast<double>(base) + k.k1;
  const double value = m * m + k.k2;
  return {value, 8.0 * detail::unit * value};
}

// The series is used if its error is below the rounding of sums of this size.
inline Estimate expected_entropy(const Trials& trials, std::int64_t base, double loss) {
  const std::int64_t total = validate(trials);
  const detail::Cumulants k = detail::cumulants(trials);
  const double m = static_cast<double>(base) + k.k1;
  if (m == 0.0) return {0.0, 0.0};
  const double main = m * std::log(m);
  Estimate rest;
  if (m >= detail::least_of_series) rest = detail::series(m, k);
  if (m < detail::least_of_series || rest.error > 1e-13 * m)
    rest = detail::exact_rest(trials, static_cast<double>(base), m, total, loss);
  const double slope = 1.0 + std::abs(std::log(m));  // the mean itself is rounded
  return {main + rest.value, rest.error + 4.0 * detail::unit * m * slope};
}

}  // namespace partita::soft
