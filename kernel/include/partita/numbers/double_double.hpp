// Error-free transformations, and numbers as an unevaluated sum of two doubles (about 106 bits).
// Compiled without contraction: an fma happens only where it is written.
#pragma once

#include <cmath>
#include <compare>

#include "partita/numbers/integers.hpp"

namespace partita {

struct DoubleDouble {
  double high = 0.0;
  double low = 0.0;

  auto operator<=>(const DoubleDouble&) const = default;  // valid for normalized values
};

// Knuth's TwoSum: high + low == a + b exactly.
inline DoubleDouble two_sum(double a, double b) {
  const double sum = a + b;
  const double part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}

// Dekker's FastTwoSum, for |a| >= |b| or a == 0.
inline DoubleDouble fast_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

inline DoubleDouble two_product(double a, double b) {
  const double product = a * b;
  return {product, std::fma(a, b, -product)};
}

inline DoubleDouble operator-(const DoubleDouble& x) { return {-x.high, -x.low}; }

inline DoubleDouble operator+(const DoubleDouble& x, const DoubleDouble& y) {
  const DoubleDouble s = two_sum(x.high, y.high);
  const DoubleDouble t = two_sum(x.low, y.low);
  const DoubleDouble u = fast_two_sum(s.high, s.low + t.high);
  return fast_two_sum(u.high, u.low + t.low);
}

inline DoubleDouble operator*(const DoubleDouble& x, const DoubleDouble& y) {
  const DoubleDouble p = two_product(x.high, y.high);
  return fast_two_sum(p.high, p.low + (x.high * y.low + x.low * y.high));
}

// Two Newton steps: the second quotient digit corrects the first, the third the second.
inline DoubleDouble operator/(const DoubleDouble& x, const DoubleDouble& y) {
  const double first = x.high / y.high;
  const DoubleDouble rest = x + -(y * DoubleDouble{first});
  const double second = rest.high / y.high;
  const DoubleDouble last = rest + -(y * DoubleDouble{second});
  const DoubleDouble q = fast_two_sum(first, second);
  return fast_two_sum(q.high, q.low + last.high / y.high);
}

inline DoubleDouble to_double_double(double x) { return {x, 0.0}; }

inline DoubleDouble to_double_double(u128 x) {
  const double high = to_double(x);  // below 2^127 for every margin, so it converts back
  const i128 rest = static_cast<i128>(x - static_cast<u128>(high));
  return {high, static_cast<double>(rest)};
}

inline DoubleDouble to_double_double(const U256& x) {
  Scaled s = scaled(x);
  if (leading_zeros(s.top) == 0) s = {s.top >> 1, s.exponent + 1};  // so that it converts back
  const DoubleDouble d = to_double_double(s.top);
  return {std::ldexp(d.high, s.exponent), std::ldexp(d.low, s.exponent)};
}

}  // namespace partita
