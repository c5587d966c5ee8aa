// The box of margins that a Fourier transform has to cover.
#pragma once

#include <algorithm>
#include <vector>

#include "partita/soft/class_law.hpp"
#include "partita/soft/fft.hpp"

namespace partita::soft {

// The range of the margins: for every free column (in the frame's order) the probability outside
// its range is below `outside`. The box wraps around, so this much probability may be displaced; it
// is kept below rounding and counted as lost.
struct BoxPlan {
  std::vector<std::size_t> columns;
  std::vector<std::int64_t> start;
  std::vector<std::int64_t> length;
  std::vector<std::size_t> sides;
  double outside = 0.0;

  double cells() const {
    double cells = 1.0;
    for (std::size_t side : sides) cells *= static_cast<double>(side);
    return cells;
  }
};

namespace detail {

// Distribution of the number of objects that all classes together put in a column.
inline std::vector<double> column_law(const Frame& frame, const std::vector<ClassLaw<Mass>>& laws,
                                      std::size_t column) {
  std::vector<double> total{1.0};
  Counts v(frame.clusters);
  for (const ClassLaw<Mass>& law : laws) {
    std::vector<double> one(static_cast<std::size_t>(law.objects) + 1, 0.0);
    law.layer.each([&](const Row& row, std::int64_t position, double mass) {
      frame.decode(row.key, position, law.objects, v);
      one[static_cast<std::size_t>(v[column])] += mass;
    });
    while (one.size() > 1 && one.back() == 0.0) one.pop_back();
    std::vector<double> next(total.size() + one.size() - 1, 0.0);
    for (std::size_t i = 0; i < one.size(); ++i) {
      if (one[i] != 0.0) accumulate<Mass>(next.data() + i, one[i], total.data(), total.size());
      poll(total.size());
    }
    total = std::move(next);
  }
  return total;
}

// Drops at most `outside` from the two ends of a distribution; returns the dropped probability.
inline double cut_ends(const std::vector<double>& law, double outside, std::int64_t& start,
                       std::int64_t& length) {
  std::size_t first = 0, last = law.size();
  double dropped = 0.0;
  while (last - first > 1) {
    const double next = std::min(law[first], law[last - 1]);
    if (dropped + next > outside) break;
    dropped += next;
    law[first] <= law[last - 1] ? ++first : --last;
  }
  start = static_cast<std::int64_t>(first);
  length = static_cast<std::int64_t>(last - first);
  return dropped;
}

}  // namespace detail

inline BoxPlan plan_box(const Frame& frame, const std::vector<ClassLaw<Mass>>& laws, double loss) {
  BoxPlan plan;
  const double outside = std::min(1e-16, 0.1 * loss) / static_cast<double>(frame.clusters);
  for (std::size_t i = 0; i + 1 < frame.clusters; ++i) {
    std::int64_t start = 0, length = 0;
    plan.outside +=
        detail::cut_ends(detail::column_law(frame, laws, frame.order[i]), outside, start, length);
    plan.columns.push_back(frame.order[i]);
    plan.start.push_back(start);
    plan.length.push_back(length);
    plan.sides.push_back(transform_size(static_cast<std::size_t>(length)));
  }
  return plan;
}

}  // namespace partita::soft
