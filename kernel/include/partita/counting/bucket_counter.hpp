// Counts the cells of one bucket with a counter for each cell.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "partita/counting/cell_writer.hpp"

namespace partita {

inline constexpr unsigned bucket_bits = 16;  // counters of 2^16 cells fit the caches
inline constexpr std::size_t bucket_cells = std::size_t{1} << bucket_bits;

// Counters for the cells of one bucket, and a bitmap of those that occur.
template <class Place>
class BucketCounter {
 public:
  // Adds objects; see `marked` below.
  void add(std::span<const std::uint16_t> objects, bool marked) {
    Place* counters = counters_.data();
    std::uint64_t* occurs = occurs_.data();
    if (!marked)
      for (std::uint16_t cell : objects) ++counters[cell];
    else
      for (std::uint16_t cell : objects) {
        ++counters[cell];
        occurs[cell / 64] |= std::uint64_t{1} << (cell % 64);
      }
  }
  // Writes the cells and clears them. If the bitmap was marked it finds them; with many objects it
  // is cheaper to look at every counter.
  void write(std::uint64_t first, std::size_t cells, bool marked, CellWriter& out) {
    out.start(first);
    if (!marked) return out.put_all(first, std::span(counters_).first(cells));
    for (std::size_t word = 0; word < occurs_.size(); ++word)
      for (std::uint64_t bits = std::exchange(occurs_[word], 0); bits != 0; bits &= bits - 1) {
        const std::size_t cell = 64 * word + static_cast<std::size_t>(std::countr_zero(bits));
        out.put(first + cell, std::exchange(counters_[cell], 0));
      }
  }

 private:
  std::vector<Place> counters_ = std::vector<Place>(bucket_cells);
  std::vector<std::uint64_t> occurs_ = std::vector<std::uint64_t>(bucket_cells / 64);
};

}  // namespace partita
