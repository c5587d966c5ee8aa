// Certified trimming: drops cells too improbable to matter and adds up their probability exactly,
// so every result comes with a bound on the loss.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "partita/numbers/exact_sum.hpp"
#include "partita/soft/layer.hpp"

namespace partita::soft {

// Sums of masses by binary exponent; finds the threshold below which all masses together stay
// within a budget.
class MassScale {
 public:
  void add(double mass) { sums_[exponent(mass)] += mass; }

  // Masses below the threshold sum to no more than the budget.
  double threshold(double budget) const {
    double sum = 0.0;
    std::size_t e = 0;
    while (e + 1 < sums_.size() && (sum += sums_[e] * (1.0 + 1e-9)) <= budget) ++e;
    return std::bit_cast<double>(static_cast<std::uint64_t>(e) << 52);
  }

 private:
  static std::size_t exponent(double mass) {
    return static_cast<std::size_t>(std::bit_cast<std::uint64_t>(mass) >> 52) & 2047;
  }
  std::array<double, 2047> sums_{};
};

// Drops small cells: at the ends of runs, anywhere in lists. At most `budget` is lost.
template <class R>
void trim(Layer<R>& layer, double budget, ExactSum& lost) {
  if (!(budget > 0.0)) return;
  MassScale scale;
  for (const auto& element : layer.elements) scale.add(R::mass(element));
  const double threshold = scale.threshold(budget);
  const auto small = [&](std::size_t i) { return R::mass(layer.elements[i]) < threshold; };
  const auto drop = [&](std::size_t i) {
    if (R::mass(layer.elements[i]) != 0.0) lost.add(R::mass(layer.elements[i]));
  };
  std::size_t kept_rows = 0, kept = 0, kept_places = 0;
  for (Row row : layer.rows) {
    std::size_t first = row.first, last = row.first + row.count;
    poll(4 * row.count);
    while (first < last && small(first)) drop(first++);
    while (last > first && small(last - 1)) drop(--last);
    if (first == last) continue;
    const std::int64_t start = layer.position(row, first - row.first);
    const std::int64_t end = layer.position(row, last - 1 - row.first) + 1;
    const bool list = row.places != dense_row;
    const Row moved{row.key, start, end, kept, 0, list ? kept_places : dense_row};
    for (std::size_t i = first; i < last; ++i) {
      if (list && small(i)) {
        drop(i);
        continue;
      }
      if (list) layer.offsets[kept_places++] = layer.position(row, i - row.first) - start;
      layer.elements[kept++] = layer.elements[i];
    }
    layer.rows[kept_rows] = moved;
    layer.rows[kept_rows++].count = kept - moved.first;
  }
  layer.rows.resize(kept_rows);
  layer.elements.resize(kept);
  layer.offsets.resize(kept_places);
}

}  // namespace partita::soft
