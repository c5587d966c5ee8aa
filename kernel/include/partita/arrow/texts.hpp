// Codes of the strings and bytes of an Arrow column, read in place.
#pragma once

#include "partita/arrow/column.hpp"
#include "partita/labels/encode_texts.hpp"

namespace partita::arrow {

// Strings stored one after the other, each between two offsets.
template <class Offset>
class OffsetTexts {
 public:
  explicit OffsetTexts(const Array& chunk)
      : offsets_(first_number(chunk, sizeof(Offset))),
        data_(static_cast<const std::byte*>(chunk.buffers[2])),
        last_(offset(static_cast<std::size_t>(chunk.length))) {
    if (last_ < 0) throw Broken("its offsets are negative");
    if (data_ == nullptr && last_ > 0) throw Broken("it has no bytes");
  }
  Text operator()(std::size_t i) const {
    const Offset begin = offset(i), end = offset(i + 1);
    if (begin < 0 || begin > end || end > last_) [[unlikely]]
      throw Broken("its offsets are not ascending at position " + std::to_string(i));
    return {data_ + begin, static_cast<std::size_t>(end - begin), data_ + last_};
  }

 private:
  Offset offset(std::size_t i) const {
    Offset value;
    std::memcpy(&value, offsets_ + i * sizeof(Offset), sizeof value);
    return value;
  }
  const std::byte *offsets_, *data_;
  Offset last_;
};

// Strings of up to 12 bytes are in their view, longer strings in one of several buffers.
class ViewTexts {
 public:
  explicit ViewTexts(const Array& chunk)
      : views_(first_number(chunk, view_size)),
        end_(views_ + static_cast<std::size_t>(chunk.length) * view_size),
        buffers_(chunk.buffers + 2),
        n_buffers_(chunk.n_buffers - 3),
        sizes_(static_cast<const std::byte*>(chunk.buffers[chunk.n_buffers - 1])) {}

  Text operator()(std::size_t i) const {
    const std::byte* view = views_ + i * view_size;
    const auto size = number<std::int32_t>(view);
    if (size >= 0 && size <= 12) return {view + 4, static_cast<std::size_t>(size), end_};
    const auto buffer = number<std::int32_t>(view + 8), start = number<std::int32_t>(view + 12);
    if (size < 0 || buffer < 0 || buffer >= n_buffers_ || start < 0 || sizes_ == nullptr ||
        buffers_[buffer] == nullptr)
      throw Broken("its view at position " + std::to_string(i) + " points nowhere");
    const auto held = number<std::int64_t>(sizes_ + 8 * static_cast<std::size_t>(buffer));
    if (std::int64_t{start} + size > held)
      throw Broken("its view at position " + std::to_string(i) + " points outside its buffer");
    const auto* data = static_cast<const std::byte*>(buffers_[buffer]);
    return {data + start, static_cast<std::size_t>(size), data + held};
  }

 private:
  static constexpr std::size_t view_size = 16;
  template <class T>
  static T number(const std::byte* place) {
    T value;
    std::memcpy(&value, place, sizeof value);
    return value;
  }
  const std::byte *views_, *end_;
  const void** buffers_;
  std::int64_t n_buffers_;
  const std::byte* sizes_;  // of the buffers
};

template <class Use>
void with_texts(const Array& chunk, const Layout& layout, const Use& use) {
  if (layout.kind == Kind::views)
    use(ViewTexts(chunk));
  else if (layout.kind == Kind::offsets && layout.bits == 32)
    use(OffsetTexts<std::int32_t>(chunk));
  else if (layout.kind == Kind::offsets)
    use(OffsetTexts<std::int64_t>(chunk));
  else
    throw Broken("it does not hold strings");
}

// Codes numbered by ascending string; `missing` has the nulls of the column, or is empty.
inline Numbering<Text> encode_texts(const ArrowColumn& column,
                                    std::span<const std::uint8_t> missing, std::size_t threads) {
  const auto encode = [&](TextTable& table, Range range, std::int32_t* codes) {
    std::size_t begin = 0;
    for (const Array* chunk : column.chunks) {
      const std::size_t end = begin + static_cast<std::size_t>(chunk->length);
      const Range mine{std::max(begin, range.begin), std::min(end, range.end)};
      if (mine.begin < mine.end)
        with_texts(*chunk, column.layout, [&](const auto& at) {
          encode_range(table, at, {mine.begin - begin, mine.end - begin},
                       missing.empty() ? nullptr : missing.data() + begin, codes + begin);
        });
      begin = end;
    }
  };
  Numbering<Text> encoded = number_shares<TextTable>(column.size, threads, encode);
  encoded.reorder(ascending(encoded.entries));
  return encoded;
}

}  // namespace partita::arrow
