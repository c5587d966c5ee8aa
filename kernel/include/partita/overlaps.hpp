// What set-matching measures need: how well each class is covered by its best cluster and each
// cluster by its best class. Ratios are double-doubles, their sums exact.
#pragma once

#include <algorithm>

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

// Reads one table; `f` is 2 n_ij / (a_i + b_j), the harmonic mean of the two shares of a cell.
template <class Count>
class OverlapReader {
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
    out.class_f_floor = class_f_floor(to_double_double(out.largest_cluster));
    out.cluster_f = cluster_f(cols);
    out.precision = squares_over_size(cols, margins_.cols);
    out.recall = squares_over_size(rows, margins_.rows);
    return out;
  }

 private:
  DoubleDouble f(std::size_t cell) const {
    const DoubleDouble sizes = to_double_double(margins_.rows[table_.row(cell)]) +
                               to_double_double(margins_.cols[table_.col(cell)]);
    return to_double_double(table_.counts[cell]) * DoubleDouble{2.0} / sizes;
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

  // Each class with the cluster of the highest f, weighted by size.
  ExactSum class_f(const Lines& rows) const {
    ExactSum sum;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      DoubleDouble best;
      for (std::size_t cell : rows[row]) best = std::max(best, f(cell));
      sum.add(to_double_double(margins_.rows[row]) * best);
    }
    return sum;
  }

  // Procedure 1: the largest cluster poured into the classes, smallest first.
  ExactSum class_f_floor(const DoubleDouble& cluster) const {
    auto sizes = margins_.rows;
    std::sort(sizes.begin(), sizes.end(), [](const auto& x, const auto& y) { return less(x, y); });
    ExactSum sum;
    DoubleDouble left = cluster;
    for (const auto& margin : sizes) {
      const DoubleDouble size = to_double_double(margin);
      const DoubleDouble taken = std::min(left, size);
      if (!(taken > DoubleDouble{})) break;
      sum.add(taken * (size * DoubleDouble{2.0} / (size + cluster)));
      left = left + -taken;
    }
    return sum;
  }

  // Each cluster with the class it holds most of; among equals, the smaller class.
  ExactSum cluster_f(const Lines& cols) const {
    ExactSum sum;
    for (std::size_t col = 0; col < cols.size(); ++col) {
      std::size_t best = cols[col][0];
      for (std::size_t cell : cols[col]) {
        const bool equal = table_.counts[cell] == table_.counts[best];
        if (equal ? less(margins_.rows[table_.row(cell)], margins_.rows[table_.row(best)])
                  : table_.counts[cell] > table_.counts[best])
          best = cell;
      }
      sum.add(f(best));
    }
    return sum;
  }

  template <class Margin>
  ExactSum squares_over_size(const Lines& lines, const std::vector<Margin>& sizes) const {
    ExactSum sum;
    for (std::size_t line = 0; line < lines.size(); ++line) {
      square_sum_t<Count> squares;
      for (std::size_t cell : lines[line]) add_square(squares, table_.counts[cell]);
      sum.add(to_double_double(squares) / to_double_double(sizes[line]));
    }
    return sum;
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
