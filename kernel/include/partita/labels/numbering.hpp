// Codes for labels by hashing, over several workers. Each worker numbers its share separately; the
// numbers are then unified, so that the result does not depend on the number of workers.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <variant>
#include <vector>

#include "partita/base/buffer.hpp"
#include "partita/base/parallel.hpp"
#include "partita/base/polled_sort.hpp"

namespace partita {

// A smaller share is done before a thread for it has started.
inline constexpr std::size_t least_share = std::size_t{1} << 16;

inline std::size_t encoding_workers(std::size_t threads, std::size_t n) {
  return worker_count(threads, n, least_share);
}

// Finds or adds the codes of the entries of `range`; `at(i)` is entry i. Hashes are computed some
// entries ahead to prefetch their slots.
template <class Table, class At>
void encode_range(Table& table, const At& at, Range range, const std::uint8_t* missing,
                  std::int32_t* codes) {
  struct Ahead {
    typename Table::Key key;
    std::uint64_t hash;
    std::size_t place;
  };
  std::array<Ahead, 64> ahead;
  for (std::size_t i = range.begin; i < range.end;) {
    std::size_t size = 0;
    for (const std::size_t stop = std::min(range.end, i + ahead.size()); i < stop; ++i) {
      if (missing != nullptr && missing[i] != 0) {
        codes[i] = 0;
        continue;
      }
      Ahead& one = ahead[size++];
      one.key = Table::key(at(i));
      one.hash = Table::hash(one.key);
      one.place = i;
      table.prefetch(one.hash);
    }
    for (std::size_t k = 0; k < size; ++k) {
      const Ahead& one = ahead[k];
      codes[one.place] = table.find_or_add(one.key, one.hash, [&] { return at(one.place); });
    }
    poll(8 * ahead.size());
  }
}

// Codes in the narrowest of three types that can hold them.
using NarrowCodes = std::variant<Buffer<std::uint8_t>, Buffer<std::uint16_t>, Buffer<std::int32_t>>;

// Codes by the workers, the final code for each code of a worker, and the entries of the final
// codes.
template <class Entry>
struct Numbering {
  std::vector<Entry> entries;
  Buffer<std::int32_t> codes;
  std::vector<std::vector<std::int32_t>> final_codes;  // one list per worker, or one for all
  std::size_t workers = 1;

  template <class T>
  Buffer<T> numbered() const {
    Buffer<T> out(codes.size());
    run_workers(workers, [&](std::size_t worker) {
      const Range mine = share(codes.size(), worker, workers);
      const std::int32_t* place = final_codes[final_codes.size() == 1 ? 0 : worker].data();
      const std::int32_t* code = codes.data();
      T* target = out.data();
      for_each_part(mine, [&](Range part) {
        for (std::size_t i = part.begin; i < part.end; ++i)
          target[i] = static_cast<T>(place[code[i]]);
      });
    });
    return out;
  }

  NarrowCodes narrow() const {
    if (entries.size() <= 1 << 8) return numbered<std::uint8_t>();
    if (entries.size() <= 1 << 16) return numbered<std::uint16_t>();
    return numbered<std::int32_t>();
  }

  // Final codes equal to the workers' codes; a missing entry has code 0.
  std::vector<std::int32_t> unchanged() const {
    std::vector<std::int32_t> places(std::max<std::size_t>(1, entries.size()));
    std::iota(places.begin(), places.end(), 0);
    return places;
  }

  // Reorders the entries: `order` gives the order of first appearance.
  void reorder(std::span<const std::int32_t> order) {
    Buffer<std::int32_t> rank(std::max<std::size_t>(1, order.size()), 0);
    std::vector<Entry> listed;
    listed.reserve(order.size());
    for (std::int32_t code : order) {
      rank[static_cast<std::size_t>(code)] = static_cast<std::int32_t>(listed.size());
      listed.push_back(entries[static_cast<std::size_t>(code)]);
      poll(8);
    }
    entries = std::move(listed);
    run_workers(final_codes.size(), [&](std::size_t worker) {
      for (std::int32_t& place : final_codes[worker]) {
        place = rank[static_cast<std::size_t>(place)];
        poll(4);
      }
    });
  }
};

// Codes 0 .. size-1 by ascending key(code); less(x, y) orders codes of equal keys.
template <class Key, class KeyOf, class Less>
Buffer<std::int32_t> sorted_codes(std::size_t size, const KeyOf& key, const Less& less,
                                  std::size_t threads = 1) {
  struct Numbered {
    Key key;
    std::int32_t code;
  };
  Buffer<Numbered> sorted(size);
  each_index(size, [&](std::size_t k) { sorted[k] = {key(k), static_cast<std::int32_t>(k)}; });
  const auto before = [&](const Numbered& x, const Numbered& y) {
    return x.key != y.key ? x.key < y.key : less(x.code, y.code);
  };
  polled_sort(sorted, before, threads);
  Buffer<std::int32_t> codes(size);
  each_index(size, [&](std::size_t k) { codes[k] = sorted[k].code; });
  return codes;
}

// `encode(table, range, codes)` numbers the share of one worker. Entries are in the order of their
// first appearance.
template <class Table, class Encode>
auto number_shares(std::size_t n, std::size_t threads, const Encode& encode) {
  const std::size_t workers = encoding_workers(threads, n);
  Numbering<typename Table::Entry> out{
      {}, Buffer<std::int32_t>(n), std::vector<std::vector<std::int32_t>>(workers), workers};
  std::vector<Table> tables(workers);
  run_workers(workers, [&](std::size_t worker) {
    encode(tables[worker], share(n, worker, workers), out.codes.data());
  });
  for (std::size_t worker = 0; worker < workers; ++worker) {
    std::vector<std::int32_t>& places = out.final_codes[worker];
    places.resize(std::max<std::size_t>(1, tables[worker].size()));  // a missing entry has code 0
    if (worker == 0) std::iota(places.begin(), places.end(), 0);
    for (std::size_t code = 0; worker > 0 && code < tables[worker].size(); ++code) {
      places[code] = tables[0].find_or_add(tables[worker].entries()[code]);
      poll(16);
    }
  }
  out.entries = tables[0].entries();
  return out;
}

}  // namespace partita
