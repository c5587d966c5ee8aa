// Uniform random partitions of n objects, of which a table needs only the block sizes: with a given
// number k of blocks, or with any number.
//
// Sizes of k blocks, in random order, are those of a throw of n balls into k urns none of which
// stays empty; equally, k independent Poisson numbers, none of them 0, given that their sum is n.
// For any number of blocks (Stam 1983): throw n balls into m urns, m drawn with probability
// m^n / (m! e B_n), and forget the empty urns.
#pragma once

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "partita/deviance.hpp"
#include "partita/resample.hpp"

namespace partita {

using Sizes = std::vector<std::int64_t>;

// log x! - (x log x - x + log sqrt(2 pi x)).
inline double stirling_rest(double x) {
  if (x < 16.0) {
    return factorial_tail(x) + (x + 0.5) * std::log1p(1.0 / x) - 1.0;
  }
  const double t = 1.0 / (x * x);
  return (1.0 / 12 - t * (1.0 / 360 - t * (1.0 / 1260 - t * (1.0 / 1680 - t / 1188)))) / x;
}

// The binomial probability as Loader (2000) writes it: no large logarithms are subtracted.
inline double log_binomial_pmf(double k, double n, double p) {
  if (k < 0.0 || k > n) return -HUGE_VAL;
  if (k == 0.0) return n * std::log1p(-p);
  if (k == n) return n * std::log(p);
  const double rest = n - k, mean = n * p, other = n * (1.0 - p), excess = k - mean;
  return stirling_rest(n) - stirling_rest(k) - stirling_rest(rest) - deviance(k, mean, excess) -
         deviance(rest, other, -excess) +
         0.5 * std::log(n / (2.0 * 3.14159265358979323846 * k * rest));
}

// n balls into urns, each as likely as any other. Stops and returns false at an empty urn when
// `occupied` is asked for.
inline bool throw_balls(Philox& random, std::int64_t n, std::int64_t urns, bool occupied,
                        Sizes& out) {
  std::int64_t left = n;
  out.clear();
  for (std::int64_t urn = urns; urn > 0; --urn) {
    const std::int64_t size =
        urn == 1 ? left : binomial(random, left, 1.0 / static_cast<double>(urn));
    if (size == 0 && occupied) return false;
    if (size > 0) out.push_back(size);
    left -= size;
  }
  return true;
}

// The rate of a Poisson number without 0 whose mean is `mean`: rate / (1 - exp(-rate)) = mean.
inline double truncated_poisson_rate(double mean) {
  double rate = mean > 1.5 ? mean : 2.0 * (mean - 1.0);
  for (int step = 0; step < 60; ++step) {
    const double zero = std::exp(-rate), some = -std::expm1(-rate);
    const double slope = (some - rate * zero) / (some * some);
    const double next = rate - (rate / some - mean) / slope;
    if (!(next > 0.0)) return rate;
    if (std::abs(next - rate) <= 1e-15 * rate) return next;
    rate = next;
  }
  return rate;
}

// Sizes of a uniform partition into k blocks where urns would often stay empty. Drawn is how many
// blocks have each size; all but two neighbouring sizes at first, then the two follow from k and n.
// Such a draw is kept with the probability of these two numbers, relative to a bound of it.
class BlocksBySize {
 public:
  BlocksBySize(std::int64_t n, std::int64_t k) : n_(n), k_(k) {
    const double groups = static_cast<double>(k);
    const double rate = truncated_poisson_rate(static_cast<double>(n) / groups);
    first_ = std::max<std::int64_t>(1, static_cast<std::int64_t>(rate));
    double mass = rate / std::expm1(rate);
    for (std::int64_t size = 1; size <= n - k + 1; ++size) {
      if (static_cast<double>(size) > rate && mass * groups < 1e-22) break;
      mass_.push_back(mass);
      mass *= rate / static_cast<double>(size + 1);
    }
    mass_.resize(std::max(mass_.size(), static_cast<std::size_t>(first_ + 1)));
    const double pair = mass_at(first_) + mass_at(first_ + 1);
    share_ = mass_at(first_ + 1) / pair;
    const double least = groups * pair - 9.0 * std::sqrt(groups * pair * (1.0 - pair));
    const double fewest = std::max(0.0, std::floor(least));
    bound_ = log_binomial_pmf(std::floor((fewest + 1.0) * share_), fewest, share_);
  }

