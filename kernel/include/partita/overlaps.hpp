// What overlap measures need: how well each class is covered by its best cluster and each cluster
// by its best class. Ratios of counts are summed in fixed point, ratios of weights as
// double-doubles.
#pragma once

#include <algorithm>
#include <type_traits>

#include "partita/fixed_sum.hpp"
#include "partita/pairs.hpp"
#include "partita/table.hpp"

namespace partita {

template <class Count>
struct Overlaps {
  plain_sum_t<Count> class_maxima{}, cluster_maxima{};
  margin_t<Count> largest_class{}, largest_cluster{};
  ExactSum class_f, class_f_floor, cluster_f, precision, recall;
};

template <class Margin>
Margin largest(const std::vector<Margin>& margins) {
  return *std::max_element(margins.begin(), margins.end(),
                           [](const auto& x, const auto& y) { return less(x, y); });
}

// A share of the objects as part / whole: exact integers, or double-doubles for weights.
struct ExactShare {
  using Number = u128;
  Number part, whole;

  static Number number(u128 size) { return size; }
  bool operator<(const ExactShare& other) const {
    return multiply(part, other.whole) < multiply(other.part, whole);
  }
};
struct WeightShare {
  using Number = DoubleDouble;
  Number part, whole;

  template <class Size>
  static Number number(const Size& size) {
    return to_double_double(size);
  }
  bool operator<(const WeightShare& other) const { return part * other.whole < other.part * whole; }
};

// Sums of factor * share, and of squares / size.
class ExactShares {
 public:
  using Share = ExactShare;
  void add(u128 factor, const Share& share) {
    sum_.add_ratio(multiply(factor, share.part), share.whole);
  }
  void add_squares(const U256& squares, u128 size) { sum_.add_ratio(squares, size); }
  ExactSum exact() const { return sum_.exact(); }

 private:
  FixedSum sum_;
};
class WeightShares {
 public:
  using Share = WeightShare;
  void add(const DoubleDouble& factor, const Share& share) {
    sum_.add(factor * share.part / share.whole);
  }
  void add_squares(const ExactSum& squares, const DoubleDouble& size) {
    sum_.add(to_double_double(squares) / size);
  }
  const ExactSum& exact() const { return sum_; }

 private:
  ExactSum sum_;
};

template <class Count>
using Shares = std::conditional_t<std::is_integral_v<Count>, ExactShares, WeightShares>;

// Reads one table; the share of a cell is 2 n_ij / (a_i + b_j), the harmonic mean of its shares of
// the class and of the cluster.
template <class Count>
class OverlapReader {
  using Sum = Shares<Count>;
  using Share = typename Sum::Share;
  using Number = typename Share::Number;

 public:
  explicit OverlapReader(const Table<Count>& table) : table_(table), margins_(table) {}

  Overlaps<Count> read() const {
    const Lines rows = lines_of(table_.rows, table_.n_rows);
    const Lines cols = lines_of(table_.cols, table_.n_cols);
    Overlaps<Count> out;
    out.class_maxima = sum_of_maxima(rows);
    out.cluster_maxima = sum_of_maxima(cols);
    out.largest_class = largest(margins_.rows);
    out.largest_cluster = largest(margins_.cols);
    out.class_f = class_f(rows);
    out.class_f_floor = class_f_floor(Share::number(out.largest_cluster));
    out.cluster_f = cluster_f(cols);
    out.precision = squares_over_size(cols, margins_.cols);
    out.recall = squares_over_size(rows, margins_.rows);
    return out;
  }

 private:
  Share share(std::size_t cell) const {
    const Number count = Share::number(table_.counts[cell]);
    return {count + count, Share::number(margins_.rows[table_.row(cell)]) +
                               Share::number(margins_.cols[table_.col(cell)])};
  }

  auto sum_of_maxima(const Lines& lines) const {
    plain_sum_t<Count> sum{};
    for (std::size_t line = 0; line < lines.size(); ++line) {
      Count most{};
      for (std::size_t cell : lines[line]) most = std::max(most, table_.counts[cell]);
      add_to(sum, most);
    }
    return sum;
  }

  // Each class with the cluster of the highest share, weighted by size.
  ExactSum class_f(const Lines& rows) const {
    Sum sum;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      Share best = share(rows[row][0]);
      for (std::size_t cell : rows[row]) best = std::max(best, share(cell));
      sum.add(Share::number(margins_.rows[row]), best);
    }
    return sum.exact();
  }

  // Procedure 1: the largest cluster poured into the classes, smallest first.
  ExactSum class_f_floor(const Number& cluster) const {
    auto sizes = margins_.rows;
    std::sort(sizes.begin(), sizes.end(), [](const auto& x, const auto& y) { return less(x, y); });
    Sum sum;
    Number left = cluster;
    for (const auto& margin : sizes) {
      const Number size = Share::number(margin);
      const Number taken = std::min(left, size);
      if (!(Number{} < taken)) break;
      sum.add(taken, Share{size + size, size + cluster});
      left = left + -taken;
    }
    return sum.exact();
  }

  // Each cluster with the class it holds most of; among equals, the smaller class.
  ExactSum cluster_f(const Lines& cols) const {
    Sum sum;
    for (std::size_t col = 0; col < cols.size(); ++col) {
      std::size_t best = cols[col][0];
      for (std::size_t cell : cols[col]) {
        const bool equal = table_.counts[cell] == table_.counts[best];
        if (equal ? less(margins_.rows[table_.row(cell)], margins_.rows[table_.row(best)])
                  : table_.counts[cell] > table_.counts[best])
          best = cell;
      }
      sum.add(Number{1}, share(best));
    }
    return sum.exact();
  }

  template <class Margin>
  ExactSum squares_over_size(const Lines& lines, const std::vector<Margin>& sizes) const {
    Sum sum;
    for (std::size_t line = 0; line < lines.size(); ++line) {
      square_sum_t<Count> squares;
      for (std::size_t cell : lines[line]) add_square(squares, table_.counts[cell]);
      sum.add_squares(squares, Share::number(sizes[line]));
    }
    return sum.exact();
  }

  const Table<Count>& table_;
  Margins<Count> margins_;
};

template <class Count>
Overlaps<Count> overlaps(const Table<Count>& table) {
  if (table.size() == 0) return {};
  return OverlapReader<Count>(table).read();
}

}  // namespace partita
