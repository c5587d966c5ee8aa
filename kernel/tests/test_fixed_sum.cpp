// FixedSum: ratios of integers summed to 192 binary places.
#include <cstdint>

#include "check.hpp"
#include "partita/numbers/fixed_sum.hpp"

using namespace partita;

namespace {

double value(const FixedSum& sum) { return sum.exact().rounded(); }

void thirds_make_one_within_the_cut_off() {
  FixedSum sum;
  for (int i = 0; i < 3; ++i) sum.add_ratio(U256(1), 3);
  CHECK(value(sum) == 1.0);
  ExactSum rest = sum.exact();
  rest.add(-1.0);
  CHECK(rest.rounded() < 0.0 && rest.rounded() > -0x1p-190);
}

void whole_numbers_are_exact() {
  FixedSum sum;
  const u128 large = u128{1} << 100;
  sum.add_ratio(multiply(large, large), large);  // 2^200 / 2^100
  sum.add_ratio(U256(7), 7);
  ExactSum rest = sum.exact();
  rest.add(-0x1p100);
  CHECK(rest.rounded() == 1.0);
}

void wide_denominators_divide_like_narrow_ones() {
  FixedSum narrow, wide;
  for (std::uint64_t k = 1; k < 200; ++k) {
    narrow.add_ratio(U256(k * 977), k * k + 1);
    wide.add_ratio(multiply(u128{k} * 977, u128{1} << 70), (u128{k} * k + 1) << 70);
  }
  CHECK(narrow.exact().expansion() == wide.exact().expansion());
}

void order_does_not_matter() {
  FixedSum forward, backward;
  for (std::uint64_t k = 1; k <= 1000; ++k) forward.add_ratio(U256(k), k * k + 3);
  for (std::uint64_t k = 1000; k >= 1; --k) backward.add_ratio(U256(k), k * k + 3);
  CHECK(forward.exact().expansion() == backward.exact().expansion());
}

}  // namespace

int main() {
  thirds_make_one_within_the_cut_off();
  whole_numbers_are_exact();
  wide_denominators_divide_like_narrow_ones();
  order_does_not_matter();
}
