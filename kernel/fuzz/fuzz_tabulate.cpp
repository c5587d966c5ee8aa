// Two arrays of any integer types, strides, ranges and threads: the cells agree with a dictionary,
// or a label outside its range is rejected.
#include <map>
#include <stdexcept>

#include "partita/counting/count_labels.hpp"
#include "source.hpp"

using namespace partita;

namespace {

using Keys = std::map<std::pair<i128, i128>, std::int64_t>;

struct Side {
  std::vector<std::byte> bytes;
  std::vector<i128> values;
  Column column;
};

template <class T>
void fill(Side& side, Source& source, std::size_t n, bool narrow, std::size_t gap) {
  const std::size_t stride = sizeof(T) * (1 + gap);
  side.bytes.resize(n * stride);
  for (std::size_t i = 0; i < n; ++i) {
    const T value = narrow ? static_cast<T>(source.take<std::uint8_t>()) : source.take<T>();
    std::memcpy(side.bytes.data() + i * stride, &value, sizeof(T));
    side.values.push_back(static_cast<i128>(value));
  }
  side.column = {side.bytes.data(), static_cast<std::ptrdiff_t>(stride), n, 8 * sizeof(T),
                 std::is_signed_v<T>};
}

Side side_of(Source& source, std::size_t n) {
  Side side;
  const std::size_t kind = source.below(8), gap = source.below(3);
  const bool narrow = source.below(2) == 0;
  switch (kind) {
    case 0:
      fill<std::int8_t>(side, source, n, narrow, gap);
      break;
    case 1:
      fill<std::uint8_t>(side, source, n, narrow, gap);
      break;
    case 2:
      fill<std::int16_t>(side, source, n, narrow, gap);
      break;
    case 3:
      fill<std::uint16_t>(side, source, n, narrow, gap);
      break;
    case 4:
      fill<std::int32_t>(side, source, n, narrow, gap);
      break;
    case 5:
      fill<std::uint32_t>(side, source, n, narrow, gap);
      break;
    case 6:
      fill<std::int64_t>(side, source, n, narrow, gap);
      break;
    default:
      fill<std::uint64_t>(side, source, n, narrow, gap);
  }
  return side;
}

i128 label(const IntegerLabels& labels, std::size_t group) {
  const std::uint64_t bits = labels.label(group);
  return labels.beyond_signed ? static_cast<i128>(bits)
                              : static_cast<i128>(static_cast<std::int64_t>(bits));
}

void counts_every_label(const Side& truth, const Side& prediction, std::size_t threads) {
  Keys expected;
  for (std::size_t i = 0; i < truth.values.size(); ++i)
    ++expected[{truth.values[i], prediction.values[i]}];
  const CountedIntegers found = count_integers(truth.column, prediction.column, threads);
  const Cells& cells = found.counted.cells;
  Keys counted;
  for (std::size_t i = 0; i < cells.counts.size(); ++i) {
    DEMAND(cells.counts[i] > 0);
    const std::size_t row = found.counted.rows.group(static_cast<std::size_t>(cells.rows[i]));
    const std::size_t col = found.counted.cols.group(static_cast<std::size_t>(cells.cols[i]));
    counted[{label(found.truth, row), label(found.prediction, col)}] += cells.counts[i];
  }
  DEMAND(counted == expected);
}

void refuses_what_is_outside(const Side& truth, const Side& prediction, Source& source,
                             std::size_t threads) {
  const auto grouping = [&](const Side& side, const char* name) {
    return Grouping{side.column, static_cast<i128>(source.take<std::int16_t>()),
                    static_cast<std::uint32_t>(source.below(70000)), name};
  };
  const Grouping rows = grouping(truth, "truth"), cols = grouping(prediction, "prediction");
  bool inside = true;
  for (const auto& [side, group] : {std::pair(&truth, &rows), std::pair(&prediction, &cols)})
    for (i128 value : side->values)
      inside = inside && value >= group->first && value < group->first + group->size;
  try {
    const Cells cells = tabulate(rows, cols, threads);
    DEMAND(inside);
    std::int64_t total = 0;
    for (std::int64_t count : cells.counts) total += count;
    DEMAND(total == static_cast<std::int64_t>(truth.values.size()));
  } catch (const std::invalid_argument&) {
    DEMAND(!inside);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Source source(data, size);
  const std::size_t n = 1 + source.below(600), threads = 1 + source.below(4);
  const Side truth = side_of(source, n), prediction = side_of(source, n);
  counts_every_label(truth, prediction, threads);
  refuses_what_is_outside(truth, prediction, source, threads);
  return 0;
}
