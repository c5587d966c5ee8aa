// Codes of labels give the labels back: integers over any range, rows of bytes of any width.
#include <set>

#include "partita/labels/encode_integers.hpp"
#include "partita/labels/encode_texts.hpp"
#include "source.hpp"

using namespace partita;

namespace {

template <class T>
void integers_come_back(Source source) {
  std::vector<T> values;
  while (source.left() > 0 && values.size() < 4000) values.push_back(source.take<T>());
  if (values.empty()) return;
  const Column column{reinterpret_cast<const std::byte*>(values.data()), sizeof(T), values.size(),
                      8 * sizeof(T), std::is_signed_v<T>};
  const IntegerRange range = integer_range(column, 2);
  DEMAND(range.least == static_cast<i128>(*std::min_element(values.begin(), values.end())));
  DEMAND(range.greatest == static_cast<i128>(*std::max_element(values.begin(), values.end())));
  const Encoded<T> encoded = encode_integers<T>(column, 2);
  DEMAND(encoded.distinct.size() == std::set<T>(values.begin(), values.end()).size());
  DEMAND(std::is_sorted(encoded.distinct.begin(), encoded.distinct.end()));
  for (std::size_t i = 0; i < values.size(); ++i)
    DEMAND(encoded.distinct[static_cast<std::size_t>(encoded.codes[i])] == values[i]);
}

void rows_come_back(Source source) {
  const std::size_t width = source.below(24);
  std::vector<std::byte> bytes(source.left());
  for (std::byte& byte : bytes) byte = source.take<std::byte>();
  const std::size_t n = width == 0 ? bytes.size() % 9 : bytes.size() / width;
  const EncodedRows encoded = encode_rows(bytes.data(), n, width, 1 + bytes.size() % 3);
  const auto same = [&](std::size_t x, std::size_t y) {
    return width == 0 ||
           std::memcmp(bytes.data() + x * width, bytes.data() + y * width, width) == 0;
  };
  for (std::size_t i = 0; i < n; ++i) {
    const auto code = static_cast<std::size_t>(encoded.codes[i]);
    DEMAND(code < encoded.firsts.size());
    DEMAND(same(i, static_cast<std::size_t>(encoded.firsts[code])));
  }
  for (std::size_t x = 0; x < encoded.firsts.size() && x < 60; ++x)
    for (std::size_t y = 0; y < x; ++y)
      DEMAND(!same(static_cast<std::size_t>(encoded.firsts[x]),
                   static_cast<std::size_t>(encoded.firsts[y])));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Source source(data, size);
  switch (source.below(6)) {
    case 0:
      integers_come_back<std::int8_t>(source);
      break;
    case 1:
      integers_come_back<std::uint16_t>(source);
      break;
    case 2:
      integers_come_back<std::int32_t>(source);
      break;
    case 3:
      integers_come_back<std::int64_t>(source);
      break;
    case 4:
      integers_come_back<std::uint64_t>(source);
      break;
    default:
      rows_come_back(source);
  }
  return 0;
}
