// Bits of Arrow arrays, the lowest bit of a byte first: validity, and bools.
#pragma once

#include <array>
#include <cstring>

#include "partita/arrow/layout.hpp"

namespace partita::arrow {

inline bool bit(const void* bits, std::size_t place) {
  return (static_cast<const std::uint8_t*>(bits)[place / 8] >> (place % 8) & 1) != 0;
}

inline bool all_set(const void* bits, std::size_t begin, std::size_t end) {
  const auto* bytes = static_cast<const std::uint8_t*>(bits);
  for (; begin < end && begin % 8 != 0; ++begin)
    if (!bit(bits, begin)) return false;
  for (; begin + 8 <= end; begin += 8)
    if (bytes[begin / 8] != 0xff) return false;
  for (; begin < end; ++begin)
    if (!bit(bits, begin)) return false;
  return true;
}

// The eight bits of each byte as bytes, the lowest bit first.
inline constexpr auto spread_bits = [] {
  std::array<std::array<std::uint8_t, 8>, 256> spread{};
  for (unsigned byte = 0; byte < 256; ++byte)
    for (unsigned i = 0; i < 8; ++i) spread[byte][i] = byte >> i & 1;
  return spread;
}();

// Bits of a chunk as bytes 0 and 1, inverted if `flip` is 255.
inline void unpack(const Array& chunk, const void* bits, std::uint8_t flip, std::uint8_t* target) {
  const auto* bytes = static_cast<const std::uint8_t*>(bits);
  auto place = static_cast<std::size_t>(chunk.offset);
  const std::size_t end = end_of(chunk);
  const auto one = [&] { *target++ = bit(bits, place++) != (flip != 0) ? 1 : 0; };
  while (place < end && place % 8 != 0) one();
  for (; place + 8 <= end; place += 8, target += 8)
    std::memcpy(target, spread_bits[bytes[place / 8] ^ flip].data(), 8);
  while (place < end) one();
}

inline bool has_nulls(const Array& chunk) {
  return chunk.null_count != 0 && chunk.buffers[0] != nullptr &&
         !all_set(chunk.buffers[0], static_cast<std::size_t>(chunk.offset), end_of(chunk));
}

}  // namespace partita::arrow
