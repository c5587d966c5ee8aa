// Counts two labelings into a table without empty groups, with the names of its groups.
#pragma once

#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "partita/counting/counted.hpp"
#include "partita/counting/tabulate.hpp"
#include "partita/labels/encode_integers.hpp"

namespace partita {

inline Counted numbered(Cells&& cells, std::size_t rows, std::size_t cols, std::size_t threads) {
  Counted counted{std::move(cells), {}, {}};
  counted.rows = number_rows(counted.cells.rows, rows, threads);
  counted.cols = number_cols(counted.cells.cols, cols, threads);
  return counted;
}

// --- integers as labels --------------------------------------------------------------------------

inline constexpr std::size_t direct_range = 65536;

// The widest range of integers that are used as groups without numbering.
inline i128 direct_width(const Column& values) {
  return std::min<i128>(static_cast<i128>(std::max(direct_range, values.size)),
                        std::numeric_limits<std::int32_t>::max());
}

inline constexpr std::size_t sampled_blocks = 16, sampled_size = 2048;

template <class T>
IntegerRange range_in_blocks(const Column& values) {
  IntegerRange all = typed_range<T>(values, {0, sampled_size});
  for (std::size_t block = 1; block < sampled_blocks; ++block) {
    // The last block has the last objects, because labels are often sorted.
    const std::size_t begin = (values.size - sampled_size) / (sampled_blocks - 1) * block;
    const std::size_t end = block + 1 < sampled_blocks ? begin + sampled_size : values.size;
    const IntegerRange part = typed_range<T>(values, {begin, end});
    all = {std::min(all.least, part.least), std::max(all.greatest, part.greatest)};
  }
  return all;
}

// If there are many labels of similar frequency, those outside a sampled range are close to it: at
// sixteen times the mean distance in the sample, hardly any is farther. A range is not widened if
// it would become too wide to use without numbering, nor beyond 2^63 - 1 unless a label is: else
// labels would be listed as unsigned.
template <class T>
IntegerRange widened(const IntegerRange& range, i128 widest) {
  constexpr auto samples = static_cast<i128>(sampled_blocks * sampled_size);
  const i128 width = range.greatest - range.least + 1;
  const i128 more = 16 * width / samples;
  if (width <= samples / 2 || width + 2 * more > widest) return range;
  const i128 most =
      range.greatest > std::numeric_limits<std::int64_t>::max()
          ? i128{std::numeric_limits<T>::max()}
          : std::min<i128>(std::numeric_limits<T>::max(), std::numeric_limits<std::int64_t>::max());
  return {std::max<i128>(range.least - more, std::numeric_limits<T>::min()),
          std::min(range.greatest + more, most)};
}

// The range of a few blocks spread over the column, or of all of it if that is not much more.
inline IntegerRange sampled_range(const Column& values) {
  if (values.size <= 2 * sampled_blocks * sampled_size) return integer_range(values, 1);
  return with_type(values, [&]<class T>(T) {
    return widened<T>(range_in_blocks<T>(values), direct_width(values));
  });
}

inline IntegerLabels integer_labels(const Column& values, const IntegerRange& range,
                                    const char* name, std::size_t threads) {
  IntegerLabels labels;
  const i128 width = range.greatest - range.least + 1;
  labels.beyond_signed = range.greatest > std::numeric_limits<std::int64_t>::max();
  if (width <= direct_width(values)) {
    labels.side = {values, range.least, static_cast<std::uint32_t>(width), name};
    return labels;
  }
  with_type(values, [&]<class T>(T) {
    Encoded<T> encoded = encode_integers<T>(values, threads);
    labels.codes = std::move(encoded.codes);
    labels.distinct = vector_of<std::uint64_t>(encoded.distinct.size(), [&](std::size_t k) {
      return static_cast<std::uint64_t>(encoded.distinct[k]);
    });
    labels.beyond_signed =
        std::cmp_greater(encoded.distinct.back(), std::numeric_limits<std::int64_t>::max());
  });
  labels.side = {{reinterpret_cast<const std::byte*>(labels.codes.data()), sizeof(std::int32_t),
                  values.size, 32, true},
                 0,
                 static_cast<std::uint32_t>(labels.distinct.size()),
                 name};
  return labels;
}

struct CountedIntegers {
  Counted counted;
  IntegerLabels truth, prediction;
};

// Counting checks every label against the range anyway, so the range is guessed from a sample. If
// a label is outside, counting starts over with the true range.
inline CountedIntegers count_integers(const Column& truth, const Column& prediction,
                                      std::size_t threads) {
  const auto count = [&](const IntegerRange& rows, const IntegerRange& cols) {
    CountedIntegers out{{},
                        integer_labels(truth, rows, "truth", threads),
                        integer_labels(prediction, cols, "prediction", threads)};
    out.counted = numbered(tabulate(out.truth.side, out.prediction.side, threads),
                           out.truth.side.size, out.prediction.side.size, threads);
    return out;
  };
  try {
    return count(sampled_range(truth), sampled_range(prediction));
  } catch (const StrangeCode&) {
    return count(integer_range(truth, threads), integer_range(prediction, threads));
  }
}

}  // namespace partita
