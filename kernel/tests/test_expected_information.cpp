#include "check.hpp"
#include "partita/chance/expected_information.hpp"
#include "partita/table/code_lengths.hpp"

using namespace partita;

// Every term from log-gamma in long double: accurate to about 1e-15 at these sizes.
double by_definition(std::int64_t a, std::int64_t b, std::int64_t n) {
  const auto log_choose = [](long double x, long double y) {
    return std::lgamma(x + 1) - std::lgamma(y + 1) - std::lgamma(x - y + 1);
  };
  const long double mu = static_cast<long double>(a) * b / n;
  long double sum = 0;
  for (std::int64_t k = std::max<std::int64_t>(0, a + b - n); k <= std::min(a, b); ++k) {
    const long double p = std::exp(log_choose(a, k) + log_choose(n - a, b - k) - log_choose(n, b));
    sum += p * (k == 0 ? mu : k * std::log(k / mu) - (k - mu));
  }
  return static_cast<double>(sum);
}

void deviances_agree_with_the_definition() {
  for (std::int64_t n : {2, 3, 7, 30, 200})
    for (std::int64_t a = 1; a <= n; a += 1 + n / 17)
      for (std::int64_t b = 1; b <= n; b += 1 + n / 19) {
        const double d =
            expected_deviance(static_cast<u128>(a), static_cast<u128>(b), static_cast<u128>(n));
        CHECK(std::abs(d - by_definition(a, b, n)) <= 1e-15 + 2e-14 * d);
        CHECK(d ==
              expected_deviance(static_cast<u128>(b), static_cast<u128>(a), static_cast<u128>(n)));
      }
}

// Sampling a wide distribution gives the same as summing all of it.
void sampling_agrees_with_summing() {
  for (std::uint64_t n : {3000, 10000, 250000, 4000000})
    for (std::uint64_t a : {n / 2, n / 3, n - n / 5})
      for (std::uint64_t b : {n / 2, n / 7, n - n / 9}) {
        const Hypergeometric h = hypergeometric<u128>(a, b, n);
        if (h.variance < 100.0) continue;
        const auto some = sum_sampled<ResidualTerms>(h), all = sum_all<ResidualTerms>(h);
        for (std::size_t i = 0; i < all.size(); ++i) CHECK(close(some[i], all[i], 1e-13));
        CHECK(close(some[0], sum_sampled<DevianceTerm>(h)[0], 1e-15));
      }
}

// Central moments agree with sums over the distribution, from the border up: narrow and wide ones.
void moments_agree_with_summing() {
  const double border = moments_from_mean;
  CHECK(!by_moments(std::nextafter(border, 0.0)) && by_moments(border) && by_moments(0x1p64));
  for (std::uint64_t n : {1030, 3000, 250000, 40000000})
    for (std::uint64_t a : {n / 2, n / 3, n - n / 5, n - 1})
      for (std::uint64_t b : {n / 2, n / 7, n - n / 9, n - 2}) {
        const Hypergeometric h = hypergeometric<u128>(a, b, n);
        if (!by_moments(h.expected[0])) continue;
        const auto all = means<ResidualTerms>(h);
        const ExpectedTerms found = expected_terms(a, b, n), back = expected_terms(b, a, n);
        CHECK(close(found.deviance, all[0], 1e-14) && found.deviance == back.deviance);
        CHECK(close(found.below_a, all[a <= b ? 1 : 2], 1e-14) && found.below_a == back.below_b);
        CHECK(close(found.below_b, all[a <= b ? 2 : 1], 1e-14) && found.below_b == back.below_a);
        CHECK(found.deviance == expected_deviance(u128{a}, u128{b}, u128{n}));
      }
}

// Terms from a table of k log k agree with terms with logarithms, up to the borders.
void small_cells_agree_with_summing() {
  const SmallCells border(1000);
  CHECK(border.take(500, 500) && !border.take(500, 501) && border.take(1, 700));
  CHECK(SmallCells(1 << 20).take(1 << 14, (1 << 15) - 1));
  CHECK(!SmallCells(1 << 20).take(1 << 14, 1 << 15));  // a mean of 512
  CHECK(!SmallCells(std::uint64_t{1} << 32).take(1, 1));
  for (std::uint64_t n : {3u, 10u, 1000u, 65537u, 1000000u, 4000000000u})
    for (std::uint64_t a = 1; a < n; a += 1 + a / 2)
      for (std::uint64_t b = a; b < n; b += 1 + b / 3) {
        const SmallCells cells(n);
        if (!cells.take(a, b)) continue;
        const double all = sum_all<DevianceTerm>(hypergeometric(a, b, n))[0];
        CHECK(close(cells.deviance(a, b), all, 4e-15));
        CHECK(cells.deviance(a, b) == expected_deviance(u128{b}, u128{a}, u128{n}));
      }
}

