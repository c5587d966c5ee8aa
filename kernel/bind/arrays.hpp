// Arrays and numbers between Python and the kernel: validated arguments, and results that own their
// memory. Arguments use the buffer protocol, with any stride, aligned or not, and without a copy.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "call.hpp"
#include "partita/base/buffer.hpp"
#include "partita/labels/column.hpp"
#include "partita/labels/numbering.hpp"
#include "partita/numbers/exact_sum.hpp"
#include "partita/numbers/fixed_sum.hpp"
#include "partita/numbers/integers.hpp"

namespace partita::python {

namespace nb = nanobind;

// --- from Python ---------------------------------------------------------------------------------

struct ReleaseBuffer {
  void operator()(Py_buffer* view) const {
    PyBuffer_Release(view);
    delete view;
  }
};

// Keeps an array's memory in place; on the heap, because an exporter may point into its view.
using Memory = std::unique_ptr<Py_buffer, ReleaseBuffer>;

inline Memory memory_from(nb::handle source, const std::string& name, int dimensions) {
  auto view = std::make_unique<Py_buffer>();
  if (PyObject_GetBuffer(source.ptr(), view.get(), PyBUF_RECORDS_RO) != 0) {
    PyErr_Clear();
    throw std::invalid_argument(name + " must be an array of numbers");
  }
  Memory memory(view.release());
  if (memory->ndim != dimensions)
    throw std::invalid_argument(name + " must be a " + std::to_string(dimensions) +
                                "-dimensional array");
  return memory;
}

// The type of the elements: a letter of the struct module, or 0 for records and the like.
inline char element_type(const Py_buffer& view, const std::string& name) {
  std::string_view format = view.format == nullptr ? "B" : view.format;
  constexpr char foreign = std::endian::native == std::endian::little ? '>' : '<';
  if (format.starts_with(foreign) || format.starts_with('!')) {
    if (view.itemsize > 1) throw std::invalid_argument(name + " must be in native byte order");
    format.remove_prefix(1);
  } else if (std::string_view("@=<>^").find(format.substr(0, 1)) != std::string_view::npos) {
    format.remove_prefix(1);
  }
  return format.size() == 1 ? format[0] : '\0';
}

inline bool is_signed_type(char type) { return std::strchr("bhilqn", type) && type != '\0'; }
inline bool is_unsigned_type(char type) { return std::strchr("BHILQN", type) && type != '\0'; }

inline std::size_t length_of(const Memory& memory) {
  return static_cast<std::size_t>(memory->shape[0]);
}

// Integers of any width and stride, read in place.
struct Codes {
  Memory memory;
  Column column;
};

inline Codes codes_from(nb::handle source, const std::string& name) {
  Memory memory = memory_from(source, name, 1);
  const char type = element_type(*memory, name);
  if (!is_signed_type(type) && !is_unsigned_type(type))
    throw std::invalid_argument(name + " must hold integers");
  const Column column{static_cast<const std::byte*>(memory->buf), memory->strides[0],
                      length_of(memory), 8 * static_cast<int>(memory->itemsize),
                      is_signed_type(type)};
  return {std::move(memory), column};
}

template <class T>
bool holds(const Memory& memory, const std::string& name) {
  const char type = element_type(*memory, name);
  const bool same_kind = std::is_floating_point_v<T> ? type == 'd'
                         : std::is_signed_v<T>       ? is_signed_type(type)
                                                     : is_unsigned_type(type);
  return same_kind && memory->itemsize == sizeof(T);
}

// Contiguous values of one type.
template <class T>
struct Values {
  Memory memory;
  std::span<const T> span;
  Buffer<T> copy;

