#include <map>

#include "check.hpp"
#include "partita/random/partitions.hpp"

using namespace partita;

// Of 203 partitions of six objects, 1, 31, 90, 65, 15, 1 have 1 .. 6 blocks (Stirling numbers).
void few_objects_are_uniform() {
  // Sizes of partitions of six objects into three blocks: 4+1+1 in 15 ways, 3+2+1 in 60, 2+2+2 in
  // 15 of them.
  const std::map<Sizes, double> three{{{1, 1, 4}, 15.0}, {{1, 2, 3}, 60.0}, {{2, 2, 2}, 15.0}};
  const std::size_t draws = 60000;
  std::map<Sizes, double> seen;
  for (Sizes& sizes : random_sizes(RandomSizes({}, 3, 6), 6, draws, 1, 0, 0)) {
    std::sort(sizes.begin(), sizes.end());
    ++seen[sizes];
  }
  CHECK(seen.size() == three.size());
  for (const auto& [sizes, ways] : three) {
    const double p = ways / 90.0, mean = static_cast<double>(draws) * p;
    CHECK(std::abs(seen[sizes] - mean) < 4.5 * std::sqrt(mean * (1 - p)));
  }
  const std::array<double, 6> stirling{1, 31, 90, 65, 15, 1};
  std::array<double, 6> blocks{};
  for (const Sizes& sizes : random_sizes(RandomSizes({}, 0, 6), 6, draws, 2, 0, 0))
    ++blocks[sizes.size() - 1];
  for (std::size_t k = 0; k < 6; ++k) {
    const double p = stirling[k] / 203.0, mean = static_cast<double>(draws) * p;
    CHECK(std::abs(blocks[k] - mean) < 4.5 * std::sqrt(mean * (1 - p)));
  }
}

// If urns are rarely empty, throwing balls and counting sizes draw from the same distribution.
void both_ways_agree() {
  const std::int64_t n = 120, k = 30;
  const int draws = 20000;
  BlocksBySize by_size(n, k);
  Philox random(4, 4);
  std::array<double, 2> sum{}, square{};
  Sizes sizes;
  for (int draw = 0; draw < draws; ++draw) {
    for (int way : {0, 1}) {
      if (way == 0)
        by_size.draw(random, sizes);
      else
        while (!throw_balls(random, n, k, true, sizes)) {
        }
      double pairs = 0.0;
      for (std::int64_t size : sizes) pairs += static_cast<double>(size * (size - 1) / 2);
      sum[static_cast<std::size_t>(way)] += pairs;
      square[static_cast<std::size_t>(way)] += pairs * pairs;
    }
  }
  const double variance = square[0] / draws - sum[0] * sum[0] / draws / draws;
  CHECK(std::abs(sum[0] - sum[1]) < 4.5 * std::sqrt(2.0 * draws * variance));
  const double other = square[1] / draws - sum[1] * sum[1] / draws / draws;
  CHECK(std::abs(variance / other - 1.0) < 0.1);
}

void sizes_add_up_for_any_number_of_groups() {
  for (std::int64_t n : {1, 2, 3, 50, 1000, 100000})
    for (std::int64_t k :
         {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, n / 100, n / 10, n / 3, n - 1, n}) {
      if (k < 0 || k > n) continue;
      const auto first = random_sizes(RandomSizes({}, k, n), n, 3, 9, 0, 1);
      CHECK(first == random_sizes(RandomSizes({}, k, n), n, 3, 9, 0, 3));
      CHECK(first[2] == random_sizes(RandomSizes({}, k, n), n, 1, 9, 2, 1)[0]);
      for (const Sizes& sizes : first) {
        CHECK(total_of(sizes) == n);
        CHECK(k == 0 || sizes.size() == static_cast<std::size_t>(k));
        CHECK(*std::min_element(sizes.begin(), sizes.end()) > 0);
      }
    }
}

void tables_keep_what_is_given() {
  const Sizes given{7, 1, 12};
  const Laws laws{RandomSizes(given, 0, 20), RandomSizes({}, 4, 20)};
  const auto tables = random_partition_tables(laws, 20, 40, 3, 0, 2);
  for (const CellList& table : tables) {
    Sizes rows(3), cols(4);
    for (std::size_t cell = 0; cell < table.counts.size(); ++cell) {
      rows[static_cast<std::size_t>(table.rows[cell])] += table.counts[cell];
      cols[static_cast<std::size_t>(table.cols[cell])] += table.counts[cell];
    }
    CHECK(rows == given);
    CHECK(*std::min_element(cols.begin(), cols.end()) > 0);
  }
  CHECK_THROWS(std::invalid_argument, RandomSizes({}, 4, 3));
  CHECK_THROWS(std::invalid_argument, RandomSizes({}, -1, 3));
  CHECK_THROWS(std::invalid_argument, RandomSizes({}, 1, 0));
  CHECK_THROWS(std::invalid_argument, RandomSizes(given, 0, 21));
}

void probabilities_add_up() {
  for (double n : {1.0, 7.0, 40.0, 3000.0})
    for (double p : {0.01, 0.5, 0.9}) {
      double total = 0.0;
      for (double k = 0; k <= n; ++k) total += std::exp(log_binomial_pmf(k, n, p));
      CHECK(close(total, 1.0, 1e-12));
    }
  for (double mean : {1.0 + 1e-9, 1.3, 4.0, 500.0}) {
    const double rate = truncated_poisson_rate(mean);
    CHECK(close(rate / -std::expm1(-rate), mean, 1e-14));
  }
}

int main() {
  few_objects_are_uniform();
  both_ways_agree();
  sizes_add_up_for_any_number_of_groups();
  tables_keep_what_is_given();
  probabilities_add_up();
}
