// Sorts and counts the keys of one bucket.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>

#include "partita/base/buffer.hpp"

namespace partita {

// Distinct keys in ascending order; run k ends before position end[k] of the sorted keys.
struct Runs {
  std::span<const std::uint32_t> keys, ends;
};

class RemainderSorter {
 public:
  // Where to put the keys of the next bucket; there are fewer than 2^16.
  std::uint32_t* room(std::size_t size) {
    if (keys_.size() < size) {
      keys_.resize(size + size / 2);
      scratch_.resize(keys_.size());
      ends_.resize(keys_.size());
    }
    return keys_.data();
  }

  // Sorts and counts keys below 2^bits.
  Runs runs(std::size_t size, unsigned bits) {
    const std::uint32_t* from = sorted(size, bits);
    std::uint32_t* to = from == keys_.data() ? scratch_.data() : keys_.data();
    std::uint32_t* ends = ends_.data();
    std::size_t run = 0;  // every key is written; the next overwrites an equal one
    std::uint32_t before = from[0];
    for (std::size_t i = 0; i < size; ++i) {
      run += from[i] != before ? 1 : 0;
      before = from[i];
      to[run] = before;
      ends[run] = static_cast<std::uint32_t>(i + 1);
    }
    return {{to, run + 1}, {ends, run + 1}};
  }

 private:
  // One pass by the high bits puts most keys in place, and insertion moves the others a little. If
  // too many share their high bits, all digits are sorted by. Buckets are similar, so after such a
  // bucket the next few skip the attempt.
  const std::uint32_t* sorted(std::size_t size, unsigned bits) {
    if (size < 64) {
      std::sort(keys_.begin(), keys_.begin() + static_cast<std::ptrdiff_t>(size));
      return keys_.data();
    }
    std::uint32_t *from = keys_.data(), *to = scratch_.data();
    if (untried_ == 0) {
      const unsigned top = std::min({bits, 12U, static_cast<unsigned>(std::bit_width(size))});
      by_digit(from, to, size, bits - top, top);
      std::swap(from, to);
      if (inserted(from, size, 2 * size)) return from;
      untried_ = 16;
    }
    --untried_;
    const unsigned digits = (bits + 10) / 11;
    for (unsigned digit = 0, done = 0; digit < digits; ++digit) {
      const unsigned width = (bits - done) / (digits - digit);
      by_digit(from, to, size, done, width);
      done += width;
      std::swap(from, to);
    }
    return from;
  }

  // Stable sort by the digit of `width` bits above the lowest `low` bits.
  void by_digit(const std::uint32_t* from, std::uint32_t* to, std::size_t size, unsigned low,
                unsigned width) {
    const std::size_t values = std::size_t{1} << width;
    const std::uint32_t mask = static_cast<std::uint32_t>(values - 1);
    std::fill_n(places_, values, 0);
    for (std::size_t i = 0; i < size; ++i) ++places_[(from[i] >> low) & mask];
    std::uint16_t next = 0;
    for (std::size_t value = 0; value < values; ++value)
      next = static_cast<std::uint16_t>(next + std::exchange(places_[value], next));
    for (std::size_t i = 0; i < size; ++i) to[places_[(from[i] >> low) & mask]++] = from[i];
  }

  // Insertion sort, abandoned after this many moves.
  static bool inserted(std::uint32_t* keys, std::size_t size, std::size_t moves) {
    std::uint32_t greatest = keys[0];
    for (std::size_t i = 1; i < size; ++i) {
      const std::uint32_t key = keys[i];
      if (key >= greatest) [[likely]] {
        greatest = key;
        continue;
      }
      std::size_t place = i;
      for (; place > 0 && keys[place - 1] > key; --place) keys[place] = keys[place - 1];
      keys[place] = key;
      if (i - place > moves) return false;
      moves -= i - place;
    }
    return true;
  }

  Buffer<std::uint32_t> keys_, scratch_, ends_;
  std::uint16_t places_[4096];
  unsigned untried_ = 0;  // number of buckets until insertion is tried again
};

}  // namespace partita
