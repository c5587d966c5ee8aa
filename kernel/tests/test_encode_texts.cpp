#include <algorithm>
#include <memory>
#include <set>
#include <string>

#include "check.hpp"
#include "partita/labels/encode_texts.hpp"
#include "partita/labels/integer_table.hpp"

using namespace partita;

// Each string in separate memory of exactly its size, so that a sanitizer detects a read beyond.
struct Strings {
  std::vector<std::unique_ptr<std::byte[]>> memory;
  std::vector<Text> texts;

  explicit Strings(const std::vector<std::string>& strings) {
    for (const std::string& one : strings) {
      memory.push_back(std::make_unique<std::byte[]>(one.size()));
      std::memcpy(memory.back().get(), one.data(), one.size());
      const std::byte* data = memory.back().get();
      texts.push_back({data, one.size(), data + one.size()});
    }
  }
};

std::vector<std::string> random_strings(std::size_t n, std::size_t longest, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::string> strings;
  for (std::size_t i = 0; i < n; ++i) {
    std::string one(random() % (longest + 1), '\0');
    for (char& c : one) c = static_cast<char>(random() % 2 == 0 ? 0 : 0xff);
    strings.push_back(one);
  }
  return strings;
}

Numbering<Text> encode(const std::vector<Text>& texts, const std::vector<std::uint8_t>& missing,
                       std::size_t threads) {
  const auto at = [&](std::size_t i) { return texts[i]; };
  auto found = number_shares<TextTable>(
      texts.size(), threads, [&](TextTable& table, Range range, std::int32_t* codes) {
        encode_range(table, at, range, missing.empty() ? nullptr : missing.data(), codes);
      });
  found.reorder(ascending(found.entries));
  return found;
}

std::string string_of(const Text& text) {
  return {reinterpret_cast<const char*>(text.data), text.size};
}

void check_against_a_set(const std::vector<std::string>& strings, std::size_t threads) {
  const Strings held(strings);
  const std::set<std::string> distinct(strings.begin(), strings.end());
  const Numbering<Text> found = encode(held.texts, {}, threads);
  CHECK(found.entries.size() == distinct.size());
  std::size_t k = 0;  // ascending by unsigned bytes, as std::string compares
  for (const std::string& name : distinct) CHECK(string_of(found.entries[k++]) == name);
  const auto codes = found.numbered<std::int32_t>();
  for (std::size_t i = 0; i < strings.size(); ++i)
    CHECK(string_of(found.entries[static_cast<std::size_t>(codes[i])]) == strings[i]);
}

void many_lengths() {
  for (std::size_t longest : {0, 1, 7, 8, 9, 15, 16, 17, 33, 100})
    check_against_a_set(random_strings(3000, longest, longest), 1);
}

void many_strings() {  // the table grows by both rules
  std::vector<std::string> strings;
  for (int i = 0; i < 140000; ++i)
    strings.push_back("a common start " + std::to_string(i * 7919 % 50021));
  for (std::size_t threads : {1, 2, 3}) check_against_a_set(strings, threads);
}

void missing_strings() {
  const std::vector<std::string> strings{"b", "gone", "a", "b"};
  const Strings held(strings);
  const Numbering<Text> found = encode(held.texts, {0, 1, 0, 0}, 1);
  CHECK(found.entries.size() == 2);
  const auto codes = found.numbered<std::uint8_t>();
  CHECK(codes[0] == 1 && codes[2] == 0 && codes[3] == 1);
  const Numbering<Text> none = encode(held.texts, {1, 1, 1, 1}, 1);
  CHECK(none.entries.empty());
  for (std::uint8_t code : none.numbered<std::uint8_t>()) CHECK(code == 0);
}

void the_narrowest_type() {
  for (const std::size_t groups : {256, 257, 65536, 65537}) {
    std::vector<std::string> strings;
    for (std::size_t i = 0; i < groups; ++i) strings.push_back(std::to_string(i));
    const NarrowCodes codes = encode(Strings(strings).texts, {}, 1).narrow();
    CHECK(codes.index() == (groups <= 256 ? 0U : groups <= 65536 ? 1U : 2U));
  }
}

// Strings with equal 64-bit hash and length must still be distinguished, so all long strings get
// the same hash here.
void equal_hashes() {
  TextTable table;
  const Strings held({std::string(20, 'x'), std::string(20, 'y'), std::string(20, 'x')});
  const TextKey key{7, 20, TextKey::is_long};
  std::vector<std::int32_t> codes;
  for (const Text& text : held.texts)
    codes.push_back(table.find_or_add(key, hash_of(key), [&] { return text; }));
  CHECK((codes == std::vector<std::int32_t>{0, 1, 0}));
}

// The number of 2^16 slots that the hashes point to. For 40,000 random hashes it is 29,900 on
// average, with a standard deviation below 100.
template <class Hash>
std::size_t slots_met(const Hash& hash) {
  std::set<std::uint64_t> slots;
  for (std::uint64_t i = 0; i < 40000; ++i) slots.insert(hash(i) >> 48);
  return slots.size();
}

// Undoes `x ^ (x >> shift)`.
std::uint64_t unshifted(std::uint64_t x, int shift) {
  std::uint64_t out = x;
  for (int done = shift; done < 64; done += shift) out = x ^ (out >> shift);
  return out;
}
std::uint64_t inverse(std::uint64_t odd) {  // modulo 2^64, by Newton's iteration
  std::uint64_t out = odd;
  for (int step = 0; step < 6; ++step) out *= 2 - odd * out;
  return out;
}

// Labels made to collide in a hash with known constants.
void crafted_labels() {
  const std::uint64_t one = 0xbf58476d1ce4e5b9U, two = 0x94d049bb133111ebU;
  CHECK(slots_met([](std::uint64_t i) { return seeded_hash(i, 0); }) > 25000);
  CHECK(slots_met([](std::uint64_t i) { return IntegerTable::hash(i << 44); }) > 25000);
  CHECK(slots_met([&](std::uint64_t i) {  // mix() of these is i
          const std::uint64_t half = unshifted(unshifted(i, 31) * inverse(two), 27);
          const std::uint64_t label = unshifted(half * inverse(one), 30);
          CHECK(mix(label) == i);
          return IntegerTable::hash(label);
        }) > 25000);
  CHECK(slots_met([&](std::uint64_t i) {  // a product with 0
          return hash_of({i * 0x9e3779b97f4a7c15U, i, 16});
        }) > 25000);
  for (const std::uint64_t word : {one, two, std::uint64_t{0}, hash_seeds[0], hash_seeds[1]})
    CHECK(slots_met([&](std::uint64_t i) {  // the last sixteen bytes make the product 0
            const std::array<std::uint64_t, 4> words{i, ~i, word, word};
            const auto* bytes = reinterpret_cast<const std::byte*>(words.data());
            return hash_of(key_of({bytes, 32, bytes + 32}));
          }) > 25000);
}

void workers() {
  threads_must_pay = true;
  CHECK(encoding_workers(0, 1000) == 1);
  CHECK(encoding_workers(8, 2000) == 1);
  CHECK(encoding_workers(8, 2 * least_share) == 2);
  CHECK(encoding_workers(1, std::size_t{1} << 30) == 1);
}

int main() {
  many_lengths();
  many_strings();
  missing_strings();
  the_narrowest_type();
  equal_hashes();
  crafted_labels();
  workers();
}
