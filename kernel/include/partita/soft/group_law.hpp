// How a group of objects with the same options spreads over the clusters: a layer with the weight
// of every count vector. Columns are filled one after the other, so cells are sorted.
#pragma once

#include <vector>

#include "partita/soft/binomial.hpp"
#include "partita/soft/layer.hpp"
#include "partita/soft/semiring.hpp"

namespace partita::soft {

// Weights of giving c of t remaining objects to an option, c = 0..t, and of giving all t to the
// last option. Specialized by semiring.
template <class R>
class Spread;

// Multinomial probabilities as a chain of binomials with conditional probabilities.
template <>
class Spread<Mass> {
 public:
  Spread(const std::vector<double>& weights, std::int64_t) : weights_(weights), rest_(weights) {
    for (std::size_t i = rest_.size() - 1; i-- > 0;) rest_[i] += rest_[i + 1];
  }
  void fill(std::size_t option, std::int64_t t, std::vector<double>& out) const {
    binomial_row(t, weights_[option] / rest_[option], rest_[option + 1] / rest_[option], out);
  }
  double last(std::size_t, std::int64_t) const { return 1.0; }

 private:
  std::vector<double> weights_;
  std::vector<double> rest_;  // sums of the weights from each option to the last
};

// All count vectors have the same weight.
template <>
class Spread<Reach> {
 public:
  Spread(const std::vector<double>&, std::int64_t) {}
  void fill(std::size_t, std::int64_t t, std::vector<std::uint8_t>& out) const {
    out.assign(static_cast<std::size_t>(t) + 1, 1);
  }
  std::uint8_t last(std::size_t, std::int64_t) const { return 1; }
};

// Possibility of the objects' choices, joined by the t-norm.
template <class R>
class SpreadByPowers {
 public:
  SpreadByPowers(const std::vector<double>& weights, std::int64_t size) {
    for (double w : weights) {
      powers_.emplace_back(1, 1.0);
      for (std::int64_t c = 0; c < size; ++c)
        powers_.back().push_back(R::multiply(powers_.back().back(), w));
    }
  }
  void fill(std::size_t option, std::int64_t t, std::vector<double>& out) const {
    out.assign(powers_[option].begin(), powers_[option].begin() + t + 1);
  }
  double last(std::size_t option, std::int64_t t) const {
    return powers_[option][static_cast<std::size_t>(t)];
  }

 private:
  std::vector<std::vector<double>> powers_;
};

template <>
class Spread<LeastPossible> : public SpreadByPowers<LeastPossible> {
  using SpreadByPowers::SpreadByPowers;
};
template <>
class Spread<ProductPossible> : public SpreadByPowers<ProductPossible> {
  using SpreadByPowers::SpreadByPowers;
};

template <class R>
class GroupLaw {
 public:
  using Element = typename R::Element;

  GroupLaw(const Frame& frame, std::span<const double> row, std::int64_t size)
      : frame_(frame), columns_(allowed(frame, row)), spread_(weights(row, columns_), size) {
    levels_.resize(columns_.size());
    place(0, size, 0, 0, R::one());
  }
  Layer<R> take() { return std::move(layer_); }

 private:
  static std::vector<std::size_t> allowed(const Frame& frame, std::span<const double> row) {
    std::vector<std::size_t> columns;
    for (std::size_t column : frame.order)
      if (row[column] > 0.0) columns.push_back(column);
    return columns;
  }
  static std::vector<double> weights(std::span<const double> row,
                                     const std::vector<std::size_t>& columns) {
    std::vector<double> w;
    for (std::size_t column : columns) w.push_back(row[column]);
    return w;
  }

  void place(std::size_t level, std::int64_t left, Key key, std::int64_t position, Element weight) {
    const std::size_t column = columns_[level];
    const bool runs = frame_.has_run() && column == frame_.run();
    const auto next = [&](std::int64_t c, Element w) {
      const Key to = key + frame_.stride[column] * static_cast<Key>(c);
      const std::int64_t at = position + (runs ? c : 0);
      if (level + 1 == columns_.size())
        layer_.push(to, at, w);
      else
        place(level + 1, left - c, to, at, w);
    };
    if (level + 1 == columns_.size())
      return next(left, R::multiply(weight, spread_.last(level, left)));
    poll(32 * static_cast<std::size_t>(left));
    spread_.fill(level, left, levels_[level]);
    for (std::int64_t c = 0; c <= left; ++c)
      next(c, R::multiply(weight, levels_[level][static_cast<std::size_t>(c)]));
  }

  const Frame& frame_;
  std::vector<std::size_t> columns_;  // options, in the order of the frame
  Spread<R> spread_;
  std::vector<std::vector<Element>> levels_;
  Layer<R> layer_;
};

// Number of count vectors of a group: C(size + options - 1, options - 1).
inline double group_states(std::span<const double> row, std::int64_t size) {
  double states = 1.0;
  for (std::size_t i = 1; i < detail::allowed_columns(row); ++i)
    states *= static_cast<double>(size + static_cast<std::int64_t>(i)) / static_cast<double>(i);
  return states;
}

}  // namespace partita::soft
