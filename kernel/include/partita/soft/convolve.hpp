// The one step of the margin program: the product of two layers. Every output row adds its terms in
// the order of the input rows for any blocks and threads, so results have the same bits.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "partita/base/parallel.hpp"
#include "partita/soft/block.hpp"
#include "partita/soft/row_index.hpp"

namespace partita::soft {

namespace detail {

inline constexpr std::size_t block_cells = std::size_t{1} << 15;  // fits a core's cache
inline constexpr std::size_t most_blocks = 4096;

// The first window of each block, and the end.
inline std::vector<std::size_t> cut_blocks(const std::vector<Window>& windows) {
  double total = 0.0;
  for (const Window& w : windows) total += w.width();
  const double target = std::max<double>(block_cells, total / most_blocks);
  std::vector<std::size_t> cuts{0};
  double filled = 0.0;
  for (std::size_t w = 0; w < windows.size(); ++w) {
    const double width = keeps_list(windows[w]) ? windows[w].terms : windows[w].width();
    if (filled > 0.0 && filled + width > target) {
      cuts.push_back(w);
      filled = 0.0;
    }
    filled += width;
  }
  cuts.push_back(windows.size());
  return cuts;
}

inline bool row_before(const Row& row, Key key) { return row.key < key; }
inline bool key_before(Key key, const Row& row) { return key < row.key; }

// Windows and wanted keys both ascend: step in growing strides, then bisect.
inline std::size_t gallop(std::span<const Window> windows, std::size_t from, Key key) {
  std::size_t step = 1;
  std::size_t low = from;
  while (low + step < windows.size() && windows[low + step].key <= key) {
    low += step;
    step *= 2;
  }
  const auto begin = windows.begin() + static_cast<std::ptrdiff_t>(low);
  const auto end =
      windows.begin() + static_cast<std::ptrdiff_t>(std::min(low + step, windows.size()));
  const auto at =
      std::upper_bound(begin, end, key, [](Key k, const Window& w) { return k < w.key; });
  return static_cast<std::size_t>(at - windows.begin()) - 1;
}

// All pairs of rows whose keys add up to a key of the block, found by search; for sparse keys. A
// window gets its pairs by ascending key of the outer row.
template <class R>
void fill_searched(const Layer<R>& x, const Layer<R>& y, std::span<const Window> windows,
                   Block<R>& block) {
  const Key first = windows.front().key;
  const Key last = windows.back().key;
  const Key reach = y.rows.back().key;
  auto a =
      std::lower_bound(x.rows.begin(), x.rows.end(), first > reach ? first - reach : 0, row_before);
  for (; a != x.rows.end() && a->key <= last; ++a) {
    const Key from = first > a->key ? first - a->key : 0;
    auto b = std::lower_bound(y.rows.begin(), y.rows.end(), from, row_before);
    std::size_t at = 0;
    for (; b != y.rows.end() && a->key + b->key <= last; ++b) {
      at = gallop(windows, at, a->key + b->key);
      block.add(at, x, *a, y, *b);
    }
  }
}

// The same pairs in the same order, window by window, so that a window's cells stay in the fastest
// cache while the rows of x are read.
template <class R>
void fill_indexed(const Layer<R>& x, const RowIndex& index, const Layer<R>& y,
                  std::span<const Window> windows, Block<R>& block) {
  for (std::size_t w = 0; w < windows.size(); ++w) {
    const Key key = windows[w].key;
    auto b = std::upper_bound(y.rows.begin(), y.rows.end(), key, key_before);
    while (b != y.rows.begin()) {
      --b;
      const Key rest = key - b->key;
      for (std::size_t a = index.first(rest); a < x.rows.size() && x.rows[a].key == rest; ++a)
        block.add(w, x, x.rows[a], y, *b);
    }
  }
}

// Looking up every difference of keys pays unless most lookups fail.
inline bool prefers_index(const Rows& x, const std::vector<Window>& windows) {
  return RowIndex::suits(x) && windows.size() <= 8 * x.size();
}

}  // namespace detail

// Computes the product block by block; the worker that finished a block calls sink(number, layer).
// Block numbers are taken in ascending order.
template <class R>
void convolve_blocks(const Layer<R>& x, const Layer<R>& y, const std::vector<Window>& windows,
                     const Budget& budget,
                     const std::function<void(std::size_t, Layer<R>&&)>& sink) {
  if (windows.empty()) return;
  const bool swap = static_cast<double>(x.cells()) * static_cast<double>(y.rows.size()) <
                    static_cast<double>(y.cells()) * static_cast<double>(x.rows.size());
  const Layer<R>& outer = swap ? y : x;  // has the longer rows, each read once per block
  const Layer<R>& inner = swap ? x : y;
  const std::vector<std::size_t> cuts = detail::cut_blocks(windows);
  const std::size_t blocks = cuts.size() - 1;
  const double terms = std::min(window_terms(windows), 1e18);
  const std::size_t wanted = worker_count(budget.threads, static_cast<std::size_t>(terms), 1 << 20);
  const bool indexed = detail::prefers_index(outer.rows, windows);
  const std::optional<detail::RowIndex> index =
      indexed ? std::optional<detail::RowIndex>(outer.rows) : std::nullopt;
  std::atomic<std::size_t> next{0};
  run_workers(std::min(wanted, blocks), [&](std::size_t) {
    for (std::size_t n = next++; n < blocks; n = next++) {
      const std::span<const Window> part(windows.data() + cuts[n], cuts[n + 1] - cuts[n]);
      Block<R> block(part);
      indexed ? detail::fill_indexed(outer, *index, inner, part, block)
              : detail::fill_searched(outer, inner, part, block);
      sink(n, block.finish());
    }
  });
}

// The product as a layer; rejected before it is computed if it cannot fit the budget.
template <class R>
Layer<R> convolve(const Layer<R>& x, const Layer<R>& y, const Budget& budget) {
  if (is_unit(x)) return y;
  if (is_unit(y)) return x;
  check_estimate(x.rows, y.rows, 2.0, budget);
  const std::vector<Window> windows = product_windows(x.rows, y.rows, budget);
  check_states(window_states(windows), budget);
  check_work(window_terms(windows), budget);
  std::vector<Layer<R>> parts(detail::cut_blocks(windows).size() - 1);
  convolve_blocks<R>(x, y, windows, budget,
                     [&](std::size_t n, Layer<R>&& part) { parts[n] = std::move(part); });
  if (parts.size() == 1) return std::move(parts[0]);
  Layer<R> layer;
  std::size_t cells = 0;
  for (const Layer<R>& part : parts) cells += part.cells();
  layer.elements.reserve(cells);
  for (Layer<R>& part : parts) {
    layer.append(part);
    part = {};
  }
  return layer;
}

}  // namespace partita::soft
