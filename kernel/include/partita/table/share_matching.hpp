// The one-to-one matching of classes and clusters with the largest sum of shares. Shares are
// truncated to 2^-118, so the matching found may be 2^-118 per pair below the best; its sum is
// formed from the shares themselves.
#pragma once

#include "partita/table/assignment.hpp"
#include "partita/table/ratio_sums.hpp"
#include "partita/table/shares.hpp"

namespace partita {

inline constexpr int kShareBits = 118;

// ⌊2^118 part / whole⌋ for part <= whole < 2^127, by long division bit by bit.
inline u128 word_of(const CountShare& share) {
  u128 quotient = 0, rest = share.part;
  if (rest == share.whole) return u128{1} << kShareBits;
  for (int bit = 0; bit < kShareBits; ++bit) {
    rest <<= 1;
    const bool fits = rest >= share.whole;
    if (fits) rest -= share.whole;
    quotient = (quotient << 1) | (fits ? 1 : 0);
  }
  return quotient;
}

inline u128 word_of(const WeightShare& share) {
  const DoubleDouble ratio = share.part / share.whole;
  const auto high = static_cast<i128>(std::ldexp(ratio.high, kShareBits));
  const auto low = static_cast<i128>(std::ldexp(ratio.low, kShareBits));
  return static_cast<u128>(std::clamp<i128>(high + low, 0, i128{1} << kShareBits));
}

inline void add_share(FixedSum& sum, const CountShare& share) {
  sum.add_ratio(share.part, share.whole);
}
inline void add_share(ExactSum& sum, const WeightShare& share) {
  sum.add(share.part / share.whole);
}
template <class Count>
ratio_sum_t<Count> share_matching(const Table<Count>& table, const Margins<Count>& margins,
                                  Overlap kind) {
  if (kind == Overlap::product)  // n² / other, which is not a share
    throw std::invalid_argument("overlap: 'product' cannot be matched; use another share");
  using Share = share_t<Count>;
  std::vector<std::size_t> start(table.n_rows + 1);
  std::vector<u128> words(table.size());
  const auto share = [&](std::size_t cell) {
    return share_of<Share>(kind, Share::number(table.counts[cell]),
                           Share::number(margins.rows[table.row(cell)]),
                           Share::number(margins.cols[table.col(cell)]));
  };
  for (std::size_t cell = 0; cell < table.size(); ++cell) {
    ++start[table.row(cell) + 1];
    words[cell] = word_of(share(cell));
  }
  for (std::size_t row = 0; row < table.n_rows; ++row) start[row + 1] += start[row];
  const auto partner = Matcher<u128>(start, table.cols, words, table.n_cols).solve();
  ratio_sum_t<Count> sum;
  for (std::size_t cell = 0; cell < table.size(); ++cell)
    if (partner[table.row(cell)] == table.cols[cell]) add_share(sum, share(cell));
  return sum;
}

// Σ_k min(a_(k), b_(k)) with the sizes of both sides in descending order.
template <class Count>
plain_sum_t<Count> shared_sizes(const Table<Count>& table, const Margins<Count>& margins) {
  const auto sorted = [](const auto& sizes, std::size_t number) {
    std::vector<margin_t<Count>> out(number);
    for (std::size_t k = 0; k < number; ++k) out[k] = sizes[k];
    std::sort(out.begin(), out.end(), [](const auto& x, const auto& y) { return less(y, x); });
    return out;
  };
  const auto a = sorted(margins.rows, table.n_rows), b = sorted(margins.cols, table.n_cols);
  plain_sum_t<Count> sum{};
  for (std::size_t k = 0; k < a.size() && k < b.size(); ++k) {
    const margin_t<Count>& smaller = less(a[k], b[k]) ? a[k] : b[k];
    if constexpr (std::is_integral_v<Count>)
      sum += smaller;
    else
      sum.add(smaller);
  }
  return sum;
}

}  // namespace partita
