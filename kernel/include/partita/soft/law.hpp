// The joint law of (sum of b_j², sum of n_ij²). The sum of squares of the cells becomes the
// position along the rows and every column but one goes into the key; the rest is the same
// programme, in any semiring. A class fixes the parity of its sum of squares, so positions count in
// steps of two.
#pragma once

#include <algorithm>
#include <mutex>
#include <vector>

#include "partita/soft/statistic.hpp"

namespace partita::soft {

template <class Element>
struct LawOfSquares {
  std::vector<std::int64_t> squares;  // sum of b_j², ascending
  std::vector<std::int64_t> cells;    // sum of n_ij², ascending within
  std::vector<Element> weight;
  double lost = 0.0;
};

namespace detail {

// Key with the run as its last digit.
struct FullKey {
  const Frame& frame;
  Key width = 1;

  explicit FullKey(const Frame& f) : frame(f) {
    if (f.has_run()) width = static_cast<Key>(f.width[f.run()]);
  }
  Key operator()(Key key, std::int64_t position) const {
    return key * width + static_cast<Key>(position);
  }
  // Sum of squares of the column margins.
  std::int64_t squares(Key key, Counts& v) const {
    frame.decode(key / width, static_cast<std::int64_t>(key % width), frame.uncertain, v);
    std::int64_t sum = 0;
    for (std::size_t j = 0; j < frame.clusters; ++j) {
      const std::int64_t b = frame.columns[j] + v[j];
      sum += b * b;
    }
    return sum;
  }
};

// A class law with its sum of squares as position; `lowest` is where position 0 lies.
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

// Sums the finished blocks of the last product up by sum of squared margins, in the order of the
// blocks whatever the order in which they are finished. No block waits for another.
template <class R>
class SquaresSum {
 public:
  using Element = typename R::Element;

  SquaresSum(const FullKey& full, const std::vector<Window>& windows) : full_(full) {
    Counts v(full.frame.clusters);
    for (const Window& w : windows) lines_.push_back({full.squares(w.key, v), w.start, w.end, 0});
    std::sort(lines_.begin(), lines_.end(),
              [](const Line& x, const Line& y) { return x.squares < y.squares; });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (kept == 0 || lines_[kept - 1].squares != lines_[i].squares) {
        lines_[kept++] = lines_[i];
      } else {
        lines_[kept - 1].start = std::min(lines_[kept - 1].start, lines_[i].start);
        lines_[kept - 1].end = std::max(lines_[kept - 1].end, lines_[i].end);
      }
    }
    lines_.resize(kept);
  }

  double cells() const {
    double cells = 0.0;
    for (const Line& line : lines_) cells += static_cast<double>(line.end - line.start);
    return cells;
  }
  void allocate(std::size_t blocks) {
    std::size_t cells = 0;
    for (Line& line : lines_) {
      line.first = cells;
      cells += static_cast<std::size_t>(line.end - line.start);
    }
    sums_.assign(cells, R::zero());
    waiting_.resize(blocks);
    ready_.assign(blocks, 0);
  }

  void take(std::size_t block, Layer<R>&& layer) {
    const std::lock_guard lock(mutex_);
    waiting_[block] = std::move(layer);
    ready_[block] = 1;
    for (; next_ < ready_.size() && ready_[next_] != 0; ++next_) {
      fold(waiting_[next_]);
      waiting_[next_] = {};
    }
  }

  void write(std::int64_t lowest, LawOfSquares<Element>& law) const {
    for (const Line& line : lines_)
      for (std::int64_t s = line.start; s < line.end; ++s) {
        const Element& element = sums_[line.first + static_cast<std::size_t>(s - line.start)];
        if (R::is_zero(element)) continue;
        law.squares.push_back(line.squares);
        law.cells.push_back(lowest + 2 * s);
        law.weight.push_back(element);
      }
  }

 private:
  struct Line {
    std::int64_t squares;
    std::int64_t start;
    std::int64_t end;
    std::size_t first;
  };

  void fold(const Layer<R>& layer) {
    Counts v(full_.frame.clusters);
    for (const Row& row : layer.rows) {
      const auto line =
          std::lower_bound(lines_.begin(), lines_.end(), full_.squares(row.key, v),
                           [](const Line& x, std::int64_t squares) { return x.squares < squares; });
      Element* out = sums_.data() + line->first;
      for (std::size_t i = 0; i < row.count; ++i) {
        Element& sum = out[layer.position(row, i) - line->start];
        sum = R::add(sum, layer.elements[row.first + i]);
      }
    }
  }

  FullKey full_;
  std::vector<Line> lines_;
  std::vector<Element> sums_;
  std::vector<Layer<R>> waiting_;
  std::vector<std::uint8_t> ready_;
  std::size_t next_ = 0;
  std::mutex mutex_;
};

// The same sum where squares are few and far apart: all states are listed and sorted.
template <class R>
void write_sorted(const FullKey& full, const Layer<R>& layer, std::int64_t lowest,
                  LawOfSquares<typename R::Element>& law) {
  struct Entry {
    std::int64_t squares;
    std::int64_t cells;
    typename R::Element element;
  };
  std::vector<Entry> entries;
  entries.reserve(layer.cells());
  Counts v(full.frame.clusters);
  layer.each([&](const Row& row, std::int64_t position, const typename R::Element& element) {
    entries.push_back({full.squares(row.key, v), lowest + 2 * position, element});
  });
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& x, const Entry& y) {
    return x.squares != y.squares ? x.squares < y.squares : x.cells < y.cells;
  });
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
  const detail::FullKey full(frame);
  std::int64_t lowest = 0;
  Layer<R> states = unit_layer<R>();
  for (std::size_t i = 0; i + 1 < laws.size(); ++i) {
    states = convolve(states, detail::by_squares(p, frame, laws[i], lowest), budget);
    if constexpr (std::is_same_v<R, Mass>)
      trim(states, 0.5 * allowed / static_cast<double>(laws.size()), loss.lost);
  }
  const Layer<R> last = detail::by_squares(p, frame, laws.back(), lowest);
  const std::vector<Window> windows = product_windows(states, last, budget);
  check_work(window_terms(windows), budget);
  LawOfSquares<typename R::Element> law;
  detail::SquaresSum<R> sum(full, windows);
  if (sum.cells() <= static_cast<double>(budget.max_states)) {
    sum.allocate(detail::cut_blocks(windows).size() - 1);
    convolve_blocks(states, last, windows, budget,
                    [&](std::size_t n, Layer<R>&& part) { sum.take(n, std::move(part)); });
    sum.write(lowest, law);
  } else {
    detail::write_sorted(full, convolve(states, last, budget), lowest, law);
  }
  law.lost = loss.total();
  return law;
}

}  // namespace partita::soft
