// Sums of ratios of integers in fixed point with 192 binary places: integers add in any order, and
// a difference of two such sums is accurate to 2^-190 however much cancels.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "partita/numbers/exact_sum.hpp"
#include "partita/numbers/integers.hpp"

namespace partita {

class FixedSum {
 public:
  // Adds numerator / denominator, truncated; 0 < denominator < 2^127.
  void add_ratio(const U256& numerator, u128 denominator) {
    const std::array<std::uint64_t, 4 + kFraction> digits{
        high_word(numerator.high), low_word(numerator.high), high_word(numerator.low),
        low_word(numerator.low)};  // the places after the binary point are zero
    u128 rest = 0;
    std::size_t place = digits.size();
    for (const std::uint64_t digit : digits) {
      --place;
      if (rest == 0 && digit == 0) continue;
      add(divide(rest, digit, denominator), place);
    }
  }

  // The value in units of 2^-192, least significant word first.
  const std::array<std::uint64_t, 8>& words() const { return words_; }

  ExactSum exact() const {
    ExactSum sum;
    for (std::size_t place = 0; place < words_.size(); ++place) {
      const int scale = 64 * (static_cast<int>(place) - kFraction);
      sum.add(std::ldexp(static_cast<double>(words_[place] & 0xFFFFFFFFu), scale));
      sum.add(std::ldexp(static_cast<double>(words_[place] >> 32), scale + 32));
    }
    return sum;
  }
  double rounded() const { return exact().rounded(); }

 private:
  static constexpr int kFraction = 3;  // words after the binary point

  // One step of long division in base 2^64; `rest` < denominator before and after.
  static std::uint64_t divide(u128& rest, std::uint64_t digit, u128 denominator) {
    if (high_word(denominator) == 0) {
      const u128 part = (rest << 64) | digit;
      const std::uint64_t quotient = low_word(part / denominator);
      rest = part - quotient * denominator;
      return quotient;
    }
    std::uint64_t quotient = 0;
    for (int bit = 63; bit >= 0; --bit) {
      rest = (rest << 1) | ((digit >> bit) & 1);
      const bool fits = rest >= denominator;
      if (fits) rest -= denominator;
      quotient = (quotient << 1) | (fits ? 1 : 0);
    }
    return quotient;
  }

  void add(std::uint64_t word, std::size_t place) {
    for (; word != 0; ++place) {
      words_[place] += word;
      word = words_[place] < word ? 1 : 0;  // the carry
    }
  }

  std::array<std::uint64_t, 8> words_{};  // least significant first; room for 2^64 sums of 2^256
};

}  // namespace partita
