// Sums of ratios over the sizes of groups. Ratios of counts with the same denominator are first
// added as integers, so that there is one long division per size and not per cell; ratios of
// weights are added as double-doubles.
#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

#include "partita/base/polled_sort.hpp"
#include "partita/numbers/fixed_sum.hpp"
#include "partita/table/pairs.hpp"
#include "partita/table/table.hpp"

namespace partita {

class CountRatios {
 public:
  // 0 < size < 2^127.
  void add(const U256& numerator, u128 size) {
    listed_.emplace_back(size, numerator);
    if (listed_.size() == kListed) spread();
  }

  FixedSum value() {
    // Each size is in one place only, or its ratios would be truncated twice.
    if (!by_size_.empty() || !large_.empty()) spread();
    FixedSum sum;
    for (std::size_t size = 1; size < by_size_.size(); ++size)
      if (by_size_[size] != U256()) sum.add_ratio(by_size_[size], size);
    add_listed(sum, listed_);
    add_listed(sum, large_);
    return sum;
  }

 private:
  using List = std::vector<std::pair<u128, U256>>;

  // Moves listed numerators to the sum of their size; large sizes stay listed.
  void spread() {
    for (const auto& [size, numerator] : listed_) {
      const auto place = static_cast<std::size_t>(size);
      if (size >= kSmall) {
        large_.emplace_back(size, numerator);
      } else {
        if (by_size_.size() <= place) by_size_.resize(place + 1);
        by_size_[place] += numerator;
      }
    }
    listed_.clear();
  }

  static void add_listed(FixedSum& sum, List& list) {
    polled_sort_any(list, [](const auto& x, const auto& y) { return x.first < y.first; });
    for (std::size_t k = 0; k < list.size();) {
      const u128 size = list[k].first;
      U256 together;
      for (; k < list.size() && list[k].first == size; ++k, poll(2)) together += list[k].second;
      sum.add_ratio(together, size);
      poll(32);
    }
  }

  static constexpr std::size_t kListed = 1024;  // fewer are sorted faster than a table is read
  static constexpr u128 kSmall = 1 << 16;       // few groups are larger than this
  List listed_, large_;
  std::vector<U256> by_size_;  // numerators by size, below kSmall
};

class WeightRatios {
 public:
  void add(const ExactSum& numerator, const Expansion& size) {
    sum_.add(to_double_double(numerator) / to_double_double(size));
  }
  const ExactSum& value() const { return sum_; }

 private:
  ExactSum sum_;
};

template <class Count>
using Ratios = std::conditional_t<std::is_integral_v<Count>, CountRatios, WeightRatios>;

// The type of such a sum: fixed point for counts.
template <class Count>
using ratio_sum_t = std::conditional_t<std::is_integral_v<Count>, FixedSum, ExactSum>;

// Σ n_ij² / max(a_i, b_j): the squares of each cell go to the larger of its two groups.
template <class Count>
ratio_sum_t<Count> squares_over_larger(const Table<Count>& table, const Margins<Count>& margins) {
  using Squares = square_sum_t<Count>;
  auto rows = zeros<Squares>(table.n_rows), cols = zeros<Squares>(table.n_cols);
  each_index(table.size(), [&](std::size_t cell) {
    const std::size_t row = table.row(cell), col = table.col(cell);
    const bool wider = less(margins.rows[row], margins.cols[col]);
    add_square(wider ? cols[col] : rows[row], table.counts[cell]);
  });
  Ratios<Count> sum;
  each_index(rows.size(), [&](std::size_t row) { sum.add(rows[row], margins.rows[row]); });
  each_index(cols.size(), [&](std::size_t col) { sum.add(cols[col], margins.cols[col]); });
  return sum.value();
}

// Σ n_ij(n_ij - 1)/(a_i - 1) over the classes of two or more objects, and likewise for clusters:
// for each object, the share of the others of its group that are with it on the other side too.
struct OtherShares {
  FixedSum classes, clusters;
};

inline OtherShares other_shares(const Table<std::int64_t>& table,
                                const Margins<std::int64_t>& margins) {
  auto rows = zeros<U256>(table.n_rows), cols = zeros<U256>(table.n_cols);
  each_index(table.size(), [&](std::size_t cell) {
    const u128 count = static_cast<u128>(table.counts[cell]);
    rows[table.row(cell)] += U256(count * (count - 1));
    cols[table.col(cell)] += U256(count * (count - 1));
  });
  const auto sum = [](const std::vector<U256>& pairs, const auto& sizes) {
    CountRatios ratios;
    each_index(pairs.size(), [&](std::size_t line) {
      if (sizes[line] > 1) ratios.add(pairs[line], sizes[line] - 1);
    });
    return ratios.value();
  };
  return {sum(rows, margins.rows), sum(cols, margins.cols)};
}

}  // namespace partita
