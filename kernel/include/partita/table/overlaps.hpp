// Statistics of overlap measures: how well the best cluster covers each class, and the best class
// each cluster. Ratios of counts are summed in fixed point, ratios of weights as double-doubles.
#pragma once

#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "partita/base/polled_sort.hpp"
#include "partita/table/pairs.hpp"
#include "partita/table/ratio_sums.hpp"
#include "partita/table/share.hpp"
#include "partita/table/sweep.hpp"
#include "partita/table/table.hpp"

namespace partita {

template <class Count>
struct Maxima {
  plain_sum_t<Count> classes{}, clusters{};  // sums of the largest cell of each
  margin_t<Count> largest_class{}, largest_cluster{};
};

template <class Count>
struct Overlaps {
  plain_sum_t<Count> class_maxima{}, cluster_maxima{};
  margin_t<Count> largest_class{}, largest_cluster{};
  ratio_sum_t<Count> class_f, class_f_floor, cluster_f, precision, recall;
};

template <class Margin, class Sizes>
Margin largest(const Sizes& sizes) {
  Margin most{};
  for (const auto& size : sizes)
    if (less(most, size)) most = size;
  return most;
}

// Calls take(size) with the sizes of groups, smallest first, while it returns true.
template <class Take>
void each_ascending(const SizeList& sizes, const Take& take) {
  for (const Size& one : distinct_sizes(sizes))
    for (std::size_t group = 0; group < one.groups; ++group)
      if (!take(one.size)) return;
}
template <class Take>
void each_ascending(std::vector<Expansion> sizes, const Take& take) {
  polled_sort_any(sizes, [](const auto& x, const auto& y) { return less(x, y); });
  for (const Expansion& size : sizes)
    if (!take(size)) return;
}

// Sums of factor * share, and of squares / size.
template <class Integer>
class ExactShares {
 public:
  using Share = ExactShare<Integer>;

  void add(u128 factor, const Share& share) { sum_.add(multiply(factor, share.part), share.whole); }
  void add_squares(const U256& squares, u128 size) { sum_.add(squares, size); }
  FixedSum value() { return sum_.value(); }

 private:
  CountRatios sum_;
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
  const ExactSum& value() const { return sum_; }

 private:
  ExactSum sum_;
};

// Squares of the counts of each line; lines are ordered by where they end.
template <class Add>
void each_square_sum(const Table<double>& table, bool by_row, u128, const Add& add) {
  const Lines lines =
      by_row ? lines_of(table.rows, table.n_rows) : lines_of(table.cols, table.n_cols);
  for (std::size_t line = 0; line < lines.size(); ++line) {
    ExactSum squares;
    for (std::size_t cell : lines[line]) add_square(squares, table.counts[cell]);
    add(line, squares);
    poll(16 + 8 * lines[line].size());
  }
}
template <class Add>
void each_square_sum(const Table<std::int64_t>& table, bool by_row, u128 total, const Add& add) {
  with_products_of(total, [&]<class Wide>() {
    const auto lines = by_row ? table.rows : table.cols;
    auto squares = zeros<Wide>(by_row ? table.n_rows : table.n_cols);
    each_index(table.size(), [&](std::size_t cell) {
      const auto count = static_cast<u128>(table.counts[cell]);
      squares[static_cast<std::size_t>(lines[cell])] += product<Wide>(count, count);
    });
    each_index(squares.size(), [&](std::size_t line) { add(line, U256(squares[line])); });
  });
}

inline u128 whole_of(const Margins<std::int64_t>& margins) { return margins.total; }
inline u128 whole_of(const Margins<double>&) { return 0; }

// Reads one table; the share of a cell is 2 n_ij / (a_i + b_j), the harmonic mean of its shares of
// the class and of the cluster.
template <class Count, class Sum>
class OverlapReader {
  using Share = typename Sum::Share;
  using Number = typename Share::Number;
  using Value = ratio_sum_t<Count>;

 public:
  OverlapReader(const Table<Count>& table, const Margins<Count>& margins)
      : table_(table), margins_(margins) {}

  // Each class with the cluster of the largest share, weighted by size.
  Value class_f() const {
    Sum sum;
    if (table_.size() == 0) return sum.value();
    std::size_t row = 0;
    Share best = share(0);
    const auto add = [&] { sum.add(Share::number(margins_.rows[row]), best); };
    each_index(table_.size(), [&](std::size_t cell) {
      if (table_.row(cell) == row) {
        best = std::max(best, share(cell));
      } else {
        add();
        row = table_.row(cell);
        best = share(cell);
      }
    });
    add();
    return sum.value();
  }

