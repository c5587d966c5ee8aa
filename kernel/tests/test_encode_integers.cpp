#include <algorithm>
#include <set>
#include <string>

#include "check.hpp"
#include "partita/labels/encode_integers.hpp"
#include "partita/labels/encode_texts.hpp"

using namespace partita;

template <class T>
void integers() {
  std::mt19937_64 random(8);
  std::vector<T> values{std::numeric_limits<T>::max(), std::numeric_limits<T>::min(), 0};
  for (int i = 0; i < 5000; ++i)
    values.push_back(static_cast<T>(random() % 1000 * 0x9e3779b97f4a7c15U));
  const std::set<T> distinct(values.begin(), values.end());
  for (std::size_t threads : {1, 2, 8}) {
    const IntegerRange range = integer_range(column_of(values), threads);
    CHECK(range.least == std::numeric_limits<T>::min());
    CHECK(range.greatest == std::numeric_limits<T>::max());
    const Encoded<T> encoded = encode_integers<T>(column_of(values), threads);
    CHECK(std::equal(distinct.begin(), distinct.end(), encoded.distinct.begin(),
                     encoded.distinct.end()));
    for (std::size_t i = 0; i < values.size(); ++i)
      CHECK(encoded.distinct[static_cast<std::size_t>(encoded.codes[i])] == values[i]);
  }
}

// The codes are the same whether integers are dealt into buckets or looked up in one table.
template <class T>
void dealt_integers() {
  std::mt19937_64 random(10);
  std::vector<T> values((1 << 17) + 5);
  for (T& value : values) value = static_cast<T>(random() % 50'000 * 0x9e3779b97f4a7c15U);
  const Column column = column_of(values);
  const Encoded<T> looked_up = encode_integers<T>(column, 1);
  CHECK(!hardly_repeats<T>(column));
  for (std::size_t threads : {1, 2, 3}) {
    const auto dealt = in_order<T>(DealtIntegers<T>(column, threads).numbered(), threads);
    CHECK(dealt.codes == looked_up.codes && dealt.distinct == looked_up.distinct);
    // Every other element of an array of twice the size.
    std::vector<T> apart(2 * values.size());
    for (std::size_t i = 0; i < values.size(); ++i) apart[2 * i] = values[i];
    Column strided = column_of(apart);
    strided.stride *= 2, strided.size /= 2;
    const auto same = in_order<T>(DealtIntegers<T>(strided, threads).numbered(), threads);
    CHECK(same.codes == looked_up.codes && same.distinct == looked_up.distinct);
  }
}

// Integers that change after they were dealt are an error.
void dealt_integers_that_change() {
  std::vector<std::uint64_t> values(1 << 17);
  for (std::size_t threads : {1, 2}) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = i;
    DealtIntegers<std::uint64_t> dealt(column_of(values), threads);
    std::fill(values.begin(), values.end(), 7);
    CHECK_THROWS(std::invalid_argument, dealt.numbered());
  }
}

// The border of the rule: one in thirty-two of a sample of 2^14 repeats another.
void dealt_where_it_pays() {
  std::mt19937_64 random(11);
  std::vector<std::int64_t> values(1 << 20);
  const auto different = [&](std::uint64_t integers) {
    for (std::int64_t& value : values) value = static_cast<std::int64_t>(random() % integers);
    return hardly_repeats<std::int64_t>(column_of(values));
  };
  CHECK(!different(1 << 17));
  CHECK(different(1 << 19));
  const Encoded<std::int64_t> encoded = encode_integers<std::int64_t>(column_of(values), 2);
  for (std::size_t i = 0; i < values.size(); ++i)
    CHECK(encoded.distinct[static_cast<std::size_t>(encoded.codes[i])] == values[i]);
  CHECK(std::is_sorted(encoded.distinct.begin(), encoded.distinct.end()));
  values.pop_back();
  CHECK(!hardly_repeats<std::int64_t>(column_of(values)));  // too few objects
}

void rows_of_bytes() {
  std::mt19937_64 random(9);
  for (std::size_t width : {0, 1, 7, 8, 9, 40}) {
    std::vector<std::string> rows;
    std::string bytes;
    for (int i = 0; i < 400; ++i) {
      std::string row(width, '\0');
      for (char& c : row) c = static_cast<char>(random() % 2);
      rows.push_back(row);
      bytes += row;
    }
    const auto encoded =
        encode_rows(reinterpret_cast<const std::byte*>(bytes.data()), rows.size(), width, 2);
    std::int32_t next = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto first =
          static_cast<std::size_t>(std::find(rows.begin(), rows.end(), rows[i]) - rows.begin());
      CHECK(encoded.codes[i] == (first == i ? next++ : encoded.codes[first]));
      CHECK(encoded.firsts[static_cast<std::size_t>(encoded.codes[i])] ==
            static_cast<std::int64_t>(first));
    }
  }
}

void memory_is_given_back() {
  Buffer<std::int32_t> values(5);
  release(values);
  CHECK(values.capacity() == 0);
}

int main() {
  memory_is_given_back();
  integers<std::int8_t>();
  integers<std::uint16_t>();
  integers<std::int32_t>();
  integers<std::int64_t>();
  integers<std::uint64_t>();
  dealt_integers<std::int32_t>();
  dealt_integers<std::uint64_t>();
  dealt_integers_that_change();
  dealt_where_it_pays();
  rows_of_bytes();
  CHECK_THROWS(std::invalid_argument, integer_range(column_of(std::vector<int>{}), 0));
}
