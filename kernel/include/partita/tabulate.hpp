// From two groupings of the same objects to the sparse table of their non-empty cells.
#pragma once

#include "partita/dense.hpp"
#include "partita/sparse.hpp"

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

// A side with far more possible groups than objects, renumbered to the groups that occur.
class Compacted {
 public:
  explicit Compacted(const Grouping& side) : used_(decoded(side)), codes_(used_) {
    std::sort(used_.begin(), used_.end());
    used_.erase(std::unique(used_.begin(), used_.end()), used_.end());
    for (std::uint32_t& code : codes_)
      code = static_cast<std::uint32_t>(std::lower_bound(used_.begin(), used_.end(), code) -
                                        used_.begin());
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

template <class Policy>
typename Policy::Table tabulate_by(const Policy& policy, const Grouping& truth,
                                   const Grouping& prediction, std::size_t threads) {
  check_sides(truth, prediction);
  const std::size_t n = truth.codes.size;
  const std::size_t cells = std::size_t{truth.size} * prediction.size;
  if constexpr (std::is_same_v<typename Policy::Table, Cells>) {
    if (cells <= dense_limit && cells <= 4 * n + 4096)
      return tabulate_dense(policy, truth, prediction, threads);
  }
  if (std::size_t{truth.size} + prediction.size <= 8 * n + dense_limit)
    return tabulate_sparse(policy, truth, prediction, threads);
  const Compacted rows(truth), cols(prediction);
  auto table =
      tabulate_sparse(policy, rows.grouping(truth.name), cols.grouping(prediction.name), threads);
  rows.restore(table.rows);
  cols.restore(table.cols);
  return table;
}

inline Cells tabulate(const Grouping& truth, const Grouping& prediction, std::size_t threads) {
  return tabulate_by(Objects{}, truth, prediction, threads);
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
