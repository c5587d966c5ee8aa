// Groups with objects, numbered without gaps.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "partita/base/buffer.hpp"
#include "partita/base/parallel.hpp"
#include "partita/counting/grouping.hpp"

namespace partita {

// The groups with objects: group k of the table is groups[k] of the possible groups, or k itself if
// every group has objects.
struct Occupied {
  std::size_t size = 0;
  std::vector<std::int32_t> groups;  // ascending; empty if nothing was left out

  std::size_t group(std::size_t k) const {
    return groups.empty() ? k : static_cast<std::size_t>(groups[k]);
  }
};

inline constexpr std::size_t numbered_cells = std::size_t{1} << 18;  // from which a thread pays

// Numbers the ascending rows of cells without gaps, in place. Workers own whole rows.
inline Occupied number_rows(Buffer<std::int32_t>& rows, std::size_t possible, std::size_t threads) {
  const std::size_t workers = worker_count(threads, rows.size(), numbered_cells);
  std::vector<std::size_t> cut(workers + 1, rows.size());
  for (std::size_t worker = 0; worker < workers; ++worker) {
    std::size_t begin = share(rows.size(), worker, workers).begin;
    while (begin > 0 && begin < rows.size() && rows[begin] == rows[begin - 1]) ++begin;
    cut[worker] = begin;
  }
  std::vector<std::int32_t> first(workers + 1);  // number of each worker's first row
  run_workers(workers, [&](std::size_t worker) {
    std::int32_t last = -1, size = 0;
    for (std::size_t cell = cut[worker]; cell < cut[worker + 1]; ++cell)
      size += std::exchange(last, rows[cell]) != rows[cell] ? 1 : 0;
    first[worker + 1] = size;
  });
  for (std::size_t worker = 0; worker < workers; ++worker) first[worker + 1] += first[worker];
  Occupied found{static_cast<std::size_t>(first[workers]), {}};
  if (found.size == possible) return found;
  found.groups.resize(found.size);
  run_workers(workers, [&](std::size_t worker) {
    std::int32_t last = -1, number = first[worker] - 1;
    std::int32_t* groups = found.groups.data();
    for (std::size_t cell = cut[worker]; cell < cut[worker + 1]; ++cell) {
      number += rows[cell] != last ? 1 : 0;  // no branch, which would be mispredicted
      last = rows[cell];
      groups[number] = last;
      rows[cell] = number;
    }
  });
  return found;
}

// 64 groups: which of them occur, and how many occur before them.
struct GroupWord {
  std::uint64_t bits = 0;
  std::uint64_t before = 0;

  __attribute__((always_inline)) std::int32_t rank(std::int32_t group) const {
    const std::uint64_t lower = bits & ((std::uint64_t{1} << (group % 64)) - 1);
    return static_cast<std::int32_t>(before) + std::popcount(lower);
  }
};

__attribute__((always_inline)) inline void rank_in(const GroupWord* words,
                                                   std::span<std::int32_t> groups) {
  for (std::int32_t& group : groups) group = words[group / 64].rank(group);
}
PARTITA_WIDE inline void rank_in_wide(const GroupWord* words, std::span<std::int32_t> groups) {
  rank_in(words, groups);
}

// Calls work(worker, its part of the cells).
template <class Work>
void for_each_part(std::span<std::int32_t> cells, std::size_t workers, const Work& work) {
  run_workers(workers, [&](std::size_t worker) {
    const Range mine = share(cells.size(), worker, workers);
    work(worker, cells.subspan(mine.begin, mine.end - mine.begin));
  });
}

// The same for columns, in any order.
inline Occupied number_cols(Buffer<std::int32_t>& cols, std::size_t possible, std::size_t threads) {
  const std::size_t workers = worker_count(threads, cols.size(), numbered_cells);
  std::vector<std::vector<GroupWord>> parts(workers);
  for_each_part(cols, workers, [&](std::size_t worker, std::span<const std::int32_t> part) {
    parts[worker].resize(possible / 64 + 1);
    GroupWord* seen = parts[worker].data();
    for (std::int32_t col : part) seen[col / 64].bits |= std::uint64_t{1} << (col % 64);
  });
  std::vector<GroupWord>& words = parts[0];
  Occupied found;
  for (std::size_t word = 0; word < words.size(); ++word) {
    for (const auto& part : parts) words[word].bits |= part[word].bits;
    words[word].before = found.size;
    found.size += static_cast<std::size_t>(std::popcount(words[word].bits));
  }
  if (found.size == possible) return found;
  found.groups.reserve(found.size);
  for (std::size_t word = 0; word < words.size(); ++word)
    for (std::uint64_t bits = words[word].bits; bits != 0; bits &= bits - 1)
      found.groups.push_back(static_cast<std::int32_t>(64 * word) + std::countr_zero(bits));
  for_each_part(cols, workers, [&](std::size_t, std::span<std::int32_t> part) {
    has_wide_vectors() ? rank_in_wide(words.data(), part) : rank_in(words.data(), part);
  });
  return found;
}

}  // namespace partita
