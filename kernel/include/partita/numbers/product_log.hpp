// The logarithm of a product of many integers, with one logarithm for all of them. The product
// keeps its 64 leading bits, so each factor adds a relative error of at most 2^-62.
#pragma once

#include <cstdint>

#include "partita/numbers/integer_log.hpp"
#include "partita/numbers/integers.hpp"

namespace partita {

class LogOfProduct {
 public:
  void multiply(u128 factor) {
    const int zeros = leading_zeros(factor);
    const u128 product = u128{mantissa_} * high_word(factor << zeros);
    const bool carries = high_word(product) >> 63 != 0;
    mantissa_ = high_word(product << (carries ? 0 : 1));
    exponent_ += static_cast<std::uint64_t>(127 - zeros) + (carries ? 1 : 0);
  }
  // In units of 2^-120.
  U256 log() const {
    return partita::multiply(exponent_, log_of_power(1)) +
           U256(log_by_series(mantissa_) - log_by_series(std::uint64_t{1} << 63));
  }

 private:
  std::uint64_t mantissa_ = std::uint64_t{1} << 63;  // from 1 to 2, in units of 2^-63
  std::uint64_t exponent_ = 0;
};

}  // namespace partita
