// What objects add to a cell, and the resulting sparse tables. A policy defines what one object
// adds (`Load`), which loads leave no trace, and how a run of loads becomes one cell.
#pragma once

#include <cstdint>
#include <cstdio>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>

#include "partita/base/buffer.hpp"
#include "partita/numbers/exact_sum.hpp"

namespace partita {

// Non-empty cells sorted by (row, column).
struct Cells {
  Buffer<std::int32_t> rows, cols;
  Buffer<std::int64_t> counts;

  void resize(std::size_t size) {
    rows.resize(size);
    cols.resize(size);
    counts.resize(size);
  }
};

// The same with two weights per cell: s = sum of w over its objects, and p = sum of w_x w_y over
// its pairs of objects x < y. Each is the exact value rounded once, so p is never negative, and 0
// for a single object.
struct WeightedCells {
  Buffer<std::int32_t> rows, cols;
  Buffer<double> sums, pairs;

  void resize(std::size_t size) {
    rows.resize(size);
    cols.resize(size);
    sums.resize(size);
    pairs.resize(size);
  }
};

// Weights outside these bounds are rejected: inside, products of two margins keep every bit.
inline constexpr double smallest_weight = 0x1p-400;
inline constexpr double largest_weight = 0x1p+400;
inline constexpr double smallest_pair = smallest_weight * smallest_weight;

inline bool is_weight(double w) {
  return w == 0.0 || (w >= smallest_weight && w <= largest_weight);
}

// In a cell of weight `sum` the pairs weigh less than sum^2 / 2; both numbers are rounded.
inline bool is_pair_weight(double pairs, double sum) {
  return pairs == 0.0 || (pairs >= smallest_pair && pairs <= (0.5 + 0x1p-50) * (sum * sum));
}

// A number as text: seventeen digits distinguish any two doubles.
inline std::string shown(double x) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.17g", x);
  return digits;
}
inline std::string shown(std::int64_t x) { return std::to_string(x); }

template <class Value>
[[noreturn]] void refuse_entry(const char* name, std::size_t i, Value value, const char* reason) {
  throw std::invalid_argument(std::string(name) + "[" + std::to_string(i) + "] is " + shown(value) +
                              ": " + reason);
}

// Adds nonnegative counts; overflow is an error.
inline std::int64_t checked_add(std::int64_t x, std::int64_t y) {
  if (x > std::numeric_limits<std::int64_t>::max() - y)
    throw std::overflow_error("a cell's count exceeds 2^63 - 1");
  return x + y;
}

// Every object counts once.
struct Objects {
  struct Load {};
  using Table = Cells;

  Load load(std::size_t) const { return {}; }
  static bool leaves_trace(Load) { return true; }
  template <class Items>
  static void fold(const Items& items, Cells& out, std::size_t cell) {
    out.counts[cell] = static_cast<std::int64_t>(items.size());
  }
};

// Loads are checked as they are read, in case another thread changes them.

// Object x counts weights[x] times.
struct Frequencies {
  using Load = std::int64_t;
  using Table = Cells;
  std::span<const std::int64_t> weights;
  const char* name;  // of the argument, for messages

  Load load(std::size_t i) const {
    const std::int64_t count = weights[i];
    if (count < 0) refuse_entry(name, i, count, "counts cannot be negative");
    return count;
  }
  static bool leaves_trace(Load count) { return count != 0; }
  template <class Items>
  static void fold(const Items& items, Cells& out, std::size_t cell) {
    std::int64_t sum = 0;
    for (const auto& item : items) sum = checked_add(sum, item.load);
    out.counts[cell] = sum;
  }
};

inline double checked_weight(double w, const char* name, std::size_t i) {
  if (!is_weight(w)) refuse_entry(name, i, w, "weights are 0 or lie between 2^-400 and 2^400");
  return w;
}

// Twice the weight of pairs across parts of weights s_1, s_2, ...: (sum of s)^2 - sum of s^2.
inline ExactSum across(const ExactSum& sum, const ExactSum& squares) {
  const Expansion total = sum.expansion();
  ExactSum twice;
  twice.add_product(total, total);
  twice.subtract(squares.expansion());
  return twice;
}

// Object x weighs weights[x].
struct Masses {
  using Load = double;
  using Table = WeightedCells;
  std::span<const double> weights;

  Load load(std::size_t i) const { return checked_weight(weights[i], "weights", i); }
  static bool leaves_trace(Load mass) { return mass != 0.0; }
  template <class Items>
  static void fold(const Items& items, WeightedCells& out, std::size_t cell) {
    out.sums[cell] = items[0].load;
    out.pairs[cell] = 0.0;
    if (items.size() == 1) return;
    ExactSum sum, squares;
    for (const auto& item : items) {
      sum.add(item.load);
      squares.add(two_product(item.load, item.load));
    }
    out.sums[cell] = sum.rounded();
    out.pairs[cell] = 0.5 * across(sum, squares).rounded();
  }
};

// Adds cells of weighted tables: the pairs within each of them, and across.
struct CellMasses {
  struct Load {
    double sum, pairs;
  };
  using Table = WeightedCells;
  std::span<const double> sums, pairs;

  Load load(std::size_t i) const {
    const Load load{checked_weight(sums[i], "sums", i), pairs[i]};
    if (!is_pair_weight(load.pairs, load.sum))
      refuse_entry("pairs", i, load.pairs, "the pairs in a cell weigh 0 to sum^2 / 2");
    return load;
  }
  static bool leaves_trace(const Load& load) { return load.sum != 0.0; }
  template <class Items>
  static void fold(const Items& items, WeightedCells& out, std::size_t cell) {
    out.sums[cell] = items[0].load.sum;
    out.pairs[cell] = items[0].load.pairs;
    if (items.size() == 1) return;
    ExactSum sum, squares, within;
    for (const auto& item : items) {
      sum.add(item.load.sum);
      squares.add(two_product(item.load.sum, item.load.sum));
      within.add(2.0 * item.load.pairs);
    }
    out.sums[cell] = sum.rounded();
    within.merge(across(sum, squares));
    out.pairs[cell] = 0.5 * within.rounded();
  }
};

}  // namespace partita
