// Exact sums: the same double for any order, chunks and kind of accumulator.
#include <algorithm>
#include <cmath>

#include "partita/numbers/bulk_sum.hpp"
#include "source.hpp"

using namespace partita;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Source source(data, size);
  std::vector<double> terms;
  while (source.left() >= sizeof(double) && terms.size() < 3000) {
    const double x = source.take<double>();
    // Callers bound terms by 2^±1000, so a sum of a few terms stays inside the range of doubles.
    if (std::isfinite(x) && (x == 0.0 || (std::abs(x) < 0x1p980 && std::abs(x) > 0x1p-980)))
      terms.push_back(x);
  }
  ExactSum forwards, backwards, halves, rest;
  BulkSum bulk, other;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    forwards.add(terms[i]);
    backwards.add(terms[terms.size() - 1 - i]);
    (i % 2 == 0 ? halves : rest).add(terms[i]);
    (i % 3 == 0 ? bulk : other).add(terms[i]);
  }
  halves.merge(rest);
  bulk.merge(other);
  const double sum = forwards.rounded();
  DEMAND(backwards.rounded() == sum);
  DEMAND(halves.rounded() == sum);
  DEMAND(bulk.rounded() == sum);
  for (double term : terms) forwards.add(-term);
  DEMAND(forwards.rounded() == 0.0);
  return 0;
}