// For large mu the deviance tends to var/(2 mu); a = n-1 leaves k = mu +- 1/2, evenly.
void no_size_is_too_large() {
  for (int bits : {62, 80, 100, 124}) {
    const u128 n = u128{1} << bits;
    const double d = expected_deviance(n / 2, n / 4, n);
    CHECK(close(d, 0.5 * 0.5 * 0.75, 1e-12));
    CHECK(close(expected_deviance(3, n / 2, n), expected_deviance(n / 2, 3, n), 0.0));
    CHECK(close(expected_deviance(n - 1, n / 2, n), 0.125 / to_double(n / 2), 1e-12));
  }
}

void threads_and_transposition_keep_bits() {
  std::mt19937_64 random(11);
  for (int trial = 0; trial < 300; ++trial) {
    const auto full = random_table(random, trial % 3 == 0 ? 4 : 3000);
    const Sparse<std::int64_t> cells(full), swapped(transposed(full));
    const double e = expected_information(cells.table(), 1);
    CHECK(e == expected_information(swapped.table(), 1));
    const Information parts = expected_parts(cells.table(), 1);
    const Information back = expected_parts(swapped.table(), 1);
    CHECK(close(parts.mutual, e, 1e-15) && back.mutual == parts.mutual);
    CHECK(back.class_residual == parts.cluster_residual);
    CHECK(back.cluster_residual == parts.class_residual);
    for (std::size_t threads : {2, 8}) {
      CHECK(e == expected_information(cells.table(), threads));
      CHECK(parts.class_residual == expected_parts(cells.table(), threads).class_residual);
    }
  }
}

// Sizes of many groups of n objects, with several distributions.
std::vector<Size> many_sizes(int kind, std::uint64_t n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<u128> sizes;
  std::uint64_t left = n;
  const auto take = [&](std::uint64_t size) {
    const std::uint64_t taken = std::min(std::max<std::uint64_t>(size, 1), left);
    if (taken > 0) sizes.push_back(taken);
    left -= taken;
  };
  if (kind == 0)  // nearly equal
    for (const std::uint64_t mean = n / 60; left > 0;) take(mean + random() % (1 + mean / 16));
  if (kind == 1)  // a staircase
    for (std::uint64_t step = 1 + n / 20000, size = step; left > 0; size += step) take(size);
  if (kind == 2)  // one giant among small groups
    for (take(n - n / 50); left > 0;) take(n / 5000 + random() % (1 + n / 5000));
  if (kind == 3)  // Zipf's law
    for (std::uint64_t rank = 1; left > 0; ++rank) take(n / (5 * rank));
  return distinct_sizes(sizes);
}

// Chosen sizes represent all: the same sums of sizes, and the same expectation.
void few_sizes_stand_for_all() {
  for (const std::uint64_t n : {std::uint64_t{3000}, std::uint64_t{100000}, std::uint64_t{1} << 31,
                                std::uint64_t{1} << 40, std::uint64_t{1} << 62})
    for (int kind = 0; kind < 4; ++kind)
      for (int other = 0; other <= kind; ++other) {
        const auto rows = many_sizes(kind, n, 1), cols = many_sizes(other, n, 2);
        const SizePairs all{weighted(rows), weighted(cols), n};
        const SizePairs few{few_sizes(rows, cols, n), few_sizes(cols, rows, n), n};
        CHECK(kind > 0 || n == 3000 || 3 * few.rows.size() < all.rows.size());
        double groups = 0.0, objects = 0.0;
        for (const WeightedSize& one : all.rows) groups += one.weight;
        for (const WeightedSize& one : few.rows) {
          groups -= one.weight;
          objects += one.weight * to_double(one.size);
        }
        CHECK(std::abs(groups) < 1e-12 && close(objects, to_double(n), 1e-14));
        const double e = expected_information(few, 1);
        CHECK(close(e, expected_information(all, 1), 2e-15));
        CHECK(e == expected_information(few, 3));
        CHECK(e == expected_information(SizePairs{few.cols, few.rows, n}, 1));
      }
}

