// Adds two tables of counts cell by cell. Both are sorted, and stay sorted if their groups have
// ascending places in the sum, so one pass is enough.
#pragma once

#include <algorithm>
#include <functional>
#include <span>

#include "partita/counting/cells.hpp"
#include "partita/table/table.hpp"

namespace partita {

// A table, and the place of each of its rows and columns in the sum.
struct Placed {
  Table<std::int64_t> table;
  std::span<const std::int64_t> rows, cols;

  bool keeps_order() const { return ascends(rows) && ascends(cols); }
  std::uint64_t place(std::size_t cell) const {
    return (static_cast<std::uint64_t>(rows[table.row(cell)]) << 32) |
           static_cast<std::uint64_t>(cols[table.col(cell)]);
  }

 private:
  static bool ascends(std::span<const std::int64_t> places) {
    return std::adjacent_find(places.begin(), places.end(), std::greater_equal<>()) == places.end();
  }
};

// Requires that both keep their order and places are below 2^31.
inline Cells add_cells(const Placed& left, const Placed& right) {
  constexpr std::uint64_t end = ~std::uint64_t{0};
  const auto place = [](const Placed& side, std::size_t cell) {
    return cell < side.table.size() ? side.place(cell) : end;
  };
  Cells out;
  out.resize(left.table.size() + right.table.size());
  std::size_t i = 0, j = 0, size = 0;
  std::uint64_t first = place(left, 0), second = place(right, 0);
  for (; first != end || second != end; ++size) {
    const std::uint64_t next = std::min(first, second);
    std::int64_t count = 0;
    if (first == next) {
      count = left.table.counts[i];
      first = place(left, ++i);
    }
    if (second == next) {
      count = checked_add(count, right.table.counts[j]);
      second = place(right, ++j);
    }
    out.rows[size] = static_cast<std::int32_t>(next >> 32);
    out.cols[size] = static_cast<std::int32_t>(next & 0xffffffff);
    out.counts[size] = count;
  }
  out.resize(size);
  return out;
}

}  // namespace partita
