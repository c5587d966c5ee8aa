// What counting two labelings returns.
#pragma once

#include <cstdint>
#include <vector>

#include "partita/base/buffer.hpp"
#include "partita/counting/cells.hpp"
#include "partita/counting/grouping.hpp"
#include "partita/counting/occupied.hpp"

namespace partita {

struct Counted {
  Cells cells;  // rows and columns numbered without gaps
  Occupied rows, cols;
};

// One side of plain integers. Where their range is narrow they are groups as they lie; else they
// are numbered by hashing.
struct IntegerLabels {
  Grouping side;
  Buffer<std::int32_t> codes;           // behind `side` where labels were numbered
  std::vector<std::uint64_t> distinct;  // the labels of those numbers, two's complement
  bool beyond_signed = false;           // a label exceeds 2^63 - 1

  std::uint64_t label(std::size_t group) const {
    return distinct.empty() ? static_cast<std::uint64_t>(side.first) + group : distinct[group];
  }
};

}  // namespace partita
