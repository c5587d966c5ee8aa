// Logarithms of integers in fixed point, compared with long double and by log(xy) = log x + log y.
#include <cmath>
#include <cstdint>
#include <random>

#include "check.hpp"
#include "partita/numbers/integer_log.hpp"
#include "partita/numbers/product_log.hpp"

using namespace partita;

namespace {

long double value(u128 log) { return static_cast<long double>(log) * 0x1p-120L; }

std::uint64_t units_apart(u128 x, u128 y) {
  const u128 apart = x < y ? y - x : x - y;
  return high_word(apart) != 0 ? ~std::uint64_t{0} : low_word(apart);
}

void near_the_library() {
  std::mt19937_64 random(5);
  for (int trial = 0; trial < 100000; ++trial) {
    const std::uint64_t x = (random() >> (random() % 64)) | 1;
    CHECK(std::abs(value(fixed_log(x)) - std::log(static_cast<long double>(x))) < 1e-17L);
  }
}

// Each of the three is less than 8 units below its value.
void products_become_sums() {
  std::mt19937_64 random(6);
  for (int trial = 0; trial < 100000; ++trial) {
    const unsigned bits = static_cast<unsigned>(random() % 63);
    const std::uint64_t x = (random() >> (63 - bits)) | 1, y = (random() >> (bits + 1)) | 1;
    CHECK(units_apart(fixed_log(x) + fixed_log(y), fixed_log(x * y)) < 16);
  }
}

void ends_of_the_range() {
  CHECK(fixed_log(1) == 0);
  for (int e = 1; e < 64; ++e) {
    CHECK(units_apart(fixed_log(std::uint64_t{1} << e), log_of_power(e)) < 8);
    CHECK(fixed_log((std::uint64_t{1} << e) - 1) < fixed_log(std::uint64_t{1} << e));
  }
  for (std::uint64_t x = small_logs; x < small_logs + 3; ++x)
    CHECK(units_apart(fixed_log(x) + fixed_log(2), fixed_log(2 * x)) < 16);
  const long double most = 0x1p64L;
  CHECK(std::abs(value(fixed_log(~std::uint64_t{0})) - std::log(most)) < 1e-17L);
}

// A factor costs at most 2^-62 of the product, which is 2^58 units of its logarithm.
void products_of_many() {
  std::mt19937_64 random(7);
  for (int trial = 0; trial < 2000; ++trial) {
    const std::uint64_t first = random() >> (1 + random() % 63), factors = 1 + random() % 200;
    LogOfProduct product;
    U256 sum;
    for (std::uint64_t t = 1; t <= factors; ++t) {
      product.multiply(first + t);
      sum += U256(fixed_log(first + t));
    }
    const U256 found = product.log(), slack(u128{factors} << 58);
    CHECK(found < sum + slack && sum < found + slack);
  }
  LogOfProduct wide;
  for (int e = 64; e < 128; ++e) wide.multiply(u128{1} << e);
  CHECK(wide.log() == multiply(64 * 191 / 2, log_of_power(1)));
  CHECK(LogOfProduct().log() == U256{});
}

}  // namespace

int main() {
  near_the_library();
  products_become_sums();
  ends_of_the_range();
  products_of_many();
}
