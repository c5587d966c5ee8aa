// A caller's integer array, read in place: any width, signed or unsigned, any stride.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <type_traits>

namespace partita {

struct Column {
  const std::byte* data = nullptr;
  std::ptrdiff_t stride = 0;  // in bytes
  std::size_t size = 0;
  int bits = 64;
  bool is_signed = true;
};

// Calls read(T{}) with the column's element type.
template <class Read>
decltype(auto) with_type(const Column& column, Read&& read) {
  switch (column.bits) {
    case 8:
      return column.is_signed ? read(std::int8_t{}) : read(std::uint8_t{});
    case 16:
      return column.is_signed ? read(std::int16_t{}) : read(std::uint16_t{});
    case 32:
      return column.is_signed ? read(std::int32_t{}) : read(std::uint32_t{});
    case 64:
      return column.is_signed ? read(std::int64_t{}) : read(std::uint64_t{});
    default:
      throw std::invalid_argument("integers must have 8, 16, 32 or 64 bits");
  }
}

// Element i; memcpy because a strided view may be unaligned.
template <class T>
T element(const Column& column, std::size_t i) {
  T value;
  std::memcpy(&value, column.data + static_cast<std::ptrdiff_t>(i) * column.stride, sizeof(T));
  return value;
}

// Prefetches element i. The address is a number because no pointer may point past the end.
inline void prefetch(const Column& column, std::size_t i) {
  const auto place = reinterpret_cast<std::uintptr_t>(column.data) +
                     static_cast<std::uintptr_t>(column.stride) * i;
  __builtin_prefetch(reinterpret_cast<const void*>(place));
}

// Calls take(position in block, value) for elements begin .. begin+count-1. The contiguous case has
// its own loop so that compilers can vectorize it.
template <class T, class Take>
void for_each(const Column& column, std::size_t begin, std::size_t count, Take&& take) {
  if (column.stride == static_cast<std::ptrdiff_t>(sizeof(T))) {
    const std::byte* data = column.data + begin * sizeof(T);
    for (std::size_t i = 0; i < count; ++i) {
      T value;
      std::memcpy(&value, data + i * sizeof(T), sizeof(T));
      take(i, value);
    }
  } else {
    for (std::size_t i = 0; i < count; ++i) take(i, element<T>(column, begin + i));
  }
}

}  // namespace partita
