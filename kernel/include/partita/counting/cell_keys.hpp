// Cells as numbers: key = row * columns + column, for a block of objects at a time.
#pragma once

#include <cstdint>
#include <type_traits>

#include "partita/counting/grouping.hpp"

namespace partita {

template <class Key>
__attribute__((always_inline)) inline void join_keys(const std::uint32_t* rows,
                                                     const std::uint32_t* cols, std::size_t count,
                                                     std::uint64_t columns, Key* keys) {
  using Wide = std::conditional_t<sizeof(Key) == 8, std::uint64_t, std::uint32_t>;
  const Wide width = static_cast<Wide>(columns);
  for (std::size_t i = 0; i < count; ++i)
    keys[i] = static_cast<Key>(Wide{rows[i]} * width + cols[i]);
}

template <class Key>
PARTITA_WIDE void join_keys_wide(const std::uint32_t* rows, const std::uint32_t* cols,
                                 std::size_t count, std::uint64_t columns, Key* keys) {
  join_keys(rows, cols, count, columns, keys);
}

// `Key` is as narrow as the number of cells allows.
template <class Key>
class KeyReader {
 public:
  KeyReader(const Grouping& truth, const Grouping& prediction, std::uint64_t columns)
      : truth_(truth), prediction_(prediction), columns_(columns) {}
  KeyReader(const Grouping& truth, const Grouping& prediction)
      : KeyReader(truth, prediction, prediction.size) {}

  // Keys of the objects begin .. begin+count-1, no more than a block of them.
  const Key* read(std::size_t begin, std::size_t count) {
    decode(truth_, begin, count, rows_);
    decode(prediction_, begin, count, cols_);
    if (has_wide_vectors())
      join_keys_wide(rows_, cols_, count, columns_, keys_);
    else
      join_keys(rows_, cols_, count, columns_, keys_);
    next_ = begin + ahead;
    return keys_;
  }

  // Prefetches the codes of object `i` of the block after the next, while others are counted.
  void prefetch(std::size_t i) const {
    partita::prefetch(truth_.codes, next_ + i);
    partita::prefetch(prediction_.codes, next_ + i);
  }

 private:
  static constexpr std::size_t ahead = 2 * block_size;

  const Grouping& truth_;
  const Grouping& prediction_;
  std::uint64_t columns_;
  std::size_t next_ = 0;
  std::uint32_t rows_[block_size], cols_[block_size];
  Key keys_[block_size];
};

}  // namespace partita
