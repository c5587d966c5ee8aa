// From two groupings of the same objects to the sparse table of their non-empty cells.
#pragma once

#include <functional>

#include "partita/base/polled_sort.hpp"
#include "partita/counting/count_dealt.hpp"
#include "partita/counting/count_dense.hpp"
#include "partita/counting/count_sorted.hpp"

namespace partita {

inline void check_sides(const Grouping& truth, const Grouping& prediction) {
  if (truth.codes.size != prediction.codes.size)
    throw std::invalid_argument(truth.name + " has " + std::to_string(truth.codes.size) +
                                " objects and " + prediction.name + " has " +
                                std::to_string(prediction.codes.size));
  for (const Grouping* side : {&truth, &prediction})
    if (side->size > std::numeric_limits<std::int32_t>::max())
      throw std::invalid_argument(side->name + " has more than 2^31 - 1 groups");
}

// Renumbers a side with far more possible groups than objects to the groups that occur.
class Compacted {
 public:
  explicit Compacted(const Grouping& side) : used_(decoded(side)), codes_(used_) {
    polled_sort(used_, std::less<>{});
    used_.erase(std::unique(used_.begin(), used_.end()), used_.end());
    for (std::size_t i = 0; i < codes_.size(); ++i) {
      codes_[i] = static_cast<std::uint32_t>(
          std::lower_bound(used_.begin(), used_.end(), codes_[i]) - used_.begin());
      if (i % 1024 == 0) poll(32 * 1024);
    }
  }
  Grouping grouping(const std::string& name) const {
    const Column codes{reinterpret_cast<const std::byte*>(codes_.data()), sizeof(std::uint32_t),
                       codes_.size(), 32, false};
    return {codes, 0, static_cast<std::uint32_t>(used_.size()), name};
  }
  void restore(Buffer<std::int32_t>& groups) const {
    for (std::int32_t& group : groups)
      group = static_cast<std::int32_t>(used_[static_cast<std::size_t>(group)]);
  }

 private:
  static std::vector<std::uint32_t> decoded(const Grouping& side) {
    std::vector<std::uint32_t> groups(side.codes.size);
    decode(side, 0, groups.size(), groups.data());
    return groups;
  }
  std::vector<std::uint32_t> used_, codes_;
};

// How to count, by the numbers of objects and of possible cells. Measured on uniform and Zipf
// labels; at each border the two methods take about the same time.
enum class Regime {
  dense,       // a counter per cell: few cells, or at most as many as objects and within the caches
  buckets,     // ranges of 2^16 cells with a counter per cell: up to 96 cells per object
  remainders,  // ranges of cells, sorted except for frequent cells: more cells per object
  sorted,      // counting sort: weights, and tables too wide for ranges
};

inline constexpr std::size_t always_dense = 4096;                  // cells
inline constexpr std::size_t dense_limit = std::size_t{1} << 22;   // cells: counters of 16 MB
inline constexpr std::size_t bucket_limit = std::size_t{1} << 31;  // cells: 2^15 buckets

inline Regime regime_of(std::size_t objects, std::size_t rows, std::size_t cols) {
  const std::size_t cells = rows * cols;  // sides are below 2^31
  if (cells <= always_dense || (cells <= objects && cells <= dense_limit)) return Regime::dense;
  if (cells <= bucket_limit && cells / cells_per_object <= objects) return Regime::buckets;
  if (rows * std::bit_ceil(cols) >> 32 <= 4096 + objects / 64) return Regime::remainders;
  return Regime::sorted;
}

// The number of threads that count. Each has its own counters, which must be added up, so more
// cells need more objects to pay for a thread.
inline constexpr std::size_t thread_objects = std::size_t{1} << 18;

inline std::size_t dense_workers(std::size_t threads, const Grouping& truth,
                                 const Grouping& prediction) {
  const std::size_t cells = std::size_t{truth.size} * prediction.size;
  return worker_count(threads, truth.codes.size, thread_objects + 4 * cells);
}

template <class Policy>
typename Policy::Table tabulate_sorted(const Policy& policy, const Grouping& truth,
                                       const Grouping& prediction, std::size_t threads) {
  const std::size_t n = truth.codes.size;
  if (std::size_t{truth.size} + prediction.size <= 8 * n + (std::size_t{1} << 20))
    return tabulate_sparse(policy, truth, prediction, threads);
  const Compacted rows(truth), cols(prediction);
  auto table =
      tabulate_sparse(policy, rows.grouping(truth.name), cols.grouping(prediction.name), threads);
  rows.restore(table.rows);
  cols.restore(table.cols);
  return table;
}

template <class Policy>
typename Policy::Table tabulate_by(const Policy& policy, const Grouping& truth,
                                   const Grouping& prediction, std::size_t threads) {
  check_sides(truth, prediction);
  if constexpr (std::is_same_v<typename Policy::Table, Cells>) {
    if (regime_of(truth.codes.size, truth.size, prediction.size) == Regime::dense)
      return tabulate_dense(policy, truth, prediction, dense_workers(threads, truth, prediction));
  }
  return tabulate_sorted(policy, truth, prediction, threads);
}

// The number of buckets for unweighted objects, in a regime that deals them.
inline std::size_t bucket_count(Regime regime, std::size_t objects, std::size_t rows,
                                std::size_t cols) {
  return regime == Regime::buckets ? counted_ranges(rows * cols).buckets
                                   : sorted_ranges(rows * std::bit_ceil(cols), objects).buckets;
}

template <class Place>
Cells tabulate_dealt(Regime regime, const Grouping& truth, const Grouping& prediction,
                     std::size_t workers) {
  return regime == Regime::buckets ? tabulate_buckets<Place>(truth, prediction, workers)
                                   : tabulate_remainders<Place>(truth, prediction, workers);
}

inline Cells tabulate(const Grouping& truth, const Grouping& prediction, std::size_t threads) {
  check_sides(truth, prediction);
  const std::size_t n = truth.codes.size;
  const Regime regime = regime_of(n, truth.size, prediction.size);
  if (regime != Regime::buckets && regime != Regime::remainders)
    return tabulate_by(Objects{}, truth, prediction, threads);
  const std::size_t buckets = bucket_count(regime, n, truth.size, prediction.size);
  const std::size_t workers = dealing_workers(worker_count(threads, n, thread_objects), buckets, n);
  return most_places(n, buckets) <= std::numeric_limits<std::uint32_t>::max()
             ? tabulate_dealt<std::uint32_t>(regime, truth, prediction, workers)
             : tabulate_dealt<std::size_t>(regime, truth, prediction, workers);
}

inline Cells tabulate_counts(const Grouping& truth, const Grouping& prediction,
                             std::span<const std::int64_t> weights, std::size_t threads,
                             const char* name = "weights") {
  return tabulate_by(Frequencies{weights, name}, truth, prediction, threads);
}

inline WeightedCells tabulate_weights(const Grouping& truth, const Grouping& prediction,
                                      std::span<const double> weights, std::size_t threads) {
  return tabulate_by(Masses{weights}, truth, prediction, threads);
}

inline WeightedCells merge_weights(const Grouping& rows, const Grouping& cols,
                                   std::span<const double> sums, std::span<const double> pairs,
                                   std::size_t threads) {
  return tabulate_by(CellMasses{sums, pairs}, rows, cols, threads);
}

}  // namespace partita
