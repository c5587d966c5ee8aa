// Exact sums of doubles (Shewchuk 1997): the running sum is kept as nonoverlapping partials, so the
// result does not depend on the order of the terms, on chunks or on threads. Terms and sums must
// stay well inside the exponent range; callers bound them by 2^±1000.
#pragma once

#include <cstddef>
#include <vector>

#include "partita/numbers/double_double.hpp"

namespace partita {

// An exact value as its roundings, largest first: each part is the nearest double to the rest after
// the parts before it. The form is unique, so equal values have equal expansions.
using Expansion = std::vector<double>;

class ExactSum {
 public:
  void add(double x) {
    std::size_t kept = 0;
    for (double partial : partials_) {
      const DoubleDouble s = two_sum(x, partial);
      if (s.low != 0.0) partials_[kept++] = s.low;
      x = s.high;
    }
    partials_.resize(kept);
    if (x != 0.0) partials_.push_back(x);
  }
  void add(const DoubleDouble& x) {
    add(x.low);
    add(x.high);
  }
  void add(const Expansion& x) {
    for (double part : x) add(part);
  }
  void subtract(const Expansion& x) {
    for (double part : x) add(-part);
  }
  void add_product(const Expansion& x, const Expansion& y) {
    for (double a : x)
      for (double b : y) add(two_product(a, b));
  }
  void merge(const ExactSum& other) {
    for (double partial : other.partials_) add(partial);
  }
  void clear() { partials_.clear(); }

  // The nearest double, ties to even.
  double rounded() const {
    if (partials_.empty()) return 0.0;
    std::size_t next = partials_.size() - 1;
    DoubleDouble s{partials_[next], 0.0};
    while (next > 0 && s.low == 0.0) s = two_sum(s.high, partials_[--next]);
    return corrected(s, next);
  }

  Expansion expansion() const {
    Expansion parts;
    ExactSum rest = *this;
    while (!rest.partials_.empty()) {
      parts.push_back(rest.rounded());
      rest.add(-parts.back());
    }
    return parts;
  }

 private:
  // s.high is the nearest double unless s.low is exactly half a unit: then the partials below
  // decide instead of ties-to-even.
  double corrected(const DoubleDouble& s, std::size_t next) const {
    const bool same_sign = next > 0 && ((s.low < 0.0 && partials_[next - 1] < 0.0) ||
                                        (s.low > 0.0 && partials_[next - 1] > 0.0));
    if (!same_sign) return s.high;
    const double twice = 2.0 * s.low;
    const double up = s.high + twice;
    return up - s.high == twice ? up : s.high;
  }

  std::vector<double> partials_;  // in order of increasing magnitude
};

inline DoubleDouble to_double_double(const Expansion& x) {
  return {x.empty() ? 0.0 : x[0], x.size() > 1 ? x[1] : 0.0};
}

// Exact order of two values: their roundings decide from the largest part down.
inline bool less(const Expansion& x, const Expansion& y) {
  for (std::size_t i = 0; i < x.size() || i < y.size(); ++i) {
    const double a = i < x.size() ? x[i] : 0.0;
    const double b = i < y.size() ? y[i] : 0.0;
    if (a != b) return a < b;
  }
  return false;
}
inline bool less(u128 x, u128 y) { return x < y; }

}  // namespace partita
