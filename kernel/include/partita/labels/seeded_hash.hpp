// A hash with random seeds: labels chosen to collide in one process do not collide in the next.
// Codes are numbered by appearance, so results do not depend on the seeds.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <exception>
#include <random>

#include "partita/numbers/integers.hpp"

namespace partita {

using WordPair = std::array<std::uint64_t, 2>;

// Finalizer of SplitMix64: every input bit affects every output bit.
inline std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

// If the system has no random numbers, the time and an address must do.
inline WordPair random_seeds() {
  const auto time = std::chrono::high_resolution_clock::now().time_since_epoch().count();
  const auto place = reinterpret_cast<std::uintptr_t>(&time);
  WordPair seeds{static_cast<std::uint64_t>(time), static_cast<std::uint64_t>(place)};
  try {
    std::random_device device;
    for (std::uint64_t& seed : seeds) seed += (std::uint64_t{device()} << 32) + device();
  } catch (const std::exception&) {
  }
  return {mix(seeds[0]), mix(seeds[1])};
}
inline const WordPair hash_seeds = random_seeds();

inline std::uint64_t folded_product(std::uint64_t x, std::uint64_t y) {
  const u128 product = u128{x} * y;
  return low_word(product) ^ high_word(product);
}

// The highest bits are the best mixed.
inline std::uint64_t seeded_hash(std::uint64_t x, std::uint64_t y) {
  const std::uint64_t hash = folded_product(x ^ hash_seeds[0], y ^ hash_seeds[1]);
  return (hash ^ (hash >> 32)) * 0x94d049bb133111ebU;
}

}  // namespace partita
