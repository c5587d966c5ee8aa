// Exact sums of many doubles: a fixed-point number over the whole range of doubles, in 32-bit
// digits with spare bits (Neal 2015). It equals ExactSum in any order of the terms; adding takes a
// third of the time, and starting takes longer.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "partita/numbers/exact_sum.hpp"

namespace partita {

class BulkSum {
 public:
  void add(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    std::uint64_t exponent = (bits >> 52) & 0x7ff, mantissa = bits & ((std::uint64_t{1} << 52) - 1);
    if (exponent == 0)
      exponent = 1;  // a subnormal, or zero
    else
      mantissa |= std::uint64_t{1} << 52;
    // x = mantissa * 2^(exponent - 1075): its bits fall into two digits, the upper of which takes
    // up to 53.
    const std::size_t digit = exponent / 32;
    const unsigned shift = exponent % 32;
    const auto low = static_cast<std::int64_t>((mantissa << shift) & 0xffffffff);
    const auto high = static_cast<std::int64_t>(mantissa >> (32 - shift));
    const std::int64_t sign = x < 0.0 ? -1 : 1;
    digits_[digit] += sign * low;
    digits_[digit + 1] += sign * high;
    if (++since_carry_ == 1000) carry();  // 1000 * 2^53 < 2^63
  }
  void add(const DoubleDouble& x) {
    add(x.low);
    add(x.high);
  }
  void add_product(const Expansion& x, const Expansion& y) {
    for (double a : x)
      for (double b : y) add(two_product(a, b));
  }
  void merge(BulkSum other) {
    other.carry();
    carry();
    for (std::size_t digit = 0; digit < digits_.size(); ++digit)
      digits_[digit] += other.digits_[digit];
    ++since_carry_;
  }

  // The nearest double, ties to even.
  double rounded() const {
    BulkSum rest = *this;
    rest.carry();
    ExactSum sum;
    for (std::size_t digit = 0; digit < digits_.size(); ++digit)
      if (rest.digits_[digit] != 0)
        sum.add(std::ldexp(static_cast<double>(rest.digits_[digit]),
                           32 * static_cast<int>(digit) - 1075));
    return sum.rounded();
  }

 private:
  void carry() {
    for (std::size_t digit = 0; digit + 1 < digits_.size(); ++digit) {
      digits_[digit + 1] += digits_[digit] >> 32;
      digits_[digit] &= 0xffffffff;
    }
    since_carry_ = 0;
  }
  std::array<std::int64_t, 66> digits_{};  // digit d counts 2^(32 d - 1075)
  int since_carry_ = 0;
};

}  // namespace partita
