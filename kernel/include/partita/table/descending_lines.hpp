// Orders lines by a value.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "partita/base/parallel.hpp"

namespace partita {

// Lines by descending value, in their order if equal. A radix sort, because mispredicted
// comparisons would take longer than the matching; few lines or very wide values use a comparison
// sort.
template <class Word>
std::vector<std::int32_t> descending(const std::vector<Word>& values) {
  std::vector<std::int32_t> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  const auto value = [&](std::int32_t line) { return values[static_cast<std::size_t>(line)]; };
  if (sizeof(Word) > 8 || values.size() < 256) {
    std::stable_sort(order.begin(), order.end(),
                     [&](auto x, auto y) { return value(x) > value(y); });
    return order;
  }
  constexpr int width = 11;
  constexpr std::size_t digits = std::size_t{1} << width;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const int bits = std::bit_width(static_cast<std::uint64_t>(*most - *least));
  std::vector<std::int32_t> sorted(values.size());
  for (int low = 0; low < bits; low += width) {
    const auto digit = [&, top = *most](std::int32_t line) {
      return static_cast<std::size_t>((top - value(line)) >> low) % digits;
    };
    std::vector<std::size_t> places(digits);
    const Range all{0, order.size()};
    for_each_part(all, [&](Range part) {
      for (std::size_t k = part.begin; k < part.end; ++k) ++places[digit(order[k])];
    });
    std::size_t next = 0;
    for (std::size_t& place : places) next += std::exchange(place, next);
    for_each_part(all, [&](Range part) {
      for (std::size_t k = part.begin; k < part.end; ++k)
        sorted[places[digit(order[k])]++] = order[k];
    });
    std::swap(order, sorted);
  }
  return order;
}

}  // namespace partita
