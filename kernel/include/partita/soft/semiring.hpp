// The semirings of the margin program. The same dynamic program answers several questions, which
// differ in the element of a state, in how two ways to reach it are joined (add) and in how two
// independent parts are combined (multiply). Both operations commute bit for bit, so the program
// may swap its factors.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace partita::soft {

// Probability: (+, ×).
struct Mass {
  using Element = double;
  static constexpr Element zero() { return 0.0; }
  static constexpr Element one() { return 1.0; }
  static constexpr Element add(Element x, Element y) { return x + y; }
  static constexpr Element multiply(Element x, Element y) { return x * y; }
  static constexpr bool is_zero(Element x) { return x == 0.0; }
  static constexpr double mass(Element x) { return x; }
};

// Probability with the first moment of an additive statistic: (P, E[A; state]).
struct Moment {
  struct Element {
    double mass;
    double moment;
    bool operator==(const Element&) const = default;
  };
  static constexpr Element zero() { return {0.0, 0.0}; }
  static constexpr Element one() { return {1.0, 0.0}; }
  static constexpr Element add(Element x, Element y) {
    return {x.mass + y.mass, x.moment + y.moment};
  }
  static constexpr Element multiply(Element x, Element y) {
    return {x.mass * y.mass, x.mass * y.moment + x.moment * y.mass};
  }
  static constexpr bool is_zero(Element x) { return x.mass == 0.0; }
  static constexpr double mass(Element x) { return x.mass; }
};

// Smallest and largest value of an additive statistic: (min, +) and (max, +) together. The sum of
// two `unreached` does not overflow; statistics stay below it.
template <class Value>
struct Bound;

template <>
struct Bound<std::int64_t> {
  static constexpr std::int64_t unreached = (std::int64_t{1} << 62) - 1;
};

template <>
struct Bound<double> {
  static constexpr double unreached = std::numeric_limits<double>::infinity();
};

template <class Value>
struct Extremes {
  struct Element {
    Value low;
    Value high;
    bool operator==(const Element&) const = default;
  };
  static constexpr Element zero() { return {Bound<Value>::unreached, -Bound<Value>::unreached}; }
  static constexpr Element one() { return {Value{0}, Value{0}}; }
  static constexpr Element add(Element x, Element y) {
    return {y.low < x.low ? y.low : x.low, y.high > x.high ? y.high : x.high};
  }
  static constexpr Element multiply(Element x, Element y) {
    return {x.low + y.low, x.high + y.high};
  }
  static constexpr bool is_zero(Element x) { return x.low >= Bound<Value>::unreached; }
};

// Possibility with the minimum as t-norm: (max, min).
struct LeastPossible {
  using Element = double;
  static constexpr Element zero() { return 0.0; }
  static constexpr Element one() { return 1.0; }
  static constexpr Element add(Element x, Element y) { return y > x ? y : x; }
  static constexpr Element multiply(Element x, Element y) { return y < x ? y : x; }
  static constexpr bool is_zero(Element x) { return x == 0.0; }
};

// Possibility with the product as t-norm: (max, ×).
struct ProductPossible {
  using Element = double;
  static constexpr Element zero() { return 0.0; }
  static constexpr Element one() { return 1.0; }
  static constexpr Element add(Element x, Element y) { return y > x ? y : x; }
  static constexpr Element multiply(Element x, Element y) { return x * y; }
  static constexpr bool is_zero(Element x) { return x == 0.0; }
};

// Whether a state can be reached: (or, and).
struct Reach {
  using Element = std::uint8_t;
  static constexpr Element zero() { return 0; }
  static constexpr Element one() { return 1; }
  static constexpr Element add(Element x, Element y) { return x | y; }
  static constexpr Element multiply(Element x, Element y) { return x & y; }
  static constexpr bool is_zero(Element x) { return x == 0; }
};

}  // namespace partita::soft
