// Sums the states of a product by a number of their column margins: the sum of their squares, or a
// code of the sorted sizes.
#pragma once

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "partita/soft/layer.hpp"

namespace partita::soft {

template <class Element>
struct LawOfSquares {
  std::vector<std::int64_t> squares;  // of the column margins, ascending
  std::vector<std::int64_t> cells;    // sum of n_ij², ascending within
  std::vector<Element> weight;
  double lost = 0.0;
};

// Sum of squares of the column margins.
struct SumOfSquares {
  std::int64_t operator()(const Counts& sizes) const {
    std::int64_t sum = 0;
    for (std::int64_t b : sizes) sum += b * b;
    return sum;
  }
};

// The column margins in descending order, as digits of a number, the largest first.
struct SortedSizes {
  std::int64_t radix;

  SortedSizes(std::int64_t objects, std::size_t clusters) : radix(objects + 1) {
    double codes = 1.0;
    for (std::size_t j = 0; j < clusters; ++j) codes *= static_cast<double>(radix);
    if (codes > 0x1p62)
      throw std::length_error(
          "the margin programme numbers cluster sizes in 62 bits; this many clusters and objects "
          "need more: use bounds or sampling");
  }
  std::int64_t operator()(Counts& sizes) const {
    std::sort(sizes.begin(), sizes.end());
    std::int64_t code = 0;
    for (std::size_t j = sizes.size(); j-- > 0;) code = code * radix + sizes[j];
    return code;
  }
};

namespace detail {

// Key with the run as its last digit.
template <class Margins>
struct FullKey {
  const Frame& frame;
  Margins margins;
  Key width = 1;

  FullKey(const Frame& f, Margins m) : frame(f), margins(m) {
    if (f.has_run()) width = static_cast<Key>(f.width[f.run()]);
  }
  Key operator()(Key key, std::int64_t position) const {
    return key * width + static_cast<Key>(position);
  }
  // The number of the column margins.
  std::int64_t number(Key key, Counts& v) const {
    frame.decode(key / width, static_cast<std::int64_t>(key % width), frame.uncertain, v);
    for (std::size_t j = 0; j < frame.clusters; ++j) v[j] += frame.columns[j];
    return margins(v);
  }
};

// The positions of the states with one number of their margins, and the places of their weights.
struct Line {
  std::int64_t margins;
  std::int64_t start;
  std::int64_t end;
  std::size_t first;
};

template <class Margins>
std::vector<Line> lines_of_margins(const FullKey<Margins>& full,
                                   const std::vector<Window>& windows) {
  std::vector<Line> lines;
  Counts v(full.frame.clusters);
  for (const Window& w : windows) lines.push_back({full.number(w.key, v), w.start, w.end, 0});
  std::sort(lines.begin(), lines.end(),
            [](const Line& x, const Line& y) { return x.margins < y.margins; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (kept == 0 || lines[kept - 1].margins != lines[i].margins) {
      lines[kept++] = lines[i];
    } else {
      lines[kept - 1].start = std::min(lines[kept - 1].start, lines[i].start);
      lines[kept - 1].end = std::max(lines[kept - 1].end, lines[i].end);
    }
  }
  lines.resize(kept);
  return lines;
}

// Sums the finished blocks of the last product by the number of their margins, always in the order
// of the blocks, whichever finishes first. No block waits for another.
template <class R, class Margins>
class SquaresSum {
 public:
  using Element = typename R::Element;

  SquaresSum(const FullKey<Margins>& full, const std::vector<Window>& windows)
      : full_(full), lines_(lines_of_margins(full, windows)) {}

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

  void write(LawOfSquares<Element>& law) const {
    for (const Line& line : lines_)
      for (std::int64_t s = line.start; s < line.end; ++s) {
        const Element& element = sums_[line.first + static_cast<std::size_t>(s - line.start)];
        if (R::is_zero(element)) continue;
        law.squares.push_back(line.margins);
        law.cells.push_back(s);
        law.weight.push_back(element);
      }
  }

 private:
  void fold(const Layer<R>& layer) {
    Counts v(full_.frame.clusters);
    for (const Row& row : layer.rows) {
      const auto line =
          std::lower_bound(lines_.begin(), lines_.end(), full_.number(row.key, v),
                           [](const Line& x, std::int64_t margins) { return x.margins < margins; });
      poll(4 * row.count);
      Element* out = sums_.data() + line->first;
      for (std::size_t i = 0; i < row.count; ++i) {
        Element& sum = out[layer.position(row, i) - line->start];
        sum = R::add(sum, layer.elements[row.first + i]);
      }
    }
  }

  FullKey<Margins> full_;
  std::vector<Line> lines_;
  std::vector<Element> sums_;
  std::vector<Layer<R>> waiting_;
  std::vector<std::uint8_t> ready_;
  std::size_t next_ = 0;
  std::mutex mutex_;
};

}  // namespace detail

}  // namespace partita::soft
