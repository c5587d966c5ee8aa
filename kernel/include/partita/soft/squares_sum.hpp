// Sums the states of a product by the sum of squares of their column margins.
#pragma once

#include <algorithm>
#include <mutex>
#include <vector>

#include "partita/soft/layer.hpp"

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

// The positions of the states with one sum of squares, and the places of their weights.
struct Line {
  std::int64_t squares;
  std::int64_t start;
  std::int64_t end;
  std::size_t first;
};

inline std::vector<Line> lines_of_squares(const FullKey& full, const std::vector<Window>& windows) {
  std::vector<Line> lines;
  Counts v(full.frame.clusters);
  for (const Window& w : windows) lines.push_back({full.squares(w.key, v), w.start, w.end, 0});
  std::sort(lines.begin(), lines.end(),
            [](const Line& x, const Line& y) { return x.squares < y.squares; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (kept == 0 || lines[kept - 1].squares != lines[i].squares) {
      lines[kept++] = lines[i];
    } else {
      lines[kept - 1].start = std::min(lines[kept - 1].start, lines[i].start);
      lines[kept - 1].end = std::max(lines[kept - 1].end, lines[i].end);
    }
  }
  lines.resize(kept);
  return lines;
}

// Sums the finished blocks of the last product by the sum of squared margins, always in the order
// of the blocks, whichever finishes first. No block waits for another.
template <class R>
class SquaresSum {
 public:
  using Element = typename R::Element;

  SquaresSum(const FullKey& full, const std::vector<Window>& windows)
      : full_(full), lines_(lines_of_squares(full, windows)) {}

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
  void fold(const Layer<R>& layer) {
    Counts v(full_.frame.clusters);
    for (const Row& row : layer.rows) {
      const auto line =
          std::lower_bound(lines_.begin(), lines_.end(), full_.squares(row.key, v),
                           [](const Line& x, std::int64_t squares) { return x.squares < squares; });
      poll(4 * row.count);
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

}  // namespace detail

}  // namespace partita::soft
