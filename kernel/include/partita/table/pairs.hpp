// Sums of squares over cells and margins, from which all pair-counting measures follow.
#pragma once

#include "partita/table/sweep.hpp"
#include "partita/table/table.hpp"

namespace partita {

inline void add_square(U256& sum, std::int64_t count) {
  const u128 value = static_cast<u128>(count);
  sum += U256(value * value);
}
inline void add_square(U256& sum, u128 margin) {
  const bool narrow = high_word(margin) == 0;
  sum += narrow ? U256(u128{low_word(margin)} * low_word(margin)) : multiply(margin, margin);
}
inline void add_square(ExactSum& sum, double count) { sum.add(two_product(count, count)); }
inline void add_square(ExactSum& sum, const Expansion& margin) { sum.add_product(margin, margin); }

// U256 for integer counts, ExactSum for weights.
template <class Count>
struct SquareSum;
template <>
struct SquareSum<std::int64_t> {
  using type = U256;
};
template <>
struct SquareSum<double> {
  using type = ExactSum;
};
template <class Count>
using square_sum_t = typename SquareSum<Count>::type;

template <class Sum, class Values>
Sum sum_of_squares(const Values& values) {
  Sum sum;
  for (const auto& value : values) add_square(sum, value);
  return sum;
}

template <class Count>
struct PairSums {
  square_sum_t<Count> cells, classes, clusters;
};

inline U256 cell_squares(const Table<std::int64_t>& table, const Sweep<std::int64_t>& sweep) {
  U256 sum;
  sweep.each_size(table, [&](std::uint64_t size, std::uint64_t cells) {
    sum += multiply(u128{size} * size, cells);
  });
  return sum;
}
inline ExactSum cell_squares(const Table<double>& table, const Sweep<double>&) {
  return sum_of_squares<ExactSum>(table.counts);
}

template <class Count>
PairSums<Count> pair_sums(const Table<Count>& table, const Sweep<Count>& sweep) {
  using Sum = square_sum_t<Count>;
  return {cell_squares(table, sweep), sum_of_squares<Sum>(sweep.margins.rows),
          sum_of_squares<Sum>(sweep.margins.cols)};
}

template <class Count>
PairSums<Count> pair_sums(const Table<Count>& table) {
  return pair_sums(table, Sweep<Count>(table));
}

}  // namespace partita
