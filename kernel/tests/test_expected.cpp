#include "check.hpp"
#include "partita/coding.hpp"
#include "partita/expected.hpp"

using namespace partita;

// Every term from log-gamma in long double: good to about 1e-15 at these sizes.
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

// Sampling a wide distribution gives what summing all of it gives.
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

// Central moments give what summing over the law gives, from the border on: narrow and wide laws.
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

// Terms from a table of k log k give what terms with logarithms give, up to the borders.
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

// One pair among single objects on either side: E[H(C|K)] = P(the pair is split) 2 log 2 / n, and a
// drawn pair is the other side's pair with probability 1 / C(n, 2).
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
  trivial_margins_leave_no_choice();
  nearly_single_objects_keep_their_digits();
  code_lengths();
}
