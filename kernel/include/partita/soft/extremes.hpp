// Smallest and largest A for every reachable column margin: the margin program in (min, +), (max,
// +).
#pragma once

#include <vector>

#include "partita/soft/statistic.hpp"

namespace partita::soft {

template <class Value>
struct ExtremesOfMargins {
  std::vector<std::int64_t> margins;  // states x clusters
  std::vector<Value> low;
  std::vector<Value> high;
};

// Appends the column sums of a state, including certain objects.
inline void append_margin(const Frame& frame, const Counts& v, std::vector<std::int64_t>& margins) {
  for (std::size_t j = 0; j < frame.clusters; ++j) margins.push_back(frame.columns[j] + v[j]);
}

template <class Phi>
Layer<Extremes<typename Phi::Value>> extreme_law(const Problem& p, const Frame& frame,
                                                 const ClassLaw<Reach>& law) {
  using R = Extremes<typename Phi::Value>;
  return lift<R>(frame, law, ClassStatistic<Phi>(p, frame, law.cls),
                 [](std::uint8_t, typename Phi::Value a) { return typename R::Element{a, a}; });
}

template <class Phi>
ExtremesOfMargins<typename Phi::Value> margin_extremes(const Problem& p, const Budget& budget) {
  validate(p, Options::allowed);
  const Frame frame = make_frame(p);
  using R = Extremes<typename Phi::Value>;
  Layer<R> states = unit_layer<R>();
  Loss none;
  const auto laws = class_laws<Reach>(p, frame, none, budget);
  check_product(laws, budget);
  for (const ClassLaw<Reach>& law : laws)
    states = convolve(states, extreme_law<Phi>(p, frame, law), budget);
  ExtremesOfMargins<typename Phi::Value> result;
  Counts v(frame.clusters);
  states.each([&](const Row& row, std::int64_t position, const typename R::Element& element) {
    frame.decode(row.key, position, frame.uncertain, v);
    append_margin(frame, v, result.margins);
    result.low.push_back(element.low);
    result.high.push_back(element.high);
  });
  return result;
}

}  // namespace partita::soft