// Few different sizes are all kept, as are blocks in which choosing would save little.
void other_sizes_stay() {
  std::vector<Size> sizes;
  for (std::size_t k = 0; k < 11; ++k) sizes.push_back({1000 + k, 1});
  const u128 n = 1000 * 11 + 55;
  CHECK(few_sizes(sizes, sizes, n).size() == 11);
  sizes.push_back({1011, 1});
  CHECK(few_sizes(sizes, sizes, n + 1011).size() < 9);
  std::vector<Size> low;  // 1, 2, ..., 40: each block of a factor of two has too few
  for (std::size_t k = 1; k <= 40; ++k) low.push_back({k, 3});
  const std::vector<WeightedSize> kept = few_sizes(low, low, 3 * 820);
  CHECK(kept.size() == 40 && kept[6].size == 7 && kept[6].weight == 3.0);
}

void trivial_margins_leave_no_choice() {
  const Sparse<std::int64_t> one({{3, 4, 5}});
  CHECK(expected_information(one.table(), 1) == 0.0);
  const Sparse<std::int64_t> singles({{1, 1, 1, 0, 0}, {0, 0, 0, 1, 1}});
  CHECK(expected_information(singles.table(), 1) == information(singles.table(), 1).mutual);
  for (const auto* cells : {&one, &singles}) {
    const Information e = expected_parts(cells->table(), 1), i = information(cells->table(), 1);
    CHECK(e.mutual == i.mutual && e.class_residual == i.class_residual);
    CHECK(e.cluster_residual == i.cluster_residual);
  }
}

// One pair among single objects on each side: E[H(C|K)] = P(the pair is split) 2 log 2 / n, and a
// drawn pair is the pair of the other side with probability 1 / C(n, 2).
void nearly_single_objects_keep_their_digits() {
  for (double n : {10.0, 1e3, 1e6, 1e9}) {
    const auto size = static_cast<u128>(n);
    const ExpectedTerms both = expected_terms(2, 2, size), one = expected_terms(1, 2, size);
    const double residual = (n - 2) * one.below_b + both.below_b;
    CHECK(close(residual, 2 * std::log(2.0) * (1 - 2 / (n * (n - 1))), 1e-15));
    CHECK(one.below_a == 0.0 && expected_terms(2, 1, size).below_a == one.below_b);
  }
}

void code_lengths() {
  // C(3+1, 1) C(4+1, 1) = 20 over clusters, C(2+1, 1) C(5+1, 1) = 18 over classes.
  const CodeLengths two = coding(Sparse<std::int64_t>({{2, 0}, {1, 4}}).table());
  CHECK(close(two.model, std::log(20.0), 1e-15) && close(two.ideal, std::log(18.0), 1e-15));
  // One cluster of 2 objects from 2 classes: C(3, 1) = 3; classes C(2, 1)^2 = 4.
  const CodeLengths one = coding(Sparse<std::int64_t>({{1}, {1}}).table());
  CHECK(close(one.model, std::log(3.0), 1e-15) && close(one.ideal, std::log(4.0), 1e-15));
  // Groups smaller and larger than the number of classes: C(h + 2, 2) = (h + 1)(h + 2) / 2.
  const CodeLengths both = coding(Sparse<std::int64_t>({{1, 0}, {0, 1}, {0, 1 << 30}}).table());
  const double h = (1 << 30) + 1.0;
  CHECK(close(both.model, std::log(3.0) + std::log((h + 1) * (h + 2) / 2), 1e-15));
  // A cluster of 2^64 + 2 objects from 5 classes: C(2^64 + 6, 4).
  const std::int64_t much = std::int64_t{1} << 62;
  const CodeLengths wide =
      coding(Sparse<std::int64_t>({{much}, {much}, {much}, {much}, {2}}).table());
  const double each = std::log(0x1p64);  // of each of the 4 factors, to the last bit
  CHECK(close(wide.model, 4 * each - std::log(24.0), 1e-15));
  const CodeLengths pure = coding(Sparse<std::int64_t>({{7, 9}}).table());
  CHECK(pure.model == 0.0 && pure.ideal == 0.0);
}

int main() {
  deviances_agree_with_the_definition();
  sampling_agrees_with_summing();
  moments_agree_with_summing();
  small_cells_agree_with_summing();
  no_size_is_too_large();
  threads_and_transposition_keep_bits();
  few_sizes_stand_for_all();
  other_sizes_stay();
  trivial_margins_leave_no_choice();
  nearly_single_objects_keep_their_digits();
  code_lengths();
}
