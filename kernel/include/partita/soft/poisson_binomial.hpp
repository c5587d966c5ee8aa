// The distribution of the number of successes in independent trials of unequal probability.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "partita/numbers/exact_sum.hpp"
#include "partita/soft/binomial.hpp"
#include "partita/soft/block.hpp"
#include "partita/soft/semiring.hpp"

namespace partita::soft {

struct SuccessLaw {
  std::int64_t start = 0;  // number of successes of the first mass
  std::vector<double> mass{1.0};
};

struct CertifiedSuccessLaw {
  SuccessLaw law;
  double lost = 0.0;
};

struct Trials {
  std::span<const double> probability;
  std::span<const std::int64_t> size;  // number of repetitions of each
};

// Checks the trials and returns their number.
inline std::int64_t validate(const Trials& trials) {
  if (trials.probability.size() != trials.size.size())
    throw std::invalid_argument("size: as many entries as p are needed");
  std::int64_t total = 0;
  for (std::size_t i = 0; i < trials.size.size(); ++i) {
    const double p = trials.probability[i];
    if (!(p >= 0.0 && p <= 1.0))
      throw std::invalid_argument("p: entry " + std::to_string(i) + " is no probability");
    if (trials.size[i] < 0 || __builtin_add_overflow(total, trials.size[i], &total) ||
        total > (std::int64_t{1} << 52))
      throw std::invalid_argument("size: counts are at least 0 and add up to at most 2^52");
  }
  return total;
}

namespace detail {

inline SuccessLaw multiply(const SuccessLaw& x, const SuccessLaw& y) {
  const SuccessLaw& longer = x.mass.size() >= y.mass.size() ? x : y;
  const SuccessLaw& shorter = x.mass.size() >= y.mass.size() ? y : x;
  SuccessLaw law{x.start + y.start, {}};
  law.mass.assign(x.mass.size() + y.mass.size() - 1, 0.0);
  for (std::size_t i = 0; i < shorter.mass.size(); ++i) {
    accumulate<Mass>(law.mass.data() + i, shorter.mass[i], longer.mass.data(), longer.mass.size());
    poll(longer.mass.size());
  }
  return law;
}

// Drops at most `budget` from the two ends, smaller masses first.
inline void trim_ends(SuccessLaw& law, double budget, ExactSum& lost) {
  std::size_t first = 0, last = law.mass.size();
  double dropped = 0.0;
  while (last - first > 1) {
    const bool left = law.mass[first] <= law.mass[last - 1];
    const double next = left ? law.mass[first] : law.mass[last - 1];
    if (dropped + next > budget) break;
    dropped += next;
    if (next > 0.0) lost.add(next);
    left ? ++first : --last;
  }
  law.mass.erase(law.mass.begin() + static_cast<std::ptrdiff_t>(last), law.mass.end());
  law.mass.erase(law.mass.begin(), law.mass.begin() + static_cast<std::ptrdiff_t>(first));
  law.start += static_cast<std::int64_t>(first);
}

// Distributions of single entries; short runs are multiplied at once, because one more trial costs
// less than one more node in the tree.
inline std::vector<SuccessLaw> leaves(const Trials& trials, double share, ExactSum& lost) {
  constexpr std::size_t short_law = 64;
  std::vector<SuccessLaw> laws;
  SuccessLaw open;
  for (std::size_t i = 0; i < trials.size.size(); ++i) {
    const double p = trials.probability[i];
    const std::int64_t size = trials.size[i];
    SuccessLaw one;
    if (p == 0.0 || size == 0) continue;
    if (p == 1.0) {
      open.start += size;
      continue;
    }
    binomial_row(size, p, 1.0 - p, one.mass);
    trim_ends(one, share * static_cast<double>(size), lost);
    if (one.mass.size() >= short_law) {
      laws.push_back(std::move(one));
      continue;
    }
    open = multiply(open, one);
    if (open.mass.size() >= short_law) {
      laws.push_back(std::move(open));
      open = {};
    }
  }
  laws.push_back(std::move(open));
  return laws;
}

}  // namespace detail

// Balanced products; after each, the ends are trimmed by an equal share of the loss.
inline CertifiedSuccessLaw poisson_binomial(const Trials& trials, double loss) {
  const std::int64_t total = validate(trials);
  if (!(loss >= 0.0 && loss <= 0.1))
    throw std::invalid_argument("loss: a probability from 0 to 0.1 is needed");
  if (total > (std::int64_t{1} << 31))
    throw std::length_error("poisson_binomial takes at most 2^31 trials; there are " +
                            std::to_string(total));
  ExactSum lost;
  const double share = 0.5 * loss / static_cast<double>(std::max<std::int64_t>(1, total));
  std::vector<SuccessLaw> laws = detail::leaves(trials, share, lost);
  const double step = 0.5 * loss / static_cast<double>(laws.size());
  while (laws.size() > 1) {
    std::stable_sort(laws.begin(), laws.end(), [](const SuccessLaw& x, const SuccessLaw& y) {
      return x.mass.size() < y.mass.size();
    });
    std::vector<SuccessLaw> next;
    for (std::size_t i = 0; i + 1 < laws.size(); i += 2) {
      next.push_back(detail::multiply(laws[i], laws[i + 1]));
      detail::trim_ends(next.back(), step, lost);
    }
    if (laws.size() % 2 != 0) next.push_back(std::move(laws.back()));
    laws = std::move(next);
  }
  return {std::move(laws[0]), lost.rounded()};
}

}  // namespace partita::soft
