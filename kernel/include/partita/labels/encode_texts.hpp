// Codes for byte strings, in ascending order of the strings.
#pragma once

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "partita/labels/numbering.hpp"
#include "partita/labels/text_table.hpp"

namespace partita {

inline bool is_less(const Text& x, const Text& y) {
  const std::size_t common = std::min(x.size, y.size);
  const int order = common == 0 ? 0 : std::memcmp(x.data, y.data, common);
  return order != 0 ? order < 0 : x.size < y.size;
}

// Length of the common prefix of all strings.
inline std::size_t common_start(std::span<const Text> texts) {
  if (texts.empty()) return 0;
  std::size_t common = texts[0].size;
  for (const Text& text : texts) {
    common = std::min(common, text.size);
    const auto* end = std::mismatch(text.data, text.data + common, texts[0].data).first;
    common = static_cast<std::size_t>(end - text.data);
    poll(8);
  }
  return common;
}

// Sorts strings; eight bytes after the common prefix decide most comparisons.
inline Buffer<std::int32_t> ascending(std::span<const Text> texts) {
  const std::size_t common = common_start(texts);
  const auto start = [&](std::size_t k) {
    std::uint64_t word = 0;
    for (std::size_t i = common; i < common + 8; ++i)
      word = word << 8 | (i < texts[k].size ? static_cast<std::uint64_t>(texts[k].data[i]) : 0);
    poll(8);
    return word;
  };
  return sorted_codes<std::uint64_t>(texts.size(), start, [&](std::int32_t x, std::int32_t y) {
    return is_less(texts[static_cast<std::size_t>(x)], texts[static_cast<std::size_t>(y)]);
  });
}

// Rows of fixed width, one after the other.
struct RowTexts {
  const std::byte* data;
  std::size_t width;
  const std::byte* end;

  Text operator()(std::size_t i) const { return {data + i * width, width, end}; }
};

struct EncodedRows {
  Buffer<std::int32_t> codes;        // numbered by first appearance
  std::vector<std::int64_t> firsts;  // where each code appears first
};

inline EncodedRows encode_rows(const std::byte* data, std::size_t n, std::size_t width,
                               std::size_t threads) {
  const RowTexts at{data, width, data + n * width};
  auto found =
      number_shares<TextTable>(n, threads, [&](TextTable& table, Range range, std::int32_t* codes) {
        encode_range(table, at, range, nullptr, codes);
      });
  EncodedRows encoded;
  for (const Text& text : found.entries)
    encoded.firsts.push_back(width == 0 ? 0
                                        : (text.data - data) / static_cast<std::ptrdiff_t>(width));
  encoded.codes = found.final_codes.size() == 1 ? std::move(found.codes)
                                                : found.template numbered<std::int32_t>();
  return encoded;
}

}  // namespace partita
