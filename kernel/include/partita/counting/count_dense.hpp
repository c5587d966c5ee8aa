// Counting into a full histogram, for tables with few possible cells. No memory per object.
#pragma once

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "partita/base/buffer.hpp"
#include "partita/base/parallel.hpp"
#include "partita/counting/cell_keys.hpp"
#include "partita/counting/cell_writer.hpp"

namespace partita {

// Adjacent objects often share a cell, and a counter cannot be increased twice at once, so several
// copies of a small histogram take turns: as many as fit the first-level cache, else two if they
// fit the second. For few objects, clearing copies costs more than waiting.
inline std::size_t histogram_copies(std::size_t cells, std::size_t objects) {
  if (8 * cells > objects) return 1;
  if (cells <= 512) return 8;
  if (cells <= 2048) return 4;
  return cells <= 16384 ? 2 : 1;
}

inline constexpr std::size_t keys_at_once = 8;  // the most copies; each block starts with the first

template <std::size_t copies, class Key>
void count_keys(const Key* keys, std::size_t count, std::size_t cells, std::uint32_t* histogram,
                const KeyReader<Key>& reader) {
  std::size_t i = 0;
  for (; i + keys_at_once <= count; i += keys_at_once) {
    reader.prefetch(i);
    for (std::size_t k = 0; k < keys_at_once; ++k) ++histogram[(k % copies) * cells + keys[i + k]];
  }
  for (; i < count; ++i) ++histogram[keys[i]];
}

// Counts the cells of fewer than 2^32 objects of a worker, in 32-bit counters.
class Histogram {
 public:
  Histogram(const Grouping& truth, const Grouping& prediction, std::size_t objects)
      : truth_(truth),
        prediction_(prediction),
        cells_(std::size_t{truth.size} * prediction.size),
        copies_(histogram_copies(cells_, objects)),
        counters_(cells_ * copies_, 0) {}

  void count(Range range) {
    if (cells_ > std::size_t{1} << 16) return count_as<std::uint32_t, 1>(range);
    switch (copies_) {
      case 8:
        return count_as<std::uint16_t, 8>(range);
      case 4:
        return count_as<std::uint16_t, 4>(range);
      case 2:
        return count_as<std::uint16_t, 2>(range);
      default:
        return count_as<std::uint16_t, 1>(range);
    }
  }
  // Adds the counts to `totals` and starts over.
  void take(std::vector<std::int64_t>& totals) {
    for (std::size_t copy = 0; copy < copies_; ++copy)
      for (std::size_t cell = 0; cell < cells_; ++cell)
        totals[cell] += std::exchange(counters_[copy * cells_ + cell], 0);
  }
  // Adds up the copies; nothing may be counted afterward.
  Buffer<std::uint32_t>& total() {
    for (std::size_t copy = 1; copy < copies_; ++copy)
      for (std::size_t cell = 0; cell < cells_; ++cell)
        counters_[cell] += counters_[copy * cells_ + cell];
    counters_.resize(cells_);
    return counters_;
  }

 private:
  template <class Key, std::size_t copies>
  void count_as(Range range) {
    KeyReader<Key> reader(truth_, prediction_);
    for (std::size_t begin = range.begin; begin < range.end; begin += block_size) {
      const std::size_t size = std::min(block_size, range.end - begin);
      count_keys<copies>(reader.read(begin, size), size, cells_, counters_.data(), reader);
    }
  }

  const Grouping& truth_;
  const Grouping& prediction_;
  std::size_t cells_, copies_;
  Buffer<std::uint32_t> counters_;
};

// The same for any number of objects: the counters are emptied into 64-bit counters before they
// reach 2^32.
class LongHistogram {
 public:
  LongHistogram(const Grouping& truth, const Grouping& prediction,
                std::size_t part = std::size_t{1} << 31)
      : part_(part),
        histogram_(truth, prediction, part),
        totals_(std::size_t{truth.size} * prediction.size) {}

  // Counts no more than 2^31 objects.
  void count(Range range) {
    counted_ += range.end - range.begin;
    histogram_.count(range);
    if (counted_ >= part_) empty();
  }
  std::vector<std::int64_t>& total() {
    empty();
    return totals_;
  }

