// Integers to codes: a hash table that keeps them in its slots.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "partita/seeded_hash.hpp"

namespace partita {

// Integers numbered by first appearance.
class IntegerTable {
 public:
  using Key = std::uint64_t;  // two's complement
  using Entry = Key;

  static Key key(Entry value) { return value; }
  static std::uint64_t hash(Key value) { return seeded_hash(value, 0); }

  IntegerTable() : slots_(std::size_t{1} << 10, empty_slot) {}

  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&slots_[hash >> shift_]); }

  template <class Make>
  std::int32_t find_or_add(Key value, std::uint64_t hash, const Make&) {
    std::size_t place = hash >> shift_;
    while (slots_[place].code >= 0) {
      if (slots_[place].value == value) return slots_[place].code;
      place = (place + 1) & (slots_.size() - 1);
    }
    return add(value, place);
  }
  std::int32_t find_or_add(Entry value) {
    return find_or_add(value, hash(value), [] {});
  }

  const std::vector<Entry>& entries() const { return entries_; }
  std::size_t size() const { return entries_.size(); }

 private:
  struct Slot {
    std::uint64_t value;
    std::int32_t code;
  };
  static constexpr Slot empty_slot{0, -1};

  std::int32_t add(std::uint64_t value, std::size_t place) {
    if (entries_.size() >= std::numeric_limits<std::int32_t>::max())
      throw std::invalid_argument("values has more than 2^31 - 1 distinct entries");
    const auto code = static_cast<std::int32_t>(entries_.size());
    entries_.push_back(value);
    slots_[place] = {value, code};
    if (2 * entries_.size() > slots_.size()) grow();
    return code;
  }

  void grow() {
    std::vector<Slot> old(2 * slots_.size(), empty_slot);
    old.swap(slots_);
    shift_ = 64 - std::countr_zero(slots_.size());
    for (const Slot& slot : old) {
      if (slot.code < 0) continue;
      std::size_t place = hash(slot.value) >> shift_;
      while (slots_[place].code >= 0) place = (place + 1) & (slots_.size() - 1);
      slots_[place] = slot;
    }
  }

  std::vector<Slot> slots_;
  int shift_ = 54;
  std::vector<Entry> entries_;  // of each code
};

}  // namespace partita
