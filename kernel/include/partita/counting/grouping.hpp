// One side of a comparison: object x belongs to group codes[x] - first, one of `size` groups. Codes
// are decoded block by block into a small buffer, with bounds checks, so that counting needs no
// memory per object and one loop serves every integer type.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "partita/base/parallel.hpp"
#include "partita/labels/column.hpp"
#include "partita/numbers/integers.hpp"

// Loops over integers are compiled for any processor and for processors with AVX2, which take half
// as long; the choice is made at run time. Both are the same plain code, so no bit can differ.
#if defined(__x86_64__)
#define PARTITA_WIDE __attribute__((target("avx2,popcnt")))
#else
#define PARTITA_WIDE
#endif

namespace partita {

inline constexpr std::size_t block_size = 512;  // objects: a block and its codes leave L1 room

inline bool has_wide_vectors() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
#else
  return false;
#endif
}

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

// Subtraction modulo 2^w detects codes that are no group only if every group's code is a value of
// the w-bit type: then no other value wraps into [0, size). A group g is in range exactly if
// neither g nor size-1-g has its top bit set (size < 2^31), a test that vectorizes on any
// processor.
template <class T>
__attribute__((always_inline)) inline bool decode_as(const std::byte* codes, std::size_t count,
                                                     std::uint64_t from, std::uint32_t size,
                                                     std::uint32_t* groups) {
  using Word = std::conditional_t<sizeof(T) <= 4, std::uint32_t, std::uint64_t>;
  const Word first = static_cast<Word>(from), last = Word{size} - 1;
  Word strange = size == 0 ? ~Word{0} : 0;
  for (std::size_t i = 0; i < count; ++i) {
    T code;
    std::memcpy(&code, codes + i * sizeof(T), sizeof(T));
    const Word group = static_cast<Word>(code) - first;
    strange |= group | (last - group);
    groups[i] = static_cast<std::uint32_t>(group);
  }
  return strange >> (8 * sizeof(Word) - 1) == 0;
}

template <class T>
PARTITA_WIDE bool decode_wide(const std::byte* codes, std::size_t count, std::uint64_t first,
                              std::uint32_t size, std::uint32_t* groups) {
  return decode_as<T>(codes, count, first, size, groups);
}

template <class T>
bool codes_fit(const Grouping& side) {
  const i128 last = side.first + side.size - 1;
  return side.first >= static_cast<i128>(std::numeric_limits<T>::min()) &&
         last <= static_cast<i128>(std::numeric_limits<T>::max());
}

// The same one code at a time: reports the first code out of range, and reads any stride.
template <class T>
void decode_slowly(const Grouping& side, std::size_t begin, std::size_t count,
                   std::uint32_t* groups) {
  for (std::size_t i = begin; i < begin + count; ++i) {
    const i128 group = static_cast<i128>(element<T>(side.codes, i)) - side.first;
    if (group < 0 || group >= side.size) refuse_code(side, i, group + side.first);
    groups[i - begin] = static_cast<std::uint32_t>(group);
  }
}

template <class T>
void decode_typed(const Grouping& side, std::size_t begin, std::size_t count,
                  std::uint32_t* groups) {
  bool known = false;
  if (side.codes.stride == static_cast<std::ptrdiff_t>(sizeof(T)) && codes_fit<T>(side)) {
    const std::byte* codes = side.codes.data + begin * sizeof(T);
    const auto first = static_cast<std::uint64_t>(side.first);
    known = has_wide_vectors() ? decode_wide<T>(codes, count, first, side.size, groups)
                               : decode_as<T>(codes, count, first, side.size, groups);
  }
  if (!known) decode_slowly<T>(side, begin, count, groups);
}

// Groups of the objects begin .. begin+count-1; throws StrangeCode at the first code out of range.
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
    poll(4 * count);
  }
}

}  // namespace partita
