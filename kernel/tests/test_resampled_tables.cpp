#include <array>
#include <cmath>
#include <map>

#include "check.hpp"
#include "partita/random/replicates.hpp"

using namespace partita;

using Counts = std::vector<std::int64_t>;
using Drawn = Buffer<std::int64_t>;

// Equal keys give equal words, and other streams other words. The Python tests compare with NumPy's
// Philox.
void philox_follows_its_key() {
  Philox first(1, 2), again(1, 2), other(1, 3);
  bool differs = false;
  for (int k = 0; k < 100; ++k) {
    const std::uint64_t word = first.next();
    CHECK(word == again.next());
    differs |= word != other.next();
  }
  CHECK(differs);
  for (int k = 0; k < 1000; ++k) {
    const double u = first.uniform();
    CHECK(u > 0.0 && u < 1.0);
    CHECK(first.below(7) < 7);
  }
}

double log_choose(double n, double k) {
  return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
}

// Chi-square of draws for a pmf, with pooled classes of small expectation; about N(df, 2 df).
template <class Draw, class LogPmf>
void check_fit(std::int64_t least, std::int64_t most, int draws, const Draw& draw,
               const LogPmf& log_pmf) {
  std::map<std::int64_t, double> seen;
  for (int k = 0; k < draws; ++k) {
    const std::int64_t x = draw();
    CHECK(x >= least && x <= most);
    ++seen[x];
  }
  double chi = 0.0, observed = 0.0, expected = 0.0;
  int classes = 0;
  for (std::int64_t x = least; x <= most; ++x) {
    observed += seen.count(x) ? seen[x] : 0.0;
    expected += draws * std::exp(log_pmf(static_cast<double>(x)));
    if (expected < 20.0 && x < most) continue;
    if (expected < 5.0) continue;  // the last class is almost empty
    chi += (observed - expected) * (observed - expected) / expected;
    observed = expected = 0.0;
    ++classes;
  }
  const double df = std::max(1, classes - 1);
  CHECK(chi < df + 4.5 * std::sqrt(2.0 * df) + 6.0);
}

void binomials_follow_their_law() {
  const std::vector<std::pair<std::int64_t, double>> cases{
      {1, 0.5},    {7, 0.3},      {40, 0.9},     {100, 0.05},    {100, 0.25},
      {2000, 0.5}, {3000, 0.004}, {1000, 0.012}, {100000, 0.001}};
  for (const auto& [n, p] : cases) {
    Philox random(11, static_cast<std::uint64_t>(n));
    const double trials = static_cast<double>(n), share = p;
    check_fit(
        0, n, 40000, [&, n = n] { return binomial(random, n, share); },
        [&](double k) {
          return log_choose(trials, k) + k * std::log(share) + (trials - k) * std::log1p(-share);
        });
  }
  Philox random(1, 1);
  CHECK(binomial(random, 10, 0.0) == 0 && binomial(random, 10, 1.0) == 10);
  CHECK(binomial(random, 0, 0.5) == 0);
}

// Rejection truncates the distribution at the probability of its assumed mode. In the last five
// cases (a + 1)(b + 1)/(n + 2) is so close to an integer that an error of one in any of its terms
// moves the mode in at least one case. 40,000 draws then add 58 or more to a chi-square of about
// 10: 40,000 sum (q - p)^2 / p, where q is p truncated at p(wrong mode).
void hypergeometrics_follow_their_law() {
  const std::vector<std::array<std::int64_t, 3>> cases{
      {3, 5, 12},     {12, 13, 40},     {30, 20, 50},       {100, 200, 1000}, {40, 40, 80},
      {15, 15, 2000}, {900, 800, 1000}, {300, 1500, 10000}, {11, 11, 23},     {12, 12, 24},
      {12, 11, 27},   {13, 11, 29},     {11, 11, 26}};
  for (const auto& [a, b, n] : cases) {
    Philox random(5, static_cast<std::uint64_t>(a * 31 + b));
    const double x = static_cast<double>(a), y = static_cast<double>(b);
    const double z = static_cast<double>(n);
    check_fit(
        std::max<std::int64_t>(0, a + b - n), std::min(a, b), 40000,
        [&, a = a, b = b, n = n] { return hypergeometric_variate(random, a, b, n); },
        [&](double k) { return log_choose(x, k) + log_choose(z - x, y - k) - log_choose(z, y); });
  }
}

