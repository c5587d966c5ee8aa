// Counting into a full histogram, for tables of few possible cells. No memory per object.
#pragma once

#include <algorithm>

#include "partita/cell_writer.hpp"
#include "partita/grouping.hpp"
#include "partita/parallel.hpp"

namespace partita {

// Neighbouring objects often share a cell, and a counter cannot be increased twice at once: several
// copies of a small histogram take turns. (Sizes: first- and second-level cache. Few objects: what
// waiting costs is less than clearing the copies.)
inline std::size_t histogram_copies(std::size_t cells, std::size_t objects) {
  if (8 * cells > objects) return 1;
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
                        std::uint32_t* histogram, std::size_t copies) {
  switch (copies) {
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

// Counts the objects of `range`, fewer than 2^32 of them.
inline std::vector<std::uint32_t> count_objects(const Grouping& truth, const Grouping& prediction,
                                                Range range) {
  const std::size_t cells = std::size_t{truth.size} * prediction.size;
  const std::size_t copies = histogram_copies(cells, range.end - range.begin);
  std::vector<std::uint32_t> histogram(cells * copies);
  KeyReader reader(truth, prediction);
  for (std::size_t begin = range.begin; begin < range.end; begin += block_size) {
    const std::size_t count = std::min(block_size, range.end - begin);
    count_block(reader.read(begin, count), count, cells, histogram.data(), copies);
  }
  for (std::size_t copy = 1; copy < copies; ++copy)
    for (std::size_t cell = 0; cell < cells; ++cell)
      histogram[cell] += histogram[copy * cells + cell];
  histogram.resize(cells);
  return histogram;
}

// Adds the objects of `range` to `totals`, in parts that 32-bit counters can hold.
inline void add_objects(const Objects&, const Grouping& truth, const Grouping& prediction,
                        Range range, std::vector<std::int64_t>& totals,
                        std::size_t part = std::size_t{1} << 31) {
  for (std::size_t begin = range.begin; begin < range.end; begin += part) {
    const auto counted =
        count_objects(truth, prediction, {begin, std::min(range.end, begin + part)});
    for (std::size_t cell = 0; cell < totals.size(); ++cell) totals[cell] += counted[cell];
  }
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

inline std::uint32_t added(std::uint32_t x, std::uint32_t y) { return x + y; }  // objects: they fit
inline std::int64_t added(std::int64_t x, std::int64_t y) { return checked_add(x, y); }

// The cells that hold objects; clears the counters.
template <class Counter>
Cells occupied(std::vector<Counter>& counters, std::size_t columns) {
  const auto empty = std::count(counters.begin(), counters.end(), Counter{0});
  Cells out;
  if (counters.empty()) return out;
  out.resize(counters.size() - static_cast<std::size_t>(empty) + 1);  // one to spare for put_all
  CellWriter writer(out, 0, columns);
  writer.start(0);
  writer.put_all(0, std::span(counters));
  out.resize(writer.next());
  return out;
}

template <class Policy>
Cells tabulate_dense(const Policy& policy, const Grouping& truth, const Grouping& prediction,
                     std::size_t threads) {
  const std::size_t cells = std::size_t{truth.size} * prediction.size;
  const std::size_t n = truth.codes.size;
  const std::size_t workers =
      worker_count(threads, n / block_size + 1, 64 + 4 * cells / block_size);
  const auto tabulated = [&]<class Counter>(Counter, const auto& count) {
    std::vector<std::vector<Counter>> parts(workers);
    run_workers(workers, [&](std::size_t worker) {
      parts[worker] = count(share(n, worker, workers, block_size));
    });
    for (std::size_t worker = 1; worker < workers; ++worker)
      for (std::size_t key = 0; key < cells; ++key)
        parts[0][key] = added(parts[0][key], parts[worker][key]);
    return occupied(parts[0], prediction.size);
  };
  if constexpr (std::is_same_v<Policy, Objects>) {
    if (n <= std::numeric_limits<std::uint32_t>::max())
      return tabulated(std::uint32_t{},
                       [&](Range mine) { return count_objects(truth, prediction, mine); });
  }
  return tabulated(std::int64_t{}, [&](Range mine) {
    std::vector<std::int64_t> totals(cells);
    add_objects(policy, truth, prediction, mine, totals);
    return totals;
  });
}

}  // namespace partita
