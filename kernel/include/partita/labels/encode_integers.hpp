// Codes for integers: directly if their range is narrow, else numbered by hashing.
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "partita/base/buffer.hpp"
#include "partita/base/parallel.hpp"
#include "partita/labels/column.hpp"
#include "partita/labels/dealt_numbering.hpp"
#include "partita/labels/integer_table.hpp"
#include "partita/labels/numbering.hpp"
#include "partita/numbers/integers.hpp"

namespace partita {

struct IntegerRange {
  i128 least, greatest;
};

template <class T>
IntegerRange typed_range(const Column& values, Range range) {
  T least = std::numeric_limits<T>::max(), greatest = std::numeric_limits<T>::min();
  for_each_part(range, [&](Range part) {
    for_each<T>(values, part.begin, part.end - part.begin, [&](std::size_t, T value) {
      least = std::min(least, value);
      greatest = std::max(greatest, value);
    });
  });
  return {least, greatest};
}

inline IntegerRange integer_range(const Column& values, std::size_t threads) {
  if (values.size == 0) throw std::invalid_argument("values is empty");
  const std::size_t workers = worker_count(threads, values.size, std::size_t{1} << 20);
  std::vector<IntegerRange> parts(workers);
  run_workers(workers, [&](std::size_t worker) {
    with_type(values, [&]<class T>(T) {
      parts[worker] = typed_range<T>(values, share(values.size, worker, workers));
    });
  });
  IntegerRange all = parts[0];
  for (const IntegerRange& part : parts) {
    all.least = std::min(all.least, part.least);
    all.greatest = std::max(all.greatest, part.greatest);
  }
  return all;
}

template <class T>
struct Encoded {
  Buffer<std::int32_t> codes;
  std::vector<T> distinct;  // ascending
};

// Numbers integers by their bits, as an unsigned type of the same width; in arbitrary order.
template <class Bits>
Numbering<std::uint64_t> number_bits(const Column& values, std::size_t threads) {
  if constexpr (sizeof(Bits) >= 4)  // narrow integers have few values
    if (hardly_repeats<Bits>(values)) return DealtIntegers<Bits>(values, threads).numbered();
  const auto at = [&](std::size_t i) { return std::uint64_t{element<Bits>(values, i)}; };
  return number_shares<IntegerTable>(values.size, threads,
                                     [&](IntegerTable& table, Range range, std::int32_t* codes) {
                                       encode_range(table, at, range, nullptr, codes);
                                     });
}

// The same with codes in ascending order of the integers.
template <class T>
Encoded<T> in_order(Numbering<std::uint64_t>&& found, std::size_t threads) {
  using Key = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  const auto value = [&](std::size_t k) { return static_cast<T>(found.entries[k]); };
  each_index(found.entries.size(),
             [&](std::size_t k) { found.entries[k] = static_cast<std::uint64_t>(value(k)); });
  const auto least = static_cast<std::uint64_t>(std::numeric_limits<T>::min());
  const auto key = [&](std::size_t k) { return static_cast<Key>(found.entries[k] - least); };
  const auto equal = [](std::int32_t, std::int32_t) { return false; };  // all keys differ
  found.reorder(sorted_codes<Key>(found.entries.size(), key, equal, threads));
  Encoded<T> encoded{found.template numbered<std::int32_t>(), {}};
  encoded.distinct = vector_of<T>(found.entries.size(), value);
  return encoded;
}

template <class T>
Encoded<T> encode_integers(const Column& values, std::size_t threads) {
  return in_order<T>(number_bits<std::make_unsigned_t<T>>(values, threads), threads);
}

// Replaces code c with places[c].
template <class T>
Buffer<T> renumbered(std::span<const std::int32_t> codes, std::span<const std::int32_t> places,
                     std::size_t threads) {
  Buffer<T> out(codes.size());
  const std::size_t workers = encoding_workers(threads, codes.size());
  run_workers(workers, [&](std::size_t worker) {
    const Range mine = share(codes.size(), worker, workers);
    T* target = out.data();
    for_each_part(mine, [&](Range part) {
      for (std::size_t i = part.begin; i < part.end; ++i) {
        const auto code = static_cast<std::uint32_t>(codes[i]);  // a negative code is too large
        if (code >= places.size())
          throw std::invalid_argument("codes must lie between 0 and the number of places");
        target[i] = static_cast<T>(places[code]);
      }
    });
  });
  return out;
}

inline NarrowCodes renumber(std::span<const std::int32_t> codes,
                            std::span<const std::int32_t> places, std::size_t threads) {
  if (places.size() <= 1 << 8) return renumbered<std::uint8_t>(codes, places, threads);
  if (places.size() <= 1 << 16) return renumbered<std::uint16_t>(codes, places, threads);
  return renumbered<std::int32_t>(codes, places, threads);
}

}  // namespace partita
