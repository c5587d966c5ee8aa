// Lookup of rows by key, and with it an estimate of the size of a product before it is computed, so
// that a product far beyond the budget is rejected at once.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "partita/soft/layer.hpp"

namespace partita::soft::detail {

// Rows of a layer by key, for dense keys. Rows of equal key are adjacent.
class RowIndex {
 public:
  static constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);

  explicit RowIndex(const Rows& rows) : least_(rows.front().key), first_(range(rows), none) {
    for (std::size_t i = rows.size(); i-- > 0;)
      first_[static_cast<std::size_t>(rows[i].key - least_)] = static_cast<std::uint32_t>(i);
  }
  static bool suits(const Rows& rows) {
    const Key span = rows.back().key - rows.front().key;
    return rows.size() < none && span < (Key{1} << 26) && span <= 1024 * Key{rows.size()};
  }
  std::uint32_t first(Key key) const {
    return key >= least_ && key - least_ < first_.size()
               ? first_[static_cast<std::size_t>(key - least_)]
               : none;
  }

 private:
  static std::size_t range(const Rows& rows) {
    return static_cast<std::size_t>(rows.back().key - rows.front().key) + 1;
  }
  Key least_;
  std::vector<std::uint32_t> first_;
};

// An estimate of the number of states of the product of two layers. Pairs of rows are sampled
// evenly (by a fixed two-dimensional sequence); the output row of each is measured completely and
// divided by the number of pairs that lead to it.
inline double estimated_states(const Rows& x, const Rows& y) {
  constexpr std::size_t draws = 256;
  const RowIndex index(x);
  double sum = 0.0;
  for (std::size_t i = 0; i < draws; ++i) {
    const auto pick = [&](double step, std::size_t size) {
      const double at = std::fmod(0.5 + step * static_cast<double>(i), 1.0);
      return static_cast<std::size_t>(at * static_cast<double>(size));
    };
    const Key key =
        x[pick(0.7548776662466927, x.size())].key + y[pick(0.5698402909980532, y.size())].key;
    Window window;
    double pairs = 0.0;
    for (const Row& b : y) {
      if (b.key > key) break;
      const std::uint32_t a = index.first(key - b.key);
      if (a == RowIndex::none) continue;
      window.cover(x[a].start + b.start, x[a].end + b.end - 1,
                   static_cast<double>(x[a].count) * static_cast<double>(b.count));
      pairs += 1.0;
    }
    sum += std::min(window.width(), window.terms) / pairs;
  }
  return sum / draws * static_cast<double>(x.size()) * static_cast<double>(y.size());
}

}  // namespace partita::soft::detail
