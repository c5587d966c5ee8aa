// Code lengths of Dom's measures: log C(h + c - 1, c - 1) counts the ways to fill a group of h
// objects from c classes. With m = c - 1 it is the sum over t = 1 .. min(h, m) of
// log(1 + max(h, m)/t), all terms positive.
#pragma once

#include "partita/expected.hpp"

namespace partita {

struct CodeLengths {
  double model;  // over clusters
  double ideal;  // over classes
};

inline DoubleDouble times(const DoubleDouble& x, std::size_t factor) {
  return x * to_double_double(u128{factor});
}

// The code lengths of groups, their sizes ascending. Sizes up to m share one running sum, since
// only its last index depends on the size; each larger size takes m terms of its own. Either way
// the terms of all groups add up to at most n.
class GroupCodes {
 public:
  explicit GroupCodes(u128 classes) : m_(classes - 1), width_(to_double(m_)) {}

  DoubleDouble length(u128 size) {
    if (size <= m_) {
      while (t_ < size) running_ = running_ + DoubleDouble{std::log1p(width_ / to_double(++t_))};
      return running_;
    }
    DoubleDouble own;
    const double h = to_double(size);
    for (u128 k = 1; k <= m_; ++k) own = own + DoubleDouble{std::log1p(h / to_double(k))};
    return own;
  }

 private:
  u128 m_;
  double width_;
  DoubleDouble running_;
  u128 t_ = 0;
};

inline CodeLengths coding(const Table<std::int64_t>& table, const Sweep<std::int64_t>& sweep) {
  if (table.size() == 0) return {0.0, 0.0};
  const std::vector<Size> clusters = distinct_sizes(sweep.margins.cols);
  const std::vector<Size> classes = distinct_sizes(sweep.margins.rows);
  GroupCodes codes(table.n_rows);
  ExactSum model, ideal;
  // Both sides at once: many sizes are met on both.
  for (auto one = clusters.begin(), other = classes.begin();
       one != clusters.end() || other != classes.end();) {
    const bool first =
        one != clusters.end() && (other == classes.end() || one->size <= other->size);
    const u128 size = first ? one->size : other->size;
    const DoubleDouble length = codes.length(size);
    if (first) model.add(times(length, one++->groups));
    if (other != classes.end() && other->size == size) ideal.add(times(length, other++->groups));
  }
  return {model.rounded(), ideal.rounded()};
}

inline CodeLengths coding(const Table<std::int64_t>& table) {
  return coding(table, Sweep<std::int64_t>(table));
}

}  // namespace partita
