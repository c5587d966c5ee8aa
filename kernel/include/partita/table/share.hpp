// A share as part / whole, in exact integers, or in double-doubles for weights. Shares are compared
// without a division.
#pragma once

#include "partita/numbers/double_double.hpp"
#include "partita/numbers/exact_sum.hpp"
#include "partita/numbers/integers.hpp"

namespace partita {

template <class Integer>
struct ExactShare {
  using Number = Integer;
  Number part, whole;

  static Number number(u128 size) { return static_cast<Number>(size); }
  static DoubleDouble real(Number size) { return to_double_double(size); }
  bool operator<(const ExactShare& other) const {
    if constexpr (sizeof(Number) == 8)
      return u128{part} * other.whole < u128{other.part} * whole;
    else
      return multiply(part, other.whole) < multiply(other.part, whole);
  }
};
struct WeightShare {
  using Number = DoubleDouble;
  Number part, whole;

  template <class Size>
  static Number number(const Size& size) {
    return to_double_double(size);
  }
  static DoubleDouble real(const Number& size) { return size; }
  bool operator<(const WeightShare& other) const { return part * other.whole < other.part * whole; }
};

}  // namespace partita
