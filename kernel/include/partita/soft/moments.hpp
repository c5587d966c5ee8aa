// Probability and first moment of A for every column margin.
#pragma once

#include <cmath>
#include <utility>

#include "partita/soft/moment_box.hpp"

namespace partita::soft {

namespace detail {

// Approximate costs in multiply-adds. The states of a partial product fill a simplex or an
// ellipsoid, about half of its bounding box.
inline double states_cost(const Frame& frame, const BoxPlan& plan,
                          const std::vector<ClassLaw<Mass>>& laws) {
  double cells = 1.0, cost = 0.0;
  double box = 0.5;
  for (std::int64_t length : plan.length) box *= static_cast<double>(length);
  double placed = 0.0;
  for (const ClassLaw<Mass>& law : laws) {
    const auto law_cells = static_cast<double>(law.layer.cells());
    cost += cells * law_cells;
    placed += static_cast<double>(law.objects);
    const double part = placed / static_cast<double>(std::max<std::int64_t>(1, frame.uncertain));
    cells = std::max(law_cells, box * std::pow(part, 0.5 * static_cast<double>(frame.free())));
  }
  return cost;
}

inline double box_cost(const BoxPlan& plan, std::size_t laws) {
  const double cells = plan.cells();
  return 4.0 * cells * (1.0 + std::log2(cells)) * static_cast<double>(laws + 1);
}

}  // namespace detail

template <class Phi>
MomentsOfMargins margin_moments(const Problem& p, double allowed, const Budget& budget) {
  validate(p, Options::probabilities);
  check_loss(allowed);
  const Frame frame = make_frame(p);
  Loss loss{allowed, {}};
  const auto laws = class_laws<Mass>(p, frame, loss, budget);
  const CentredLaws centred = centred_laws<Phi>(p, frame, laws);
  if (allowed > 0.0 && frame.free() > 0 && laws.size() > 1) {
    const BoxPlan plan = plan_box(frame, laws, allowed);
    const bool fits = plan.cells() <= 2.0 * static_cast<double>(budget.max_states);
    if (fits && detail::box_cost(plan, laws.size()) < detail::states_cost(frame, plan, laws)) {
      Loss boxed = loss;
      if (auto result = multiply_boxes(frame, plan, laws, centred, boxed, budget)) {
        result->lost = boxed.total();
        return std::move(*result);
      }
    }
  }
  MomentsOfMargins result = multiply_states(frame, centred, loss, budget);
  result.lost = loss.total();
  return result;
}

}  // namespace partita::soft
