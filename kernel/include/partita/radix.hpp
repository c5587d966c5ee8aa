// Counting by partition, for tables of many possible cells: objects are dealt by the high bits of
// their cell into buckets, and each bucket is counted within the caches. Buckets are ranges of
// cells, so that cells come out in the order of (row, column).
#pragma once

#include <algorithm>
#include <bit>
#include <span>
#include <utility>
#include <vector>

#include "partita/cell_writer.hpp"
#include "partita/dealer.hpp"
#include "partita/dense.hpp"

namespace partita {

// --- medium tables: buckets of few enough cells for a counter each -------------------------------

inline constexpr unsigned bucket_bits = 16;  // cells of a bucket: their counters fit the caches
inline constexpr std::size_t bucket_cells = std::size_t{1} << bucket_bits;

// Counters for the cells of one bucket, and a bitmap of those that occur.
template <class Place>
class BucketCounter {
 public:
  // Adds objects; `marked` as below.
  void add(std::span<const std::uint16_t> objects, bool marked) {
    Place* counters = counters_.data();
    std::uint64_t* occurs = occurs_.data();
    if (!marked)
      for (std::uint16_t cell : objects) ++counters[cell];
    else
      for (std::uint16_t cell : objects) {
        ++counters[cell];
        occurs[cell / 64] |= std::uint64_t{1} << (cell % 64);
      }
  }
  // Writes the cells and forgets them. Where the bitmap was marked it says where they are; where
  // objects are many it is cheaper to look at every counter.
  void write(std::uint64_t first, std::size_t cells, bool marked, CellWriter& out) {
    out.start(first);
    if (!marked) return out.put_all(first, std::span(counters_).first(cells));
    for (std::size_t word = 0; word < occurs_.size(); ++word)
      for (std::uint64_t bits = std::exchange(occurs_[word], 0); bits != 0; bits &= bits - 1) {
        const std::size_t cell = 64 * word + static_cast<std::size_t>(std::countr_zero(bits));
        out.put(first + cell, std::exchange(counters_[cell], 0));
      }
  }

 private:
  std::vector<Place> counters_ = std::vector<Place>(bucket_cells);
  std::vector<std::uint64_t> occurs_ = std::vector<std::uint64_t>(bucket_cells / 64);
};

template <class Place>
Cells tabulate_buckets(const Grouping& truth, const Grouping& prediction, std::size_t workers) {
  const std::size_t n = truth.codes.size, cells = std::size_t{truth.size} * prediction.size;
  const std::size_t buckets = (cells + bucket_cells - 1) / bucket_cells;
  const auto dealt =
      deal<std::uint16_t, Place>(buckets, n, workers, [&](Range mine, const auto& put) {
        KeyReader<std::uint32_t> reader(truth, prediction);
        for (std::size_t begin = mine.begin; begin < mine.end; begin += block_size) {
          const std::size_t count = std::min(block_size, mine.end - begin);
          const std::uint32_t* keys = reader.read(begin, count);
          for (std::size_t i = 0; i < count; ++i)
            put(keys[i] >> bucket_bits, static_cast<std::uint16_t>(keys[i]));
        }
      });
  std::vector<std::size_t> most(workers);
  for (std::size_t worker = 0; worker < workers; ++worker) {
    const Range mine = dealt.owned(worker, workers);
    for (std::size_t bucket = mine.begin; bucket < mine.end; ++bucket)
      most[worker] += std::min(dealt.size(bucket), bucket_cells);
  }
  return write_parts(most, [&](std::size_t worker, Cells& out, std::size_t begin) {
    BucketCounter<Place> counter;
    CellWriter writer(out, begin, prediction.size);
    const Range mine = dealt.owned(worker, workers);
    for (std::size_t bucket = mine.begin; bucket < mine.end; ++bucket) {
      if (dealt.size(bucket) == 0) continue;
      const bool marked = dealt.size(bucket) < bucket_cells / 2;
      dealt.for_each_chunk(bucket, [&](auto objects) { counter.add(objects, marked); });
      const std::size_t first = bucket * bucket_cells;
      counter.write(first, std::min(bucket_cells, cells - first), marked, writer);
    }
    return writer.next();
  });
}

// --- large tables: buckets of few enough objects to sort -----------------------------------------

// Sorts remainders of keys by one to three digits, the last first; a digit that is the same
// everywhere is passed over.
class RemainderSorter {
 public:
  explicit RemainderSorter(unsigned bits)
      : digits_((bits + 10) / 11), width_((bits + digits_ - 1) / std::max(1U, digits_)) {}

