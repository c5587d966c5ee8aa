// Labels to codes: the range of integers, integers over a wide range by hashing, rows of bytes.
#pragma once

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "partita/buffer.hpp"
#include "partita/column.hpp"
#include "partita/integers.hpp"
#include "partita/parallel.hpp"

namespace partita {

struct IntegerRange {
  i128 least, greatest;
};

template <class T>
IntegerRange typed_range(const Column& values, Range range) {
  T least = std::numeric_limits<T>::max(), greatest = std::numeric_limits<T>::min();
  for_each<T>(values, range.begin, range.end - range.begin, [&](std::size_t, T value) {
    least = std::min(least, value);
    greatest = std::max(greatest, value);
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

// Finaliser of SplitMix64: every input bit reaches every output bit.
inline std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

// Open addressing over the codes given out so far; the caller keeps what each code stands for.
class CodeTable {
 public:
  // The code of an equal entry, or the next free code; `same(code)` compares with an older entry.
  template <class Same>
  std::int32_t find_or_add(std::uint64_t hash, const Same& same) {
    if (2 * hashes_.size() >= slots_.size()) grow();
    std::size_t slot = hash & (slots_.size() - 1);
    while (slots_[slot] >= 0) {
      const std::int32_t code = slots_[slot];
      if (hashes_[static_cast<std::size_t>(code)] == hash && same(code)) return code;
      slot = (slot + 1) & (slots_.size() - 1);
    }
    if (hashes_.size() >= std::numeric_limits<std::int32_t>::max())
      throw std::invalid_argument("values has more than 2^31 - 1 distinct entries");
    slots_[slot] = static_cast<std::int32_t>(hashes_.size());
    hashes_.push_back(hash);
    return slots_[slot];
  }
  std::size_t size() const { return hashes_.size(); }

 private:
  void grow() {
    slots_.assign(std::max<std::size_t>(256, 4 * slots_.size()), -1);
    for (std::size_t code = 0; code < hashes_.size(); ++code) {
      std::size_t slot = hashes_[code] & (slots_.size() - 1);
      while (slots_[slot] >= 0) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = static_cast<std::int32_t>(code);
    }
  }
  std::vector<std::int32_t> slots_;
  std::vector<std::uint64_t> hashes_;  // of each code
};

template <class T>
struct Encoded {
  Buffer<std::int32_t> codes;
  std::vector<T> distinct;  // ascending
};

// Turns codes numbered by first appearance into codes numbered by ascending value.
template <class T>
void sort_codes(Encoded<T>& encoded, std::size_t threads) {
  std::vector<std::int32_t> order(encoded.distinct.size()), rank(order.size());
  std::iota(order.begin(), order.end(), 0);
  const auto value = [&](std::int32_t code) {
    return encoded.distinct[static_cast<std::size_t>(code)];
  };
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return value(a) < value(b); });
  std::vector<T> ascending(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    ascending[i] = value(order[i]);
    rank[static_cast<std::size_t>(order[i])] = static_cast<std::int32_t>(i);
  }
  encoded.distinct = std::move(ascending);
  const std::size_t n = encoded.codes.size();
  const std::size_t workers = worker_count(threads, n, std::size_t{1} << 20);
  run_workers(workers, [&](std::size_t worker) {
    const Range mine = share(n, worker, workers);
    for (std::size_t i = mine.begin; i < mine.end; ++i)
      encoded.codes[i] = rank[static_cast<std::size_t>(encoded.codes[i])];
  });
}

template <class T>
Encoded<T> encode_integers(const Column& values, std::size_t threads) {
  Encoded<T> encoded;
  encoded.codes.resize(values.size);
  CodeTable table;
  // `mix` is a bijection, so equal hashes are equal values.
  for_each<T>(values, 0, values.size, [&](std::size_t i, T value) {
    const std::uint64_t hash = mix(static_cast<std::uint64_t>(value));
    encoded.codes[i] = table.find_or_add(hash, [](std::int32_t) { return true; });
    if (table.size() > encoded.distinct.size()) encoded.distinct.push_back(value);
  });
  sort_codes(encoded, threads);
  return encoded;
}

struct EncodedRows {
  Buffer<std::int32_t> codes;        // numbered by first appearance
  std::vector<std::int64_t> firsts;  // where each code appears first
};

inline std::uint64_t hash_bytes(const std::byte* row, std::size_t width) {
  std::uint64_t hash = width;
  for (std::size_t done = 0; done < width; done += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, row + done, std::min<std::size_t>(8, width - done));
    hash = mix(hash + 0x9e3779b97f4a7c15U + word);
  }
  return hash;
}

inline EncodedRows encode_rows(const std::byte* data, std::size_t n, std::size_t width) {
  EncodedRows encoded;
  encoded.codes.resize(n);
  CodeTable table;
  for (std::size_t i = 0; i < n; ++i) {
    const std::byte* row = data + i * width;
    const auto same = [&](std::int32_t code) {
      const auto first = static_cast<std::size_t>(encoded.firsts[static_cast<std::size_t>(code)]);
      return width == 0 || std::memcmp(row, data + first * width, width) == 0;
    };
    encoded.codes[i] = table.find_or_add(hash_bytes(row, width), same);
    if (table.size() > encoded.firsts.size())
      encoded.firsts.push_back(static_cast<std::int64_t>(i));
  }
  return encoded;
}

}  // namespace partita
