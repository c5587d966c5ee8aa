// Codes for integers: a hash table with the integers in its slots.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "partita/labels/hash_slots.hpp"
#include "partita/labels/seeded_hash.hpp"

namespace partita {

// Numbers integers by first appearance.
class IntegerTable {
 public:
  using Key = std::uint64_t;  // two's complement
  using Entry = Key;

  // The minimum number of slots per entry: with more, the first slot is taken less often.
  explicit IntegerTable(std::size_t slots_for_entry = 2) : slots_for_entry_(slots_for_entry) {}

  static Key key(Entry value) { return value; }
  static std::uint64_t hash(Key value) { return seeded_hash(value, 0); }

  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&slots_[slots_.home(hash)]); }

  template <class Make>
  std::int32_t find_or_add(Key value, std::uint64_t hash, const Make&) {
    std::size_t place = slots_.home(hash);
    while (slots_[place].code >= 0) {
      if (slots_[place].value == value) return slots_[place].code;
      place = slots_.after(place);
    }
    return add(value, place);
  }
  std::int32_t find_or_add(Entry value) {
    return find_or_add(value, hash(value), [] {});
  }

  // Forgets all entries and keeps its slots.
  void clear() {
    slots_.clear();
    entries_.clear();
  }
  const std::vector<Entry>& entries() const { return entries_; }
  std::size_t size() const { return entries_.size(); }

 private:
  struct Slot {
    std::uint64_t value;
    std::int32_t code;
    static constexpr Slot empty() { return {0, -1}; }
  };

  std::int32_t add(std::uint64_t value, std::size_t place) {
    const std::int32_t code = next_code(entries_.size());
    entries_.push_back(value);
    slots_[place] = {value, code};
    if (slots_for_entry_ * entries_.size() > slots_.size())
      slots_.grow(2, [](const Slot& slot) { return hash(slot.value); });
    return code;
  }

  std::size_t slots_for_entry_;
  HashSlots<Slot> slots_;
  std::vector<Entry> entries_;  // the entry of each code
};

}  // namespace partita
