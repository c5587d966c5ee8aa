// Byte strings to codes numbered by ascending string.
#pragma once

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "partita/base/polled_sort.hpp"
#include "partita/labels/numbering.hpp"
#include "partita/labels/text_table.hpp"

namespace partita {

inline bool is_less(const Text& x, const Text& y) {
  const std::size_t common = std::min(x.size, y.size);
  const int order = common == 0 ? 0 : std::memcmp(x.data, y.data, common);
  return order != 0 ? order < 0 : x.size < y.size;
}

// How many bytes all the strings start with alike.
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

// Strings in ascending order; of most pairs the first eight bytes that differ at all decide.
inline std::vector<std::int32_t> ascending(std::span<const Text> texts) {
  struct Entry {
    std::uint64_t start;
    std::int32_t code;
  };
  const std::size_t common = common_start(texts);
  std::vector<Entry> entries(texts.size());
  for (std::size_t k = 0; k < texts.size(); ++k) {
    std::uint64_t start = 0;
    for (std::size_t i = common; i < common + 8; ++i)
      start = start << 8 | (i < texts[k].size ? static_cast<std::uint64_t>(texts[k].data[i]) : 0);
    entries[k] = {start, static_cast<std::int32_t>(k)};
    poll(8);
  }
  const auto text = [&](const Entry& entry) { return texts[static_cast<std::size_t>(entry.code)]; };
  polled_sort(entries, [&](const Entry& x, const Entry& y) {
    return x.start != y.start ? x.start < y.start : is_less(text(x), text(y));
  });
  std::vector<std::int32_t> order(entries.size());
  std::transform(entries.begin(), entries.end(), order.begin(), [](auto& e) { return e.code; });
  return order;
}

// Rows of one width, one after the other.
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
