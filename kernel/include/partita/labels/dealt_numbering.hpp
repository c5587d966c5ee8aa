// Codes for a very large number of different integers: they are dealt by hash into buckets whose
// tables fit the caches, numbered there, and the numbers returned in the order of the objects. One
// table for all would wait for memory at every object, and the tables of several workers would have
// to be merged one by one.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "partita/base/bucket_sort.hpp"
#include "partita/labels/column.hpp"
#include "partita/labels/integer_table.hpp"
#include "partita/labels/numbering.hpp"

namespace partita {

// The bucket of an integer: the lowest bits of its hash, since tables use the highest.
template <class T>
class DealtIntegers {
 public:
  DealtIntegers(const Column& values, std::size_t threads)
      : values_(values),
        workers_(encoding_workers(threads, values.size)),
        mask_(std::bit_ceil(std::clamp<std::size_t>(values.size >> 14, 1, 256)) - 1),
        dealt_(bucket_sort<std::uint64_t, std::uint64_t>(
            mask_ + 1, workers_,
            [this](std::size_t worker, const auto& put) {
              for_each_of(worker,
                          [&](std::size_t, std::uint64_t value) { put(bucket(value), value); });
            })),
        codes_(values.size),
        entries_(mask_ + 1) {}

  // Entries are ordered by bucket.
  Numbering<std::uint64_t> numbered() {
    number_buckets();
    Numbering<std::uint64_t> out{{}, {}, {}, workers_};
    const std::vector<std::int32_t> first = list_entries(out.entries);
    out.codes.resize(values_.size);
    run_workers(workers_, [&](std::size_t worker) { hand_back(worker, first, out.codes.data()); });
    out.final_codes.push_back(out.unchanged());
    return out;
  }

 private:
  std::size_t bucket(std::uint64_t value) const { return IntegerTable::hash(value) & mask_; }

  template <class Take>
  void for_each_of(std::size_t worker, const Take& take) const {
    for_each_part(share(values_.size, worker, workers_), [&](Range part) {
      for_each<T>(values_, part.begin, part.end - part.begin, [&](std::size_t i, T value) {
        take(part.begin + i, static_cast<std::uint64_t>(value));
      });
    });
  }
  void number_buckets() {
    Pieces buckets(entries_.size(), 1);
    run_workers(workers_, [&](std::size_t) {
      IntegerTable table(4);
      buckets.for_each([&](Range one) {
        table.clear();
        for_each_part({dealt_.start[one.begin], dealt_.start[one.end]}, [&](Range part) {
          for (std::size_t i = part.begin; i < part.end; ++i)
            codes_[i] = table.find_or_add(dealt_.items[i]);
        });
        entries_[one.begin] = table.entries();
      });
    });
    buckets.rethrow();
    release(dealt_.items);
  }
  // Moves the entries of all buckets to one list; returns where those of each begin.
  std::vector<std::int32_t> list_entries(std::vector<std::uint64_t>& list) {
    std::size_t size = 0;
    for (const auto& entries : entries_) size += entries.size();
    if (size > std::numeric_limits<std::int32_t>::max()) refuse_distinct();
    list.reserve(size);
    std::vector<std::int32_t> first;
    for (auto& entries : entries_) {
      first.push_back(static_cast<std::int32_t>(list.size()));
      list.insert(list.end(), entries.begin(), entries.end());
      release(entries);
      poll(list.size() - static_cast<std::size_t>(first.back()));
    }
    return first;
  }
  // In each bucket a worker's objects keep their order.
  void hand_back(std::size_t worker, const std::vector<std::int32_t>& first, std::int32_t* out) {
    auto places = dealt_.of(worker);
    for_each_of(worker, [&](std::size_t i, std::uint64_t value) {
      const std::size_t k = bucket(value);
      if (places[k].next == places[k].end) refuse_changed();
      out[i] = first[k] + codes_[places[k].next++];
    });
  }

  Column values_;
  std::size_t workers_, mask_;
  SharedBuckets<std::uint64_t, std::uint64_t> dealt_;
  Buffer<std::int32_t> codes_;  // the code of each item in its bucket
  std::vector<std::vector<std::uint64_t>> entries_;
};

// Whether that pays: if a sample of many objects hardly repeats itself. Integers with a quarter of
// a million different values do so, and a table of that many exceeds the caches.
template <class T>
bool hardly_repeats(const Column& values) {
  constexpr std::size_t sample = std::size_t{1} << 14;
  if (values.size < 64 * sample) return false;
  IntegerTable table;
  for (std::size_t k = 0; k < sample; ++k) {
    const T value = element<T>(values, mix(k + 1) % values.size);
    table.find_or_add(static_cast<std::uint64_t>(value));
  }
  return table.size() > sample / 32 * 31;
}

}  // namespace partita
