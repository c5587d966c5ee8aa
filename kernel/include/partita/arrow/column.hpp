// A column of Arrow chunks: its nulls and its numbers. A single chunk is not copied.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "partita/arrow/bits.hpp"
#include "partita/arrow/layout.hpp"
#include "partita/base/buffer.hpp"
#include "partita/labels/column.hpp"

namespace partita::arrow {

// Memory of a producer; released when its last column is gone.
struct Storage {
  Owned<Schema> schema;
  std::vector<Owned<Array>> chunks;
};

struct ArrowColumn {
  std::shared_ptr<const Storage> storage;
  const Schema* schema = nullptr;
  Layout layout;
  std::vector<const Array*> chunks;
  std::size_t size = 0;

  bool is_dictionary() const { return schema->dictionary != nullptr; }

  void add(const Array* chunk) {
    check_array(*chunk, layout);
    if ((chunk->dictionary != nullptr) != is_dictionary())
      throw Broken("its dictionary is missing in the schema or in the array");
    if (chunk->length == 0) return;
    chunks.push_back(chunk);
    size += static_cast<std::size_t>(chunk->length);
    if (size > std::numeric_limits<std::size_t>::max() / 32) throw Broken("it is too long");
  }
};

inline ArrowColumn empty_column(std::shared_ptr<const Storage> storage, const Schema* schema) {
  if (schema->format == nullptr) throw Broken("its schema has no format");
  const std::string_view format = schema->format;
  if (schema->dictionary != nullptr && !is_integer(format))
    throw Broken("the indices of its dictionary are no integers");
  return {std::move(storage), schema, layout_of(format), {}, 0};
}

inline ArrowColumn column_of(Owned<Schema> schema, std::vector<Owned<Array>> chunks) {
  auto storage = std::make_shared<Storage>();
  storage->schema = std::move(schema);
  storage->chunks = std::move(chunks);
  ArrowColumn column = empty_column(storage, &*storage->schema);
  for (const Owned<Array>& chunk : storage->chunks) column.add(&*chunk);
  return column;
}

// Reads a stream to its end, unless its values cannot be labels.
inline ArrowColumn column_of(Owned<Stream> stream) {
  Owned<Schema> schema = schema_of(stream);
  std::vector<Owned<Array>> chunks;
  const bool is_known = schema->format != nullptr && schema->n_children == 0;
  while (Owned<Array> chunk = is_known ? next_of(stream) : Owned<Array>())
    chunks.push_back(std::move(chunk));
  return column_of(std::move(schema), std::move(chunks));
}

// --- nulls and bools -----------------------------------------------------------------------------

// 1 where a value is null, else 0; empty if no value is null.
inline Buffer<std::uint8_t> missing_in(const ArrowColumn& column) {
  if (column.layout.kind == Kind::other) throw Broken("its format cannot be read");
  std::vector<bool> nulls;
  for (const Array* chunk : column.chunks) nulls.push_back(has_nulls(*chunk));
  Buffer<std::uint8_t> missing;
  if (std::find(nulls.begin(), nulls.end(), true) == nulls.end()) return missing;
  missing.resize(column.size);
  std::uint8_t* target = missing.data();
  for (std::size_t k = 0; k < nulls.size(); ++k) {
    const Array& chunk = *column.chunks[k];
    if (nulls[k])
      unpack(chunk, chunk.buffers[0], 0xff, target);
    else
      std::memset(target, 0, static_cast<std::size_t>(chunk.length));
    target += chunk.length;
  }
  return missing;
}

inline Buffer<std::uint8_t> bools_in(const ArrowColumn& column) {
  if (column.layout.kind != Kind::bits) throw Broken("it does not hold bools");
  Buffer<std::uint8_t> values(column.size);
  std::uint8_t* target = values.data();
  for (const Array* chunk : column.chunks) {
    unpack(*chunk, chunk->buffers[1], 0, target);
    target += chunk->length;
  }
  return values;
}

// --- numbers -------------------------------------------------------------------------------------

inline const std::byte* first_number(const Array& chunk, std::size_t width) {
  return static_cast<const std::byte*>(chunk.buffers[1]) +
         static_cast<std::size_t>(chunk.offset) * width;
}

// The numbers of one chunk, in place.
inline Column numbers_of(const Array& chunk, const Layout& layout) {
  const std::size_t width = static_cast<std::size_t>(layout.bits) / 8;
  return {first_number(chunk, width), static_cast<std::ptrdiff_t>(width),
          static_cast<std::size_t>(chunk.length), layout.bits, layout.is_signed};
}

// The numbers of all chunks, contiguous.
template <class T>
Buffer<T> joined_numbers(const ArrowColumn& column) {
  Buffer<T> values(column.size);
  T* target = values.data();
  for (const Array* chunk : column.chunks) {
    const auto length = static_cast<std::size_t>(chunk->length);
    std::memcpy(target, first_number(*chunk, sizeof(T)), length * sizeof(T));
    target += length;
  }
  return values;
}

}  // namespace partita::arrow
