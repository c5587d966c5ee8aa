// Sizes of groups: 64 bits each, and 64 more once a size needs them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "partita/base/buffer.hpp"
#include "partita/base/polled_sort.hpp"
#include "partita/numbers/integers.hpp"

namespace partita {

class SizeList {
 public:
  class Iterator {
   public:
    Iterator(const SizeList& list, std::size_t at) : list_(&list), at_(at) {}
    u128 operator*() const { return (*list_)[at_]; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator==(const Iterator& other) const { return at_ == other.at_; }

   private:
    const SizeList* list_;
    std::size_t at_;
  };

  explicit SizeList(std::size_t groups) : low_(groups, 0) {}

  std::size_t size() const { return low_.size(); }
  u128 operator[](std::size_t group) const {
    return high_.empty() ? low_[group] : (u128{high_[group]} << 64) | low_[group];
  }
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }

  void add(std::size_t group, std::uint64_t count) {
    const std::uint64_t sum = low_[group] + count;
    low_[group] = sum;
    if (sum < count) [[unlikely]]
      carry(group, 1);
  }
  void add(std::size_t group, u128 count) {
    add(group, low_word(count));
    if (high_word(count) != 0) carry(group, high_word(count));
  }
  // Prefetches the size of a group before it is increased, since groups come in any order.
  void prefetch(std::size_t group) const { __builtin_prefetch(&low_[group], 1); }

 private:
  void carry(std::size_t group, std::uint64_t high) {
    if (high_.empty()) high_.resize(size());
    high_[group] += high;
  }

  Buffer<std::uint64_t> low_;  // on large pages if there are many, since access is random
  std::vector<std::uint64_t> high_;
};

struct Size {
  u128 size;
  std::size_t groups;  // number of groups of this size
};

// Every size once, ascending. Sizes below the number of groups are counted and others sorted,
// because most of many groups are small.
template <class Sizes>
std::vector<Size> distinct_sizes(const Sizes& sizes) {
  auto groups = zeros<std::size_t>(std::max<std::size_t>(sizes.size(), 64));
  std::vector<u128> large;
  each_index(sizes.size(), [&](std::size_t k) {
    const u128 size = sizes[k];
    if (size < groups.size())
      ++groups[static_cast<std::size_t>(size)];
    else
      large.push_back(size);
  });
  std::vector<Size> out;
  out.reserve(std::min<std::size_t>(sizes.size(), 64));
  each_index(groups.size(), [&](std::size_t size) {
    if (groups[size] > 0) out.push_back({size, groups[size]});
  });
  polled_sort_any(large, std::less<>{});
  each_index(large.size(), [&](std::size_t k) {
    if (out.empty() || out.back().size != large[k]) out.push_back({large[k], 0});
    ++out.back().groups;
  });
  return out;
}

}  // namespace partita