void large_variates_have_the_right_moments() {
  Philox random(3, 3);
  const int draws = 20000;
  double sum = 0.0, squares = 0.0;
  const std::int64_t n = 1'000'000'000'000'000;
  const double mean = 1e14, deviation = std::sqrt(1e14 * 0.9);
  for (int k = 0; k < draws; ++k) {
    const double z = (static_cast<double>(binomial(random, n, 0.1)) - mean) / deviation;
    sum += z;
    squares += z * z;
  }
  CHECK(std::abs(sum) < 4.0 * std::sqrt(draws));
  CHECK(std::abs(squares - draws) < 4.0 * std::sqrt(2.0 * draws));
  sum = squares = 0.0;
  const double spread = std::sqrt(1e13 * 0.9 * 0.9);
  for (int k = 0; k < draws; ++k) {
    const double x = static_cast<double>(hypergeometric_variate(random, n / 10, n / 10, n));
    sum += (x - 1e13) / spread;
    squares += (x - 1e13) / spread * ((x - 1e13) / spread);
  }
  CHECK(std::abs(sum) < 4.0 * std::sqrt(draws));
  CHECK(std::abs(squares - draws) < 4.0 * std::sqrt(2.0 * draws));
}

void draws_do_not_depend_on_threads_or_start() {
  const Counts counts{5, 100, 3, 70000, 12, 1, 900};
  const Drawn whole = bootstrap_counts(counts, 200, 7, 0, 1);
  CHECK(whole == bootstrap_counts(counts, 200, 7, 0, 5));
  const Drawn late = bootstrap_counts(counts, 50, 7, 150, 2);
  CHECK(std::equal(late.begin(), late.end(), whole.begin() + 150 * 7));
  for (std::size_t draw = 0; draw < 200; ++draw)
    CHECK(std::accumulate(whole.begin() + draw * 7, whole.begin() + draw * 7 + 7,
                          std::int64_t{0}) == 71021);
  const Counts rows{10, 20, 30}, cols{25, 35};
  CHECK(random_tables(rows, cols, 64, 1, 0, 1) == random_tables(rows, cols, 64, 1, 0, 3));
}

// Columns of the alias table: empty, below the mean, the mean itself, and far above it.
void an_alias_table_follows_its_weights() {
  const Counts weights{0, 1, 9, 10, 0, 40, 15, 5};
  const AliasTable alias(weights, 80);
  Philox random(9, 2);
  const std::int64_t objects = 200000;
  Drawn seen(weights.size());
  alias.count(random, objects, std::span(seen));
  CHECK(total_of(std::span<const std::int64_t>(seen.data(), seen.size())) == objects);
  double chi = 0.0;
  for (std::size_t cell = 0; cell < weights.size(); ++cell) {
    const double expected = static_cast<double>(weights[cell]) * objects / 80;
    if (weights[cell] == 0) {
      CHECK(seen[cell] == 0);
    } else {
      chi += std::pow(static_cast<double>(seen[cell]) - expected, 2) / expected;
    }
  }
  CHECK(chi < 5 + 4.5 * std::sqrt(10.0));
  // Weights whose products with the number of cells exceed 64 bits.
  const std::int64_t much = std::int64_t{1} << 61;
  const AliasTable large(Counts{much, 0, much, much / 2}, 2 * much + much / 2);
  Drawn few(4);
  large.count(random, 1000, std::span(few));
  CHECK(few[1] == 0 && few[0] + few[2] + few[3] == 1000 && std::abs(few[3] - 200) < 60);
}

