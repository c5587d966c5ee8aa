// Code lengths of Dom's measures: C(h + c - 1, c - 1) is the number of ways to fill a group of h
// objects from c classes. With m = c - 1 its logarithm is at least min(h, m) log 2, and every
// factor of its products adds a relative error of at most 2^-62: the error is below 2^-59 of the
// value.
#pragma once

#include "partita/base/parallel.hpp"
#include "partita/numbers/product_log.hpp"
#include "partita/table/sweep.hpp"

namespace partita {

struct CodeLengths {
  double model;  // over clusters
  double ideal;  // over classes
};

// The code lengths of groups with ascending sizes, in units of 2^-120. The binomial is (h + 1) ...
// (h + m) / m!, or (m + 1) ... (m + h) / h! if h is smaller. Sizes up to m share running products,
// since only the last factor depends on the size; each larger size takes m factors. In total the
// groups of each side take at most n factors.
class GroupCodes {
 public:
  explicit GroupCodes(u128 classes) : m_(classes - 1) {}

  U256 length(u128 size) {
    while (t_ < std::min(size, m_)) {
      above_.multiply(m_ + ++t_);
      below_.multiply(t_);
      poll(2);
    }
    return (size <= m_ ? above_ : rising(size)).log() - below_.log();
  }

 private:
  LogOfProduct rising(u128 size) const {
    LogOfProduct product;
    each_index(static_cast<std::size_t>(m_),
               [&](std::size_t k) { product.multiply(size + k + 1); });
    return product;
  }

  u128 m_, t_ = 0;
  LogOfProduct above_, below_;
};

inline CodeLengths coding(const Table<std::int64_t>& table, const Sweep<std::int64_t>& sweep) {
  if (table.size() == 0) return {0.0, 0.0};
  const std::vector<Size> clusters = distinct_sizes(sweep.margins.cols);
  const std::vector<Size> classes = distinct_sizes(sweep.margins.rows);
  GroupCodes codes(table.n_rows);
  U256 model, ideal;
  // Both sides at once, because many sizes occur on both.
  for (auto one = clusters.begin(), other = classes.begin();
       one != clusters.end() || other != classes.end();) {
    const bool first =
        one != clusters.end() && (other == classes.end() || one->size <= other->size);
    const u128 size = first ? one->size : other->size;
    const U256 length = codes.length(size);
    if (first) model += times(length, one++->groups);
    if (other != classes.end() && other->size == size) ideal += times(length, other++->groups);
  }
  const auto nats = [](const U256& length) { return std::ldexp(to_double(length), -log_places); };
  return {nats(model), nats(ideal)};
}

inline CodeLengths coding(const Table<std::int64_t>& table) {
  return coding(table, Sweep<std::int64_t>(table));
}

}  // namespace partita
