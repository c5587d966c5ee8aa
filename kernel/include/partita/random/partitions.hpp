// Block sizes of uniform random partitions of n objects, which is all that a table needs: with a
// given number k of blocks, or with any number.
//
// The sizes of k blocks, in random order, are distributed as the counts of n balls in k urns if
// none is empty; or as k independent positive Poisson numbers with the sum n. For any number of
// blocks (Stam 1983): throw n balls into m urns, where m has probability m^n / (m! e B_n), and
// ignore the empty urns.
#pragma once

#include <stdexcept>

#include "partita/random/block_sizes.hpp"
#include "partita/random/resampled_tables.hpp"

namespace partita {

// The distribution of the sizes of one side: the given sizes, or a uniform partition of n objects
// into `groups` blocks, or into any number if `groups` is 0.
class RandomSizes {
 public:
  RandomSizes(std::span<const std::int64_t> given, std::int64_t groups, std::int64_t n)
      : given_(given.begin(), given.end()), groups_(groups), n_(n) {
    if (n < 1) throw std::invalid_argument("a partition needs at least one object");
    if (!given_.empty()) {
      if (total_of(given_) != n) throw std::invalid_argument("sizes must add up to n");
    } else if (groups < 0 || groups > n) {
      throw std::invalid_argument("groups must lie between 0 and the number of objects");
    } else if (groups == 0) {
      urns_.emplace_back(n);
    } else if (groups > 1 && groups < n && often_empty()) {
      by_size_.emplace_back(n, groups);
    }
  }

  // Each worker needs a copy, because drawing uses working memory.
  void draw(Philox& random, Sizes& out) {
    if (!given_.empty()) {
      out = given_;
    } else if (groups_ == 0) {
      throw_balls(random, n_, urns_[0].draw(random), false, out);
    } else if (groups_ == n_) {
      out.assign(static_cast<std::size_t>(n_), 1);
    } else if (!by_size_.empty()) {
      by_size_[0].draw(random, out);
    } else {
      while (!throw_balls(random, n_, groups_, true, out)) {
      }
    }
  }

 private:
  // Whether more than half an urn is empty on average.
  bool often_empty() const {
    const double k = static_cast<double>(groups_), n = static_cast<double>(n_);
    return std::log(k) + n * std::log1p(-1.0 / k) > std::log(0.5);
  }

  Sizes given_;
  std::int64_t groups_, n_;
  std::vector<UrnNumber> urns_;  // none or one
  std::vector<BlocksBySize> by_size_;
};

// A third kind of stream, different from those of bootstrap and permutation.
inline Philox partition_stream(std::uint64_t seed, std::uint64_t draw) {
  return {seed, (std::uint64_t{1} << 63) | draw};
}

// Runs work(draw, random, own copy of the distributions) for every draw.
template <class Laws, class Work>
void for_each_partition(const Laws& laws, std::size_t draws, std::size_t cost, std::uint64_t seed,
                        std::uint64_t start, std::size_t threads, const Work& work) {
  const std::size_t grain = std::max<std::size_t>(1, 4096 / std::max<std::size_t>(1, cost));
  const std::size_t workers = worker_count(threads, draws, grain);
  run_workers(workers, [&](std::size_t worker) {
    Laws own = laws;
    const Range mine = share(draws, worker, workers);
    for (std::size_t draw = mine.begin; draw < mine.end; ++draw) {
      Philox random = partition_stream(seed, start + draw);
      work(draw, random, own);
      poll(cost);
    }
  });
}

inline std::vector<Sizes> random_sizes(const RandomSizes& law, std::int64_t n, std::size_t draws,
                                       std::uint64_t seed, std::uint64_t start,
                                       std::size_t threads) {
  std::vector<Sizes> out(draws);
  for_each_partition(
      law, draws, static_cast<std::size_t>(n), seed, start, threads,
      [&](std::size_t draw, Philox& random, RandomSizes& own) { own.draw(random, out[draw]); });
  return out;
}

// A table of two independent labelings with these sizes, as its occupied cells.
inline CellList paired_table(Philox& random, const Sizes& rows, const Sizes& cols,
                             std::int64_t objects) {
  const std::size_t width = cols.size();
  if (static_cast<double>(rows.size()) * static_cast<double>(width) >= static_cast<double>(objects))
    return shuffled_table(random, rows, labels_of(cols, objects));
  Sizes left = cols, full(rows.size() * width);
  random_table(random, rows, left, full);
  CellList out;
  for (std::size_t cell = 0; cell < full.size(); ++cell) {
    if (full[cell] == 0) continue;
    out.rows.push_back(static_cast<std::int32_t>(cell / width));
    out.cols.push_back(static_cast<std::int32_t>(cell % width));
    out.counts.push_back(full[cell]);
  }
  return out;
}

struct Laws {
  RandomSizes classes, clusters;
};

// Tables of two random partitions: draws start .. start+draws-1.
inline std::vector<CellList> random_partition_tables(const Laws& laws, std::int64_t n,
                                                     std::size_t draws, std::uint64_t seed,
                                                     std::uint64_t start, std::size_t threads) {
  std::vector<CellList> out(draws);
  const auto work = [&](std::size_t draw, Philox& random, Laws& own) {
    Sizes rows, cols;
    own.classes.draw(random, rows);
    own.clusters.draw(random, cols);
    out[draw] = paired_table(random, rows, cols, n);
  };
  for_each_partition(laws, draws, static_cast<std::size_t>(n), seed, start, threads, work);
  return out;
}

}  // namespace partita
