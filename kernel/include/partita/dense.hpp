// Counting into a full histogram, for tables of few possible cells. No memory per object.
#pragma once

#include <algorithm>

#include "partita/cells.hpp"
#include "partita/grouping.hpp"
#include "partita/parallel.hpp"

namespace partita {

inline constexpr std::size_t dense_limit = std::size_t{1} << 20;  // possible cells

// Neighbouring objects often share a cell, and a counter cannot be increased twice at once: several
// copies of a small histogram take turns. (Sizes: first- and second-level cache.)
inline std::size_t histogram_copies(std::size_t cells) {
  if (cells <= 1024) return 8;
  if (cells <= 16384) return 4;
  return cells <= 65536 ? 2 : 1;
}

// keys[i] = row * columns + column for a block of objects.
class KeyReader {
 public:
  KeyReader(const Grouping& truth, const Grouping& prediction)
      : truth_(truth), prediction_(prediction) {}

  const std::uint32_t* read(std::size_t begin, std::size_t count) {
    decode(truth_, begin, count, keys_);
    decode(prediction_, begin, count, cols_);
    const std::uint32_t width = prediction_.size;
    for (std::size_t i = 0; i < count; ++i) keys_[i] = keys_[i] * width + cols_[i];
    return keys_;
  }

 private:
  const Grouping& truth_;
  const Grouping& prediction_;
  std::uint32_t keys_[block_size];
  std::uint32_t cols_[block_size];
};

template <std::size_t copies>
void count_keys(const std::uint32_t* keys, std::size_t count, std::size_t cells,
                std::uint32_t* histogram) {
  std::size_t i = 0;
  for (; i + copies <= count; i += copies)
    for (std::size_t copy = 0; copy < copies; ++copy) ++histogram[copy * cells + keys[i + copy]];
  for (; i < count; ++i) ++histogram[keys[i]];
}

inline void count_block(const std::uint32_t* keys, std::size_t count, std::size_t cells,
                        std::uint32_t* histogram) {
  switch (histogram_copies(cells)) {
    case 8:
      return count_keys<8>(keys, count, cells, histogram);
    case 4:
      return count_keys<4>(keys, count, cells, histogram);
    case 2:
      return count_keys<2>(keys, count, cells, histogram);
    default:
      return count_keys<1>(keys, count, cells, histogram);
  }
}

// Adds the objects of `range` to `totals`. The 32-bit counters are emptied every `emptied_after`
// objects, long before one can overflow.
inline void add_objects(const Objects&, const Grouping& truth, const Grouping& prediction,
                        Range range, std::vector<std::int64_t>& totals,
                        std::size_t emptied_after = std::size_t{1} << 30) {
  const std::size_t cells = totals.size();
  std::vector<std::uint32_t> histogram(cells * histogram_copies(cells));
  KeyReader reader(truth, prediction);
  std::size_t counted = 0;
  const auto empty = [&] {
    for (std::size_t copy = 0; copy < histogram.size(); copy += cells)
      for (std::size_t cell = 0; cell < cells; ++cell) totals[cell] += histogram[copy + cell];
    std::fill(histogram.begin(), histogram.end(), 0);
    counted = 0;
  };
  for (std::size_t begin = range.begin; begin < range.end; begin += block_size) {
    const std::size_t count = std::min(block_size, range.end - begin);
    count_block(reader.read(begin, count), count, cells, histogram.data());
    if ((counted += count) >= emptied_after) empty();
  }
  empty();
}

inline void add_objects(const Frequencies& policy, const Grouping& truth,
                        const Grouping& prediction, Range range,
                        std::vector<std::int64_t>& totals) {
  KeyReader reader(truth, prediction);
  for (std::size_t begin = range.begin; begin < range.end; begin += block_size) {
    const std::size_t count = std::min(block_size, range.end - begin);
    const std::uint32_t* keys = reader.read(begin, count);
    for (std::size_t i = 0; i < count; ++i)
      totals[keys[i]] = checked_add(totals[keys[i]], policy.load(begin + i));
  }
}

inline Cells occupied(const std::vector<std::int64_t>& totals, std::size_t columns) {
  Cells out;
  out.resize(totals.size() -
             static_cast<std::size_t>(std::count(totals.begin(), totals.end(), std::int64_t{0})));
  std::size_t cell = 0;
  for (std::size_t key = 0; key < totals.size(); ++key) {
    if (totals[key] == 0) continue;
    out.rows[cell] = static_cast<std::int32_t>(key / columns);
    out.cols[cell] = static_cast<std::int32_t>(key % columns);
    out.counts[cell++] = totals[key];
  }
  return out;
}

template <class Policy>
Cells tabulate_dense(const Policy& policy, const Grouping& truth, const Grouping& prediction,
                     std::size_t threads) {
  const std::size_t cells = std::size_t{truth.size} * prediction.size;
  const std::size_t n = truth.codes.size;
  const std::size_t blocks = n / block_size + 1;
  const std::size_t workers = worker_count(threads, blocks, 64 + 4 * cells / block_size);
  std::vector<std::vector<std::int64_t>> totals(workers);
  run_workers(workers, [&](std::size_t worker) {
    totals[worker].resize(cells);
    add_objects(policy, truth, prediction, share(n, worker, workers, block_size), totals[worker]);
  });
  for (std::size_t worker = 1; worker < workers; ++worker)
    for (std::size_t key = 0; key < cells; ++key)
      totals[0][key] = checked_add(totals[0][key], totals[worker][key]);
  return occupied(totals[0], prediction.size);
}

}  // namespace partita
