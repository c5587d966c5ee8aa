// Random numbers that depend on (seed, stream, position) only: each draw has its own stream, so
// results are the same for any number of threads and any order of work.
#pragma once

#include <array>
#include <cstdint>

#include "partita/numbers/integers.hpp"

namespace partita {

// Philox 4x64 with ten rounds (Salmon, Moraes, Dror and Shaw 2011): a keyed permutation of a
// counter. The key is (seed, stream); the counter numbers the blocks of four words.
class Philox {
 public:
  Philox(std::uint64_t seed, std::uint64_t stream) : key_{seed, stream} {}

  std::uint64_t next() {
    if (used_ == 4) {
      block_ = scramble({++count_, 0, 0, 0});
      used_ = 0;
    }
    return block_[used_++];
  }

  // Uniform on (0, 1): the midpoints of 2^53 equal intervals, so neither end occurs.
  double uniform() { return (static_cast<double>(next() >> 11) + 0.5) * 0x1p-53; }

  // Uniform on 0 .. bound-1, without bias: the high word of a product, rejecting short intervals.
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t refused = -bound % bound;
    for (;;) {
      const u128 scaled = u128{next()} * bound;
      if (low_word(scaled) >= refused) return high_word(scaled);
    }
  }

 private:
  using Block = std::array<std::uint64_t, 4>;

  Block scramble(Block x) const {
    std::uint64_t k0 = key_[0], k1 = key_[1];
    for (int round = 0; round < 10; ++round) {
      const u128 p = u128{0xD2E7470EE14C6C93} * x[0], q = u128{0xCA5A826395121157} * x[2];
      x = {high_word(q) ^ x[1] ^ k0, low_word(q), high_word(p) ^ x[3] ^ k1, low_word(p)};
      k0 += 0x9E3779B97F4A7C15;  // the golden ratio and the square root of three, as fractions
      k1 += 0xBB67AE8584CAA73B;
    }
    return x;
  }

  std::array<std::uint64_t, 2> key_;
  std::uint64_t count_ = 0;
  Block block_{};
  std::size_t used_ = 4;
};

}  // namespace partita
