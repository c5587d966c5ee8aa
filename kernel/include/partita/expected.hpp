// Expected mutual information of a table with given margins, all tables being as likely as random
// labels make them: a cell is then hypergeometric, and
//   n E[I] = sum over pairs of sizes (a, b) of E[deviance(k, mu)], mu = ab/n,
// since E[k] = mu. Only distinct sizes matter, each with its multiplicity.
#pragma once

#include <algorithm>

#include "partita/hypergeometric.hpp"
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

inline double expected_information(const Table<std::int64_t>& table, std::size_t threads) {
  if (table.size() == 0) return 0.0;
  const Margins<std::int64_t> margins(table);
  if (is_trivial(margins.rows, margins.total) || is_trivial(margins.cols, margins.total))
    return information(table, threads).mutual;
  const std::vector<Size> rows = distinct_sizes(margins.rows);
  const std::vector<Size> cols = distinct_sizes(margins.cols);
  const std::size_t pairs = rows.size() * cols.size();
  const std::size_t workers = worker_count(threads, pairs, 1024);
  std::vector<ExactSum> sums(workers);
  run_workers(workers, [&](std::size_t worker) {
    const Range mine = share(pairs, worker, workers);
    for (std::size_t pair = mine.begin; pair < mine.end; ++pair) {
      const Size &row = rows[pair / cols.size()], &col = cols[pair % cols.size()];
      const double groups = to_double(u128{row.groups} * col.groups);
      sums[worker].add(groups * expected_deviance(row.size, col.size, margins.total));
    }
  });
  for (std::size_t worker = 1; worker < workers; ++worker) sums[0].merge(sums[worker]);
  return sums[0].rounded() / to_double(margins.total);
}

}  // namespace partita
