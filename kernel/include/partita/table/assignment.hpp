// Maximum-weight one-to-one matching of rows and columns on a sparse table.
// Shortest augmenting paths with potentials u (rows) and v (columns):
//   u_i + v_j >= w_ij, with equality on matched cells; u, v >= 0; v_j = 0 on free columns.
// A row may stay unmatched, which costs its potential. Weights are unsigned integers, so every
// comparison is exact: potentials never exceed the largest weight, and a slack u_i + v_j - w_ij is
// below twice the largest weight, which fits the word.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "partita/base/call.hpp"
#include "partita/table/descending_lines.hpp"
#include "partita/table/table.hpp"

namespace partita {

inline constexpr std::int32_t unmatched = -1;

template <class Word>
class Matcher {
 public:
  // Row i's cells are start[i] .. start[i+1]-1, with columns cols and weights below half the range.
  Matcher(std::span<const std::size_t> start, std::span<const std::int32_t> cols,
          std::span<const Word> weights, std::size_t n_cols)
      : start_(start),
        cols_(cols),
        weights_(weights),
        most_(start.size() - 1),
        u_(start.size() - 1),
        v_(n_cols),
        col_of_(u_.size(), unmatched),
        row_of_(n_cols, unmatched),
        distance_(n_cols),
        from_(n_cols),
        reached_(n_cols, 0) {}

  // Rows with the largest weights go first, because they are least likely to be moved again.
  std::vector<std::int32_t> solve() {
    for (std::size_t row = 0; row < u_.size(); ++row) {
      std::size_t most = start_[row];
      for (std::size_t cell = most; cell < start_[row + 1]; ++cell)
        most = weights_[cell] > weights_[most] ? cell : most;
      u_[row] = most < start_[row + 1] ? weights_[most] : Word{};  // a row may be empty
      most_[row] = most;
    }
    const std::vector<std::int32_t> order = descending(u_);
    for (std::int32_t row : order) take_maximum(row);
    for (std::int32_t row : order)
      if (col_of_[index(row)] == unmatched) augment(row);
    return col_of_;
  }

  // The sum of the matched weights, which equals the sum of the potentials.
  u128 total() const {
    u128 sum = 0;
    for (const Word& potential : u_) sum += potential;
    for (const Word& potential : v_) sum += potential;
    return sum;
  }

 private:
  // With u = row maxima and v = 0, a row takes its maximum at no cost if the column is free.
  void take_maximum(std::int32_t row) {
    for (std::size_t cell = most_[index(row)]; cell < start_[index(row) + 1]; ++cell) {
      const std::int32_t col = cols_[cell];
      if (weights_[cell] != u_[index(row)] || row_of_[index(col)] != unmatched) continue;
      col_of_[index(row)] = col;
      row_of_[index(col)] = row;
      return;
    }
  }

  // The cheapest end of a path found so far: at a free column, or by leaving `row` unmatched.
  struct End {
    Word cost;
    std::int32_t row;
    std::int32_t col;  // unmatched if `row` is left unmatched
  };

  void augment(std::int32_t source) {
    ++round_;
    done_.clear();
    queue_.clear();
    End end{u_[index(source)], source, unmatched};
    scan(source, 0, end);
    while (!queue_.empty() && queue_.front().first < end.cost) {
      const auto [reach, col] = queue_.front();
      std::pop_heap(queue_.begin(), queue_.end(), std::greater<Entry>());
      queue_.pop_back();
      if (reach > distance_[index(col)]) continue;  // a shorter path was found meanwhile
      poll(64);
      done_.push_back(col);
      const std::int32_t row = row_of_[index(col)];
      if (end.cost - reach > u_[index(row)]) end = {reach + u_[index(row)], row, unmatched};
      scan(row, reach, end);
    }
    update_potentials(source, end.cost);
    flip(source, end);
    poll(64);
  }

