// A hard side (classes, rows) and a soft side (clusters, columns). Certain objects are in the table
// `base`; uncertain objects form groups of equal class and equal options.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <stdexcept>
#include <string>

namespace partita::soft {

// The meaning of a row of options. Probabilities are divided by their sum, which must be 1 up to
// rounding; for `allowed` only the sign counts.
enum class Options { probabilities, possibilities, allowed };

struct Problem {
  std::size_t classes = 0;
  std::size_t clusters = 0;
  std::span<const std::int64_t> base;         // classes x clusters
  std::span<const std::int32_t> group_class;  // one per group
  std::span<const double> options;            // groups x clusters
  std::span<const std::int64_t> group_size;   // one per group

  std::size_t groups() const { return group_class.size(); }
  std::span<const double> row(std::size_t group) const {
    return options.subspan(group * clusters, clusters);
  }
};

// What a call may use.
struct Budget {
  std::uint64_t max_states = 50'000'000;
  double max_work = 4e11;  // multiply-adds; some minutes on two cores
  std::size_t threads = 0;
};

namespace detail {

inline std::string rounded_text(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", number);
  return text;
}

}  // namespace detail

[[noreturn]] inline void refuse_states(double states, const Budget& budget) {
  throw std::length_error("the margin programme needs about " + detail::rounded_text(states) +
                          " states, more than max_states = " + std::to_string(budget.max_states) +
                          "; raise the budget, allow a loss, or use bounds or sampling");
}

inline void check_states(double states, const Budget& budget) {
  if (states > static_cast<double>(budget.max_states)) refuse_states(states, budget);
}

inline void check_work(double work, const Budget& budget) {
  if (work > budget.max_work)
    throw std::length_error(
        "the margin programme needs about " + detail::rounded_text(work) +
        " steps, more than max_work = " + detail::rounded_text(budget.max_work) +
        "; raise the budget, allow a loss, or use bounds or sampling");
}

namespace detail {

inline void check_shapes(const Problem& p) {
  if (p.classes == 0 || p.clusters == 0)
    throw std::invalid_argument("base: at least one class and one cluster are needed");
  if (p.base.size() != p.classes * p.clusters)
    throw std::invalid_argument("base: one entry per class and cluster is needed");
  if (p.group_size.size() != p.groups())
    throw std::invalid_argument("group_size: as many entries as group_class are needed");
  if (p.options.size() != p.groups() * p.clusters)
    throw std::invalid_argument("group_options: one row per group, one column per cluster");
}

inline void check_options(const Problem& p, std::size_t group, Options kind) {
  double sum = 0.0;
  for (double w : p.row(group)) {
    if (!std::isfinite(w) || w < 0.0)
      throw std::invalid_argument("group_options: row " + std::to_string(group) +
                                  " has an entry that is negative or not finite");
    if (kind == Options::possibilities && w > 1.0)
      throw std::invalid_argument("group_options: row " + std::to_string(group) +
                                  " has a possibility above 1");
    sum += w;
  }
  if (!(sum > 0.0))
    throw std::invalid_argument("group_options: row " + std::to_string(group) +
                                " allows no cluster");
  const double slack = 1e-9 * static_cast<double>(p.clusters);
  if (kind == Options::probabilities && std::abs(sum - 1.0) > slack)
    throw std::invalid_argument("group_options: row " + std::to_string(group) + " sums to " +
                                std::to_string(sum) + ", not to 1");
}

}  // namespace detail

// Checks everything once and returns the number of objects, which is below 2^31 so that sums of
// squares fit 62 bits.
inline std::int64_t validate(const Problem& p, Options kind) {
  detail::check_shapes(p);
  constexpr std::int64_t limit = std::int64_t{1} << 31;
  std::int64_t objects = 0;
  const auto count = [&](std::int64_t more, const char* name) {
    if (more < 0) throw std::invalid_argument(std::string(name) + ": counts are at least 0");
    if (more >= limit || (objects += more) >= limit)
      throw std::invalid_argument(std::string(name) +
                                  ": the margin programme takes fewer than 2^31 objects");
  };
  for (std::int64_t cell : p.base) count(cell, "base");
  for (std::size_t g = 0; g < p.groups(); ++g) {
    if (p.group_class[g] < 0 || static_cast<std::size_t>(p.group_class[g]) >= p.classes)
      throw std::invalid_argument("group_class: entry " + std::to_string(g) + " names no class");
    count(p.group_size[g], "group_size");
    detail::check_options(p, g, kind);
  }
  return objects;
}

}  // namespace partita::soft
