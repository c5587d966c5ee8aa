// A stable sort that can be given up: short stretches are sorted, then merged two by two.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "partita/call.hpp"

namespace partita {

template <class T, class Less>
void polled_merge(const T* left, const T* middle, const T* end, T* out, const Less& less) {
  constexpr std::size_t stretch = std::size_t{1} << 14;
  const T* right = middle;
  while (left != middle || right != end) {
    for (std::size_t k = 0; k < stretch && (left != middle || right != end); ++k)
      *out++ = right == end || (left != middle && !less(*right, *left)) ? *left++ : *right++;
    poll(4 * stretch);
  }
}

template <class T, class Less>
void polled_sort(std::vector<T>& values, const Less& less) {
  const std::size_t n = values.size(), stretch = std::size_t{1} << 16;
  for (std::size_t begin = 0; begin < n; begin += stretch) {
    const auto at = [&](std::size_t i) {
      return values.begin() + static_cast<std::ptrdiff_t>(std::min(i, n));
    };
    std::stable_sort(at(begin), at(begin + stretch), less);
    poll(16 * stretch);
  }
  if (n <= stretch) return;
  std::vector<T> other(n);
  for (std::size_t sorted = stretch; sorted < n; sorted *= 2) {
    for (std::size_t begin = 0; begin < n; begin += 2 * sorted) {
      const T* from = values.data();
      polled_merge(from + begin, from + std::min(begin + sorted, n),
                   from + std::min(begin + 2 * sorted, n), other.data() + begin, less);
    }
    std::swap(values, other);
  }
}

}  // namespace partita
