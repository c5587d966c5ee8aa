// A table that attains the smallest or largest A of a column margin: the layers of the program are
// kept and traversed backward, taking at each class the count vector with the best total.
#pragma once

#include <algorithm>
#include <vector>

#include "partita/soft/extremes.hpp"

namespace partita::soft {

enum class End { low, high };

namespace detail {

template <class R>
class WitnessSearch {
 public:
  using Element = typename R::Element;
  explicit WitnessSearch(End end) : end_(end) {}

  Element at(const Layer<R>& layer, Key key, std::int64_t position) const {
    const auto row = std::lower_bound(layer.rows.begin(), layer.rows.end(), key, row_before);
    if (row == layer.rows.end() || row->key != key || position < row->start || position >= row->end)
      return R::zero();
    if (row->places == dense_row)
      return layer.elements[row->first + static_cast<std::size_t>(position - row->start)];
    for (std::size_t i = 0; i < row->count; ++i)
      if (layer.position(*row, i) == position) return layer.elements[row->first + i];
    return R::zero();
  }

  // The cell of the class that leads to (key, position) with the best total, and this total.
  struct Step {
    Key key = 0;
    std::int64_t position = 0;
    Element total = R::zero();
    bool found = false;
  };
  Step best(const Layer<R>& before, const Layer<R>& law, Key key, std::int64_t position) const {
    Step step;
    law.each([&](const Row& row, std::int64_t at_position, const Element& element) {
      if (row.key > key || at_position > position) return;
      const Element rest = at(before, key - row.key, position - at_position);
      if (R::is_zero(rest)) return;
      const Element total = R::multiply(rest, element);
      if (step.found && !better(total, step.total)) return;
      step = {row.key, at_position, total, true};
    });
    return step;
  }

 private:
  bool better(const Element& x, const Element& y) const {
    return end_ == End::low ? x.low < y.low : x.high > y.high;
  }
  End end_;
};

// Key and position of the uncertain part of a margin; false if it is out of range.
inline bool locate(const Frame& frame, std::span<const std::int64_t> margin, Key& key,
                   std::int64_t& position) {
  std::int64_t total = 0;
  key = 0;
  position = 0;
  for (std::size_t j = 0; j < frame.clusters; ++j) {
    const std::int64_t v = margin[j] - frame.columns[j];
    if (margin[j] < 0 || v < 0 || v >= frame.width[j]) return false;
    total += v;
    key += frame.stride[j] * static_cast<Key>(v);
    if (frame.has_run() && j == frame.run()) position = v;
  }
  return total == frame.uncertain;
}

}  // namespace detail

// The table, classes x clusters.
template <class Phi>
std::vector<std::int64_t> margin_witness(const Problem& p, std::span<const std::int64_t> margin,
                                         End end, const Budget& budget) {
  validate(p, Options::allowed);
  if (margin.size() != p.clusters)
    throw std::invalid_argument("margin: one entry per cluster is needed");
  const Frame frame = make_frame(p);
  using R = Extremes<typename Phi::Value>;
  Key key = 0;
  std::int64_t position = 0;
  bool reached = detail::locate(frame, margin, key, position);
  Loss none;
  const auto laws = class_laws<Reach>(p, frame, none, budget);
  check_product(laws, budget);
  std::vector<Layer<R>> weighted;
  std::vector<Layer<R>> before{unit_layer<R>()};
  for (const auto& law : laws) {
    weighted.push_back(extreme_law<Phi>(p, frame, law));
    if (weighted.size() < laws.size())
      before.push_back(convolve(before.back(), weighted.back(), budget));
  }
  std::vector<std::int64_t> table(frame.certain);
  const detail::WitnessSearch<R> search(end);
  Counts v(frame.clusters);
  for (std::size_t i = laws.size(); reached && i-- > 0;) {
    const auto step = search.best(before[i], weighted[i], key, position);
    reached = step.found;
    if (!reached) break;
    frame.decode(step.key, step.position, laws[i].objects, v);
    for (std::size_t j = 0; j < p.clusters; ++j) table[laws[i].cls * p.clusters + j] += v[j];
    key -= step.key;
    position -= step.position;
  }
  if (!reached) throw std::invalid_argument("margin: no hard clustering has these cluster sizes");
  return table;
}

}  // namespace partita::soft
