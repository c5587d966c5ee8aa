// The joint distribution of (sum of b_j², sum of n_ij²). The sum of squares of the cells is the
// position along the rows, and all columns except one form the key; the rest is the same program in
// any semiring. A class determines the parity of its sum of squares, so positions count in steps of
// two.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "partita/soft/squares_sum.hpp"
#include "partita/soft/statistic.hpp"

namespace partita::soft {

namespace detail {

// The distribution of a class by its sum of squares; position 0 is at `lowest`.
template <class R>
Layer<R> by_squares(const Problem& p, const Frame& frame, const ClassLaw<R>& law,
                    std::int64_t& lowest) {
  const ClassStatistic<Square> statistic(p, frame, law.cls);
  const FullKey full(frame);
  std::vector<std::int64_t> squares;
  Counts v(frame.clusters);
  law.layer.each([&](const Row& row, std::int64_t position, const typename R::Element&) {
    frame.decode(row.key, position, law.objects, v);
    squares.push_back(statistic(v));
  });
  const std::int64_t least =
      squares.empty() ? 0 : *std::min_element(squares.begin(), squares.end());
  lowest += least;
  Layer<R> layer;
  std::size_t next = 0;
  law.layer.each([&](const Row& row, std::int64_t position, const typename R::Element& element) {
    layer.push(full(row.key, position), (squares[next++] - least) / 2, element);
  });
  return layer;
}

template <class Element>
struct StateOfSquares {
  std::int64_t squares;
  std::int64_t cells;
  Element element;

  bool operator<(const StateOfSquares& other) const {
    return squares != other.squares ? squares < other.squares : cells < other.cells;
  }
};

// The same if squares are few and far apart: lists and sorts all states.
template <class R>
void write_sorted(const FullKey& full, const Layer<R>& layer, std::int64_t lowest,
                  LawOfSquares<typename R::Element>& law) {
  using Entry = StateOfSquares<typename R::Element>;
  std::vector<Entry> entries;
  entries.reserve(layer.cells());
  Counts v(full.frame.clusters);
  layer.each([&](const Row& row, std::int64_t position, const typename R::Element& element) {
    entries.push_back({full.squares(row.key, v), lowest + 2 * position, element});
  });
  polled_sort(entries, std::less<Entry>{});
  for (const Entry& e : entries) {
    if (!law.squares.empty() && law.squares.back() == e.squares && law.cells.back() == e.cells) {
      law.weight.back() = R::add(law.weight.back(), e.element);
      continue;
    }
    law.squares.push_back(e.squares);
    law.cells.push_back(e.cells);
    law.weight.push_back(e.element);
  }
}

}  // namespace detail

template <class R>
LawOfSquares<typename R::Element> law_of_squares(const Problem& p, Options kind, double allowed,
                                                 const Budget& budget) {
  validate(p, kind);
  check_loss(allowed);
  const Frame frame = make_frame(p);
  Loss loss{allowed, {}};
  const auto laws = class_laws<R>(p, frame, loss, budget);
  check_product(laws, budget);
  const detail::FullKey full(frame);
  std::int64_t lowest = 0;
  Layer<R> states = unit_layer<R>();
  for (std::size_t i = 0; i + 1 < laws.size(); ++i) {
    states = convolve(states, detail::by_squares(p, frame, laws[i], lowest), budget);
    if constexpr (std::is_same_v<R, Mass>)
      trim(states, 0.5 * allowed / static_cast<double>(laws.size()), loss.lost);
  }
  const Layer<R> last = detail::by_squares(p, frame, laws.back(), lowest);
  check_estimate(states.rows, last.rows, 32.0,
                 budget);  // the last product is summed while it is computed
  const std::vector<Window> windows = product_windows(states.rows, last.rows, budget);
  check_work(window_terms(windows), budget);
  LawOfSquares<typename R::Element> law;
  detail::SquaresSum<R> sum(full, windows);
  if (sum.cells() <= static_cast<double>(budget.max_states)) {
    sum.allocate(detail::cut_blocks(windows).size() - 1);
    convolve_blocks<R>(states, last, windows, budget,
                       [&](std::size_t n, Layer<R>&& part) { sum.take(n, std::move(part)); });
    sum.write(lowest, law);
  } else {
    detail::write_sorted(full, convolve(states, last, budget), lowest, law);
  }
  law.lost = loss.total();
  return law;
}

}  // namespace partita::soft
