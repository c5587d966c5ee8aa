// The layout of an Arrow array by its format string, and checks of the producer's numbers.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

#include "partita/arrow/abi.hpp"

namespace partita::arrow {

enum class Kind { other, bits, numbers, offsets, views };

// How values are stored; `bits` is the width of a number or of an offset.
struct Layout {
  Kind kind = Kind::other;
  int bits = 0;
  bool is_signed = false;
  bool is_text = false;  // UTF-8, not just bytes
};

inline bool is_integer(std::string_view format) {
  return format.size() == 1 && std::string_view("cCsSiIlL").find(format) != std::string_view::npos;
}

inline Layout layout_of(std::string_view format) {
  const auto number = [](int bits, bool is_signed) {
    return Layout{Kind::numbers, bits, is_signed};
  };
  if (format.size() == 1) {
    constexpr std::string_view integers = "cCsSiIlL", floats = "efg";
    if (const auto place = integers.find(format[0]); place != std::string_view::npos)
      return number(8 << (place / 2), place % 2 == 0);
    if (const auto place = floats.find(format[0]); place != std::string_view::npos)
      return number(16 << place, false);
    if (format == "b") return {Kind::bits};
    if (format == "u" || format == "z") return {Kind::offsets, 32, true, format == "u"};
    if (format == "U" || format == "Z") return {Kind::offsets, 64, true, format == "U"};
  }
  if (format == "vu" || format == "vz") return {Kind::views, 128, false, format == "vu"};
  if (format == "tdD") return number(32, true);  // days; "tdm" is milliseconds
  const bool is_moment = format.starts_with("ts") || format.starts_with("tD") || format == "tdm";
  return is_moment ? number(64, true) : Layout{};
}

inline std::size_t end_of(const Array& array) {
  return static_cast<std::size_t>(array.offset) + static_cast<std::size_t>(array.length);
}

inline void check_sizes(const Array& array) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 16;
  if (array.length < 0 || array.length > most) throw Broken("its length is not possible");
  if (array.offset < 0 || array.offset > most - array.length)
    throw Broken("its offset is not possible");
  if (array.null_count < -1 || array.null_count > array.length)
    throw Broken("its number of nulls is not possible");
}

inline void check_buffers(const Array& array, Kind kind) {
  const bool is_count_right = kind == Kind::views
                                  ? array.n_buffers >= 3
                                  : array.n_buffers == (kind == Kind::offsets ? 3 : 2);
  if (!is_count_right) throw Broken("it has " + std::to_string(array.n_buffers) + " buffers");
  if (array.n_children != 0) throw Broken("it has children");
  if (array.buffers == nullptr) throw Broken("it has no buffers");
  if (array.length > 0 && array.buffers[1] == nullptr) throw Broken("it has no values");
  if (array.null_count > 0 && array.buffers[0] == nullptr)
    throw Broken("it has nulls but does not say where");
}

inline void check_array(const Array& array, const Layout& layout) {
  check_sizes(array);
  if (layout.kind != Kind::other) check_buffers(array, layout.kind);
}

}  // namespace partita::arrow
