// Codes for byte strings: a hash table with short strings in its slots, so that a known string is
// recognized by two words and its length, without reading its first occurrence.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "partita/labels/hash_slots.hpp"
#include "partita/labels/seeded_hash.hpp"

namespace partita {

// A byte string; reading up to `end` is safe.
struct Text {
  const std::byte* data;
  std::size_t size;
  const std::byte* end;
};

inline std::uint64_t load_word(const std::byte* bytes) {
  std::uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

// Up to 16 bytes and their number; for longer strings hash, size and `is_long`.
struct TextKey {
  static constexpr std::uint32_t longest = 16, is_long = 17, none = 18;
  std::uint64_t first, second;
  std::uint32_t kind;
};

// keep[k] leaves the first k of 16 bytes, in any byte order.
inline constexpr auto keep = [] {
  std::array<WordPair, TextKey::longest + 1> masks{};
  for (std::size_t k = 0; k < masks.size(); ++k) {
    std::array<unsigned char, 16> bytes{};
    for (std::size_t i = 0; i < k; ++i) bytes[i] = 0xff;
    masks[k] = std::bit_cast<WordPair>(bytes);
  }
  return masks;
}();

// For more than 16 bytes: sixteen at a time, of which the last may overlap earlier ones. The state
// is added, so that a product of 0 does not lose it.
inline std::uint64_t hash_long(const std::byte* data, std::size_t size) {
  std::uint64_t hash = size * 0x9e3779b97f4a7c15U;
  const auto take = [&](const std::byte* place) {
    hash = std::rotl(hash, 23) + folded_product(load_word(place) ^ hash ^ hash_seeds[0],
                                                load_word(place + 8) ^ hash_seeds[1]);
  };
  for (std::size_t done = 0; done + 16 < size; done += 16) take(data + done);
  take(data + size - 16);
  return hash;
}

inline TextKey key_of(const Text& text) {
  if (text.size > TextKey::longest)
    return {hash_long(text.data, text.size), text.size, TextKey::is_long};
  const auto size = static_cast<std::uint32_t>(text.size);
  if (text.end - text.data >= 16) [[likely]] {
    const WordPair& mask = keep[size];
    return {load_word(text.data) & mask[0], load_word(text.data + 8) & mask[1], size};
  }
  std::array<std::byte, 16> bytes{};
  if (size > 0) std::memcpy(bytes.data(), text.data, size);
  const auto words = std::bit_cast<WordPair>(bytes);
  return {words[0], words[1], size};
}

inline std::uint64_t hash_of(const TextKey& key) {
  return seeded_hash(key.first, key.second ^ (std::uint64_t{key.kind} << 56));
}

// Numbers strings by first appearance. The table keeps pointers, so their memory must stay.
class TextTable {
 public:
  using Key = TextKey;
  using Entry = Text;

  static Key key(const Text& text) { return key_of(text); }
  static std::uint64_t hash(const Key& key) { return hash_of(key); }

  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&slots_[slots_.home(hash)]); }

  // The code of a string with this key; text() gives the string itself if it must be compared.
  template <class Make>
  std::int32_t find_or_add(const TextKey& key, std::uint64_t hash, const Make& text) {
    const Slot& slot = slots_[slots_.home(hash)];
    if (equal(slot, key) && key.kind != TextKey::is_long) [[likely]]
      return slot.code;
    return walk(key, hash, text());
  }
  std::int32_t find_or_add(const Text& text) {
    const TextKey key = key_of(text);
    return walk(key, hash_of(key), text);
  }

  const std::vector<Text>& entries() const { return texts_; }
  std::size_t size() const { return texts_.size(); }

 private:
  struct Slot {  // 24 bytes
    std::uint64_t first, second;
    std::uint32_t kind;
    std::int32_t code;
    TextKey key() const { return {first, second, kind}; }
    static constexpr Slot empty() { return {0, 0, TextKey::none, -1}; }
  };

  static bool equal(const Slot& slot, const TextKey& key) {
    return ((slot.first ^ key.first) | (slot.second ^ key.second) | (slot.kind ^ key.kind)) == 0;
  }

  bool same(std::int32_t code, const Text& text) const {
    const Text& known = texts_[static_cast<std::size_t>(code)];
    return text.size <= TextKey::longest || std::memcmp(known.data, text.data, text.size) == 0;
  }

  std::int32_t walk(const TextKey& key, std::uint64_t hash, const Text& text) {
    std::size_t place = slots_.home(hash);
    while (slots_[place].code >= 0) {
      if (equal(slots_[place], key) && same(slots_[place].code, text)) return slots_[place].code;
      place = slots_.after(place);
    }
    const std::int32_t code = next_code(texts_.size());
    texts_.push_back(text);
    slots_[place] = {key.first, key.second, key.kind, code};
    if (is_full())
      slots_.grow(is_small() ? 4 : 2, [](const Slot& slot) { return hash_of(slot.key()); });
    return code;
  }

  // Few strings get many slots, because the processor predicts that a string is where its hash
  // points; many strings get fewer, because the table must stay in the cache.
  bool is_full() const { return texts_.size() > slots_.size() / (is_small() ? 4 : 2); }
  bool is_small() const { return slots_.size() < (std::size_t{1} << 15); }

  HashSlots<Slot> slots_;
  std::vector<Text> texts_;  // of each code
};

}  // namespace partita
