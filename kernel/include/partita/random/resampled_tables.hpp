// Resampled tables: objects drawn with replacement (bootstrap), or two labelings paired at random
// with fixed sizes (permutation). The cost depends on the number of cells, not of objects.
#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "partita/base/buffer.hpp"
#include "partita/base/parallel.hpp"
#include "partita/base/polled_sort.hpp"
#include "partita/random/alias_table.hpp"
#include "partita/random/variates.hpp"

namespace partita {

// The two kinds of draws have different streams and never share random numbers.
inline Philox bootstrap_stream(std::uint64_t seed, std::uint64_t draw) { return {seed, 2 * draw}; }
inline Philox permutation_stream(std::uint64_t seed, std::uint64_t draw) {
  return {seed, 2 * draw + 1};
}

// Draws objects, each in cell k with probability weights[k]/total: cell by cell, each takes a
// binomial share of the objects not yet placed.
inline void multinomial(Philox& random, std::span<const std::int64_t> weights, std::int64_t total,
                        std::int64_t objects, std::span<std::int64_t> out) {
  std::int64_t left = objects, mass = total;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    out[k] =
        weights[k] == mass
            ? left
            : binomial(random, left, static_cast<double>(weights[k]) / static_cast<double>(mass));
    left -= out[k];
    mass -= weights[k];
    if (k % 1024 == 0) poll(32 * 1024);
  }
}

// Tables with more cells are drawn object by object if this is faster: an object takes about a
// quarter of the time of a cell. Smaller tables are quick in any case, so their published numbers
// stay the same; from this size on, default draws are fewer too (base/draws.py). The choice depends
// on the input only, so threads change nothing.
inline constexpr std::size_t small_table = 25'000;
inline bool drawn_by_object(std::size_t cells, std::int64_t objects) {
  return cells > small_table && static_cast<std::uint64_t>(objects) / 4 <= cells;
}

inline std::int64_t total_of(std::span<const std::int64_t> counts) {
  u128 sum = 0;
  for (std::int64_t count : counts) {
    if (count < 0) throw std::invalid_argument("counts must not be negative");
    sum += static_cast<u128>(count);
  }
  if (sum > static_cast<u128>(std::numeric_limits<std::int64_t>::max()))
    throw std::overflow_error("more than 2^63 - 1 objects");
  return static_cast<std::int64_t>(sum);
}

// The most numbers that a vector may have.
inline constexpr std::size_t most_numbers = std::numeric_limits<std::ptrdiff_t>::max() / 8;

// The number of numbers in all draws, with rows x cols in each.
inline std::size_t numbers_of(std::size_t draws, std::size_t rows, std::size_t cols = 1) {
  const auto cells = static_cast<u128>(rows) * cols;
  if (draws > 0 && cells > most_numbers / draws)
    throw std::overflow_error(std::to_string(draws) + " draws of " + std::to_string(rows) +
                              (cols == 1 ? "" : " x " + std::to_string(cols)) +
                              " cells are more than 2^60 - 1 numbers: ask for fewer draws at once");
  return draws * static_cast<std::size_t>(cells);
}

// Runs work(draw) for every draw; workers own ranges of draws.
template <class Work>
void for_each_draw(std::size_t draws, std::size_t cost, std::size_t threads, const Work& work) {
  const std::size_t grain = std::max<std::size_t>(1, 4096 / std::max<std::size_t>(1, cost));
  const std::size_t workers = worker_count(threads, draws, grain);
  run_workers(workers, [&](std::size_t worker) {
    const Range mine = share(draws, worker, workers);
    for (std::size_t draw = mine.begin; draw < mine.end; ++draw) {
      work(draw);
      poll(cost);
    }
  });
}

// Samples of objects from cells with these weights, as draws x cells: draws start ..
// start+draws-1 of the bootstrap if the weights are counts and the objects as many.
inline Buffer<std::int64_t> sample_counts(std::span<const std::int64_t> weights,
                                          std::int64_t objects, std::size_t draws,
                                          std::uint64_t seed, std::uint64_t start,
                                          std::size_t threads) {
  const std::int64_t total = total_of(weights);
  if (objects < 0 || (objects > 0 && total == 0))
    throw std::invalid_argument("objects must not be negative, and need a positive weight");
  const std::size_t cells = weights.size();
  Buffer<std::int64_t> out(numbers_of(draws, cells));
  const bool by_object = drawn_by_object(cells, objects);
  const AliasTable alias(by_object ? weights : weights.first(0), total);
  const std::size_t cost = by_object ? cells + static_cast<std::size_t>(objects) : cells;
  for_each_draw(draws, cost, threads, [&](std::size_t draw) {
    Philox random = bootstrap_stream(seed, start + draw);
    const auto mine = std::span(out).subspan(draw * cells, cells);
    if (by_object)
      alias.count(random, objects, mine);
    else
      multinomial(random, weights, total, objects, mine);
  });
  return out;
}

