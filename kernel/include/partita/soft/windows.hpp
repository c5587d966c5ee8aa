// Where the product of two layers can be nonzero: for every reachable key, the range of positions
// and the number of terms. It is found before any state is computed, so that a program too large
// for its budget is rejected before it allocates memory.
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "partita/base/polled_sort.hpp"
#include "partita/soft/row_index.hpp"

namespace partita::soft {

namespace detail {

// Windows addressed by the key itself, for dense keys.
class KeyedWindows {
 public:
  KeyedWindows(Key least, std::size_t range) : least_(least), windows_(range) {}
  void cover(Key key, std::int64_t from, std::int64_t to, double terms) {
    windows_[static_cast<std::size_t>(key - least_)].cover(from, to, terms);
  }
  std::vector<Window> sorted() {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < windows_.size(); ++i) {
      if (windows_[i].terms == 0.0) continue;
      windows_[i].key = least_ + i;
      windows_[kept++] = windows_[i];
    }
    windows_.resize(kept);
    return std::move(windows_);
  }

 private:
  Key least_;
  std::vector<Window> windows_;
};

// Windows in a hash table with open addressing, for sparse keys.
class HashedWindows {
 public:
  explicit HashedWindows(std::size_t expected)
      : slots_(std::bit_ceil(std::max<std::size_t>(64, 2 * expected))) {}
  void cover(Key key, std::int64_t from, std::int64_t to, double terms) {
    if (2 * used_ >= slots_.size()) grow();
    Window& slot = find(slots_, key);
    if (slot.terms == 0.0) ++used_;
    slot.key = key;
    slot.cover(from, to, terms);
  }
  std::vector<Window> sorted() {
    std::erase_if(slots_, [](const Window& w) { return w.terms == 0.0; });
    polled_sort(slots_, [](const Window& x, const Window& y) { return x.key < y.key; });
    return std::move(slots_);
  }

 private:
  static Window& find(std::vector<Window>& slots, Key key) {
    const std::uint64_t mixed = (low_word(key) ^ (high_word(key) * 0xd6e8feb86659fd93u)) *
                                0x9e3779b97f4a7c15u;  // multiplicative hashing, high bits are good
    std::size_t at = (mixed ^ (mixed >> 32)) & (slots.size() - 1);
    while (slots[at].terms != 0.0 && slots[at].key != key) at = (at + 1) & (slots.size() - 1);
    return slots[at];
  }
  void grow() {
    std::vector<Window> larger(2 * slots_.size());
    for (const Window& w : slots_)
      if (w.terms != 0.0) find(larger, w.key) = w;
    slots_ = std::move(larger);
  }

  std::vector<Window> slots_;
  std::size_t used_ = 0;
};

template <class Map>
std::vector<Window> cover_pairs(const Rows& x, const Rows& y, Map map) {
  for (const Row& a : x) {
    for (const Row& b : y)
      map.cover(a.key + b.key, a.start + b.start, a.end + b.end - 1,
                static_cast<double>(a.count) * static_cast<double>(b.count));
    poll(8 * y.size());
  }
  return map.sorted();
}

}  // namespace detail

// Rejects a product of many rows whose estimated size exceeds the budget `slack` times, before it
// visits all pairs of rows.
inline void check_estimate(const Rows& x, const Rows& y, double slack, const Budget& budget) {
  const double pairs = static_cast<double>(x.size()) * static_cast<double>(y.size());
  if (pairs < 1e8 || !detail::RowIndex::suits(x)) return;
  const double states = detail::estimated_states(x, y);
  if (states > slack * static_cast<double>(budget.max_states)) refuse_states(states, budget);
}

inline std::vector<Window> product_windows(const Rows& x, const Rows& y, const Budget& budget) {
  if (x.empty() || y.empty()) return {};  // everything underflowed
  const double pairs = static_cast<double>(x.size()) * static_cast<double>(y.size());
  check_work(pairs, budget);
  const Key least = x.front().key + y.front().key;
  const Key range = x.back().key + y.back().key - least + 1;
  if (range <= static_cast<Key>(std::min(4.0 * pairs + 1024.0, 4e6)))
    return detail::cover_pairs(x, y, detail::KeyedWindows(least, static_cast<std::size_t>(range)));
  return detail::cover_pairs(x, y, detail::HashedWindows(x.size() + y.size()));
}

// The number of states that the product may need, and of its multiply-adds.
inline double window_states(const std::vector<Window>& windows) {
  double states = 0.0;
  for (const Window& w : windows) states += std::min(w.width(), w.terms);
  return states;
}

inline double window_terms(const std::vector<Window>& windows) {
  double terms = 0.0;
  for (const Window& w : windows) terms += w.terms;
  return terms;
}

}  // namespace partita::soft
