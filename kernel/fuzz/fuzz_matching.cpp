// Small sparse tables: the matching found weighs as much as the best of all matchings.
#include "partita/table/assignment.hpp"
#include "source.hpp"

using namespace partita;

namespace {

std::uint64_t best(const std::vector<std::vector<std::uint64_t>>& weights, std::size_t row,
                   unsigned taken) {
  if (row == weights.size()) return 0;
  std::uint64_t found = best(weights, row + 1, taken);
  for (std::size_t col = 0; col < weights[row].size(); ++col)
    if ((taken >> col & 1U) == 0)
      found = std::max(found, weights[row][col] + best(weights, row + 1, taken | 1U << col));
  return found;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Source source(data, size);
  const std::size_t rows = 1 + source.below(6), cols = 1 + source.below(6);
  const unsigned shift = static_cast<unsigned>(source.below(8) * 7);
  std::vector<std::vector<std::uint64_t>> dense(rows, std::vector<std::uint64_t>(cols, 0));
  std::vector<std::size_t> start{0};
  std::vector<std::int32_t> places;
  std::vector<std::uint64_t> weights;
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < cols; ++j) {
      const std::uint64_t weight = source.take<std::uint8_t>();
      if (weight % 3 == 0) continue;  // an empty cell
      dense[i][j] = weight << shift;
      places.push_back(static_cast<std::int32_t>(j));
      weights.push_back(dense[i][j]);
    }
    start.push_back(places.size());
  }
  const std::vector<std::int32_t> partner =
      Matcher<std::uint64_t>(start, places, weights, cols).solve();
  DEMAND(partner.size() == rows);
  std::uint64_t total = 0;
  unsigned taken = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    if (partner[i] == unmatched) continue;
    const auto col = static_cast<std::size_t>(partner[i]);
    DEMAND(col < cols && (taken >> col & 1U) == 0);
    taken |= 1U << col;
    total += dense[i][col];
  }
  DEMAND(total == best(dense, 0, 0));
  return 0;
}