  // Where to put the keys of the next bucket.
  std::uint32_t* room(std::size_t size) {
    if (keys_.size() < size) {
      keys_.resize(size + size / 2);
      scratch_.resize(size + size / 2);
    }
    return keys_.data();
  }
  std::span<const std::uint32_t> sorted(std::size_t size) {
    if (size < 64) {
      std::sort(keys_.begin(), keys_.begin() + static_cast<std::ptrdiff_t>(size));
      return {keys_.data(), size};
    }
    switch (digits_) {
      case 0:
        return {keys_.data(), size};
      case 1:
        return by_digits<1>(size);
      case 2:
        return by_digits<2>(size);
      default:
        return by_digits<3>(size);
    }
  }

 private:
  template <unsigned digits>
  std::span<const std::uint32_t> by_digits(std::size_t size) {
    std::uint32_t *from = keys_.data(), *to = scratch_.data();
    const std::size_t values = std::size_t{1} << width_;
    const auto digit_of = [width = width_, mask = values - 1](std::uint32_t key, unsigned digit) {
      return (key >> (digit * width)) & mask;
    };
    for (unsigned digit = 0; digit < digits; ++digit) std::fill_n(places_[digit], values, 0);
    for (std::size_t i = 0; i < size; ++i)
      for (unsigned digit = 0; digit < digits; ++digit) ++places_[digit][digit_of(from[i], digit)];
    for (unsigned digit = 0; digit < digits; ++digit) {
      std::uint32_t* places = places_[digit];
      if (places[digit_of(from[0], digit)] == size) continue;
      std::uint32_t next = 0;
      for (std::size_t value = 0; value < values; ++value)
        next += std::exchange(places[value], next);
      for (std::size_t i = 0; i < size; ++i) to[places[digit_of(from[i], digit)]++] = from[i];
      std::swap(from, to);
    }
    return {from, size};
  }

  unsigned digits_, width_;
  Buffer<std::uint32_t> keys_, scratch_;
  std::uint32_t places_[3][2048];
};

inline constexpr std::size_t sorted_objects = 8192;  // in a bucket, about: sorted in the caches

// Bits of a key that are left to sort by once the others have chosen the bucket.
inline unsigned remainder_bits(std::size_t cells, std::size_t objects) {
  const auto bits = static_cast<unsigned>(std::bit_width(cells - 1));
  const auto wanted = static_cast<unsigned>(std::bit_width(objects / sorted_objects));
  return std::min(32U, bits - std::min(bits, wanted));
}

// Writes the runs of equal keys.
inline void write_runs(std::span<const std::uint32_t> keys, std::uint64_t first, CellWriter& out) {
  out.start(first + keys[0]);
  for (std::size_t i = 0, end = 0; i < keys.size(); i = end) {
    while (end < keys.size() && keys[end] == keys[i]) ++end;
    out.put(first + keys[i], end - i);
  }
}

template <class Place>
Cells tabulate_remainders(const Grouping& truth, const Grouping& prediction, std::size_t workers) {
  const std::size_t n = truth.codes.size, columns = prediction.size;
  const std::size_t cells = std::size_t{truth.size} * columns;
  const unsigned bits = remainder_bits(cells, n);
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  const auto dealt = deal<std::uint32_t, Place>(
      ((cells - 1) >> bits) + 1, n, workers, [&](Range mine, const auto& put) {
        for_each_object(truth, prediction, mine,
                        [&](std::uint32_t row, std::uint32_t col, std::size_t) {
                          const std::uint64_t key = std::uint64_t{row} * columns + col;
                          put(key >> bits, static_cast<std::uint32_t>(key & mask));
                        });
      });
  std::vector<std::size_t> most(workers);
  for (std::size_t worker = 0; worker < workers; ++worker) {
    const Range mine = dealt.owned(worker, workers);
    most[worker] = dealt.start[mine.end] - dealt.start[mine.begin];
  }
  return write_parts(most, [&](std::size_t worker, Cells& out, std::size_t begin) {
    RemainderSorter sorter(bits);
    CellWriter writer(out, begin, columns);
    const Range mine = dealt.owned(worker, workers);
    for (std::size_t bucket = mine.begin; bucket < mine.end; ++bucket) {
      const std::size_t size = dealt.size(bucket);
      if (size == 0) continue;
      std::uint32_t* room = sorter.room(size);
      dealt.for_each_chunk(
          bucket, [&](auto objects) { room = std::copy(objects.begin(), objects.end(), room); });
      write_runs(sorter.sorted(size), std::uint64_t{bucket} << bits, writer);
    }
    return writer.next();
  });
}

}  // namespace partita