// Beyond 25,000 cells few objects are drawn one by one, and many cell by cell.
void draws_of_large_tables_follow_their_weights() {
  const std::size_t cells = 25001;
  Counts weights(cells);
  for (std::size_t cell = 0; cell < cells; ++cell) weights[cell] = cell % 3;
  const std::int64_t total = 25000;
  for (const std::int64_t objects : {std::int64_t{25000}, std::int64_t{4 * 25001 + 4}}) {
    CHECK(drawn_by_object(cells, objects) == (objects == 25000));
    const Drawn once = sample_counts(weights, objects, 6, 3, 40, 1);
    CHECK(once == sample_counts(weights, objects, 6, 3, 40, 3));
    for (std::size_t draw = 0; draw < 6; ++draw) {
      std::array<std::int64_t, 3> seen{};
      double squares = 0.0;
      for (std::size_t cell = 0; cell < cells; ++cell) {
        const std::int64_t count = once[draw * cells + cell];
        seen[cell % 3] += count;
        const double mean = static_cast<double>(weights[cell] * objects) / total;
        if (mean > 0) squares += (static_cast<double>(count) - mean) * (count - mean) / mean;
      }
      CHECK(seen[0] == 0 && seen[1] + seen[2] == objects);
      const double share = static_cast<double>(objects);
      CHECK(std::abs(seen[1] - share / 3) < 4.5 * std::sqrt(share * 2 / 9));
      // chi-square of 16,667 cells with n p from 1; its variance is below 2 df + df / least mean
      CHECK(std::abs(squares - 16666) < 4.5 * std::sqrt(3.0 * 16666));
    }
  }
  CHECK_THROWS(std::invalid_argument, sample_counts(Counts{0, 0}, 1, 1, 1, 0, 1));
  CHECK_THROWS(std::invalid_argument, sample_counts(Counts{1, 2}, -1, 1, 1, 0, 1));
}

void random_tables_keep_their_margins() {
  const Counts rows{10, 1, 200, 30}, cols{41, 100, 100};
  const Drawn full = random_tables(rows, cols, 300, 2, 0, 2);
  const auto lists = shuffled_tables(rows, cols, 300, 2, 0, 2);
  for (std::size_t draw = 0; draw < 300; ++draw) {
    Counts row(4), col(3), list_row(4), list_col(3);
    for (std::size_t cell = 0; cell < 12; ++cell) {
      const std::int64_t count = full[draw * 12 + cell];
      CHECK(count >= 0);
      row[cell / 3] += count;
      col[cell % 3] += count;
    }
    const CellList& list = lists[draw];
    for (std::size_t cell = 0; cell < list.counts.size(); ++cell) {
      CHECK(list.counts[cell] > 0);
      list_row[static_cast<std::size_t>(list.rows[cell])] += list.counts[cell];
      list_col[static_cast<std::size_t>(list.cols[cell])] += list.counts[cell];
    }
    CHECK(row == rows && col == cols && list_row == rows && list_col == cols);
  }
  CHECK_THROWS(std::invalid_argument, random_tables(rows, Counts{1}, 1, 0, 0, 1));
  CHECK_THROWS(std::invalid_argument, total_of(Counts{-1}));
  CHECK_THROWS(std::overflow_error, total_of(Counts{std::int64_t{1} << 62, std::int64_t{1} << 62}));
}

// A class of more than 2^16 objects is sorted in stretches.
void cells_of_a_large_class_come_in_order() {
  const Counts rows{70000, 10}, cols{30000, 7, 40003};
  const CellList list = shuffled_tables(rows, cols, 1, 4, 0, 1)[0];
  Counts row(2, 0), col(3, 0);
  for (std::size_t cell = 0; cell < list.counts.size(); ++cell) {
    row[static_cast<std::size_t>(list.rows[cell])] += list.counts[cell];
    col[static_cast<std::size_t>(list.cols[cell])] += list.counts[cell];
    if (cell > 0)
      CHECK(std::pair(list.rows[cell - 1], list.cols[cell - 1]) <
            std::pair(list.rows[cell], list.cols[cell]));
  }
  CHECK(row == rows && col == cols);
}

