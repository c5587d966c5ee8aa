// The distribution of the count vector of one class: the product of those of its groups.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "partita/soft/convolve.hpp"
#include "partita/soft/group_law.hpp"
#include "partita/soft/trim.hpp"

namespace partita::soft {

// Probability that may be dropped, and that has been dropped.
struct Loss {
  double allowed = 0.0;
  ExactSum lost;

  double total() const { return lost.rounded(); }
};

inline void check_loss(double loss) {
  if (!(loss >= 0.0 && loss <= 0.1))
    throw std::invalid_argument("loss: a probability from 0 to 0.1 is needed");
}

template <class R>
struct ClassLaw {
  std::size_t cls = 0;
  std::int64_t objects = 0;  // with a choice
  Layer<R> layer;
};

namespace detail {

// Weight of the groups without a choice, which are placed already.
template <class R>
typename R::Element forced_weight(const Problem& p, const Frame& frame, std::size_t cls) {
  typename R::Element weight = R::one();
  if constexpr (std::is_same_v<R, LeastPossible> || std::is_same_v<R, ProductPossible>) {
    for (std::size_t g : frame.forced[cls]) {
      const auto row = p.row(g);
      const double w = *std::max_element(row.begin(), row.end());
      for (std::int64_t c = 0; c < p.group_size[g] && w < 1.0; ++c) {
        const double next = R::multiply(weight, w);
        if (next == weight) break;  // the minimum, or zero: no further change
        weight = next;
      }
    }
  }
  return weight;
}

// Trimming costs a pass over the layer, so it waits until the layer has grown; the allowances of
// the steps in between accumulate.
template <class R>
class StepTrimmer {
 public:
  StepTrimmer(double share, Loss& loss) : share_(share), loss_(loss) {}
  void step(Layer<R>& layer, std::int64_t weight) {
    saved_ += share_ * static_cast<double>(weight);
    if (saved_ > 0.0 && static_cast<double>(layer.cells()) > 1.2 * static_cast<double>(cells_))
      flush(layer);
  }
  void flush(Layer<R>& layer) {
    trim(layer, saved_, loss_.lost);
    saved_ = 0.0;
    cells_ = layer.cells();
  }

 private:
  double share_;
  Loss& loss_;
  double saved_ = 0.0;
  std::size_t cells_ = 0;
};

inline std::vector<std::size_t> groups_by_size(const Problem& p, std::vector<std::size_t> groups) {
  std::stable_sort(groups.begin(), groups.end(),
                   [&](std::size_t g, std::size_t h) { return p.group_size[g] < p.group_size[h]; });
  return groups;
}

// The places of the entries in ascending order.
inline std::vector<std::size_t> ascending(const std::vector<std::size_t>& sizes) {
  std::vector<std::size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return sizes[i] < sizes[j]; });
  return order;
}

}  // namespace detail

// `share` is the probability that may be dropped per object; only (+, ×) drops any.
template <class R>
ClassLaw<R> class_law(const Problem& p, const Frame& frame, std::size_t cls, double share,
                      Loss& loss, const Budget& budget) {
  ClassLaw<R> law;
  law.cls = cls;
  law.layer = unit_layer<R>(detail::forced_weight<R>(p, frame, cls));
  [[maybe_unused]] detail::StepTrimmer<Mass> trimmer(share, loss);
  for (std::size_t g : detail::groups_by_size(p, frame.choices[cls])) {
    check_states(group_states(p.row(g), p.group_size[g]), budget);
    Layer<R> group = GroupLaw<R>(frame, p.row(g), p.group_size[g]).take();
    law.layer = convolve(law.layer, group, budget);
    law.objects += p.group_size[g];
    if constexpr (std::is_same_v<R, Mass>) trimmer.step(law.layer, p.group_size[g]);
  }
  if constexpr (std::is_same_v<R, Mass>) trimmer.flush(law.layer);
  return law;
}

// The distributions of all classes, smallest first; the program ends with the largest.
template <class R>
std::vector<ClassLaw<R>> class_laws(const Problem& p, const Frame& frame, Loss& loss,
                                    const Budget& budget) {
  const double share =
      0.5 * loss.allowed / static_cast<double>(std::max<std::int64_t>(1, frame.uncertain));
  std::vector<ClassLaw<R>> laws, ordered;
  std::vector<std::size_t> cells;
  for (std::size_t i = 0; i < p.classes; ++i) {
    laws.push_back(class_law<R>(p, frame, i, share, loss, budget));
    cells.push_back(laws.back().layer.cells());
  }
  for (std::size_t i : detail::ascending(cells)) ordered.push_back(std::move(laws[i]));
  return ordered;
}

// Rejects a state-by-state product of the distributions if a lower bound of its steps is too large.
template <class R>
void check_product(const std::vector<ClassLaw<R>>& laws, const Budget& budget) {
  double steps = 0.0;
  for (std::size_t i = 1; i < laws.size(); ++i)
    steps +=
        static_cast<double>(laws[i - 1].layer.cells()) * static_cast<double>(laws[i].layer.cells());
  check_work(steps, budget);
}

}  // namespace partita::soft
