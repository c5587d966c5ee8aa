// Coordinates of the margin program. The counts that the uncertain objects of a class add to the
// clusters form a vector v. Its sum is known, so one column, the widest, is left out. States are
// kept in rows: the second widest column runs along a row, and the others form the row's key.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "partita/numbers/integers.hpp"
#include "partita/soft/problem.hpp"

namespace partita::soft {

using Key = u128;
using Counts = std::vector<std::int64_t>;

struct Frame {
  std::size_t clusters = 0;
  std::vector<std::size_t> order;  // columns by width: ..., the run, the left-out one
  std::vector<Key> stride;         // of each column in the key; 0 for the run and the left-out one
  Counts width;                    // 1 + number of uncertain objects that may join the column
  std::int64_t uncertain = 0;      // objects with a choice
  Counts certain;                  // classes x clusters, including groups without a choice
  Counts columns;                  // its column sums
  std::vector<std::vector<std::size_t>> choices;  // per class, the groups with a choice
  std::vector<std::vector<std::size_t>> forced;   // per class, the groups without one

  std::size_t free() const { return clusters - 1; }
  std::size_t left_out() const { return order.back(); }
  bool has_run() const { return clusters > 1; }
  std::size_t run() const { return order[clusters - 2]; }

  // The vector v of a state with `total` placed objects.
  void decode(Key key, std::int64_t position, std::int64_t total, Counts& v) const {
    for (std::size_t i = 0; i + 2 < clusters; ++i) {
      const std::size_t column = order[i];
      v[column] = static_cast<std::int64_t>(key / stride[column]);
      key %= stride[column];
      total -= v[column];
    }
    if (has_run()) {
      v[run()] = position;
      total -= position;
    }
    v[left_out()] = total;
  }
};

namespace detail {

inline std::size_t allowed_columns(std::span<const double> row) {
  return static_cast<std::size_t>(
      std::count_if(row.begin(), row.end(), [](double w) { return w > 0.0; }));
}

// Moves a group without a choice to the table of certain objects.
inline void sort_group(const Problem& p, std::size_t group, Frame& frame) {
  const auto row = p.row(group);
  const auto cls = static_cast<std::size_t>(p.group_class[group]);
  const std::int64_t size = p.group_size[group];
  if (size == 0) return;
  if (allowed_columns(row) > 1) {
    frame.choices[cls].push_back(group);
    frame.uncertain += size;
    for (std::size_t j = 0; j < p.clusters; ++j)
      if (row[j] > 0.0) frame.width[j] += size;
    return;
  }
  const auto only = std::find_if(row.begin(), row.end(), [](double w) { return w > 0.0; });
  frame.certain[cls * p.clusters + static_cast<std::size_t>(only - row.begin())] += size;
  frame.forced[cls].push_back(group);
}

// Mixed radix with the first column most significant, so sorted keys are sorted vectors.
inline void set_strides(Frame& frame) {
  Key stride = 1;
  for (std::size_t i = frame.clusters; i-- > 0;) {
    const std::size_t column = frame.order[i];
    if (i + 2 >= frame.clusters) continue;
    frame.stride[column] = stride;
    const auto width = static_cast<Key>(frame.width[column]);
    if (stride > (Key{1} << 90) / width)  // leaves room for the run as one more digit
      throw std::length_error(
          "the margin programme counts states in 90 bits; this many uncertain "
          "clusters and objects need more: use bounds or sampling");
    stride *= width;
  }
}

}  // namespace detail

inline Frame make_frame(const Problem& p) {
  Frame frame;
  frame.clusters = p.clusters;
  frame.width.assign(p.clusters, 1);
  frame.certain.assign(p.base.begin(), p.base.end());
  frame.choices.resize(p.classes);
  frame.forced.resize(p.classes);
  for (std::size_t g = 0; g < p.groups(); ++g) detail::sort_group(p, g, frame);
  frame.order.resize(p.clusters);
  std::iota(frame.order.begin(), frame.order.end(), std::size_t{0});
  std::stable_sort(frame.order.begin(), frame.order.end(),
                   [&](std::size_t i, std::size_t j) { return frame.width[i] < frame.width[j]; });
  frame.stride.assign(p.clusters, 0);
  detail::set_strides(frame);
  frame.columns.assign(p.clusters, 0);
  for (std::size_t c = 0; c < frame.certain.size(); ++c)
    frame.columns[c % p.clusters] += frame.certain[c];
  return frame;
}

}  // namespace partita::soft
