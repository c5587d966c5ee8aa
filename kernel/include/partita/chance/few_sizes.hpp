// A few sizes that represent many: the sum over all sizes of a smooth function of the size, the
// expected deviance of a cell, from its values at some sizes. The weights integrate the polynomial
// through these values; docs/decisions/few_sizes_represent_many.md has the bound.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "partita/base/call.hpp"
#include "partita/numbers/double_double.hpp"
#include "partita/table/size_list.hpp"

namespace partita {

struct WeightedSize {
  u128 size;
  double weight;  // number of groups that it represents; may be fractional or negative
};

inline std::vector<WeightedSize> weighted(std::span<const Size> sizes) {
  std::vector<WeightedSize> out;
  out.reserve(sizes.size());
  for (const Size& one : sizes) out.push_back({one.size, to_double(u128{one.groups})});
  return out;
}

// Sizes close to each other, and the chosen ones that represent them.
class SizeBlock {
 public:
  explicit SizeBlock(std::span<const Size> sizes)
      : sizes_(sizes), unit_(1.0 / to_double(sizes[0].size)), products_(sizes.size(), 1.0) {
    for (const Size& one : sizes) places_.push_back(to_double(one.size - sizes[0].size));
  }

  // Chooses sizes until the product of the distances from all of them, in units of the smallest
  // size, is nowhere above `bound` times their number minus one. The next is always the size with
  // the largest product (Leja's points). False if this would save little.
  bool choose(double bound) {
    std::size_t farthest = sizes_.size() - 1;
    while (4 * (chosen_.size() + 1) <= 3 * sizes_.size()) {
      chosen_.push_back(farthest);
      const double place = places_[farthest];
      for (std::size_t i = 0; i < sizes_.size(); ++i) products_[i] *= apart(places_[i], place);
      const auto largest = std::max_element(products_.begin(), products_.end());
      farthest = static_cast<std::size_t>(largest - products_.begin());
      const auto count = static_cast<double>(chosen_.size());
      if (count >= 3.0 && *largest <= bound * (count - 1.0)) return true;
      poll(sizes_.size());
    }
    return false;
  }

  // The chosen sizes with their weights; none if the weights would enlarge errors.
  std::vector<WeightedSize> weighted() {
    std::sort(chosen_.begin(), chosen_.end());
    const std::vector<DoubleDouble> weights = sums();
    std::vector<WeightedSize> out;
    double all = 0.0, objects = 0.0;
    for (std::size_t p = 0; p < chosen_.size(); ++p) {
      out.push_back({sizes_[chosen_[p]].size, weights[p].high + weights[p].low});
      all += std::abs(out.back().weight) * to_double(out.back().size);
    }
    for (const Size& one : sizes_) objects += to_double(u128{one.groups}) * to_double(one.size);
    if (!(all <= 1.25 * objects)) out.clear();  // also if distances round to 0
    return out;
  }

 private:
  double apart(double x, double y) const { return std::abs(x - y) * unit_; }

  // 1 / product of the differences between one chosen size and the others.
  std::vector<double> factors() const {
    std::vector<double> out(chosen_.size(), 1.0);
    for (std::size_t p = 0; p < chosen_.size(); ++p)
      for (std::size_t q = 0; q < chosen_.size(); ++q)
        if (q != p) out[p] /= (places_[chosen_[p]] - places_[chosen_[q]]) * unit_;
    return out;
  }

  // The sum of Lagrange's polynomials at each size, times its number of groups. They are divided by
  // their sum, which is one, so that a constant keeps its value (second barycentric form).
  std::vector<DoubleDouble> sums() const {
    const std::size_t count = chosen_.size();
    const std::vector<double> factor = factors();
    std::vector<double> place(count), term(count);
    for (std::size_t p = 0; p < count; ++p) place[p] = places_[chosen_[p]];
    std::vector<DoubleDouble> out(count);
    const auto add = [&](std::size_t p, double weight) {
      const DoubleDouble next = two_sum(out[p].high, weight);
      out[p] = {next.high, out[p].low + next.low};
    };
    std::size_t passed = 0;  // chosen sizes
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      const double groups = to_double(u128{sizes_[i].groups});
      if (passed < count && chosen_[passed] == i) {
        add(passed++, groups);
        continue;
      }
      double sum = 0.0;
      for (std::size_t p = 0; p < count; ++p) sum += term[p] = factor[p] / (places_[i] - place[p]);
      const double scale = groups / sum;
      for (std::size_t p = 0; p < count; ++p) add(p, term[p] * scale);
      poll(count);
    }
    return out;
  }

  std::span<const Size> sizes_;
  double unit_;
  std::vector<double> places_, products_;
  std::vector<std::size_t> chosen_;
};

// The factor c for which a c is at most the sum of the expected deviances of size a with all
// others; in a block it is smallest for the largest size.
inline double least_sum(u128 a, const std::vector<Size>& others, u128 n) {
  const double total = to_double(n);
  double unequal = 0.0;  // the probability that two objects are in different groups
  for (const Size& one : others)
    unequal += to_double(u128{one.groups}) * (to_double(one.size) / total) *
               (to_double(n - one.size) / total);
  const double largest_mean = to_double(a) * (to_double(others.back().size) / total);
  return unequal * (to_double(n - a) / total) / (2.0 * largest_mean + 2.0 / 3.0);
}

// Ascending sizes whose weights preserve the sum of expected deviances with `others`, up to 2^-56
// of it and their own rounding. Blocks span a factor of two: narrower or wider blocks need more
// sizes in total.
inline std::vector<WeightedSize> few_sizes(const std::vector<Size>& sizes,
                                           const std::vector<Size>& others, u128 n) {
  constexpr std::size_t at_least = 12;  // choosing from fewer does not pay
  if (sizes.size() < at_least) return weighted(sizes);
  std::vector<WeightedSize> out;
  for (std::size_t begin = 0, end = 0; begin < sizes.size(); begin = end) {
    while (end < sizes.size() && sizes[end].size / 2 <= sizes[begin].size) ++end;
    const std::span<const Size> block(&sizes[begin], end - begin);
    std::vector<WeightedSize> chosen;
    if (block.size() >= at_least) {
      SizeBlock few(block);
      if (few.choose(0x1p-56 * least_sum(block.back().size, others, n))) chosen = few.weighted();
    }
    if (chosen.empty()) chosen = weighted(block);
    out.insert(out.end(), chosen.begin(), chosen.end());
  }
  return out;
}

}  // namespace partita
