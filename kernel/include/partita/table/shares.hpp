// The overlap of two groups as a share, by several definitions: as an exact ratio part / whole for
// counts, as double-doubles for weights. Ratios are compared exactly.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "partita/table/share.hpp"
#include "partita/table/table.hpp"

namespace partita {

// The share of a cell n in a group of size `own` and a group of the other side of size `other`.
enum class Overlap {
  dice,     // 2n / (own + other), the harmonic mean of n / own and n / other
  jaccard,  // n / (own + other - n)
  product,  // n² / (own other)
  larger,   // n / max(own, other)
  own,      // n / own
};

inline Overlap overlap_from(std::string_view name) {
  using enum Overlap;
  if (name == "dice") return dice;
  if (name == "jaccard") return jaccard;
  if (name == "product") return product;
  if (name == "larger") return larger;
  if (name == "own") return own;
  throw std::invalid_argument("overlap: none is called '" + std::string(name) + "'");
}

using CountShare = ExactShare<u128>;
template <class Count>
using share_t = std::conditional_t<std::is_integral_v<Count>, CountShare, WeightShare>;

// n² / (own other). Products of two sizes do not fit 128 bits, so for counts this is n² / other,
// which orders the counterparts of one group equally. For weights it is the product of the two
// ratios: cubes of weights leave the range of doubles; ratios do so only if another share is
// larger.
inline CountShare product_of(u128 n, u128, u128 other) { return {n * n, other}; }
inline WeightShare product_of(const DoubleDouble& n, const DoubleDouble& own,
                              const DoubleDouble& other) {
  return {(n / own) * (n / other), {1.0}};
}
inline DoubleDouble product_value(const CountShare& best, const DoubleDouble& own) {
  return to_double_double(best.part) / to_double_double(best.whole) / own;
}
inline DoubleDouble product_value(const WeightShare& best, const DoubleDouble&) {
  return best.part;
}

template <class Share>
Share share_of(Overlap kind, const typename Share::Number& n, const typename Share::Number& own,
               const typename Share::Number& other) {
  switch (kind) {
    case Overlap::dice:
      return {n + n, own + other};
    case Overlap::jaccard:
      return {n, own + other + -n};
    case Overlap::product:
      return product_of(n, own, other);
    case Overlap::larger:
      return {n, own < other ? other : own};
    case Overlap::own:
      return {n, own};
  }
  return {n, own};
}

// Sums of the share with the best counterpart over the groups of each side, plain and by size.
struct BestShares {
  ExactSum classes, clusters, classes_by_size, clusters_by_size;
};

template <class Count>
class CounterpartReader {
  using Share = share_t<Count>;
  using Number = typename Share::Number;

 public:
  CounterpartReader(const Table<Count>& table, const Margins<Count>& margins, Overlap kind)
      : table_(table), margins_(margins), kind_(kind) {}

  BestShares read() const {
    BestShares out;
    add(lines_of(table_.rows, table_.n_rows), margins_.rows, table_.cols, margins_.cols,
        out.classes, out.classes_by_size);
    add(lines_of(table_.cols, table_.n_cols), margins_.cols, table_.rows, margins_.rows,
        out.clusters, out.clusters_by_size);
    return out;
  }

 private:
  template <class Sizes>
  void add(const Lines& lines, const Sizes& own, std::span<const std::int32_t> counterpart,
           const Sizes& other, ExactSum& sum, ExactSum& by_size) const {
    for (std::size_t line = 0; line < lines.size(); ++line) {
      const Number size = Share::number(own[line]);
      Share best{Number{}, Number{1}};
      for (std::size_t cell : lines[line]) {
        const auto place = static_cast<std::size_t>(counterpart[cell]);
        best = std::max(best, share_of<Share>(kind_, Share::number(table_.counts[cell]), size,
                                              Share::number(other[place])));
      }
      const DoubleDouble whole = Share::real(size);
      const DoubleDouble value = kind_ == Overlap::product
                                     ? product_value(best, whole)
                                     : Share::real(best.part) / Share::real(best.whole);
      sum.add(value);
      by_size.add(value * whole);
    }
  }

  const Table<Count>& table_;
  const Margins<Count>& margins_;
  Overlap kind_;
};

template <class Count>
BestShares best_shares(const Table<Count>& table, const Margins<Count>& margins, Overlap kind) {
  return CounterpartReader<Count>(table, margins, kind).read();
}

// Σ n_ij²/(a_i b_j), Σ n_ij²/a_i² and Σ n_ij²/b_j².
struct SquareShares {
  ExactSum both, classes, clusters;
};

template <class Count>
SquareShares square_shares(const Table<Count>& table, const Margins<Count>& margins) {
  using Share = share_t<Count>;
  SquareShares out;
  for (std::size_t cell = 0; cell < table.size(); ++cell) {
    const DoubleDouble n = to_double_double(table.counts[cell]), square = n * n;
    const DoubleDouble a = Share::real(Share::number(margins.rows[table.row(cell)]));
    const DoubleDouble b = Share::real(Share::number(margins.cols[table.col(cell)]));
    out.both.add(square / (a * b));
    out.classes.add(square / (a * a));
    out.clusters.add(square / (b * b));
  }
  return out;
}

}  // namespace partita
