#include <algorithm>
#include <functional>
#include <numeric>

#include "check.hpp"
#include "partita/table/assignment.hpp"
#include "partita/table/overlaps.hpp"

using namespace partita;
using Full = std::vector<std::vector<std::int64_t>>;

// The best matching by exhaustive search: row by row, each free column or none.
std::int64_t best_matching(const Full& full, std::size_t row, unsigned used) {
  if (row == full.size()) return 0;
  std::int64_t best = best_matching(full, row + 1, used);
  for (std::size_t col = 0; col < full[0].size(); ++col)
    if ((used >> col & 1) == 0)
      best = std::max(best, full[row][col] + best_matching(full, row + 1, used | 1u << col));
  return best;
}

void matchings_are_best() {
  std::mt19937_64 random(12);
  for (int trial = 0; trial < 2000; ++trial) {
    const std::int64_t most = trial % 3 == 0 ? 3 : trial % 3 == 1 ? 1000 : std::int64_t{1} << 59;
    const Full full = random_table(random, most);
    const Sparse<std::int64_t> cells(full);
    const auto m = matching(cells.table());
    const auto expected = static_cast<u128>(best_matching(full, 0, 0));
    CHECK(m.total == expected);
    std::vector<int> taken(cells.n_cols);
    u128 total = 0;
    for (std::size_t row = 0; row < m.partner.size(); ++row) {
      if (m.partner[row] == unmatched) continue;
      CHECK(++taken[static_cast<std::size_t>(m.partner[row])] == 1);
      total += static_cast<u128>(full[row][static_cast<std::size_t>(m.partner[row])]);
    }
    CHECK(total == expected);
    std::vector<std::vector<double>> weights;
    for (const auto& row : full) {
      weights.emplace_back();
      for (auto cell : row) weights.back().push_back(static_cast<double>(cell % 4096) * 0x1p-7);
    }
    if (most > 1000) continue;
    const Expansion sum = matching(Sparse<double>(weights).table()).total.expansion();
    CHECK(sum.size() == 1 && sum[0] == to_double(expected) * 0x1p-7);
  }
}

void weights_next_to_the_limit() {
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const Sparse<std::int64_t> cells({{most, most - 1, 0}, {most - 1, 1, 0}, {most, 0, most - 2}});
  const u128 top = static_cast<u128>(most);
  CHECK(matching(cells.table()).total == 3 * top - 4);
  const Sparse<double> uneven({{0x1p300, 0x1p-300}, {0x1p300, 0x1p-390}});
  CHECK(matching(uneven.table()).total.rounded() == 0x1p300);
}

template <class Sum>
double value(const Sum& sum) {
  return sum.rounded();
}

void overlaps_of_a_small_table() {
  const Sparse<std::int64_t> cells({{4, 1}, {0, 3}, {2, 2}});  // a = 5, 3, 4; b = 6, 6
  const auto o = overlaps(cells.table());
  CHECK(o.class_maxima == 9 && o.cluster_maxima == 7);
  CHECK(o.largest_class == 5 && o.largest_cluster == 6);
  CHECK(close(value(o.class_f), 5 * 8.0 / 11 + 3 * 6.0 / 9 + 4 * 4.0 / 10, 1e-15));
  CHECK(close(value(o.class_f_floor), 3 * 6.0 / 9 + 3 * 8.0 / 10, 1e-15));
  CHECK(close(value(o.cluster_f), 8.0 / 11 + 6.0 / 9, 1e-15));
  CHECK(close(value(o.precision), 20.0 / 6 + 14.0 / 6, 1e-15));
  CHECK(close(value(o.recall), 17.0 / 5 + 9.0 / 3 + 8.0 / 4, 1e-15));
}

void ties_go_to_the_smaller_class() {
  const Sparse<std::int64_t> cells({{2, 5}, {2, 1}});  // a = 7, 3; first column tied
  CHECK(close(value(overlaps(cells.table()).cluster_f), 4.0 / 7 + 10.0 / 13, 1e-15));
}