  void make_copy() {
    copy.resize(length_of(memory));
    if (!copy.empty()) std::memcpy(copy.data(), memory->buf, copy.size() * sizeof(T));
    span = copy;
  }
};

template <class T>
Values<T> values_from(nb::handle source, const std::string& name, const char* type) {
  Memory memory = memory_from(source, name, 1);
  if (!holds<T>(memory, name)) throw std::invalid_argument(name + " must be an array of " + type);
  if (length_of(memory) > 1 && memory->strides[0] != sizeof(T))
    throw std::invalid_argument(name + " must be contiguous");
  Values<T> values{std::move(memory), {}, {}};
  if (std::bit_cast<std::uintptr_t>(values.memory->buf) % alignof(T) != 0)
    values.make_copy();
  else
    values.span = {static_cast<const T*>(values.memory->buf), length_of(values.memory)};
  return values;
}

// Values that are checked and later used as indices: copied unless the array is read-only, so that
// no other thread can change them in between.
template <class T>
Values<T> constant_from(nb::handle source, const std::string& name, const char* type) {
  Values<T> values = values_from<T>(source, name, type);
  if (!values.memory->readonly && values.copy.empty()) values.make_copy();
  return values;
}

inline i128 wide_from(nb::int_ value, const std::string& name) {
  int overflow = 0;
  const long long narrow = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  if (overflow == 0) return narrow;
  const unsigned long long wide = PyLong_AsUnsignedLongLong(value.ptr());
  if (!PyErr_Occurred()) return static_cast<i128>(wide);
  PyErr_Clear();
  throw std::invalid_argument(name + " must fit 64 bits");
}

inline std::uint32_t size_from(std::int64_t size, const std::string& name) {
  if (size < 0 || size > std::numeric_limits<std::int32_t>::max())
    throw std::invalid_argument(name + " must lie between 0 and 2^31 - 1");
  return static_cast<std::uint32_t>(size);
}

inline std::size_t threads_from(std::int64_t threads) {
  if (threads < 0 || threads > 1024)
    throw std::invalid_argument("threads must lie between 0 and 1024");
  return static_cast<std::size_t>(threads);
}

// --- to Python -----------------------------------------------------------------------------------

template <class T>
using Result = nb::ndarray<nb::numpy, T, nb::ndim<1>>;

template <class Vector>
auto array_of(Vector&& values) {
  static_assert(std::is_rvalue_reference_v<Vector&&>);
  auto* kept = new Vector(std::move(values));
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<Vector*>(p); });
  return Result<typename Vector::value_type>(kept->data(), {kept->size()}, owner);
}

inline nb::object python_codes(NarrowCodes&& codes) {
  return std::visit([](auto&& held) { return nb::cast(array_of(std::move(held))); },
                    std::move(codes));
}

// An integer of many words, least significant first.
inline nb::object python_value(std::span<const std::uint64_t> words) {
  while (words.size() > 1 && words.back() == 0) words = words.first(words.size() - 1);
  if (words.size() == 1) return nb::int_(words[0]);
  std::string digits;
  digits.reserve(16 * words.size());
  for (auto word = words.rbegin(); word != words.rend(); ++word)
    for (int shift = 60; shift >= 0; shift -= 4)
      digits += "0123456789abcdef"[(*word >> shift) & 15];
  return nb::steal(PyLong_FromString(digits.c_str(), nullptr, 16));
}
inline nb::object python_value(const U256& x) {
  const std::uint64_t words[] = {low_word(x.low), high_word(x.low), low_word(x.high),
                                 high_word(x.high)};
  return python_value(std::span<const std::uint64_t>(words));
}
inline nb::object python_value(u128 x) { return python_value(U256(x)); }
inline nb::object python_value(const Expansion& x) { return nb::cast(x); }
inline nb::object python_value(const ExactSum& x) { return python_value(x.expansion()); }
// Sums of ratios; for counts in units of 2^-192.
inline nb::object python_sum(const FixedSum& sum) {
  return python_value(std::span<const std::uint64_t>(sum.words()));
}
inline nb::object python_sum(const ExactSum& sum) { return python_value(sum); }

inline nb::object python_integer(i128 x) {
  return x < 0 ? nb::int_(static_cast<std::int64_t>(x)) : nb::int_(static_cast<std::uint64_t>(x));
}

}  // namespace partita::python
