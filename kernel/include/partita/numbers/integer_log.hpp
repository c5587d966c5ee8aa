// Natural logarithms of integers in fixed point with 120 binary places: integers add in any order,
// and enough places remain when a difference of sums of logarithms cancels. The error of a
// logarithm is below 8 units of the last place: docs/decisions/logarithms_in_fixed_point.md counts
// them.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "partita/numbers/integers.hpp"

namespace partita {

inline constexpr int log_places = 120;

// (x y) / 2^128, at most two units too small.
constexpr u128 upper_product(u128 x, u128 y) {
  const u128 x0 = low_word(x), x1 = high_word(x), y0 = low_word(y), y1 = high_word(y);
  const u128 middle = x1 * y0, other = x0 * y1;
  return x1 * y1 + high_word(middle) + high_word(other) +
         high_word(u128{low_word(middle)} + low_word(other));
}
constexpr std::uint64_t upper_product(std::uint64_t x, std::uint64_t y) {
  return high_word(u128{x} * y);
}

// log of 2^12/c for 2^11 <= c <= 2^12, by 2 (z + z^3/3 + z^5/5 + ...), z = (2^12 - c) / (2^12 + c)
// at most 1/3; in units of 2^-124, so that truncation does not show.
constexpr u128 log_of_inverse(unsigned c) {
  constexpr unsigned one = 4096;
  if (c == one) return 0;
  const u128 part = u128{one - c} << 116;
  const u128 z = ((part / (one + c)) << 11) + ((part % (one + c)) << 11) / (one + c);  // 127 places
  const u128 square = upper_product(z, z) << 2;                                        // 128 places
  u128 power = z, sum = 0;
  for (unsigned k = 1; power != 0; k += 2, power = upper_product(power, square)) sum += power / k;
  return sum >> 2;  // twice the sum, from 127 places to 124
}

// 1/c for an interval of mantissas, c scaled by 2^12 and rounded up, and -log c in 2^-120.
struct LogStep {
  std::uint32_t inverse;
  u128 log;
};

inline constexpr auto log_steps = [] {
  std::array<LogStep, 128> steps{};
  for (unsigned i = 0; i < 128; ++i) {
    const unsigned inverse = (4096 * 128 + 127 + i) / (128 + i);
    steps[i] = {inverse, log_of_inverse(inverse) >> 4};
  }
  return steps;
}();

// e log 2 in units of 2^-120; the constant has 128 places.
constexpr u128 log_of_power(int e) {
  constexpr std::uint64_t high = 0xb17217f7d1cf79ab, low = 0xc9e3b39803f2f6af;
  const auto times = static_cast<u128>(e);
  return ((times * high) << 56) + ((times * low) >> 8);
}

// Reciprocals of 1, 2, ..., 16: with 128 places below 9, with 64 places from 9 up.
inline constexpr auto wide_reciprocals = [] {
  std::array<u128, 9> values{};
  for (unsigned k = 1; k < 9; ++k) values[k] = ~u128{0} / k;
  return values;
}();
inline constexpr auto narrow_reciprocals = [] {
  std::array<std::uint64_t, 17> values{};
  for (unsigned k = 9; k < 17; ++k) values[k] = ~std::uint64_t{0} / k;
  return values;
}();

// log(1 + r) for r / 2^128 below 1/127, by r - r^2/2 + ... - r^16/16, in units of 2^-128.
constexpr u128 log_above_one(u128 r) {
  const std::uint64_t top = high_word(r);
  std::uint64_t low = narrow_reciprocals[16];
  for (std::size_t k = 15; k > 8; --k) low = narrow_reciprocals[k] - upper_product(top, low);
  u128 sum = u128{low} << 64;
  for (std::size_t k = 8; k > 0; --k) sum = wide_reciprocals[k] - upper_product(r, sum);
  return upper_product(r, sum);
}

// log x for x >= 1, in units of 2^-120: x = 2^e m, and m times a short number is 1 + r.
constexpr u128 log_by_series(std::uint64_t x) {
  const int zeros = std::countl_zero(x);
  const std::uint64_t mantissa = x << zeros;  // m in units of 2^-63
  const LogStep& step = log_steps[(mantissa >> 56) & 127];
  const u128 r = (u128{mantissa} * step.inverse - (u128{1} << 75)) << 53;
  return log_of_power(63 - zeros) + step.log + (log_above_one(r) >> (128 - log_places));
}

inline constexpr std::size_t small_logs = 1024;
inline constexpr auto logs_of_small = [] {
  std::array<u128, small_logs> logs{};
  for (std::size_t x = 1; x < small_logs; ++x) logs[x] = log_by_series(x);
  return logs;
}();

inline u128 fixed_log(std::uint64_t x) {
  return x < small_logs ? logs_of_small[x] : log_by_series(x);
}

}  // namespace partita
