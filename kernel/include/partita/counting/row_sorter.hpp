// Objects in buckets, and sorting of the columns within one row.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "partita/counting/cells.hpp"

namespace partita {

// One object in a bucket: its group on the other side, and its load.
template <class LoadType>
struct Item {
  std::uint32_t group;
  [[no_unique_address]] LoadType load;
};

// Sorts the columns of one row in place: long rows by counting, with a bitmap of the columns that
// occur; short rows by comparison, which is cheaper than reading the bitmap.
class RowSorter {
 public:
  explicit RowSorter(std::size_t columns) : counts_(columns), occurs_(columns / 64 + 1) {}

  void sort(std::span<Item<Objects::Load>> row) {
    if (row.size() < 16 || row.size() < occurs_.size() / 4)
      return std::sort(row.begin(), row.end(),
                       [](const auto& x, const auto& y) { return x.group < y.group; });
    for (const auto& item : row) {
      ++counts_[item.group];
      occurs_[item.group / 64] |= std::uint64_t{1} << (item.group % 64);
    }
    auto next = row.begin();
    for (std::size_t word = 0; word < occurs_.size(); ++word) {
      for (std::uint64_t bits = std::exchange(occurs_[word], 0); bits != 0; bits &= bits - 1) {
        const std::size_t col = 64 * word + static_cast<std::size_t>(std::countr_zero(bits));
        next = std::fill_n(next, std::exchange(counts_[col], 0),
                           Item<Objects::Load>{static_cast<std::uint32_t>(col), {}});
      }
    }
  }

 private:
  std::vector<std::size_t> counts_;
  std::vector<std::uint64_t> occurs_;
};

}  // namespace partita