  // Extends the search from a row at distance `reach`; keeps only paths cheaper than `end`.
  void scan(std::int32_t row, Word reach, End& end) {
    const Word own = u_[index(row)];
    Word limit = end.cost - reach;
    const std::size_t stop = start_[index(row) + 1];
    for (std::size_t cell = start_[index(row)]; cell < stop; ++cell) {
      const std::int32_t col = cols_[cell];
      const Word slack = own + v_[index(col)] - weights_[cell];
      if (slack >= limit) continue;
      const Word cost = reach + slack;
      if (row_of_[index(col)] == unmatched) {
        end = {cost, row, col};
        limit = slack;
      } else if (reached_[index(col)] != round_ || cost < distance_[index(col)]) {
        reached_[index(col)] = round_;
        distance_[index(col)] = cost;
        from_[index(col)] = row;
        queue_.emplace_back(cost, col);
        std::push_heap(queue_.begin(), queue_.end(), std::greater<Entry>());
      }
      if (limit == 0) return;  // nothing can be cheaper
    }
  }

  void update_potentials(std::int32_t source, Word cost) {
    u_[index(source)] -= cost;
    for (std::int32_t col : done_) {
      const Word gain = cost - distance_[index(col)];
      v_[index(col)] += gain;
      u_[index(row_of_[index(col)])] -= gain;
    }
  }

  // Exchanges matched and unmatched cells along the path that ends at `end`.
  void flip(std::int32_t source, const End& end) {
    std::int32_t row = end.row, col = end.col;
    for (;;) {
      const std::int32_t before = std::exchange(col_of_[index(row)], col);
      if (col != unmatched) row_of_[index(col)] = row;
      if (row == source) return;
      col = before;
      row = from_[index(before)];
    }
  }

  static std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }

  using Entry = std::pair<Word, std::int32_t>;
  std::span<const std::size_t> start_;
  std::span<const std::int32_t> cols_;
  std::span<const Word> weights_;
  std::vector<std::size_t> most_;  // each row's first cell of the largest weight
  std::vector<Word> u_, v_;
  std::vector<std::int32_t> col_of_, row_of_;
  std::vector<Word> distance_;
  std::vector<std::int32_t> from_;
  std::vector<std::size_t> reached_;  // the round in which distance_ and from_ were set
  std::size_t round_ = 0;
  std::vector<std::int32_t> done_;
  std::vector<Entry> queue_;  // a heap with the shortest on top
};

inline std::span<const std::uint64_t> words(const Table<std::int64_t>& table) {
  return {reinterpret_cast<const std::uint64_t*>(table.counts.data()), table.size()};  // positive
}

// Weights as integers on one binary scale with the largest just below 2^120: exact for weights down
// to 2^-67 of the largest; smaller weights lose at most 2^-120 of it.
inline std::vector<u128> words(const Table<double>& table) {
  std::vector<u128> scaled(table.size());
  const int top = std::ilogb(*std::max_element(table.counts.begin(), table.counts.end()));
  for (std::size_t cell = 0; cell < table.size(); ++cell)
    scaled[cell] = static_cast<u128>(std::ldexp(table.counts[cell], 119 - top));
  return scaled;
}

template <class Count>
struct Matching {
  plain_sum_t<Count> total{};         // of the matched cells
  std::vector<std::int32_t> partner;  // of each row, or `unmatched`
};

inline void add_total(u128& total, const Matcher<std::uint64_t>& matcher,
                      const Table<std::int64_t>&, const std::vector<std::int32_t>&) {
  total = matcher.total();
}
// The sum of the weights themselves, not of the scaled weights.
inline void add_total(ExactSum& total, const Matcher<u128>&, const Table<double>& table,
                      const std::vector<std::int32_t>& partner) {
  for (std::size_t cell = 0; cell < table.size(); ++cell)
    if (partner[table.row(cell)] == table.cols[cell]) total.add(table.counts[cell]);
}

template <class Count>
Matching<Count> matching(const Table<Count>& table) {
  Matching<Count> out;
  if (table.size() == 0) return out;
  std::vector<std::size_t> start(table.n_rows + 1);
  for (std::size_t cell = 0; cell < table.size(); ++cell) start[table.row(cell) + 1] = cell + 1;
  for (std::size_t row = 0; row < table.n_rows; ++row)
    start[row + 1] = std::max(start[row + 1], start[row]);
  const auto weights = words(table);
  using Word = std::remove_cvref_t<decltype(weights[0])>;
  Matcher<Word> matcher(start, table.cols, weights, table.n_cols);
  out.partner = matcher.solve();
  add_total(out.total, matcher, table, out.partner);
  return out;
}

}  // namespace partita
