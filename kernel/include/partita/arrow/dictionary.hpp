// Arrow dictionaries: each chunk may have its own; its indices are checked.
#pragma once

#include "partita/arrow/column.hpp"
#include "partita/labels/encode_integers.hpp"

namespace partita::arrow {

inline bool same_memory(const Array& x, const Array& y) {
  return x.length == y.length && x.offset == y.offset && x.n_buffers == y.n_buffers &&
         std::equal(x.buffers, x.buffers + x.n_buffers, y.buffers);
}

// The dictionaries one after the other, and where the dictionary of each chunk starts. A dictionary
// that consecutive chunks share is there once.
struct Dictionaries {
  ArrowColumn entries;
  std::vector<std::size_t> starts;
};

inline Dictionaries dictionaries_of(const ArrowColumn& column) {
  if (!column.is_dictionary()) throw Broken("it has no dictionary");
  Dictionaries found{empty_column(column.storage, column.schema->dictionary), {}};
  ArrowColumn& entries = found.entries;
  const Array* last = nullptr;
  std::size_t start = 0;
  for (const Array* chunk : column.chunks) {
    const Array* dictionary = chunk->dictionary;
    check_array(*dictionary, entries.layout);
    if (last == nullptr || entries.layout.kind == Kind::other || !same_memory(*last, *dictionary)) {
      last = dictionary;
      start = entries.size;
      entries.add(dictionary);
    }
    found.starts.push_back(start);
  }
  if (entries.size > std::numeric_limits<std::int32_t>::max())
    throw Broken("its dictionaries have more than 2^31 - 1 entries");
  return found;
}

// Calls take(position in the column, index) for the values of one chunk that are not null.
template <class T, class Take>
void checked_indices(const Array& chunk, const Layout& layout, const Take& take) {
  const bool nulls = has_nulls(chunk);
  const auto entries = static_cast<std::uint64_t>(chunk.dictionary->length);
  const auto offset = static_cast<std::size_t>(chunk.offset);
  for_each<T>(numbers_of(chunk, layout), 0, static_cast<std::size_t>(chunk.length),
              [&](std::size_t i, T index) {
                if (nulls && !bit(chunk.buffers[0], offset + i)) return;
                // As an unsigned number a negative index exceeds the size of any dictionary.
                if (static_cast<std::uint64_t>(index) >= entries)
                  throw Broken("its index " + std::to_string(index) + " is outside its dictionary");
                take(i, index);
              });
}

inline void check_indices(const Array& chunk, const Layout& layout, std::size_t threads) {
  const Column numbers = numbers_of(chunk, layout);
  if (!has_nulls(chunk)) {  // the usual case, in which minimum and maximum are found faster
    const IntegerRange range = integer_range(numbers, threads);
    if (range.least >= 0 && range.greatest < chunk.dictionary->length) return;
  }
  with_type(numbers, [&]<class T>(T) { checked_indices<T>(chunk, layout, [](std::size_t, T) {}); });
}

// The place of each value among the entries of all dictionaries; 0 for a null.
inline Buffer<std::int32_t> joined_indices(const ArrowColumn& column, const Dictionaries& all) {
  Buffer<std::int32_t> places(column.size);
  std::fill(places.begin(), places.end(), 0);
  std::int32_t* target = places.data();
  for (std::size_t k = 0; k < column.chunks.size(); ++k) {
    const Array& chunk = *column.chunks[k];
    with_type(numbers_of(chunk, column.layout), [&]<class T>(T) {
      checked_indices<T>(chunk, column.layout, [&](std::size_t i, T index) {
        target[i] = static_cast<std::int32_t>(all.starts[k] + static_cast<std::size_t>(index));
      });
    });
    target += chunk.length;
  }
  return places;
}

}  // namespace partita::arrow