// Both methods have the mean and variance of a hypergeometric cell.
void both_samplers_draw_the_same_law() {
  const Counts rows{12, 30, 18}, cols{20, 25, 15};
  const int draws = 20000;
  const Drawn full = random_tables(rows, cols, draws, 9, 0, 0);
  const auto lists = shuffled_tables(rows, cols, draws, 9, 0, 0);
  const double mean = 30 * 25 / 60.0, variance = mean * 30 / 60.0 * 35 / 59.0;
  std::array<double, 4> sums{};
  for (int draw = 0; draw < draws; ++draw) {
    const double x = static_cast<double>(full[static_cast<std::size_t>(draw) * 9 + 4]);
    double y = 0.0;
    const CellList& list = lists[static_cast<std::size_t>(draw)];
    for (std::size_t cell = 0; cell < list.counts.size(); ++cell)
      if (list.rows[cell] == 1 && list.cols[cell] == 1) y = static_cast<double>(list.counts[cell]);
    sums[0] += x - mean;
    sums[1] += (x - mean) * (x - mean);
    sums[2] += y - mean;
    sums[3] += (y - mean) * (y - mean);
  }
  for (std::size_t k : {0, 2}) CHECK(std::abs(sums[k]) < 4.0 * std::sqrt(draws * variance));
  for (std::size_t k : {1, 3})
    CHECK(std::abs(sums[k] / draws / variance - 1.0) < 4.0 * std::sqrt(2.0 / draws));
}

void the_series_is_close_to_the_sum() {
  for (const auto& [a, b, n] : std::vector<std::array<std::int64_t, 3>>{
           {1000, 900, 10000}, {70000, 60, 50000 * 2}, {5000, 5000, 10000}, {400, 400, 1000}}) {
    const double exact =
        expected_deviance(static_cast<u128>(a), static_cast<u128>(b), static_cast<u128>(n));
    const double mean = static_cast<double>(a) * static_cast<double>(b) / static_cast<double>(n);
    if (mean < series_from_mean) continue;
    CHECK(close(
        deviance_series(static_cast<double>(a), static_cast<double>(b), static_cast<double>(n)),
        exact, 1e-6));
  }
}

void one_object_less_is_a_table_of_its_own() {
  std::mt19937_64 random(3);
  for (int round = 0; round < 20; ++round) {
    const auto full = random_table(random, 60);
    const Sparse<std::int64_t> sparse(full);
    const Margins<std::int64_t> margins(sparse.table());
    if (margins.total < 3) continue;
    const ExpectedWithoutOne expected(margins.rows, margins.cols, margins.total);
    for (std::size_t cell = 0; cell < sparse.counts.size(); ++cell) {
      auto fewer = full;
      --fewer[static_cast<std::size_t>(sparse.rows[cell])]
             [static_cast<std::size_t>(sparse.cols[cell])];
      const Sparse<std::int64_t> left(fewer);
      Margins<std::int64_t> reduced(left.table());
      const double direct = expected_information_series(reduced);
      const double quick = expected(margins.rows[static_cast<std::size_t>(sparse.rows[cell])],
                                    margins.cols[static_cast<std::size_t>(sparse.cols[cell])]);
      CHECK(std::abs(direct - quick) <= 1e-12 * (1.0 + direct));
    }
  }
}

