// Cells with many of the objects, if group sizes differ widely: they are found in a sample and
// counted directly; only the other objects need to be dealt and sorted.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "partita/base/bucket_sort.hpp"
#include "partita/counting/cells.hpp"
#include "partita/counting/grouping.hpp"

namespace partita {

inline constexpr std::size_t sampled_from = std::size_t{1} << 18;  // objects; fewer are just dealt
inline constexpr std::size_t largest_sample = std::size_t{1} << 14;

// Keys of objects from all over the columns, at irregular distances that do not repeat a pattern of
// the labels. None if there are few objects or a code is out of range, which the full pass reports.
inline std::vector<std::uint64_t> sampled_keys(const Grouping& truth, const Grouping& prediction,
                                               std::uint64_t columns) {
  const std::size_t n = truth.codes.size;
  if (n < sampled_from) return {};
  const auto object = [&](std::size_t i) {
    return static_cast<std::size_t>(high_word(u128{i * 0x9e3779b97f4a7c15U} * n));
  };
  const auto group = [](const Grouping& side, std::size_t i) {
    std::uint32_t code;
    decode(side, i, 1, &code);
    return code;
  };
  std::vector<std::uint64_t> keys(std::min(largest_sample, n / 256));
  try {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      prefetch(truth.codes, object(i + 32));
      prefetch(prediction.codes, object(i + 32));
      keys[i] = group(truth, object(i)) * columns + group(prediction, object(i));
    }
  } catch (const StrangeCode&) {
    return {};
  }
  return keys;
}

class FrequentCells {
 public:
  FrequentCells() = default;
  // Cells that occur twice in the sample; none unless they have a third of it, because a useless
  // lookup for every object takes time.
  explicit FrequentCells(std::vector<std::uint64_t> sample) {
    std::vector<Repeated> cells = repeated(sample);
    std::size_t held = 0;
    for (const Repeated& cell : cells) held += cell.times;
    if (held == 0 || 3 * held < sample.size()) return;
    slots_.resize(slot_count);
    std::sort(cells.begin(), cells.end(), [](auto& x, auto& y) { return x.times > y.times; });
    for (const Repeated& cell : cells) {  // the more frequent of two cells gets a shared slot
      Slot& slot = slots_[slot_of(cell.key)];
      if (slot.key == no_key) slot.key = cell.key;
    }
  }

  bool empty() const { return slots_.empty(); }

  // Their keys, ascending.
  std::vector<std::uint64_t> keys() const {
    std::vector<std::uint64_t> out;
    for (const Slot& slot : slots_)
      if (slot.key != no_key) out.push_back(slot.key);
    std::sort(out.begin(), out.end());
    return out;
  }

  // Counts the keys of frequent cells and writes the others to `rest`; calls ahead(i) for every
  // eighth i.
  template <class Ahead>
  std::span<const std::uint64_t> sift(std::span<const std::uint64_t> keys, std::uint64_t* rest,
                                      const Ahead& ahead) {
    Slot* slots = slots_.data();
    std::size_t others = 0;  // every key is written; the next overwrites a frequent one
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (i % 8 == 0) ahead(i);
      Slot& slot = slots[slot_of(keys[i])];
      const std::size_t known = slot.key == keys[i];  // a number instead of a branch
      slot.count += known;
      rest[others] = keys[i];
      others += 1 - known;
    }
    return {rest, others};
  }

  void merge(const FrequentCells& other) {
    for (std::size_t i = 0; i < slots_.size(); ++i) slots_[i].count += other.slots_[i].count;
  }

  // Adds the counts to cells, which have one object of each; columns as in the keys.
  void write(std::uint64_t columns, Cells& cells) const {
    const auto key_of = [&](std::size_t cell) {
      return static_cast<std::uint64_t>(cells.rows[cell]) * columns +
             static_cast<std::uint64_t>(cells.cols[cell]);
    };
    std::size_t cell = 0;
    for (const std::uint64_t key : keys()) {
      for (std::size_t step = std::bit_ceil(cells.rows.size()); step > 0; step /= 2)
        if (cell + step < cells.rows.size() && key_of(cell + step) <= key) cell += step;
      const std::uint64_t count = slots_[slot_of(key)].count;
      if (count == 0) refuse_changed();  // a sampled cell without objects
      cells.counts[cell] = static_cast<std::int64_t>(count);
    }
  }

 private:
  static constexpr unsigned slot_bits = 11;
  static constexpr std::size_t slot_count = std::size_t{1}
                                            << slot_bits;  // in the first-level cache
  static constexpr std::uint64_t no_key = ~std::uint64_t{0};
  struct Slot {
    std::uint64_t key = no_key;
    std::uint64_t count = 0;
  };
  struct Repeated {
    std::uint64_t key;
    std::size_t times;
  };
  static std::vector<Repeated> repeated(std::vector<std::uint64_t>& sample) {
    std::vector<Repeated> cells;
    std::sort(sample.begin(), sample.end());
    for (std::size_t begin = 0, end = 0; begin < sample.size(); begin = end) {
      while (end < sample.size() && sample[end] == sample[begin]) ++end;
      if (end - begin > 1) cells.push_back({sample[begin], end - begin});
    }
    return cells;
  }
  static std::size_t slot_of(std::uint64_t key) {
    return (key * 0x9e3779b97f4a7c15U) >> (64 - slot_bits);
  }

  std::vector<Slot> slots_;
};

}  // namespace partita
