// The slots of a hash table with linear probing: the number of slots is a power of two, and the
// leading bits of a hash give the first slot. A table grows in parts and polls in between, because
// gigabytes take seconds.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>

#include "partita/base/parallel.hpp"

namespace partita {

[[noreturn]] inline void refuse_distinct() {
  throw std::invalid_argument("values has more than 2^31 - 1 distinct entries");
}

// The code of the next entry after this many others.
inline std::int32_t next_code(std::size_t entries) {
  if (entries >= std::numeric_limits<std::int32_t>::max()) refuse_distinct();
  return static_cast<std::int32_t>(entries);
}

// `Slot::empty` fills a slot; a slot in use has a code of at least 0.
template <class Slot>
class HashSlots {
 public:
  HashSlots() : HashSlots(std::size_t{1} << 10) {}

  std::size_t size() const { return size_; }
  std::size_t home(std::uint64_t hash) const { return hash >> shift_; }
  std::size_t after(std::size_t place) const { return (place + 1) & (size_ - 1); }
  Slot& operator[](std::size_t place) { return slots_[place]; }
  const Slot& operator[](std::size_t place) const { return slots_[place]; }

  void clear() {
    for_each_part({0, size_}, [&](Range part) {
      std::fill(slots_.get() + part.begin, slots_.get() + part.end, Slot::empty());
    });
  }

  // Leaves the table unchanged if the call is abandoned.
  template <class HashOf>
  void grow(std::size_t factor, const HashOf& hash_of) {
    HashSlots larger(factor * size_);
    for_each_part({0, size_}, [&](Range part) {
      for (std::size_t k = part.begin; k < part.end; ++k) {
        if (slots_[k].code < 0) continue;
        std::size_t place = larger.home(hash_of(slots_[k]));
        while (larger[place].code >= 0) place = larger.after(place);
        larger[place] = slots_[k];
      }
      poll(7 * (part.end - part.begin));  // slots far apart in memory
    });
    *this = std::move(larger);
  }

 private:
  explicit HashSlots(std::size_t size)
      : size_(size),
        shift_(64 - std::countr_zero(size)),
        slots_(std::make_unique_for_overwrite<Slot[]>(size)) {
    clear();
  }

  std::size_t size_;
  int shift_;
  std::unique_ptr<Slot[]> slots_;
};

}  // namespace partita
