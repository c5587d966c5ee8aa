#include <algorithm>
#include <limits>

#include "check.hpp"
#include "partita/table/ratio_sums.hpp"
#include "partita/table/share_matching.hpp"
#include "partita/table/shares.hpp"

using namespace partita;
using Full = std::vector<std::vector<std::int64_t>>;

double share(Overlap kind, double n, double own, double other) {
  switch (kind) {
    case Overlap::dice:
      return 2 * n / (own + other);
    case Overlap::jaccard:
      return n / (own + other - n);
    case Overlap::product:
      return n * n / (own * other);
    case Overlap::larger:
      return n / std::max(own, other);
    case Overlap::own:
      return n / own;
  }
  return 0.0;
}

// The best matching by exhaustive search: row by row, each free column or none.
double best_matching(const std::vector<std::vector<double>>& shares, std::size_t row,
                     unsigned used) {
  if (row == shares.size()) return 0.0;
  double best = best_matching(shares, row + 1, used);
  for (std::size_t col = 0; col < shares[0].size(); ++col)
    if ((used >> col & 1) == 0)
      best = std::max(best, shares[row][col] + best_matching(shares, row + 1, used | 1u << col));
  return best;
}

void matchings_by_shares_are_best() {
  std::mt19937_64 random(5);
  for (int trial = 0; trial < 600; ++trial) {
    const Full full = random_table(random, trial % 2 == 0 ? 9 : std::int64_t{1} << 58);
    const Sparse<std::int64_t> cells(full);
    std::vector<std::vector<double>> weights;
    for (const auto& row : full) weights.emplace_back(row.begin(), row.end());
    const Sparse<double> weighed(weights);
    const Margins<std::int64_t> margins(cells.table());
    const Margins<double> sums(weighed.table());
    for (const Overlap kind : {Overlap::dice, Overlap::jaccard, Overlap::larger, Overlap::own}) {
      std::vector<std::vector<double>> shares;
      for (std::size_t i = 0; i < full.size(); ++i) {
        shares.emplace_back();
        for (std::size_t j = 0; j < full[0].size(); ++j)
          shares.back().push_back(share(kind, static_cast<double>(full[i][j]),
                                        to_double(u128{margins.rows[i]}),
                                        to_double(u128{margins.cols[j]})));
      }
      const double expected = best_matching(shares, 0, 0);
      CHECK(close(share_matching(cells.table(), margins, kind).rounded(), expected, 1e-13));
      CHECK(close(share_matching(weighed.table(), sums, kind).rounded(), expected, 1e-13));
    }
  }
}

void shares_keep_118_bits() {
  const u128 one = u128{1} << kShareBits;
  CHECK(word_of(CountShare{7, 7}) == one);
  CHECK(word_of(CountShare{1, 2}) == one >> 1);
  const u128 third = word_of(CountShare{1, 3});
  CHECK(third * 3 < one && one - third * 3 <= 3);
  const u128 wide = u128{1} << 100;  // beyond one word
  CHECK(word_of(CountShare{wide, 3 * wide}) == third);
  CHECK(word_of(WeightShare{{1.0, 0.0}, {1.0, 0.0}}) == one);
}

void sums_of_a_small_table() {
  const Sparse<std::int64_t> cells({{4, 1}, {0, 3}, {2, 2}});  // a = 5, 3, 4; b = 6, 6
  const auto table = cells.table();
  const Margins<std::int64_t> margins(table);
  CHECK(close(squares_over_larger(table, margins).rounded(), (17.0 + 9 + 8) / 6, 1e-15));
  const OtherShares others = other_shares(table, margins);
  CHECK(close(others.classes.rounded(), 12.0 / 4 + 6.0 / 2 + 4.0 / 3, 1e-15));
  CHECK(close(others.clusters.rounded(), 14.0 / 5 + 8.0 / 5, 1e-15));
  const SquareShares squares = square_shares(table, margins);
  CHECK(close(squares.both.rounded(), 17.0 / 30 + 9.0 / 18 + 8.0 / 24, 1e-15));
  CHECK(close(squares.classes.rounded(), 17.0 / 25 + 9.0 / 9 + 8.0 / 16, 1e-15));
  CHECK(shared_sizes(table, margins) == 9);  // 5 of 6 and 4 of 6
  const BestShares best = best_shares(table, margins, Overlap::jaccard);
  CHECK(close(best.classes.rounded(), 4.0 / 7 + 3.0 / 6 + 2.0 / 8, 1e-15));
  CHECK(close(best.clusters_by_size.rounded(), 6 * 4.0 / 7 + 6 * 3.0 / 6, 1e-15));
}

void counts_of_any_size() {
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const Sparse<std::int64_t> cells({{most, most}, {most, most}});
  const auto table = cells.table();
  const Margins<std::int64_t> margins(table);
  for (const Overlap kind : {Overlap::dice, Overlap::larger, Overlap::own})
    CHECK(share_matching(table, margins, kind).rounded() == 1.0);
  CHECK_THROWS(std::invalid_argument, share_matching(table, margins, Overlap::product));
  CHECK(best_shares(table, margins, Overlap::product).classes.rounded() == 0.5);
  CHECK(square_shares(table, margins).both.rounded() == 1.0);
  CHECK(close(other_shares(table, margins).classes.rounded(), 0x1p64, 1e-15));
}

int main() {
  matchings_by_shares_are_best();
  shares_keep_118_bits();
  sums_of_a_small_table();
  counts_of_any_size();
}
