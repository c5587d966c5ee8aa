#include "check.hpp"
#include "partita/numbers/double_double.hpp"

using partita::multiply;
using partita::u128;
using partita::U256;

void products_agree_with_shifts_and_adds() {
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 2000; ++trial) {
    const u128 x = (u128{random()} << 64 | random()) >> (random() % 128);
    const u128 y = (u128{random()} << 64 | random()) >> (random() % 128);
    U256 sum;
    U256 shifted(x);
    for (int bit = 0; bit < 128; ++bit) {
      if ((y >> bit) & 1) sum += shifted;
      shifted += shifted;
    }
    CHECK(multiply(x, y) == sum);
    CHECK(multiply(y, x) == sum);
    CHECK(sum - multiply(x, y) == U256());
  }
}

void extremes() {
  const u128 most = ~u128{0};
  const U256 square = multiply(most, most);  // 2^256 - 2^129 + 1
  CHECK(square.low == 1 && square.high == most - 1);
  CHECK(partita::to_double(square) == 0x1p256);
  CHECK(partita::to_double(U256(most)) == 0x1p128);
  CHECK(partita::to_double_double(U256(most)).high == 0x1p128);
  CHECK(U256(0, 1) - U256(1) == U256(most, 0));
  CHECK(U256(most) + U256(1) == U256(0, 1));
  CHECK(U256(5) < U256(0, 1) && !(U256(0, 1) < U256(5)));
}

// 2^200 + 2^147 is halfway between two doubles: the last bit decides.
void conversion_rounds_once() {
  const U256 half(0, (u128{1} << 72) + (u128{1} << 19));
  CHECK(partita::to_double(half) == 0x1p200);
  CHECK(partita::to_double(half + U256(1)) == 0x1.0000000000001p200);
  CHECK(partita::to_double(half - U256(1)) == 0x1p200);
  const U256 full(0, (u128{1} << 127) + (u128{1} << 74));  // the same with the highest bit set
  CHECK(partita::to_double(full) == 0x1p255);
  CHECK(partita::to_double(full + U256(1)) == 0x1.0000000000001p255);
  CHECK(partita::difference<U256>(U256(3), U256(8)) == -5.0);
  CHECK(partita::difference<std::uint64_t>(8, 3) == 5.0);
}

void double_doubles_hold_128_bit_integers() {
  std::mt19937_64 random(2);
  for (int trial = 0; trial < 1000; ++trial) {
    const u128 x = (u128{random()} << 64 | random()) >> (22 + random() % 100);  // 106 bits
    const partita::DoubleDouble d = partita::to_double_double(x);
    CHECK(static_cast<u128>(d.high) + static_cast<u128>(static_cast<partita::i128>(d.low)) == x);
    const partita::DoubleDouble q = d / partita::DoubleDouble{3.0};
    const partita::DoubleDouble back = q * partita::DoubleDouble{3.0} + -d;
    CHECK(std::abs(back.high) <= 0x1p-100 * d.high);
  }
}

std::size_t bytes_of_products(u128 n) {
  return partita::with_products_of(n, []<class Wide>() { return sizeof(Wide); });
}

// n^2 is below 2^64 for n below 2^32, and below 2^128 for n below 2^64.
void products_have_room_at_every_size() {
  const u128 one = 1;
  CHECK(bytes_of_products((one << 32) - 1) == 8 && bytes_of_products(one << 32) == 16);
  CHECK(bytes_of_products((one << 64) - 1) == 16 && bytes_of_products(one << 64) == 32);
  CHECK(partita::product<std::uint64_t>(0xffffffff, 0xffffffff) == 0xfffffffe00000001);
  CHECK(partita::product<u128>(one << 63, 2) == one << 64);
  CHECK(partita::product<U256>(one << 127, 4) == U256(0, 2));
}

void leading_zeros_of_either_word() {
  for (int bit = 0; bit < 128; ++bit) {
    CHECK(partita::leading_zeros(u128{1} << bit) == 127 - bit);
    CHECK(partita::leading_zeros((u128{1} << bit) | 1) == 127 - bit);
  }
}

int main() {
  products_agree_with_shifts_and_adds();
  extremes();
  conversion_rounds_once();
  double_doubles_hold_128_bit_integers();
  products_have_room_at_every_size();
  leading_zeros_of_either_word();
}
