// One side of a comparison: object x belongs to group codes[x] - first, one of `size` groups.
// Codes are decoded a block at a time into a small buffer, bounds checked, so that counting needs
// no memory per object and one loop serves every integer type.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "partita/column.hpp"
#include "partita/integers.hpp"
#include "partita/parallel.hpp"

namespace partita {

inline constexpr std::size_t block_size = 4096;

struct Grouping {
  Column codes;
  i128 first = 0;  // holds every int64 and every uint64
  std::uint32_t size = 0;
  std::string name;  // of the argument, for messages
};

inline std::string to_string(i128 x) {
  const bool negative = x < 0;
  u128 rest = negative ? -static_cast<u128>(x) : static_cast<u128>(x);
  std::string digits;
  do {
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
    rest /= 10;
  } while (rest != 0);
  return negative ? "-" + digits : digits;
}

// A code outside the groups.
struct StrangeCode : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

[[noreturn]] inline void refuse_code(const Grouping& side, std::size_t position, i128 value) {
  throw StrangeCode(side.name + "[" + std::to_string(position) + "] is " + to_string(value) +
                    ", outside the " + std::to_string(side.size) + " groups that start at " +
                    to_string(side.first));
}

// Subtraction modulo 2^w tells groups apart from strangers only if every group's code is a value of
// the w-bit type: then no other value wraps into [0, size). A group g is in range exactly if
// neither g nor size-1-g has its top bit set (size < 2^31), a test that vectorises on any
// processor.
template <class T, class Word>
bool decode_as(const Grouping& side, std::size_t begin, std::size_t count, std::uint32_t* groups) {
  const Word first = static_cast<Word>(side.first);
  const Word last = static_cast<Word>(side.size) - 1;
  Word strange = side.size == 0 ? ~Word{0} : 0;
  for_each<T>(side.codes, begin, count, [&](std::size_t i, T code) {
    const Word group = static_cast<Word>(code) - first;
    strange |= group | (last - group);
    groups[i] = static_cast<std::uint32_t>(group);
  });
  return strange >> (8 * sizeof(Word) - 1) == 0;
}

template <class T>
bool codes_fit(const Grouping& side) {
  const i128 last = side.first + side.size - 1;
  return side.first >= static_cast<i128>(std::numeric_limits<T>::min()) &&
         last <= static_cast<i128>(std::numeric_limits<T>::max());
}

template <class T>
void decode_typed(const Grouping& side, std::size_t begin, std::size_t count,
                  std::uint32_t* groups) {
  bool known = false;
  if (sizeof(T) <= 4 && codes_fit<T>(side)) {
    known = decode_as<T, std::uint32_t>(side, begin, count, groups);
  } else if (codes_fit<std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>(
                 side)) {
    known = decode_as<T, std::uint64_t>(side, begin, count, groups);
  }
  if (known || count == 0) return;
  for (std::size_t i = begin; i < begin + count; ++i) {
    const i128 group = static_cast<i128>(element<T>(side.codes, i)) - side.first;
    if (group < 0 || group >= side.size) refuse_code(side, i, group + side.first);
    groups[i - begin] = static_cast<std::uint32_t>(group);
  }
}

// Groups of the objects begin .. begin+count-1; throws std::invalid_argument at the first stranger.
inline void decode(const Grouping& side, std::size_t begin, std::size_t count,
                   std::uint32_t* groups) {
  with_type(side.codes, [&]<class T>(T) { decode_typed<T>(side, begin, count, groups); });
}

// Calls put(row, column, position) for the objects of one worker.
template <class Put>
void for_each_object(const Grouping& truth, const Grouping& prediction, Range range,
                     const Put& put) {
  std::uint32_t rows[block_size], cols[block_size];
  for (std::size_t begin = range.begin; begin < range.end; begin += block_size) {
    const std::size_t count = std::min(block_size, range.end - begin);
    decode(truth, begin, count, rows);
    decode(prediction, begin, count, cols);
    for (std::size_t i = 0; i < count; ++i) put(rows[i], cols[i], begin + i);
  }
}

}  // namespace partita