  // Procedure 1: the largest cluster fills the classes, smallest first.
  Value class_f_floor() const {
    const Number cluster = Share::number(largest<margin_t<Count>>(margins_.cols));
    Sum sum;
    Number left = cluster;
    each_ascending(margins_.rows, [&](const margin_t<Count>& margin) {
      const Number size = Share::number(margin);
      const Number taken = std::min(left, size);
      if (!(Number{} < taken)) return false;
      sum.add(taken, Share{size + size, size + cluster});
      left = left + -taken;
      poll(8);
      return true;
    });
    return sum.value();
  }

  // Each cluster with its majority class; of tied classes the smaller.
  Value cluster_f() const {
    constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    auto best = vector_of<std::size_t>(table_.n_cols, [](std::size_t) { return none; });
    each_index(table_.size(), [&](std::size_t cell) {
      std::size_t& known = best[table_.col(cell)];
      if (known == none || is_better(cell, known)) known = cell;
    });
    Sum sum;
    each_index(best.size(), [&](std::size_t col) { sum.add(Number{1}, share(best[col])); });
    return sum.value();
  }

  Value precision() const { return squares_over_size(false, margins_.cols); }
  Value recall() const { return squares_over_size(true, margins_.rows); }

 private:
  Share share(std::size_t cell) const {
    const Number count = Share::number(table_.counts[cell]);
    return {count + count, Share::number(margins_.rows[table_.row(cell)]) +
                               Share::number(margins_.cols[table_.col(cell)])};
  }
  bool is_better(std::size_t cell, std::size_t known) const {
    if (table_.counts[cell] != table_.counts[known])
      return table_.counts[cell] > table_.counts[known];
    return less(margins_.rows[table_.row(cell)], margins_.rows[table_.row(known)]);
  }
  template <class Sizes>
  Value squares_over_size(bool by_row, const Sizes& sizes) const {
    Sum sum;
    each_square_sum(table_, by_row, whole_of(margins_), [&](std::size_t line, const auto& squares) {
      sum.add_squares(squares, Share::number(sizes[line]));
    });
    return sum.value();
  }

  const Table<Count>& table_;
  const Margins<Count>& margins_;
};

// Calls read(reader) with a reader that depends on whether twice n fits 64 bits.
template <class Read>
auto with_reader(const Table<std::int64_t>& table, const Margins<std::int64_t>& margins,
                 const Read& read) {
  if (margins.total < (u128{1} << 62))
    return read(OverlapReader<std::int64_t, ExactShares<std::uint64_t>>(table, margins));
  return read(OverlapReader<std::int64_t, ExactShares<u128>>(table, margins));
}
template <class Read>
auto with_reader(const Table<double>& table, const Margins<double>& margins, const Read& read) {
  return read(OverlapReader<double, WeightShares>(table, margins));
}

template <class Count>
Maxima<Count> maxima(const Table<Count>& table, const Margins<Count>& margins) {
  Maxima<Count> out;
  auto clusters = zeros<Count>(table.n_cols);
  std::int32_t row = 0;
  Count most{};
  each_index(table.size(), [&](std::size_t cell) {
    if (table.rows[cell] != row) {
      add_to(out.classes, std::exchange(most, Count{}));
      row = table.rows[cell];
    }
    const Count count = table.counts[cell];
    most = std::max(most, count);
    Count& cluster = clusters[table.col(cell)];
    cluster = std::max(cluster, count);
  });
  add_to(out.classes, most);
  each_index(clusters.size(), [&](std::size_t col) { add_to(out.clusters, clusters[col]); });
  out.largest_class = largest<margin_t<Count>>(margins.rows);
  out.largest_cluster = largest<margin_t<Count>>(margins.cols);
  return out;
}

template <class Count>
Overlaps<Count> overlaps(const Table<Count>& table) {
  if (table.size() == 0) return {};
  const Margins<Count> margins(table);
  const Maxima<Count> most = maxima(table, margins);
  return with_reader(table, margins, [&](const auto& reader) -> Overlaps<Count> {
    return {most.classes,         most.clusters,      most.largest_class,
            most.largest_cluster, reader.class_f(),   reader.class_f_floor(),
            reader.cluster_f(),   reader.precision(), reader.recall()};
  });
}

}  // namespace partita
