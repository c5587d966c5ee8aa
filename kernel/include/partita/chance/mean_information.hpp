// Expected information of two random partitions with random sizes.
#pragma once

#include "partita/chance/expected_information.hpp"

namespace partita {

// Sizes of groups, each with the expected number of groups of that size.
struct ExpectedSizes {
  std::span<const std::int64_t> sizes;
  std::span<const double> numbers;
};

// Means of I, H(C|K) and H(K|C) for random group sizes: the sum over pairs of sizes of the expected
// numbers of groups times the terms of a cell.
inline Information mean_information(const ExpectedSizes& rows, const ExpectedSizes& cols, u128 n,
                                    std::size_t threads) {
  const std::size_t pairs = rows.sizes.size() * cols.sizes.size();
  const std::size_t workers = worker_count(threads, pairs, 1024);
  std::vector<InformationSums> sums(workers);
  run_workers(workers, [&](std::size_t worker) {
    const Range mine = share(pairs, worker, workers);
    for (std::size_t pair = mine.begin; pair < mine.end; ++pair) {
      const std::size_t i = pair / cols.sizes.size(), j = pair % cols.sizes.size();
      const ExpectedTerms terms =
          expected_terms(static_cast<u128>(rows.sizes[i]), static_cast<u128>(cols.sizes[j]), n);
      const double groups = rows.numbers[i] * cols.numbers[j];
      sums[worker].mutual.add(groups * terms.deviance);
      sums[worker].class_residual.add(groups * terms.below_b);
      sums[worker].cluster_residual.add(groups * terms.below_a);
      poll(256);
    }
  });
  for (std::size_t worker = 1; worker < workers; ++worker) sums[0].merge(sums[worker]);
  const double objects = to_double(n);
  return {sums[0].mutual.rounded() / objects, sums[0].class_residual.rounded() / objects,
          sums[0].cluster_residual.rounded() / objects};
}

}  // namespace partita
