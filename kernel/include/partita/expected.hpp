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

struct Size {
  u128 size;
  std::size_t groups;  // how many groups have it
};

inline std::vector<Size> distinct_sizes(std::vector<u128> sizes) {
  std::sort(sizes.begin(), sizes.end());
  std::vector<Size> out;
  for (u128 size : sizes) {
    if (out.empty() || out.back().size != size) out.push_back({size, 0});
    ++out.back().groups;
  }
  return out;
}

// One group, or nothing but single objects: every table with this margin has the same information.
inline bool is_trivial(const std::vector<u128>& sizes, u128 n) {
  return sizes.size() == 1 || n == sizes.size();
}

inline bool is_trivial(const Margins<std::int64_t>& margins) {
  return is_trivial(margins.rows, margins.total) || is_trivial(margins.cols, margins.total);
}

// Calls add(sums, a, b, pairs of groups) for every two sizes; sums of workers are merged.
template <class Sums, class Add>
Sums sum_over_sizes(const Margins<std::int64_t>& margins, std::size_t threads, const Add& add) {
  const std::vector<Size> rows = distinct_sizes(margins.rows);
  const std::vector<Size> cols = distinct_sizes(margins.cols);
  const std::size_t pairs = rows.size() * cols.size();
  const std::size_t workers = worker_count(threads, pairs, 1024);
  std::vector<Sums> sums(workers);
  run_workers(workers, [&](std::size_t worker) {
    const Range mine = share(pairs, worker, workers);
    for (std::size_t pair = mine.begin; pair < mine.end; ++pair) {
      const Size &row = rows[pair / cols.size()], &col = cols[pair % cols.size()];
      add(sums[worker], row.size, col.size, to_double(u128{row.groups} * col.groups));
    }
  });
  for (std::size_t worker = 1; worker < workers; ++worker) sums[0].merge(sums[worker]);
  return sums[0];
}

inline double expected_information(const Table<std::int64_t>& table, std::size_t threads) {
  if (table.size() == 0) return 0.0;
  const Margins<std::int64_t> margins(table);
  if (is_trivial(margins)) return information(table, threads).mutual;
  const auto add = [&](ExactSum& sum, u128 a, u128 b, double groups) {
    sum.add(groups * expected_deviance(a, b, margins.total));
  };
  return sum_over_sizes<ExactSum>(margins, threads, add).rounded() / to_double(margins.total);
}

// E[I], E[H(C|K)] and E[H(K|C)]. Where I is close to its bound, the residuals are what is small and
// keeps its digits.
inline Information expected_parts(const Table<std::int64_t>& table, std::size_t threads) {
  if (table.size() == 0) return {};
  const Margins<std::int64_t> margins(table);
  if (is_trivial(margins)) return information(table, threads);
  const auto add = [&](InformationSums& sums, u128 a, u128 b, double groups) {
    const ExpectedTerms terms = expected_terms(a, b, margins.total);
    sums.mutual.add(groups * terms.deviance);
    sums.class_residual.add(groups * terms.below_b);
    sums.cluster_residual.add(groups * terms.below_a);
  };
  const auto sums = sum_over_sizes<InformationSums>(margins, threads, add);
  const double n = to_double(margins.total);
  return {sums.mutual.rounded() / n, sums.class_residual.rounded() / n,
          sums.cluster_residual.rounded() / n};
}

}  // namespace partita
