// The result of counting two labelings.
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

// One side of plain integers. If their range is narrow they are used as groups directly; else they
// are numbered by hashing.
struct IntegerLabels {
  Grouping side;
  Buffer<std::int32_t> codes;           // the memory of `side` if labels were numbered
  std::vector<std::uint64_t> distinct;  // the label of each number, in two's complement
  bool beyond_signed = false;           // a label exceeds 2^63 - 1

  std::uint64_t label(std::size_t group) const {
    return distinct.empty() ? static_cast<std::uint64_t>(side.first) + group : distinct[group];
  }
};

}  // namespace partita
