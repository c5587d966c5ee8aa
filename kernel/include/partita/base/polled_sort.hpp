// A stable parallel sort that can be abandoned: short stretches are sorted, then merged in pairs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include "partita/base/buffer.hpp"
#include "partita/base/parallel.hpp"

namespace partita {

// Two sorted runs; of equal elements the left run's come first.
template <class T, class Less>
class Merged {
 public:
  Merged(const T* left, const T* middle, const T* end, const Less& less)
      : left_(left),
        right_(middle),
        lefts_(count(left, middle)),
        rights_(count(middle, end)),
        less_(less) {}

  // Writes elements `range` of the merged run to `out`.
  void write(Range range, T* out) const {
    const T *left = left_ + lefts_before(range.begin), *middle = left_ + lefts_;
    const T *right = right_ + (range.begin - count(left_, left)), *end = right_ + rights_;
    for (std::size_t k = range.begin; k < range.end; ++k)
      *out++ = right == end || (left != middle && !less_(*right, *left)) ? *left++ : *right++;
  }

 private:
  static std::size_t count(const T* begin, const T* end) {
    return static_cast<std::size_t>(end - begin);
  }
  // How many of the first `size` elements of the merged run come from the left run.
  std::size_t lefts_before(std::size_t size) const {
    std::size_t least = size > rights_ ? size - rights_ : 0, most = std::min(size, lefts_);
    while (least < most) {
      const std::size_t lefts = least + (most - least) / 2;
      if (less_(right_[size - lefts - 1], left_[lefts]))
        most = lefts;
      else
        least = lefts + 1;
    }
    return least;
  }

  const T *left_, *right_;
  std::size_t lefts_, rights_;
  const Less& less_;
};

template <class Values, class Less>
void polled_sort(Values& values, const Less& less, std::size_t threads = 1) {
  constexpr std::size_t stretch = std::size_t{1} << 16;
  const std::size_t n = values.size(), workers = worker_count(threads, n, stretch);
  const auto in_stretches = [&](const auto& work) {
    Pieces stretches(n, stretch);
    run_workers(workers, [&](std::size_t) { stretches.for_each(work); });
    stretches.rethrow();
  };
  Buffer<typename Values::value_type> room(n > stretch ? n : 0);
  auto *from = values.data(), *to = room.data();
  // Every merge moves all elements to the other buffer; start so that the last one ends in place.
  std::size_t merges = 0;
  while (stretch << merges < n) ++merges;
  const bool moved = merges % 2 != 0;
  in_stretches([&](Range range) {
    std::stable_sort(from + range.begin, from + range.end, less);
    if (moved) std::copy(from + range.begin, from + range.end, to + range.begin);
    poll(15 * (range.end - range.begin));
  });
  if (moved) std::swap(from, to);
  for (std::size_t sorted = stretch; sorted < n; sorted *= 2, std::swap(from, to)) {
    in_stretches([&](Range range) {
      const std::size_t first = range.begin / (2 * sorted) * (2 * sorted);
      const auto at = [&](std::size_t i) { return from + std::min(i, n); };
      const Merged merged(at(first), at(first + sorted), at(first + 2 * sorted), less);
      merged.write({range.begin - first, range.end - first}, to + range.begin);
      poll(3 * (range.end - range.begin));
    });
  }
}

// For elements whose order does not matter if equal: short lists need no second buffer.
template <class Values, class Less>
void polled_sort_any(Values& values, const Less& less) {
  if (values.size() > std::size_t{1} << 16) return polled_sort(values, less);
  std::sort(values.begin(), values.end(), less);
}

}  // namespace partita
