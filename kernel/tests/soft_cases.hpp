// Small random problems for the margin program, and all their hard clusterings.
#pragma once

#include <map>
#include <random>
#include <vector>

#include "check.hpp"
#include "partita/soft/problem.hpp"

namespace cases {

using partita::soft::Problem;

struct Case {
  std::size_t classes = 0, clusters = 0;
  std::vector<std::int64_t> base, size;
  std::vector<std::int32_t> group_class;
  std::vector<double> options;

  Problem problem() const { return {classes, clusters, base, group_class, options, size}; }
};

inline Case random_case(unsigned seed, bool probabilities) {
  std::mt19937 random(seed);
  const auto below = [&](unsigned n) { return static_cast<std::size_t>(random() % n); };
  Case c;
  c.classes = 1 + below(3);
  c.clusters = 1 + below(3);
  for (std::size_t i = 0; i < c.classes * c.clusters; ++i)
    c.base.push_back(static_cast<std::int64_t>(below(2) * below(4)));
  for (std::size_t left = below(8); left > 0;) {
    const std::size_t size = std::min(left, 1 + below(3));
    left -= size;
    c.size.push_back(static_cast<std::int64_t>(size));
    c.group_class.push_back(static_cast<std::int32_t>(below(static_cast<unsigned>(c.classes))));
    std::vector<double> row(c.clusters, 0.0);
    for (double& w : row) w = 0.25 * static_cast<double>(below(5));
    row[below(static_cast<unsigned>(c.clusters))] = 1.0;
    double sum = 0.0;
    for (double w : row) sum += w;
    for (double w : row) c.options.push_back(probabilities ? w / sum : w);
  }
  return c;
}

// Every object has its own row; classes alternate.
inline Case fuzzy_case(unsigned seed, std::size_t classes, std::size_t clusters,
                       std::size_t objects) {
  std::mt19937 random(seed);
  std::exponential_distribution<double> draw;
  Case c;
  c.classes = classes;
  c.clusters = clusters;
  c.base.assign(classes * clusters, 1);
  for (std::size_t x = 0; x < objects; ++x) {
    c.size.push_back(1);
    c.group_class.push_back(static_cast<std::int32_t>(x % classes));
    std::vector<double> row(clusters);
    double sum = 0.0;
    for (double& w : row) sum += w = draw(random);
    for (double w : row) c.options.push_back(w / sum);
  }
  return c;
}

// Calls visit(table, weights of the choices) for every hard clustering.
template <class Visit>
void each_clustering(const Case& c, const Visit& visit) {
  std::vector<std::size_t> group;
  for (std::size_t g = 0; g < c.size.size(); ++g)
    group.insert(group.end(), static_cast<std::size_t>(c.size[g]), g);
  std::vector<double> weights;
  std::vector<std::int64_t> table = c.base;
  const auto place = [&](const auto& self, std::size_t x) -> void {
    if (x == group.size()) return visit(table, weights);
    const std::size_t g = group[x];
    for (std::size_t j = 0; j < c.clusters; ++j) {
      const double w = c.options[g * c.clusters + j];
      if (!(w > 0.0)) continue;
      const std::size_t cell = static_cast<std::size_t>(c.group_class[g]) * c.clusters + j;
      ++table[cell];
      weights.push_back(w);
      self(self, x + 1);
      weights.pop_back();
      --table[cell];
    }
  };
  place(place, 0);
}

inline std::vector<std::int64_t> columns(const Case& c, const std::vector<std::int64_t>& table) {
  std::vector<std::int64_t> sums(c.clusters, 0);
  for (std::size_t i = 0; i < table.size(); ++i) sums[i % c.clusters] += table[i];
  return sums;
}

inline std::int64_t square_sum(const std::vector<std::int64_t>& counts) {
  std::int64_t sum = 0;
  for (std::int64_t t : counts) sum += t * t;
  return sum;
}

}  // namespace cases
