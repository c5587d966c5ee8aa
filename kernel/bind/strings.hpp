// Numbers Python strings by first appearance. Many are the same object as before, which a small
// cache finds; the others are compared by the hash that Python keeps in them, and by content.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "partita/base/buffer.hpp"
#include "partita/labels/hash_slots.hpp"

namespace partita::python {

// The interpreter is held throughout; with exact str only, no other code runs.
class StringTable {
 public:
  explicit StringTable(std::size_t objects)
      : cache_bits_(std::clamp(static_cast<int>(std::bit_width(objects)), 1, 13)),
        cache_(std::size_t{1} << cache_bits_) {
    codes_.reserve(objects);
  }

  void add(PyObject* text) {
    const Known& known = cache_[cache_place(text)];
    codes_.push_back(known.code);
    if (known.text == text) return;
    const auto hash = static_cast<std::uint64_t>(PyObject_Hash(text));
    __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]);
    waiting_[n_waiting_++] = {text, hash, codes_.size() - 1};
    if (n_waiting_ == waiting_.size()) settle();
  }
  void skip() { codes_.push_back(0); }

  // Finds the codes of the strings whose slots have been prefetched.
  void settle() {
    for (std::size_t k = 0; k < n_waiting_; ++k)
      __builtin_prefetch(slots_[waiting_[k].hash & (slots_.size() - 1)].text);
    for (std::size_t k = 0; k < n_waiting_; ++k) {
      const Waiting& one = waiting_[k];
      const std::int32_t code = find_or_add(one.text, one.hash);
      codes_[one.place] = code;
      cache_[cache_place(one.text)] = {one.text, code};
    }
    n_waiting_ = 0;
  }

  Buffer<std::int32_t>& codes() { return codes_; }
  const std::vector<nanobind::object>& names() const { return names_; }

 private:
  struct Known {
    PyObject* text;
    std::int32_t code;
  };
  struct Slot {
    std::uint64_t hash;
    PyObject* text;  // null if the slot is empty
    std::int32_t code;
  };
  struct Waiting {
    PyObject* text;
    std::uint64_t hash;
    std::size_t place;
  };

  std::size_t cache_place(PyObject* text) const {
    const std::uint64_t address = std::bit_cast<std::uintptr_t>(text);
    return (address >> 4) * 0x9e3779b97f4a7c15U >> (64 - cache_bits_);
  }

  std::int32_t find_or_add(PyObject* text, std::uint64_t hash) {
    std::size_t place = hash & (slots_.size() - 1);
    for (; slots_[place].text != nullptr; place = (place + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[place];
      if (slot.hash == hash && (slot.text == text || PyUnicode_Compare(slot.text, text) == 0))
        return slot.code;
    }
    const std::int32_t code = next_code(names_.size());
    names_.push_back(nanobind::borrow(text));
    slots_[place] = {hash, text, code};
    if (2 * names_.size() > slots_.size()) grow();
    return code;
  }

  void grow() {
    std::vector<Slot> old(4 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.text == nullptr) continue;
      std::size_t place = slot.hash & (slots_.size() - 1);
      while (slots_[place].text != nullptr) place = (place + 1) & (slots_.size() - 1);
      slots_[place] = slot;
    }
  }

  int cache_bits_;
  std::vector<Known> cache_;
  std::vector<Slot> slots_ = std::vector<Slot>(64);
  std::array<Waiting, 64> waiting_;
  std::size_t n_waiting_ = 0;
  std::vector<nanobind::object> names_;
  Buffer<std::int32_t> codes_;
};

}  // namespace partita::python