// Many lines: ratios with equal small denominators are added first, and the rest as before.
void many_lines() {
  Full full(1500, std::vector<std::int64_t>(1500));
  double f = 0.0, precision = 0.0;
  for (std::size_t i = 0; i < full.size(); ++i) {
    const auto size = static_cast<std::int64_t>(1 + i % 700);
    full[i][i] = size;
    full[i][(i + 1) % 1500] = 1;
  }
  for (std::size_t i = 0; i < full.size(); ++i) {
    const double own = static_cast<double>(1 + i % 700);
    const double after = static_cast<double>(1 + (i + 1) % 1500 % 700);
    precision += (own * own + 1) / (own + 1);
    f += (own + 1) * std::max(2 * own / (2 * own + 2), 2 / (own + after + 2));
  }
  const Sparse<std::int64_t> cells(full);
  const auto o = overlaps(cells.table());
  CHECK(close(value(o.precision), precision, 1e-13) && close(value(o.recall), precision, 1e-13));
  CHECK(close(value(o.class_f), f, 1e-13));
}

void weights_agree_with_counts() {
  std::mt19937_64 random(13);
  for (int trial = 0; trial < 500; ++trial) {
    const Full full = random_table(random, 50);
    std::vector<std::vector<double>> halves;
    for (const auto& row : full) {
      halves.emplace_back();
      for (auto cell : row) halves.back().push_back(0.5 * static_cast<double>(cell));
    }
    const auto o = overlaps(Sparse<std::int64_t>(full).table());
    const auto w = overlaps(Sparse<double>(halves).table());
    CHECK(2 * w.class_maxima.rounded() == to_double(o.class_maxima));
    CHECK(2 * w.largest_class[0] == to_double(o.largest_class));
    CHECK(value(w.cluster_f) == value(o.cluster_f) && 2 * value(w.class_f) == value(o.class_f));
    CHECK(2 * value(w.class_f_floor) == value(o.class_f_floor));
    CHECK(2 * value(w.precision) == value(o.precision) && 2 * value(w.recall) == value(o.recall));
  }
}

// Many rows, with weights of one and of several digits, most of them equal. A matching is optimal
// if potentials and matched cells have the same sum.
void large_matchings_are_best() {
  std::mt19937_64 random(13);
  for (std::int64_t most : {std::int64_t{2}, std::int64_t{5000}, std::int64_t{1} << 50}) {
    const std::size_t rows = 400, cols = 380;
    Full full(rows, std::vector<std::int64_t>(cols));
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t k = 0; k < 6; ++k)
        full[row][k == 0 ? row % cols : random() % cols] =
            1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most));
    const auto m = matching(Sparse<std::int64_t>(full).table());
    u128 total = 0;
    std::vector<int> taken(cols);
    for (std::size_t row = 0; row < rows; ++row) {
      if (m.partner[row] == unmatched) continue;
      CHECK(++taken[static_cast<std::size_t>(m.partner[row])] == 1);
      total += static_cast<u128>(full[row][static_cast<std::size_t>(m.partner[row])]);
    }
    CHECK(total == m.total);
  }
}

void rows_of_equal_weight_keep_their_order() {
  std::mt19937_64 random(14);
  for (std::uint64_t values : {std::uint64_t{1}, std::uint64_t{7}, std::uint64_t{1} << 45}) {
    std::vector<std::uint64_t> weights(1000);
    for (std::uint64_t& weight : weights) weight = 3 + random() % values;
    std::vector<std::int32_t> order(weights.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::int32_t x, std::int32_t y) {
      return weights[static_cast<std::size_t>(x)] > weights[static_cast<std::size_t>(y)];
    });
    CHECK(descending(weights) == order);
  }
}

// A call that polls can be abandoned: every statistic polls for all cells that it reads.
template <class Count>
void every_statistic_polls() {
  const std::size_t n = 300;
  const std::vector<std::vector<Count>> full(n, std::vector<Count>(n, Count{1}));
  const Sparse<Count> cells(full);
  const Table<Count> table = cells.table();
  const Margins<Count> margins(table);
  const auto polls = [&](const auto& work) {
    Call call([] { return true; });
    const Attached attached(&call);
    work();
    CHECK(attachment.work >= table.size());
  };
  polls([&] { check(table); });
  polls([&] { maxima(table, margins); });
  polls([&] { squares_over_larger(table, margins); });
  with_reader(table, margins, [&](const auto& reader) {
    polls([&] { reader.class_f(); });
    polls([&] { reader.cluster_f(); });
    polls([&] { reader.precision(); });
    polls([&] { reader.recall(); });
  });
}

int main() {
  every_statistic_polls<std::int64_t>();
  every_statistic_polls<double>();
  matchings_are_best();
  large_matchings_are_best();
  rows_of_equal_weight_keep_their_order();
  weights_next_to_the_limit();
  overlaps_of_a_small_table();
  ties_go_to_the_smaller_class();
  many_lines();
  weights_agree_with_counts();
}
