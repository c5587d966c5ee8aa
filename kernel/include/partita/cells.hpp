// What objects carry into a cell, and the sparse tables they add up to. A policy names what one
// object brings (`Load`), which loads leave no trace, and how a run of loads becomes one cell.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>

#include "partita/buffer.hpp"
#include "partita/exact_sum.hpp"

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

// The same with the sum of weights and the sum of squared weights in each cell.
struct WeightedCells {
  Buffer<std::int32_t> rows, cols;
  Buffer<double> sums, squares;

  void resize(std::size_t size) {
    rows.resize(size);
    cols.resize(size);
    sums.resize(size);
    squares.resize(size);
  }
};

// Weights beyond these bounds are refused: inside them the products of two margins keep every bit.
inline constexpr double smallest_weight = 0x1p-400;
inline constexpr double largest_weight = 0x1p+400;

inline bool is_weight(double w) {
  return w == 0.0 || (w >= smallest_weight && w <= largest_weight);
}

inline void check_weights(std::span<const double> weights, const char* name) {
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (!is_weight(weights[i]))
      throw std::invalid_argument(std::string(name) + "[" + std::to_string(i) + "] is " +
                                  std::to_string(weights[i]) +
                                  ": weights are 0 or between 2^-400 and 2^400");
}

// Adds non-negative counts; a cell that no longer fits is an error, never a wrapped number.
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

// Object x counts weights[x] times.
struct Frequencies {
  using Load = std::int64_t;
  using Table = Cells;
  std::span<const std::int64_t> weights;

  Load load(std::size_t i) const { return weights[i]; }
  static bool leaves_trace(Load count) { return count != 0; }
  template <class Items>
  static void fold(const Items& items, Cells& out, std::size_t cell) {
    std::int64_t sum = 0;
    for (const auto& item : items) sum = checked_add(sum, item.load);
    out.counts[cell] = sum;
  }
};

// Object x weighs weights[x].
struct Masses {
  using Load = double;
  using Table = WeightedCells;
  std::span<const double> weights;

  Load load(std::size_t i) const { return weights[i]; }
  static bool leaves_trace(Load mass) { return mass != 0.0; }
  template <class Items>
  static void fold(const Items& items, WeightedCells& out, std::size_t cell) {
    ExactSum sum, square;
    for (const auto& item : items) {
      sum.add(item.load);
      square.add(two_product(item.load, item.load));
    }
    out.sums[cell] = sum.rounded();
    out.squares[cell] = square.rounded();
  }
};

// Cells of other weighted tables, to be added.
struct CellMasses {
  struct Load {
    double sum, square;
  };
  using Table = WeightedCells;
  std::span<const double> sums, squares;

  Load load(std::size_t i) const { return {sums[i], squares[i]}; }
  static bool leaves_trace(const Load& load) { return load.sum != 0.0; }
  template <class Items>
  static void fold(const Items& items, WeightedCells& out, std::size_t cell) {
    ExactSum sum, square;
    for (const auto& item : items) {
      sum.add(item.load.sum);
      square.add(item.load.square);
    }
    out.sums[cell] = sum.rounded();
    out.squares[cell] = square.rounded();
  }
};

}  // namespace partita
