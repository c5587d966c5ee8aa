// Expected information of a table with given margins, all tables being as likely as random labels
// make them: a cell is then hypergeometric, and over pairs of sizes (a, b), mu = ab/n, since
// E[k] = mu,
//   n E[I] = sum of E[deviance(k, mu)],  n E[H(C|K)] = sum of E[k log(b/k)].
// Only distinct sizes matter, each with its multiplicity.
#pragma once

#include <algorithm>

#include "partita/hypergeometric_means.hpp"
#include "partita/information.hpp"

namespace partita {

// One group, or nothing but single objects: every table with this margin has the same information.
template <class Sizes>
bool is_trivial(const Sizes& sizes, u128 n) {
  return sizes.size() == 1 || n == sizes.size();
}

inline bool is_trivial(const Margins<std::int64_t>& margins) {
  return is_trivial(margins.rows, margins.total) || is_trivial(margins.cols, margins.total);
}

// Where each size of `sizes` stands in `others`; others.size() for one that does not.
inline std::vector<std::size_t> places_in(const std::vector<Size>& others,
                                          const std::vector<Size>& sizes) {
  std::vector<std::size_t> places;
  std::size_t place = 0;
  for (const Size& one : sizes) {
    while (place < others.size() && others[place].size < one.size) ++place;
    const bool found = place < others.size() && others[place].size == one.size;
    places.push_back(found ? place : others.size());
  }
  return places;
}

inline double swapped(double deviance) { return deviance; }
inline ExpectedTerms swapped(const ExpectedTerms& t) { return {t.deviance, t.below_a, t.below_b}; }

// Calls add(sums, terms(a, b), pairs of groups) for every two sizes; sums of workers are merged.
// Two sizes that meet both ways round are worked out once. Workers take turns.
template <class Sums, class Terms, class Add>
Sums sum_over_sizes(const Margins<std::int64_t>& margins, std::size_t threads, const Terms& terms,
                    const Add& add) {
  const std::vector<Size> rows = distinct_sizes(margins.rows);
  const std::vector<Size> cols = distinct_sizes(margins.cols);
  const std::vector<std::size_t> in_rows = places_in(rows, cols), in_cols = places_in(cols, rows);
  const auto groups = [&](std::size_t i, std::size_t j) {
    return to_double(u128{rows[i].groups} * cols[j].groups);
  };
  const std::size_t pairs = rows.size() * cols.size();
  const std::size_t workers = worker_count(threads, pairs, 1024);
  std::vector<Sums> sums(workers);
  run_workers(workers, [&](std::size_t worker) {
    for (std::size_t pair = worker; pair < pairs; pair += workers) {
      const std::size_t i = pair / cols.size(), j = pair % cols.size();
      const u128 a = rows[i].size, b = cols[j].size;
      const bool twice = a != b && in_cols[i] < cols.size() && in_rows[j] < rows.size();
      if (twice && a > b) continue;
      const auto found = terms(a, b);
      add(sums[worker], found, groups(i, j));
      if (twice) add(sums[worker], swapped(found), groups(in_rows[j], in_cols[i]));
    }
  });
  for (std::size_t worker = 1; worker < workers; ++worker) sums[0].merge(sums[worker]);
  return sums[0];
}

inline double expected_information(const Table<std::int64_t>& table,
                                   const Sweep<std::int64_t>& sweep, std::size_t threads) {
  if (table.size() == 0) return 0.0;
  const Margins<std::int64_t>& margins = sweep.margins;
  if (is_trivial(margins)) return information(table, sweep, threads).mutual;
  const auto deviance = [&](u128 a, u128 b) { return expected_deviance(a, b, margins.total); };
  const auto add = [](ExactSum& sum, double term, double groups) { sum.add(groups * term); };
  return sum_over_sizes<ExactSum>(margins, threads, deviance, add).rounded() /
         to_double(margins.total);
}

// E[I], E[H(C|K)] and E[H(K|C)]. Where I is close to its bound, the residuals are what is small and
// keeps its digits.
inline Information expected_parts(const Table<std::int64_t>& table,
                                  const Sweep<std::int64_t>& sweep, std::size_t threads) {
  if (table.size() == 0) return {};
  const Margins<std::int64_t>& margins = sweep.margins;
  if (is_trivial(margins)) return information(table, sweep, threads);
  const auto terms = [&](u128 a, u128 b) { return expected_terms(a, b, margins.total); };
  const auto add = [](InformationSums& sums, const ExpectedTerms& found, double groups) {
    sums.mutual.add(groups * found.deviance);
    sums.class_residual.add(groups * found.below_b);
    sums.cluster_residual.add(groups * found.below_a);
  };
  const auto sums = sum_over_sizes<InformationSums>(margins, threads, terms, add);
  const double n = to_double(margins.total);
  return {sums.mutual.rounded() / n, sums.class_residual.rounded() / n,
          sums.cluster_residual.rounded() / n};
}

inline double expected_information(const Table<std::int64_t>& table, std::size_t threads) {
  return expected_information(table, Sweep<std::int64_t>(table, threads), threads);
}
inline Information expected_parts(const Table<std::int64_t>& table, std::size_t threads) {
  return expected_parts(table, Sweep<std::int64_t>(table, threads), threads);
}

}  // namespace partita
