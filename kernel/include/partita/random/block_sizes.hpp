// Methods to draw the block sizes of uniform random partitions; partitions.hpp has the
// distribution.
#pragma once

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "partita/numbers/deviance.hpp"
#include "partita/random/variates.hpp"

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

// The binomial probability after Loader (2000), without subtracting large logarithms.
inline double log_binomial_pmf(double k, double n, double p) {
  if (k < 0.0 || k > n) return -HUGE_VAL;
  if (k == 0.0) return n * std::log1p(-p);
  if (k == n) return n * std::log(p);
  const double rest = n - k, mean = n * p, other = n * (1.0 - p), excess = k - mean;
  return stirling_rest(n) - stirling_rest(k) - stirling_rest(rest) - deviance(k, mean, excess) -
         deviance(rest, other, -excess) +
         0.5 * std::log(n / (2.0 * 3.14159265358979323846 * k * rest));
}

// Throws n balls into equally likely urns. If `occupied` is set, it stops at an empty urn and
// returns false.
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

// The rate of a zero-truncated Poisson number with this mean: rate / (1 - exp(-rate)) = mean.
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

// Sizes of a uniform partition into k blocks if urns would often stay empty. It draws the number of
// blocks of each size, except for two adjacent sizes whose numbers follow from k and n. A draw is
// accepted with the probability of these two numbers, relative to a bound.
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

// The distribution of the number of urns, m^n / m!, around its mode.
class UrnNumber {
 public:
  explicit UrnNumber(std::int64_t n) : n_(static_cast<double>(n)) {
    double mode = 1.0, above = n_ + 1.0;
    while (above - mode > 1.0) {  // the ratio crosses 1 there
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
  // log of the ratio of the probabilities of m+1 and m urns.
  double log_ratio(double m) const { return n_ * std::log1p(1.0 / m) - std::log(m + 1.0); }

  double n_;
  std::int64_t first_ = 1;
  std::vector<double> cumulated_;
};

}  // namespace partita
