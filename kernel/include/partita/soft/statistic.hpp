// The additive statistic A = sum of phi(n_ij) over the cells, phi(t) = t² or t ln t, from tables of
// phi(base + c), so that no state computes a logarithm.
#pragma once

#include <cmath>
#include <vector>

#include "partita/soft/class_law.hpp"

namespace partita::soft {

struct Square {
  using Value = std::int64_t;
  Value operator()(std::int64_t t) const { return t * t; }
};

struct Entropy {
  using Value = double;
  Value operator()(std::int64_t t) const {
    const auto x = static_cast<double>(t);
    return t > 0 ? x * std::log(x) : 0.0;
  }
};

template <class Phi>
class ClassStatistic {
 public:
  using Value = typename Phi::Value;

  ClassStatistic(const Problem& p, const Frame& frame, std::size_t cls) {
    std::vector<std::int64_t> most(frame.clusters, 0);
    for (std::size_t g : frame.choices[cls])
      for (std::size_t j = 0; j < frame.clusters; ++j)
        if (p.row(g)[j] > 0.0) most[j] += p.group_size[g];
    for (std::size_t j = 0; j < frame.clusters; ++j) {
      std::vector<Value>& column = table_.emplace_back();
      for (std::int64_t c = 0; c <= most[j]; ++c)
        column.push_back(Phi{}(frame.certain[cls * frame.clusters + j] + c));
    }
  }
  Value operator()(const Counts& v) const {
    Value sum{};
    for (std::size_t j = 0; j < table_.size(); ++j)
      sum += table_[j][static_cast<std::size_t>(v[j])];
    return sum;
  }

 private:
  std::vector<std::vector<Value>> table_;
};

// A class distribution in another semiring: make(element, A(v)) is the new element of a state.
template <class To, class From, class Phi, class Make>
Layer<To> lift(const Frame& frame, const ClassLaw<From>& law, const ClassStatistic<Phi>& statistic,
               const Make& make) {
  Layer<To> layer;
  layer.rows = law.layer.rows;
  layer.offsets = law.layer.offsets;
  layer.elements.assign(law.layer.cells(), To::zero());
  Counts v(frame.clusters);
  for (const Row& row : layer.rows) {
    poll(32 * row.count);
    for (std::size_t i = 0; i < row.count; ++i) {
      if (From::is_zero(law.layer.elements[row.first + i])) continue;
      frame.decode(row.key, layer.position(row, i), law.objects, v);
      layer.elements[row.first + i] = make(law.layer.elements[row.first + i], statistic(v));
    }
  }
  return layer;
}

}  // namespace partita::soft
