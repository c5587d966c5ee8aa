// Expected information of a table with given margins under random labels: a cell k is then
// hypergeometric, and over pairs of sizes (a, b), with E[k] = mu = ab/n,
//   n E[I] = sum of E[deviance(k, mu)],  n E[H(C|K)] = sum of E[k log(b/k)].
// Only distinct sizes are visited, each with its multiplicity.
#pragma once

#include <algorithm>
#include <array>

#include "partita/chance/few_sizes.hpp"
#include "partita/chance/hypergeometric_means.hpp"
#include "partita/table/information.hpp"

namespace partita {

// One group, or single objects only: every table with this margin has the same information.
template <class Sizes>
bool is_trivial(const Sizes& sizes, u128 n) {
  return sizes.size() == 1 || n == sizes.size();
}

inline bool is_trivial(const Margins<std::int64_t>& margins) {
  return is_trivial(margins.rows, margins.total) || is_trivial(margins.cols, margins.total);
}

// The position of each size of `sizes` in `others`, or others.size() if it is not there.
inline std::vector<std::size_t> places_in(const std::vector<WeightedSize>& others,
                                          const std::vector<WeightedSize>& sizes) {
  std::vector<std::size_t> places;
  places.reserve(sizes.size());
  std::size_t place = 0;
  for (const WeightedSize& one : sizes) {
    while (place < others.size() && others[place].size < one.size) ++place;
    const bool found = place < others.size() && others[place].size == one.size;
    places.push_back(found ? place : others.size());
  }
  return places;
}

inline double swapped(double deviance) { return deviance; }
inline ExpectedTerms swapped(const ExpectedTerms& t) { return {t.deviance, t.below_a, t.below_b}; }

// Sizes of both margins.
struct SizePairs {
  std::vector<WeightedSize> rows, cols;
  u128 n;

  // The few sizes that represent all in a sum of expected deviances.
  static SizePairs few(const Margins<std::int64_t>& margins) {
    const std::vector<Size> rows = distinct_sizes(margins.rows);
    const std::vector<Size> cols = distinct_sizes(margins.cols);
    return {few_sizes(rows, cols, margins.total), few_sizes(cols, rows, margins.total),
            margins.total};
  }
  // All sizes.
  static SizePairs all(const Margins<std::int64_t>& margins) {
    return {weighted(distinct_sizes(margins.rows)), weighted(distinct_sizes(margins.cols)),
            margins.total};
  }

  // Calls add(sums, terms(i, j), pairs of groups) for every two sizes; sums of workers are merged.
  // Two sizes that occur on both sides are computed once. Workers take rows in turn.
  template <class Sums, class Terms, class Add>
  Sums sum(std::size_t threads, const Terms& terms, const Add& add) const {
    const std::vector<std::size_t> in_rows = places_in(rows, cols), in_cols = places_in(cols, rows);
    const auto groups = [&](std::size_t i, std::size_t j) {
      return rows[i].weight * cols[j].weight;
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
        const auto found = terms(i, j);
        poll(256);
        add(sums[worker], found, groups(i, j));
        if (twice) add(sums[worker], swapped(found), groups(in_rows[j], in_cols[i]));
      }
    });
    for (std::size_t worker = 1; worker < workers; ++worker) sums[0].merge(sums[worker]);
    return sums[0];
  }
};

// E[deviance] for two of these sizes, whose logarithms are computed once.
class ExpectedDeviances {
 public:
  explicit ExpectedDeviances(const SizePairs& sizes)
      : sizes_(sizes),
        small_(has_logs() ? low_word(sizes.n) : 1),
        rows_(logs(sizes.rows)),
        cols_(logs(sizes.cols)) {}

  double operator()(std::size_t i, std::size_t j) const {
    const u128 a = sizes_.rows[i].size, b = sizes_.cols[j].size;
    if (!has_logs()) return expected_deviance(a, b, sizes_.n);
    const std::uint64_t least = low_word(std::min(a, b)), most = low_word(std::max(a, b));
    if (!small_.take(least, most)) return expected_deviance_of_large(least, most, sizes_.n);
    return small_.deviance(least, most, rows_[i], cols_[j]);
  }

 private:
  bool has_logs() const { return sizes_.n < u128{1} << 32; }
  std::vector<u128> logs(const std::vector<WeightedSize>& sizes) const {
    std::vector<u128> out;
    if (!has_logs()) return out;
    out.reserve(sizes.size());
    for (const WeightedSize& one : sizes) out.push_back(fixed_log(low_word(one.size)));
    return out;
  }

  const SizePairs& sizes_;
  SmallCells small_;
  std::vector<u128> rows_, cols_;
};

inline double expected_information(const SizePairs& sizes, std::size_t threads) {
  const auto add = [](BulkSum& sum, double term, double groups) { sum.add(groups * term); };
  return sizes.sum<BulkSum>(threads, ExpectedDeviances(sizes), add).rounded() / to_double(sizes.n);
}

inline double expected_information(const Table<std::int64_t>& table,
                                   const Sweep<std::int64_t>& sweep, std::size_t threads) {
  if (table.size() == 0) return 0.0;
  if (is_trivial(sweep.margins)) return information(table, sweep, threads).mutual;
  return expected_information(SizePairs::few(sweep.margins), threads);
}

// E[H(C|K)] and E[H(K|C)] summed like E[I].
inline std::array<double, 2> expected_residuals(const SizePairs& sizes, std::size_t threads) {
  using Sums = InformationSums;
  const auto terms = [&](std::size_t i, std::size_t j) {
    return expected_terms(sizes.rows[i].size, sizes.cols[j].size, sizes.n);
  };
  const auto add = [](Sums& sums, const ExpectedTerms& found, double groups) {
    sums.class_residual.add(groups * found.below_b);
    sums.cluster_residual.add(groups * found.below_a);
  };
  const Sums sums = sizes.sum<Sums>(threads, terms, add);
  const double n = to_double(sizes.n);
  return {sums.class_residual.rounded() / n, sums.cluster_residual.rounded() / n};
}

// E[I], E[H(C|K)] and E[H(K|C)]. The last two are H(C) - E[I] and H(K) - E[I]; if more than three
// quarters of an entropy would cancel, both are summed instead and keep their digits.
inline Information expected_parts(const Table<std::int64_t>& table,
                                  const Sweep<std::int64_t>& sweep, std::size_t threads) {
  if (table.size() == 0) return {};
  if (is_trivial(sweep.margins)) return information(table, sweep, threads);
  const double mutual = expected_information(SizePairs::few(sweep.margins), threads);
  if (sweep.margins.total < u128{1} << 57) {
    const std::uint64_t n = low_word(sweep.margins.total);
    const double classes = entropy(sweep.margins.rows, n);
    const double clusters = entropy(sweep.margins.cols, n);
    if (mutual <= 0.75 * std::min(classes, clusters))
      return {mutual, classes - mutual, clusters - mutual};
  }
  const auto [of_classes, of_clusters] = expected_residuals(SizePairs::all(sweep.margins), threads);
  return {mutual, of_classes, of_clusters};
}

inline double expected_information(const Table<std::int64_t>& table, std::size_t threads) {
  return expected_information(table, Sweep<std::int64_t>(table, threads), threads);
}
inline Information expected_parts(const Table<std::int64_t>& table, std::size_t threads) {
  return expected_parts(table, Sweep<std::int64_t>(table, threads), threads);
}

}  // namespace partita
