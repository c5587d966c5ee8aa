// Arrow columns of any content are read correctly or rejected. Buffers have the length that length
// and offset imply, since the interface does not state it; the fuzzer chooses offsets of strings,
// views, indices of dictionaries and bits.
#include <memory>
#include <string>
#include <string_view>

#include "partita/arrow/dictionary.hpp"
#include "partita/arrow/texts.hpp"
#include "source.hpp"

using namespace partita;
using namespace partita::arrow;
using Bytes = std::vector<std::byte>;

namespace {

// Arrays in memory of exactly their size.
struct Producer {
  std::vector<std::unique_ptr<Bytes>> memory;
  std::vector<const void*> buffers;
  std::unique_ptr<Producer> dictionary;
  Array array{};

  std::byte* add(Source& source, std::size_t size, bool random = true) {
    Bytes bytes(size);
    for (std::size_t i = 0; random && i < size; ++i) bytes[i] = source.take<std::byte>();
    memory.push_back(std::make_unique<Bytes>(std::move(bytes)));
    buffers.push_back(memory.back()->data());
    return memory.back()->data();
  }
};

Schema schema_of(const char* format, Schema* dictionary) {
  Schema schema{};
  schema.format = format;
  schema.dictionary = dictionary;
  schema.release = [](Schema* self) { self->release = nullptr; };
  return schema;
}

// Mostly small numbers, so that most offsets point into the buffers.
template <class T>
void add_offsets(Producer& producer, Source& source, std::size_t places) {
  std::byte* bytes = producer.add(source, places * sizeof(T), false);
  const std::size_t size = source.below(200);
  const bool wild = source.below(4) == 0;
  T offset = 0;
  for (std::size_t i = 0; i < places; ++i, bytes += sizeof(T)) {
    offset = wild ? source.take<T>()
                  : std::min(static_cast<T>(size),
                             static_cast<T>(offset + source.take<std::int8_t>() % 30));
    if (i + 1 == places) offset = static_cast<T>(size);  // the end of the bytes, as is right
    std::memcpy(bytes, &offset, sizeof(T));
  }
  producer.add(source, size);
}

void add_views(Producer& producer, Source& source, std::size_t places) {
  std::byte* bytes = producer.add(source, places * 16, false);
  const std::size_t n = 1 + source.below(2);
  for (std::size_t i = 0; i < places; ++i, bytes += 16) {
    const bool wild = source.below(8) == 0;
    std::int32_t view[4];
    for (std::int32_t& word : view)
      word = wild ? source.take<std::int32_t>() : static_cast<std::int32_t>(source.below(40));
    if (!wild) view[2] %= 3;
    std::memcpy(bytes, view, 16);
  }
  std::vector<std::int64_t> sizes;
  for (std::size_t k = 0; k < n; ++k) {
    sizes.push_back(static_cast<std::int64_t>(source.below(60)));
    producer.add(source, static_cast<std::size_t>(sizes.back()));
  }
  std::memcpy(producer.add(source, 8 * n, false), sizes.data(), 8 * n);
}

Producer producer_of(Source& source, const Layout& layout) {
  Producer producer;
  const std::size_t length = source.below(40), offset = source.below(20), places = length + offset;
  if (source.below(2) == 0)
    producer.add(source, (places + 7) / 8);
  else
    producer.buffers.push_back(nullptr);
  if (layout.kind == Kind::offsets && layout.bits == 32)
    add_offsets<std::int32_t>(producer, source, places + 1);
  else if (layout.kind == Kind::offsets)
    add_offsets<std::int64_t>(producer, source, places + 1);
  else if (layout.kind == Kind::views)
    add_views(producer, source, places);
  else if (layout.kind == Kind::bits)
    producer.add(source, (places + 7) / 8);
  else
    producer.add(source, places * static_cast<std::size_t>(layout.bits) / 8);
  producer.array.length = static_cast<std::int64_t>(length);
  producer.array.offset = static_cast<std::int64_t>(offset);
  producer.array.null_count = static_cast<std::int64_t>(source.below(50)) - 2;
  producer.array.n_buffers = static_cast<std::int64_t>(producer.buffers.size());
  producer.array.release = [](Array* self) { self->release = nullptr; };
  return producer;
}

// The string at a place, read as in the specification; none if the offsets are invalid.
std::string_view text_at(const Array& chunk, const Layout& layout, std::size_t i) {
  const auto place = static_cast<std::size_t>(chunk.offset) + i;
  const auto number = [&]<class T>(T, std::size_t at) {
    T value;
    std::memcpy(&value, static_cast<const std::byte*>(chunk.buffers[1]) + at, sizeof value);
    return value;
  };
  const auto* bytes = static_cast<const char*>(chunk.buffers[2]);
  if (layout.kind == Kind::views) {
    const auto size = static_cast<std::size_t>(number(std::int32_t{}, 16 * place));
    const auto start = static_cast<std::size_t>(number(std::int32_t{}, 16 * place + 12));
    if (size <= 12) return {static_cast<const char*>(chunk.buffers[1]) + 16 * place + 4, size};
    bytes = static_cast<const char*>(chunk.buffers[2 + number(std::int32_t{}, 16 * place + 8)]);
    return {bytes + start, size};
  }
  const auto offset = [&](std::size_t k) {
    return static_cast<std::size_t>(layout.bits == 32 ? number(std::int32_t{}, 4 * k)
                                                      : number(std::int64_t{}, 8 * k));
  };
  return {bytes + offset(place), offset(place + 1) - offset(place)};
}

void texts_are_there(const ArrowColumn& column, std::size_t threads) {
  const auto missing = missing_in(column);
  const Numbering<Text> found = encode_texts(column, missing, threads);
  const auto codes = found.numbered<std::int32_t>();
  std::size_t at = 0;
  for (const Array* chunk : column.chunks)
    for (std::size_t i = 0; i < static_cast<std::size_t>(chunk->length); ++i, ++at) {
      if (!missing.empty() && missing[at] != 0) continue;
      const Text& text = found.entries[static_cast<std::size_t>(codes[at])];
      const std::string_view name(reinterpret_cast<const char*>(text.data), text.size);
      DEMAND(name == text_at(*chunk, column.layout, i));
    }
}

void indices_are_there(const ArrowColumn& column, std::size_t threads) {
  const Dictionaries all = dictionaries_of(column);
  for (const Array* chunk : column.chunks) check_indices(*chunk, column.layout, threads);
  const auto places = joined_indices(column, all);
  for (const std::int32_t place : places)
    DEMAND(place == 0 || static_cast<std::size_t>(place) < all.entries.size);
  texts_are_there(all.entries, threads);
}

void read(const ArrowColumn& column, std::size_t threads) {
  if (column.is_dictionary()) return indices_are_there(column, threads);
  if (column.layout.kind == Kind::offsets || column.layout.kind == Kind::views)
    return texts_are_there(column, threads);
  const auto missing = missing_in(column);
  DEMAND(missing.empty() || missing.size() == column.size);
  if (column.layout.kind == Kind::bits)
    for (const std::uint8_t value : bools_in(column)) DEMAND(value <= 1);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Source source(data, size);
  constexpr const char* formats[] = {"u", "Z", "vu", "b", "c", "S", "l"};
  const char* format = formats[source.below(std::size(formats))];
  const bool indexed = is_integer(format) && source.below(4) != 0;
  const char* entries = formats[source.below(3)];
  const std::size_t threads = 1 + source.below(3);
  Schema names = schema_of(entries, nullptr),
         schema = schema_of(format, indexed ? &names : nullptr);
  std::vector<Producer> producers;
  for (std::size_t k = 1 + source.below(3); k > 0; --k) {
    producers.push_back(producer_of(source, layout_of(format)));
    if (indexed)
      producers.back().dictionary =
          std::make_unique<Producer>(producer_of(source, layout_of(entries)));
  }
  std::vector<Owned<Array>> chunks;
  for (Producer& one : producers) {  // their addresses are final now
    one.array.buffers = one.buffers.data();
    if (indexed) {
      one.dictionary->array.buffers = one.dictionary->buffers.data();
      one.array.dictionary = &one.dictionary->array;
    }
    chunks.emplace_back(&one.array);
  }
  try {
    read(column_of(Owned<Schema>(&schema), std::move(chunks)), threads);
  } catch (const Broken&) {
  }
  return 0;
}