 private:
  void empty() {
    histogram_.take(totals_);
    counted_ = 0;
  }
  std::size_t part_, counted_ = 0;
  Histogram histogram_;
  std::vector<std::int64_t> totals_;
};

// Objects that count several times.
class FrequencyHistogram {
 public:
  FrequencyHistogram(const Frequencies& policy, const Grouping& truth, const Grouping& prediction)
      : policy_(policy),
        reader_(truth, prediction),
        totals_(std::size_t{truth.size} * prediction.size) {}

  void count(Range range) {
    for (std::size_t begin = range.begin; begin < range.end; begin += block_size) {
      const std::size_t count = std::min(block_size, range.end - begin);
      const std::uint32_t* keys = reader_.read(begin, count);
      for (std::size_t i = 0; i < count; ++i)
        totals_[keys[i]] = checked_add(totals_[keys[i]], policy_.load(begin + i));
    }
  }
  std::vector<std::int64_t>& total() { return totals_; }

 private:
  const Frequencies& policy_;
  KeyReader<std::uint32_t> reader_;
  std::vector<std::int64_t> totals_;
};

inline std::uint32_t added(std::uint32_t x, std::uint32_t y) { return x + y; }  // fits
inline std::int64_t added(std::int64_t x, std::int64_t y) { return checked_add(x, y); }

// Adds the counters of all workers to the first worker's and writes the occupied cells; each worker
// has a range of cells if there are enough. Clears the counters.
template <class Counters>
Cells occupied(std::vector<Counters>& parts, std::size_t columns) {
  Counters& sums = parts[0];
  const std::size_t cells = sums.size();
  if (cells == 0) return {};
  const std::size_t workers = worker_count(parts.size(), cells, std::size_t{1} << 17);
  std::vector<std::size_t> filled(workers);
  run_workers(workers, [&](std::size_t worker) {
    const Range mine = share(cells, worker, workers);
    for (std::size_t part = 1; part < parts.size(); ++part)
      for (std::size_t cell = mine.begin; cell < mine.end; ++cell)
        sums[cell] = added(sums[cell], parts[part][cell]);
    for (std::size_t cell = mine.begin; cell < mine.end; ++cell)
      filled[worker] += sums[cell] != 0 ? 1 : 0;
  });
  return write_parts(filled, [&](std::size_t worker, Cells& out, std::size_t begin) {
    const Range mine = share(cells, worker, workers);
    CellWriter writer(out, begin, columns);
    writer.start(mine.begin);
    writer.put_all(mine.begin, std::span(sums).subspan(mine.begin, mine.end - mine.begin));
    return writer.next();
  });
}

inline constexpr std::size_t dense_piece = std::size_t{1} << 16;  // objects handed out at once

// Counts every object in the histogram of a worker, which made(worker) creates.
template <class Made>
Cells tabulate_histograms(std::size_t n, std::size_t columns, std::size_t workers,
                          const Made& made) {
  using Counters = std::remove_cvref_t<decltype(made().total())>;
  std::vector<Counters> parts(workers);
  Pieces pieces(n, dense_piece);
  run_workers(workers, [&](std::size_t worker) {
    auto histogram = made();
    pieces.for_each([&](Range range) { histogram.count(range); });
    parts[worker] = std::move(histogram.total());
  });
  pieces.rethrow();
  return occupied(parts, columns);
}

inline Cells tabulate_dense(const Objects&, const Grouping& truth, const Grouping& prediction,
                            std::size_t workers) {
  const std::size_t n = truth.codes.size;
  const auto tabulated = [&](const auto& made) {
    return tabulate_histograms(n, prediction.size, workers, made);
  };
  if (n <= std::numeric_limits<std::uint32_t>::max())
    return tabulated([&] { return Histogram(truth, prediction, n / workers); });
  return tabulated([&] { return LongHistogram(truth, prediction); });
}

inline Cells tabulate_dense(const Frequencies& policy, const Grouping& truth,
                            const Grouping& prediction, std::size_t workers) {
  return tabulate_histograms(truth.codes.size, prediction.size, workers,
                             [&] { return FrequencyHistogram(policy, truth, prediction); });
}

}  // namespace partita
