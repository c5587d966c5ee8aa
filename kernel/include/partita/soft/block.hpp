// Consecutive rows of a product while they are summed: each as a run of scratch cells, or, if its
// positions are few and far apart, as a list of terms that is sorted and merged.
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "partita/base/buffer.hpp"
#include "partita/soft/windows.hpp"

namespace partita::soft {

// out[i] = out[i] (+) x (×) in[i]
template <class R>
inline void accumulate(typename R::Element* __restrict out, typename R::Element x,
                       const typename R::Element* __restrict in, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) out[i] = R::add(out[i], R::multiply(x, in[i]));
}

inline bool keeps_list(const Window& w) { return w.width() > 1024.0 && w.width() > 8.0 * w.terms; }

struct ByPosition {
  bool operator()(const auto& x, const auto& y) const { return x.first < y.first; }
};

template <class R>
class Block {
 public:
  using Element = typename R::Element;

  explicit Block(std::span<const Window> windows) : windows_(windows), scratch_(windows.size()) {
    std::size_t cells = 0;
    for (std::size_t w = 0; w < windows.size(); ++w) {
      scratch_[w] = cells;
      if (!keeps_list(windows[w])) cells += static_cast<std::size_t>(windows[w].width());
    }
    cells_.assign(cells, R::zero());
    lists_.resize(windows.size());
  }

  // Adds the product of two rows to window w.
  void add(std::size_t w, const Layer<R>& x, const Row& a, const Layer<R>& y, const Row& b) {
    if (sweep_cost(a, b) <= sweep_cost(b, a))
      add_shifted(w, x, a, y, b);
    else
      add_shifted(w, y, b, x, a);
  }

  // The finished rows as a layer.
  Layer<R> finish() {
    Layer<R> layer;
    for (std::size_t w = 0; w < windows_.size(); ++w)
      keeps_list(windows_[w]) ? finish_list(w, layer) : finish_cells(w, layer);
    return layer;
  }

 private:
  // The work of reading row a once for every cell of row b: runs vectorize, lists do not.
  static std::size_t sweep_cost(const Row& a, const Row& b) {
    return b.count * (8 + (a.places == dense_row ? 1 : 3) * a.count);
  }

  void add_shifted(std::size_t w, const Layer<R>& x, const Row& a, const Layer<R>& y,
                   const Row& b) {
    const Element* from = x.elements.data() + a.first;
    for (std::size_t i = 0; i < b.count; ++i) {
      poll(a.count);
      const Element factor = y.elements[b.first + i];
      if (R::is_zero(factor)) continue;
      const std::int64_t shift = a.start + y.position(b, i) - windows_[w].start;
      if (keeps_list(windows_[w])) {
        for (std::size_t t = 0; t < a.count; ++t)
          lists_[w].emplace_back(shift + x.position(a, t) - a.start, R::multiply(factor, from[t]));
        continue;
      }
      Element* out = cells_.data() + scratch_[w] + shift;
      if (a.places == dense_row) {
        accumulate<R>(out, factor, from, a.count);
      } else {
        const std::int64_t* offset = x.offsets.data() + a.places;
        for (std::size_t t = 0; t < a.count; ++t)
          out[offset[t]] = R::add(out[offset[t]], R::multiply(factor, from[t]));
      }
    }
  }

  void finish_cells(std::size_t w, Layer<R>& layer) {
    const Element* cells = cells_.data() + scratch_[w];
    std::size_t first = 0;
    std::size_t last = static_cast<std::size_t>(windows_[w].width());
    while (first < last && R::is_zero(cells[first])) ++first;
    while (last > first && R::is_zero(cells[last - 1])) --last;
    std::size_t filled = 0;
    for (std::size_t i = first; i < last; ++i) filled += R::is_zero(cells[i]) ? 0 : 1;
    if (filled == 0) return;
    const bool dense = 3 * filled >= last - first;
    open_row(w, first, last, dense, layer);
    for (std::size_t i = first; i < last; ++i) {
      const bool empty = R::is_zero(cells[i]);
      if (dense || !empty) layer.elements.push_back(empty ? R::zero() : cells[i]);
      if (!dense && !empty) layer.offsets.push_back(static_cast<std::int64_t>(i - first));
    }
    layer.rows.back().count = layer.elements.size() - layer.rows.back().first;
  }

  void finish_list(std::size_t w, Layer<R>& layer) {
    auto& list = lists_[w];
    if (list.empty()) return;
    std::stable_sort(list.begin(), list.end(), ByPosition{});
    const std::int64_t first = list.front().first;
    open_row(w, static_cast<std::size_t>(first), static_cast<std::size_t>(list.back().first) + 1,
             false, layer);
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (i > 0 && list[i].first == list[i - 1].first) {
        layer.elements.back() = R::add(layer.elements.back(), list[i].second);
      } else {
        layer.elements.push_back(list[i].second);
        layer.offsets.push_back(list[i].first - first);
      }
    }
    layer.rows.back().count = layer.elements.size() - layer.rows.back().first;
    release(list);
  }

  void open_row(std::size_t w, std::size_t first, std::size_t last, bool dense, Layer<R>& layer) {
    const std::int64_t start = windows_[w].start;
    layer.rows.push_back({windows_[w].key, start + static_cast<std::int64_t>(first),
                          start + static_cast<std::int64_t>(last), layer.elements.size(), 0,
                          dense ? dense_row : layer.offsets.size()});
  }

  std::span<const Window> windows_;
  std::vector<std::size_t> scratch_;
  std::vector<Element> cells_;
  std::vector<std::vector<std::pair<std::int64_t, Element>>> lists_;
};

}  // namespace partita::soft
