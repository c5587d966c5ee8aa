// The joint distribution of the column margins and A = sum of phi(n_ij). A is the position along
// the rows, and all columns except one form the key; the rest is the same program in any semiring.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

#include "partita/soft/squares_sum.hpp"
#include "partita/soft/statistic.hpp"

namespace partita::soft {

// The distribution of A in bins: a state at `bins` has A from lowest + width * bins to slack more.
struct BinnedLaw {
  std::vector<std::int64_t> margins;  // their sum of squares, or the code of their sorted sizes
  std::vector<std::int64_t> bins;     // ascending within
  std::vector<double> mass;
  double lowest = 0.0;
  double width = 1.0;
  double slack = 0.0;
  double lost = 0.0;
};

namespace detail {

// A class determines the parity of its sum of squares, so positions count in steps of two.
struct HalfSquares {
  using Phi = Square;
  std::int64_t operator()(std::int64_t above) const { return above / 2; }
};

// A class is rounded down to a multiple of the width.
template <class P>
struct Bins {
  using Phi = P;
  double width;
  std::int64_t operator()(typename P::Value above) const {
    return static_cast<std::int64_t>(std::floor(static_cast<double>(above) / width));
  }
};

// A of every state of a class, and the least and greatest of them.
template <class Phi>
struct Statistics {
  using Value = typename Phi::Value;
  std::vector<Value> values;
  Value least{0};
  Value most{0};

  template <class R>
  Statistics(const Problem& p, const Frame& frame, const ClassLaw<R>& law) {
    const ClassStatistic<Phi> statistic(p, frame, law.cls);
    Counts v(frame.clusters);
    law.layer.each([&](const Row& row, std::int64_t position, const typename R::Element&) {
      frame.decode(row.key, position, law.objects, v);
      values.push_back(statistic(v));
    });
    if (values.empty()) return;
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    least = *low;
    most = *high;
  }
};

// The distribution of a class by A; position 0 is at its least value, which is added to `lowest`.
template <class R, class Place, class Margins>
Layer<R> by_statistic(const Problem& p, const FullKey<Margins>& full, const ClassLaw<R>& law,
                      const Place& place, typename Place::Phi::Value& lowest) {
  const Statistics<typename Place::Phi> found(p, full.frame, law);
  lowest += found.least;
  Layer<R> layer;
  std::size_t next = 0;
  law.layer.each([&](const Row& row, std::int64_t position, const typename R::Element& element) {
    layer.push(full(row.key, position), place(found.values[next++] - found.least), element);
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

// The same if margins are few and far apart: lists and sorts all states.
template <class R, class Margins>
void write_sorted(const FullKey<Margins>& full, const Layer<R>& layer,
                  LawOfSquares<typename R::Element>& law) {
  using Entry = StateOfSquares<typename R::Element>;
  std::vector<Entry> entries;
  entries.reserve(layer.cells());
  Counts v(full.frame.clusters);
  layer.each([&](const Row& row, std::int64_t position, const typename R::Element& element) {
    entries.push_back({full.number(row.key, v), position, element});
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

// The product of the classes, with positions for `cells`.
template <class R, class Place, class Margins>
LawOfSquares<typename R::Element> multiply_laws(const Problem& p, const FullKey<Margins>& full,
                                                const std::vector<ClassLaw<R>>& laws,
                                                const Place& place,
                                                typename Place::Phi::Value& lowest, Loss& loss,
                                                const Budget& budget) {
  check_product(laws, budget);
  Layer<R> states = unit_layer<R>();
  for (std::size_t i = 0; i + 1 < laws.size(); ++i) {
    states = convolve(states, by_statistic(p, full, laws[i], place, lowest), budget);
    if constexpr (std::is_same_v<R, Mass>)
      trim(states, 0.5 * loss.allowed / static_cast<double>(laws.size()), loss.lost);
  }
  const Layer<R> last = by_statistic(p, full, laws.back(), place, lowest);
  check_estimate(states.rows, last.rows, 32.0,
                 budget);  // the last product is summed while it is computed
  const std::vector<Window> windows = product_windows(states.rows, last.rows, budget);
  check_work(window_terms(windows), budget);
  LawOfSquares<typename R::Element> law;
  SquaresSum<R, Margins> sum(full, windows);
  if (sum.cells() <= static_cast<double>(budget.max_states)) {
    sum.allocate(cut_blocks(windows).size() - 1);
    convolve_blocks<R>(states, last, windows, budget,
                       [&](std::size_t n, Layer<R>&& part) { sum.take(n, std::move(part)); });
    sum.write(law);
  } else {
    write_sorted(full, convolve(states, last, budget), law);
  }
  law.lost = loss.total();
  return law;
}

template <class Phi, class Margins>
BinnedLaw multiply_binned(const Problem& p, const Frame& frame, Margins margins, double allowed,
                          std::int64_t bins, const Budget& budget) {
  Loss loss{allowed, {}};
  const auto laws = class_laws<Mass>(p, frame, loss, budget);
  double range = 0.0;
  std::size_t moving = 0;
  for (const ClassLaw<Mass>& law : laws) {
    const Statistics<Phi> found(p, frame, law);
    range += static_cast<double>(found.most - found.least);
    moving += found.most > found.least ? 1 : 0;
  }
  const double width = range > 0.0 ? range / static_cast<double>(bins) : 1.0;
  typename Phi::Value lowest{0};
  auto law = multiply_laws(p, FullKey<Margins>(frame, margins), laws, Bins<Phi>{width}, lowest,
                           loss, budget);
  return {std::move(law.squares),
          std::move(law.cells),
          std::move(law.weight),
          static_cast<double>(lowest),
          width,
          width * static_cast<double>(moving),
          law.lost};
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
  std::int64_t lowest = 0;
  auto law = detail::multiply_laws(p, detail::FullKey<SumOfSquares>(frame, {}), laws,
                                   detail::HalfSquares{}, lowest, loss, budget);
  for (std::int64_t& cells : law.cells) cells = lowest + 2 * cells;
  return law;
}

// The distribution of the margins and A, each class rounded down to one of `bins` bins in all.
template <class Phi>
BinnedLaw binned_law(const Problem& p, double allowed, std::int64_t bins, const Budget& budget) {
  const std::int64_t objects = validate(p, Options::probabilities);
  check_loss(allowed);
  if (bins < 1) throw std::invalid_argument("bins: at least one is needed");
  const Frame frame = make_frame(p);
  if constexpr (std::is_same_v<Phi, Square>) {
    return detail::multiply_binned<Phi>(p, frame, SumOfSquares{}, allowed, bins, budget);
  } else {
    return detail::multiply_binned<Phi>(p, frame, SortedSizes(objects, p.clusters), allowed, bins,
                                        budget);
  }
}

}  // namespace partita::soft
