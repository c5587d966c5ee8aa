// Class distributions with the first moment of A, and the table of moments by margin.
#pragma once

#include <vector>

#include "partita/soft/extremes.hpp"

namespace partita::soft {

struct MomentsOfMargins {
  std::vector<std::int64_t> margins;  // states x clusters
  std::vector<double> mass;
  std::vector<double> moment;  // E[A; margin]
  double lost = 0.0;
};

// Moments are taken about the mean of each class, so that rounding of the masses matters little;
// the sum of the means is added at the end.
struct CentredLaws {
  std::vector<Layer<Moment>> layers;
  double centre = 0.0;
};

template <class Phi>
CentredLaws centred_laws(const Problem& p, const Frame& frame,
                         const std::vector<ClassLaw<Mass>>& laws) {
  CentredLaws result;
  ExactSum centres;
  for (const ClassLaw<Mass>& law : laws) {
    const ClassStatistic<Phi> statistic(p, frame, law.cls);
    double mass = 0.0, moment = 0.0;
    Layer<Moment> layer = lift<Moment>(frame, law, statistic, [&](double m, auto a) {
      mass += m;
      moment += m * static_cast<double>(a);
      return Moment::Element{m, static_cast<double>(a)};
    });
    const double centre = moment / mass;
    for (Moment::Element& e : layer.elements) e.moment = e.mass * (e.moment - centre);
    centres.add(centre);
    result.layers.push_back(std::move(layer));
  }
  result.centre = centres.rounded();
  return result;
}

// The product of the distributions, state by state. All terms of the masses are positive, so every
// state has a small relative error.
inline MomentsOfMargins multiply_states(const Frame& frame, const CentredLaws& laws, Loss& loss,
                                        const Budget& budget) {
  Layer<Moment> states = unit_layer<Moment>();
  const double share = 0.5 * loss.allowed / static_cast<double>(laws.layers.size());
  for (const Layer<Moment>& layer : laws.layers) {
    states = convolve(states, layer, budget);
    trim(states, share, loss.lost);
  }
  MomentsOfMargins result;
  Counts v(frame.clusters);
  states.each([&](const Row& row, std::int64_t position, const Moment::Element& e) {
    frame.decode(row.key, position, frame.uncertain, v);
    append_margin(frame, v, result.margins);
    result.mass.push_back(e.mass);
    result.moment.push_back(e.moment + laws.centre * e.mass);
  });
  return result;
}

}  // namespace partita::soft
