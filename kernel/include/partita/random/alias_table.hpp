// Draws from a discrete distribution in constant time per draw: Walker's alias method (1977), with
// Vose's construction (1991) in integers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "partita/base/parallel.hpp"
#include "partita/numbers/integers.hpp"
#include "partita/random/philox.hpp"

namespace partita {

// Every cell has a column of the same height. The column of a cell that weighs less than the mean
// is filled up by one other cell, its alias.
class AliasTable {
 public:
  AliasTable(std::span<const std::int64_t> weights, std::int64_t total) : columns_(weights.size()) {
    const auto height = static_cast<u128>(total);  // in units of 1/cells of a weight
    std::vector<u128> left(weights.size());
    std::vector<std::size_t> low, high;
    each_index(weights.size(), [&](std::size_t cell) {
      left[cell] = static_cast<u128>(weights[cell]) * weights.size();
      (left[cell] < height ? low : high).push_back(cell);
    });
    while (!low.empty()) {
      const std::size_t cell = low.back(), alias = high.back();
      low.pop_back();
      // left < height < 2^63, so the shift loses nothing
      columns_[cell] = {static_cast<std::uint64_t>((left[cell] << 64) / height), alias};
      left[alias] -= height - left[cell];
      if (left[alias] < height) {
        low.push_back(alias);
        high.pop_back();
      }
      if (low.size() % 1024 == 0) poll(16 * 1024);
    }
    // What remains has exactly the height; the alias is the cell itself.
    for (const std::size_t cell : high)
      columns_[cell] = {std::numeric_limits<std::uint64_t>::max(), cell};
  }

  // Counts by cell. The high part of a random word times the number of cells is the column, the
  // low part the height in it: probabilities are off by less than 2^-64 per column.
  void count(Philox& random, std::int64_t objects, std::span<std::int64_t> out) const {
    for_each_part({0, out.size()}, [&](Range part) {
      std::fill(out.begin() + part.begin, out.begin() + part.end, std::int64_t{0});
    });
    for (std::int64_t object = 0; object < objects; ++object) {
      const u128 place = u128{random.next()} * columns_.size();
      const std::uint64_t column = high_word(place);
      const Column& at = columns_[column];
      ++out[low_word(place) < at.own ? column : at.alias];
      if (object % 4096 == 0) poll(4 * 4096);
    }
  }

 private:
  struct Column {
    std::uint64_t own = 0;  // share of the cell itself, times 2^64
    std::size_t alias = 0;
  };
  std::vector<Column> columns_;
};

}  // namespace partita
