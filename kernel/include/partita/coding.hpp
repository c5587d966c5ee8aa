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

// Sizes up to m share one running sum, since only its last index depends on the size; each larger
// size takes m terms of its own. Either way the terms add up to at most n.
inline double code_length(const SizeList& sizes, u128 classes) {
  const u128 m = classes - 1;
  const double width = to_double(m);
  ExactSum total;
  DoubleDouble running;
  u128 t = 0;
  for (const Size& size : distinct_sizes(sizes)) {
    if (size.size <= m) {
      while (t < size.size) running = running + DoubleDouble{std::log1p(width / to_double(++t))};
      total.add(times(running, size.groups));
    } else {
      DoubleDouble own;
      const double h = to_double(size.size);
      for (u128 k = 1; k <= m; ++k) own = own + DoubleDouble{std::log1p(h / to_double(k))};
      total.add(times(own, size.groups));
    }
  }
  return total.rounded();
}

inline CodeLengths coding(const Table<std::int64_t>& table, const Sweep<std::int64_t>& sweep) {
  if (table.size() == 0) return {0.0, 0.0};
  const Margins<std::int64_t>& margins = sweep.margins;
  const u128 classes = table.n_rows;
  return {code_length(margins.cols, classes), code_length(margins.rows, classes)};
}

inline CodeLengths coding(const Table<std::int64_t>& table) {
  return coding(table, Sweep<std::int64_t>(table));
}

}  // namespace partita