  void draw(Philox& random, Sizes& out) {
    while (!attempt(random)) {
    }
    out.clear();
    for (std::size_t at = 0; at < numbers_.size(); ++at)
      out.insert(out.end(), static_cast<std::size_t>(numbers_[at]),
                 static_cast<std::int64_t>(at) + 1);
  }

 private:
  double mass_at(std::int64_t size) const { return mass_[static_cast<std::size_t>(size - 1)]; }

  bool attempt(Philox& random) {
    numbers_.assign(mass_.size(), 0);
    std::int64_t groups = k_, objects = n_;
    double mass = 1.0;
    for (std::size_t at = 0; at < mass_.size(); ++at) {
      const std::int64_t size = static_cast<std::int64_t>(at) + 1;
      if (size == first_ || size == first_ + 1) continue;
      const std::int64_t found = binomial(random, groups, std::min(1.0, mass_[at] / mass));
      numbers_[at] = found;
      groups -= found;
      objects -= found * size;
      mass -= mass_[at];
      if (objects < groups) return false;
    }
    const std::int64_t larger = objects - first_ * groups;
    if (larger < 0 || larger > groups) return false;
    numbers_[static_cast<std::size_t>(first_ - 1)] = groups - larger;
    numbers_[static_cast<std::size_t>(first_)] = larger;
    const double height =
        log_binomial_pmf(static_cast<double>(larger), static_cast<double>(groups), share_);
    return std::log(random.uniform()) <= height - bound_;
  }

  std::int64_t n_, k_, first_ = 1;
  std::vector<double> mass_;  // probability of each size
  double share_ = 0.0, bound_ = 0.0;
  Sizes numbers_;
};

// The law of the number of urns, m^n / m!, about its mode.
class UrnNumber {
 public:
  explicit UrnNumber(std::int64_t n) : n_(static_cast<double>(n)) {
    double mode = 1.0, above = n_ + 1.0;
    while (above - mode > 1.0) {  // the ratio falls through 1 there
      const double middle = std::floor(0.5 * (mode + above));
      (log_ratio(middle) >= 0.0 ? mode : above) = middle;
    }
    std::vector<double> down, up;
    for (double m = mode, w = 1.0; m > 1.0 && w > 1e-20; --m)
      down.push_back(w *= std::exp(-log_ratio(m - 1.0)));
    for (double m = mode, w = 1.0; w > 1e-20; ++m) up.push_back(w *= std::exp(log_ratio(m)));
    first_ = static_cast<std::int64_t>(mode) - static_cast<std::int64_t>(down.size());
    cumulated_.assign(down.rbegin(), down.rend());
    cumulated_.push_back(1.0);
    cumulated_.insert(cumulated_.end(), up.begin(), up.end());
    std::partial_sum(cumulated_.begin(), cumulated_.end(), cumulated_.begin());
  }
  std::int64_t draw(Philox& random) const {
    const double u = random.uniform() * cumulated_.back();
    return first_ +
           (std::lower_bound(cumulated_.begin(), cumulated_.end() - 1, u) - cumulated_.begin());
  }

 private:
  // log of the probability of m+1 urns over that of m.
  double log_ratio(double m) const { return n_ * std::log1p(1.0 / m) - std::log(m + 1.0); }

  double n_;
  std::int64_t first_ = 1;
  std::vector<double> cumulated_;
};

// How the sizes of one side come about. Sizes that are given are used; else a uniform partition of
// n objects into `groups` blocks, or into any number when `groups` is 0.
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

  // Each worker takes a copy: drawing uses memory of its own.
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

// A third kind of stream, apart from those of bootstrap and permutation.
inline Philox partition_stream(std::uint64_t seed, std::uint64_t draw) {
  return {seed, (std::uint64_t{1} << 63) | draw};
}

// Runs work(draw, random, its own copy of the laws) for every draw.
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
  if (static_cast<double>(rows.size()) * static_cast<double>(width) >=
      static_cast<double>(objects)) {
    std::vector<std::int32_t> labels;
    labels.reserve(static_cast<std::size_t>(objects));
    for (std::size_t j = 0; j < width; ++j)
      labels.insert(labels.end(), static_cast<std::size_t>(cols[j]), static_cast<std::int32_t>(j));
    return shuffled_table(random, rows, std::move(labels));
  }
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