inline Buffer<std::int64_t> bootstrap_counts(std::span<const std::int64_t> counts,
                                             std::size_t draws, std::uint64_t seed,
                                             std::uint64_t start, std::size_t threads) {
  return sample_counts(counts, total_of(counts), draws, seed, start, threads);
}

// A full table with given margins, row by row: each row takes a hypergeometric share of the rest of
// every column. `left` has the column sizes on entry and is used up.
inline void random_table(Philox& random, std::span<const std::int64_t> rows,
                         std::vector<std::int64_t>& left, std::span<std::int64_t> out) {
  const std::size_t width = left.size();
  std::int64_t objects = std::accumulate(rows.begin(), rows.end(), std::int64_t{0});
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::int64_t drawn = rows[i], pool = objects;
    for (std::size_t j = 0; j < width; ++j) {
      const std::int64_t cell =
          drawn == 0 ? 0 : hypergeometric_variate(random, left[j], drawn, pool);
      pool -= left[j];
      left[j] -= cell;
      drawn -= cell;
      out[i * width + j] = cell;
    }
    objects -= rows[i];
    poll(32 * width);
  }
}

inline std::int64_t check_margins(std::span<const std::int64_t> rows,
                                  std::span<const std::int64_t> cols) {
  const std::int64_t objects = total_of(rows);
  if (total_of(cols) != objects)
    throw std::invalid_argument("class_sizes and cluster_sizes must have the same sum");
  return objects;
}

inline Buffer<std::int64_t> random_tables(std::span<const std::int64_t> rows,
                                          std::span<const std::int64_t> cols, std::size_t draws,
                                          std::uint64_t seed, std::uint64_t start,
                                          std::size_t threads) {
  check_margins(rows, cols);
  Buffer<std::int64_t> out(numbers_of(draws, rows.size(), cols.size()));
  const std::size_t cells = rows.size() * cols.size();
  for_each_draw(draws, cells, threads, [&](std::size_t draw) {
    Philox random = permutation_stream(seed, start + draw);
    std::vector<std::int64_t> left(cols.begin(), cols.end());
    random_table(random, rows, left, std::span(out).subspan(draw * cells, cells));
  });
  return out;
}

// Occupied cells of one table, sorted by (row, column).
struct CellList {
  std::vector<std::int32_t> rows, cols;
  std::vector<std::int64_t> counts;
};

// One cluster number per object, cluster after cluster.
inline Buffer<std::int32_t> labels_of(std::span<const std::int64_t> sizes, std::int64_t objects) {
  Buffer<std::int32_t> labels(static_cast<std::size_t>(objects));
  std::size_t begin = 0;
  for (std::size_t j = 0; j < sizes.size(); ++j) {
    const std::size_t end = begin + static_cast<std::size_t>(sizes[j]);
    for_each_part({begin, end}, [&](Range part) {
      std::fill(labels.begin() + part.begin, labels.begin() + part.end,
                static_cast<std::int32_t>(j));
    });
    begin = end;
  }
  return labels;
}

inline Buffer<std::int32_t> copy_of(const Buffer<std::int32_t>& labels) {
  Buffer<std::int32_t> out(labels.size());
  for_each_part({0, labels.size()}, [&](Range part) {
    std::copy(labels.begin() + part.begin, labels.begin() + part.end, out.begin() + part.begin);
  });
  return out;
}

// One cluster number per object, with the objects of a class together; a Fisher-Yates shuffle.
inline CellList shuffled_table(Philox& random, std::span<const std::int64_t> rows,
                               Buffer<std::int32_t> labels) {
  for (std::size_t k = labels.size(); k > 1; --k) {
    std::swap(labels[k - 1], labels[random.below(k)]);
    if (k % 4096 == 0) poll(4 * 4096);
  }
  CellList out;
  std::size_t first = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::span mine = std::span(labels).subspan(first, static_cast<std::size_t>(rows[i]));
    polled_sort_any(mine, std::less<>{});  // one class may have millions of objects
    for (std::size_t k = 0; k < mine.size(); ++k) {
      if (k == 0 || mine[k] != mine[k - 1]) {
        out.rows.push_back(static_cast<std::int32_t>(i));
        out.cols.push_back(mine[k]);
        out.counts.push_back(0);
      }
      ++out.counts.back();
    }
    poll(16 * mine.size());
    first += mine.size();
  }
  return out;
}

// Random tables as lists of occupied cells, for tables with more cells than objects.
inline std::vector<CellList> shuffled_tables(std::span<const std::int64_t> rows,
                                             std::span<const std::int64_t> cols, std::size_t draws,
                                             std::uint64_t seed, std::uint64_t start,
                                             std::size_t threads) {
  const Buffer<std::int32_t> labels = labels_of(cols, check_margins(rows, cols));
  std::vector<CellList> out(draws);
  for_each_draw(draws, labels.size(), threads, [&](std::size_t draw) {
    Philox random = permutation_stream(seed, start + draw);
    out[draw] = shuffled_table(random, rows, copy_of(labels));
  });
  return out;
}

}  // namespace partita
