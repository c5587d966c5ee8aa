// The Arrow C data and stream interfaces: three structs of fixed layout, and their release. Written
// from the specification; a consumer needs no library.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace partita::arrow {

struct Schema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  Schema** children;
  Schema* dictionary;
  void (*release)(Schema*);
  void* private_data;
};

struct Array {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  Array** children;
  Array* dictionary;
  void (*release)(Array*);
  void* private_data;
};

struct Stream {
  int (*get_schema)(Stream*, Schema*);
  int (*get_next)(Stream*, Array*);
  const char* (*get_last_error)(Stream*);
  void (*release)(Stream*);
  void* private_data;
};

// The producer broke the rules of the interface.
struct Broken : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// Takes over a struct from its producer and releases it once.
template <class Struct>
class Owned {
 public:
  Owned() = default;
  explicit Owned(Struct* source) {
    if (source == nullptr || source->release == nullptr)
      throw Broken("it was released before it was read");
    value_ = *source;
    source->release = nullptr;
  }
  Owned(Owned&& other) noexcept : value_(other.value_) { other.value_.release = nullptr; }
  Owned& operator=(Owned&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Owned() {
    if (value_.release != nullptr) value_.release(&value_);
  }

  Struct* get() { return &value_; }
  const Struct* operator->() const { return &value_; }
  const Struct& operator*() const { return value_; }
  explicit operator bool() const { return value_.release != nullptr; }

 private:
  Struct value_{};
};

inline void check_answer(Owned<Stream>& stream, int answer) {
  if (answer == 0) return;
  const char* why =
      stream->get_last_error == nullptr ? nullptr : stream->get_last_error(stream.get());
  throw Broken("its stream failed: " + std::string(why == nullptr ? "no reason given" : why));
}

inline Owned<Schema> schema_of(Owned<Stream>& stream) {
  if (stream->get_schema == nullptr || stream->get_next == nullptr)
    throw Broken("its stream has no functions");
  Owned<Schema> schema;
  check_answer(stream, stream->get_schema(stream.get(), schema.get()));
  if (!schema) throw Broken("its stream has no schema");
  return schema;
}

// The next chunk; empty at the end.
inline Owned<Array> next_of(Owned<Stream>& stream) {
  Owned<Array> array;
  check_answer(stream, stream->get_next(stream.get(), array.get()));
  return array;
}

}  // namespace partita::arrow
