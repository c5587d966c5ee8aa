// Wide unsigned integers. Margins may exceed 2^63, so counts are summed in 128 bits, and products
// of two margins take 256 bits. Only conversions to double round.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace partita {

__extension__ using u128 = unsigned __int128;
__extension__ using i128 = __int128;

inline constexpr std::uint64_t low_word(u128 x) { return static_cast<std::uint64_t>(x); }
inline constexpr std::uint64_t high_word(u128 x) { return static_cast<std::uint64_t>(x >> 64); }

struct U256 {
  u128 low = 0;
  u128 high = 0;

  constexpr U256() = default;
  constexpr U256(u128 value) : low(value) {}  // implicit: widening loses nothing
  constexpr U256(u128 low_half, u128 high_half) : low(low_half), high(high_half) {}

  constexpr bool operator==(const U256&) const = default;
  constexpr bool operator<(const U256& other) const {
    return high != other.high ? high < other.high : low < other.low;
  }
  constexpr U256& operator+=(U256 other) {  // by value: x += x is legal
    low += other.low;
    high += other.high + (low < other.low ? 1 : 0);
    return *this;
  }
  constexpr U256& operator-=(U256 other) {
    const u128 borrow = low < other.low ? 1 : 0;
    low -= other.low;
    high -= other.high + borrow;
    return *this;
  }
  constexpr U256 operator+(const U256& other) const { return U256(*this) += other; }
  constexpr U256 operator-(const U256& other) const { return U256(*this) -= other; }
};

// Schoolbook product on 64-bit words; the middle sum cannot overflow: (2^64-1)^2 + 2(2^64-1) <
// 2^128.
constexpr U256 multiply(u128 x, u128 y) {
  const u128 x0 = low_word(x), x1 = high_word(x), y0 = low_word(y), y1 = high_word(y);
  const u128 bottom = x0 * y0;
  const u128 middle = x1 * y0 + high_word(bottom);
  const u128 other = x0 * y1 + low_word(middle);
  return {(other << 64) | low_word(bottom), x1 * y1 + high_word(middle) + high_word(other)};
}

// For results below 2^256.
constexpr U256 times(const U256& x, std::uint64_t factor) {
  return multiply(x.low, factor) + U256(0, x.high * factor);
}

// Products in the narrowest type that holds n^2; `Wide` is chosen once per table from n.
template <class Wide>
constexpr Wide product(u128 x, u128 y) {
  return static_cast<Wide>(x) * static_cast<Wide>(y);
}
template <>
constexpr U256 product<U256>(u128 x, u128 y) {
  return multiply(x, y);
}

// Calls run.template operator()<Wide>() with the narrowest Wide that holds n^2.
template <class Run>
auto with_products_of(u128 n, Run&& run) {
  if (n < (u128{1} << 32)) return run.template operator()<std::uint64_t>();
  if (n < (u128{1} << 64)) return run.template operator()<u128>();
  return run.template operator()<U256>();
}

constexpr int leading_zeros(u128 x) {
  return high_word(x) != 0 ? std::countl_zero(high_word(x)) : 64 + std::countl_zero(low_word(x));
}

// A 256-bit value as `top` * 2^`exponent`; bits shifted out set a sticky last bit, so that `top`
// converts to double with the rounding of the whole value.
struct Scaled {
  u128 top;
  int exponent;
};

constexpr Scaled scaled(const U256& x) {
  if (x.high == 0) return {x.low, 0};
  const int zeros = leading_zeros(x.high);
  if (zeros == 0) return {x.high | (x.low != 0 ? 1 : 0), 128};
  const u128 top = (x.high << zeros) | (x.low >> (128 - zeros));
  return {top | ((x.low << zeros) != 0 ? 1 : 0), 128 - zeros};
}

inline double to_double(std::uint64_t x) { return static_cast<double>(x); }
inline double to_double(u128 x) {
  return high_word(x) == 0 ? static_cast<double>(low_word(x)) : static_cast<double>(x);
}
inline double to_double(const U256& x) {
  const Scaled s = scaled(x);
  return std::ldexp(to_double(s.top), s.exponent);
}

// The exact difference x - y, rounded once.
template <class Wide>
double difference(const Wide& x, const Wide& y) {
  return x < y ? -to_double(static_cast<Wide>(y - x)) : to_double(static_cast<Wide>(x - y));
}

}  // namespace partita