void empty_cells_rows_and_columns_are_left_out() {
  const std::vector<std::int32_t> rows{0, 0, 1, 2, 2}, cols{0, 2, 1, 0, 2};
  const Counts counts{4, 0, 0, 0, 3};
  Compact compact;
  const Table<std::int64_t> table = compact.of(rows, cols, counts, 3, 3);
  check(table);
  CHECK(table.size() == 2 && table.n_rows == 2 && table.n_cols == 2);
  std::array<std::int64_t, 7> numbers{};
  read_table(table, Family::pairs, numbers.data(), nullptr);
  CHECK((numbers == std::array<std::int64_t, 7>{7, 2, 2, 2, 25, 25, 25}));
  CHECK_THROWS(std::invalid_argument, family_from("none"));
  CHECK_THROWS(std::overflow_error, narrow(U256(u128{1} << 63)));
}

// The numbers of a replicate, family by family; the statistics have separate tests.
void every_family_fills_its_places() {
  const std::vector<std::int32_t> rows{0, 0, 1, 1}, cols{0, 1, 1, 2};
  const Counts counts{5, 1, 2, 3};
  const Table<std::int64_t> table(rows, cols, counts, 2, 3);
  const auto check = [&](Family family, Counts own, const std::vector<double>& reals) {
    const Width width = width_of(family);
    CHECK(width.integers == 4 + own.size() && width.reals == reals.size());
    Counts found(width.integers, -1), expected{11, 4, 2, 3};
    std::vector<double> read(width.reals, -1.0);
    read_table(table, family, found.data(), read.data());
    expected.insert(expected.end(), own.begin(), own.end());
    CHECK(found == expected);
    CHECK(read == reals);
  };
  const Information i = information(table, 1);
  const Overlaps<std::int64_t> o = overlaps(table);
  const CodeLengths lengths = coding(table);
  check(Family::pairs, {39, 61, 43}, {});  // sums of squares
  check(Family::information, {}, {i.mutual, i.class_residual, i.cluster_residual});
  check(Family::expected_information, {},
        {i.mutual, i.class_residual, i.cluster_residual,
         expected_information_series(Margins<std::int64_t>(table))});
  check(Family::overlaps, {8, 10, 6, 5},
        {o.class_f.rounded(), o.class_f_floor.rounded(), o.cluster_f.rounded(),
         o.precision.rounded(), o.recall.rounded()});
  check(Family::matching, {8}, {});
  check(Family::coding, {}, {i.class_residual, lengths.model, lengths.ideal});
}

// 2^40 draws of 2^30 cells would be 2^70 numbers, which overflow to 2^6 in 64 bits.
void more_draws_than_numbers_are_refused() {
  const std::size_t most = (std::size_t{1} << 60) - 1;
  CHECK(numbers_of(most, 1) == most);
  CHECK(numbers_of(3, most / 3) == most);
  CHECK(numbers_of(0, most, most) == 0);
  CHECK_THROWS(std::overflow_error, numbers_of(most + 1, 1));
  CHECK_THROWS(std::overflow_error, numbers_of(2, most / 2 + 1));
  CHECK_THROWS(std::overflow_error, numbers_of(std::size_t{1} << 40, 1 << 15, 1 << 15));
  CHECK_THROWS(std::overflow_error, numbers_of(1, SIZE_MAX, SIZE_MAX));
  const Counts two{1, 1};
  CHECK_THROWS(std::overflow_error, bootstrap_counts(two, std::size_t{1} << 63, 1, 0, 1));
  CHECK_THROWS(std::overflow_error, random_tables(two, two, std::size_t{1} << 62, 1, 0, 1));
}

int main() {
  more_draws_than_numbers_are_refused();
  every_family_fills_its_places();
  philox_follows_its_key();
  binomials_follow_their_law();
  hypergeometrics_follow_their_law();
  large_variates_have_the_right_moments();
  draws_do_not_depend_on_threads_or_start();
  an_alias_table_follows_its_weights();
  draws_of_large_tables_follow_their_weights();
  random_tables_keep_their_margins();
  cells_of_a_large_class_come_in_order();
  both_samplers_draw_the_same_law();
  the_series_is_close_to_the_sum();
  one_object_less_is_a_table_of_its_own();
  empty_cells_rows_and_columns_are_left_out();
}
