// The deviance f of a hypergeometric cell in the polynomials p_k that are orthonormal under its
// distribution: E[f p_k] for k = 1, 2, ..., with positive leading coefficients.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "partita/chance/hypergeometric_means.hpp"

namespace partita {

inline constexpr std::size_t variance_orders = 64;
using Orders = std::array<double, variance_orders>;

// One value k of a cell: k - mu in standard deviations, its probability, its deviance.
struct CellLaw {
  std::vector<double> at, weight, value;

  void add(double place, double mass, double deviance_there) {
    at.push_back(place);
    weight.push_back(mass);
    value.push_back(deviance_there);
  }
};

inline CellLaw cell_law(const Hypergeometric& h) {
  constexpr double negligible = 1e-40;  // times any later polynomial
  const double deviation = std::sqrt(h.variance), mu = h.expected[0];
  CellLaw law;
  if (h.variance < sampled_from_variance) {
    const Centre centre(h);
    law.add(h.offset / deviation, 1.0, deviance(centre.both, mu, h.offset));
    for (double direction : {1.0, -1.0}) {
      double weight = 1.0;
      for (double t = 0.0;; t += 1.0) {
        weight *= direction > 0 ? centre.ratio_up(t) : centre.ratio_down(t);
        if (weight <= negligible) break;
        const Outcome x = centre.moved(h, direction * (t + 1.0));
        law.add(x.excess / deviation, weight, deviance(x.k, mu, x.excess));
      }
    }
  } else {
    const double spacing = std::exp2(std::floor(std::log2(deviation)) - 2.0);
    for (double direction : {1.0, -1.0}) {
      for (double t = direction > 0 ? 0.0 : 1.0;; t += 1.0) {
        const double moved = h.offset + direction * t * spacing, weight = density(h, moved);
        if (weight <= negligible) break;
        law.add(moved / deviation, weight, deviance(mu + moved, mu, moved));
      }
    }
  }
  double total = 0.0;
  for (double weight : law.weight) total += weight;
  for (double& weight : law.weight) weight /= total;
  return law;
}

// c_1, c_2, ... of a cell; the recurrence of its polynomials is found on the way (Stieltjes). Stops
// when the rest of f has almost no variance. `orders` is the largest possible k.
inline Orders deviance_coefficients(const Hypergeometric& h, std::size_t orders) {
  Orders out{};
  if (orders == 0) return out;
  CellLaw law = cell_law(h);
  const std::size_t size = law.at.size();
  std::vector<double> before(size, 0.0), now(size, 1.0), next(size);
  const auto mean = [&](const auto& term) {
    double sum = 0.0;
    for (std::size_t x = 0; x < size; ++x) sum += law.weight[x] * term(x);
    return sum;
  };
  const auto project = [&] {
    const double part = mean([&](std::size_t x) { return law.value[x] * now[x]; });
    for (std::size_t x = 0; x < size; ++x) law.value[x] -= part * now[x];
    return part;
  };
  const auto left = [&] {
    return mean([&](std::size_t x) { return law.value[x] * law.value[x]; });
  };
  project();
  const double variance = left();
  double norm = 0.0;
  for (std::size_t k = 0; k < std::min({orders, variance_orders, size - 1}); ++k) {
    const double centre = mean([&](std::size_t x) { return law.at[x] * now[x] * now[x]; });
    for (std::size_t x = 0; x < size; ++x)
      next[x] = (law.at[x] - centre) * now[x] - norm * before[x];
    norm = std::sqrt(mean([&](std::size_t x) { return next[x] * next[x]; }));
    if (!(norm > 1e-9)) break;
    for (double& value : next) value /= norm;
    std::swap(before, now);
    std::swap(now, next);
    out[k] = project();
    if (left() <= 1e-15 * variance) break;
  }
  return out;
}

}  // namespace partita
