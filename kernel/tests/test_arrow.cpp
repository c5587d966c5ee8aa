#include <memory>
#include <string>

#include "check.hpp"
#include "partita/arrow/dictionary.hpp"
#include "partita/arrow/texts.hpp"

using namespace partita::arrow;
using partita::Numbering;
using partita::Text;

int released = 0;

// A producer with arrays in vectors of exactly their size.
struct Producer {
  std::vector<std::unique_ptr<std::vector<std::byte>>> memory;
  std::vector<const void*> buffers;
  Array array{};
  std::unique_ptr<Producer> dictionary;

  template <class T>
  void add(const std::vector<T>& values) {
    memory.push_back(std::make_unique<std::vector<std::byte>>(values.size() * sizeof(T)));
    if (!values.empty())
      std::memcpy(memory.back()->data(), values.data(), values.size() * sizeof(T));
    buffers.push_back(memory.back()->data());
  }
  void add_bits(const std::vector<int>& bits) {
    std::vector<std::uint8_t> bytes((bits.size() + 7) / 8);
    for (std::size_t i = 0; i < bits.size(); ++i)
      bytes[i / 8] = static_cast<std::uint8_t>(bytes[i / 8] | bits[i] << (i % 8));
    add(bytes);
  }
  void add_nothing() { buffers.push_back(nullptr); }

  Array* made(std::int64_t length, std::int64_t nulls = 0, std::int64_t offset = 0) {
    array = {};
    array.length = length;
    array.null_count = nulls;
    array.offset = offset;
    array.n_buffers = static_cast<std::int64_t>(buffers.size());
    array.buffers = buffers.data();
    array.dictionary = dictionary ? &dictionary->array : nullptr;
    array.release = [](Array* self) {
      self->release = nullptr;
      ++released;
    };
    return &array;
  }
};

Schema schema_of_format(const char* format, Schema* dictionary = nullptr) {
  Schema schema{};
  schema.format = format;
  schema.dictionary = dictionary;
  schema.release = [](Schema* self) {
    self->release = nullptr;
    ++released;
  };
  return schema;
}

ArrowColumn column(Schema schema, const std::vector<Array*>& arrays) {
  std::vector<Owned<Array>> chunks;
  for (Array* array : arrays) chunks.emplace_back(array);
  return column_of(Owned<Schema>(&schema), std::move(chunks));
}

template <class Offset>
Producer strings(const std::vector<std::string>& values, const std::vector<int>& valid = {}) {
  Producer producer;
  std::vector<Offset> offsets{0};
  std::vector<char> bytes;
  for (const std::string& value : values) {
    bytes.insert(bytes.end(), value.begin(), value.end());
    offsets.push_back(static_cast<Offset>(bytes.size()));
  }
  valid.empty() ? producer.add_nothing() : producer.add_bits(valid);
  producer.add(offsets);
  producer.add(bytes);
  return producer;
}

// Views: short strings inside, long strings in one buffer.
Producer views(const std::vector<std::string>& values) {
  Producer producer;
  std::vector<std::int32_t> words;
  std::vector<char> bytes;
  for (const std::string& value : values) {
    std::int32_t view[4] = {static_cast<std::int32_t>(value.size()), 0, 0, 0};
    if (value.size() <= 12) {
      std::memcpy(view + 1, value.data(), value.size());
    } else {
      std::memcpy(view + 1, value.data(), 4);
      view[3] = static_cast<std::int32_t>(bytes.size());
      bytes.insert(bytes.end(), value.begin(), value.end());
    }
    words.insert(words.end(), view, view + 4);
  }
  producer.add_nothing();
  producer.add(words);
  producer.add(bytes);
  producer.add(std::vector<std::int64_t>{static_cast<std::int64_t>(bytes.size())});
  return producer;
}

std::vector<std::string> decoded(const ArrowColumn& column, std::size_t threads = 1) {
  const auto missing = missing_in(column);
  const Numbering<Text> found = encode_texts(column, missing, threads);
  const auto codes = found.numbered<std::int32_t>();
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < column.size; ++i) {
    if (!missing.empty() && missing[i] != 0) {
      labels.push_back("null");
      continue;
    }
    const Text& text = found.entries[static_cast<std::size_t>(codes[i])];
    labels.emplace_back(reinterpret_cast<const char*>(text.data), text.size);
  }
  return labels;
}

const std::vector<std::string> words{
    "b", "", std::string("a\0", 2), "a", "exactly twelve", "a text of more than sixteen bytes",
    "b"};

template <class Make>
void layouts(const char* format, const Make& make) {
  const auto n = static_cast<std::int64_t>(words.size());
  for (std::int64_t offset = 0; offset <= n; ++offset) {
    Producer one = make(words), other = make(std::vector<std::string>{"b", "z"});
    const ArrowColumn both =
        column(schema_of_format(format), {one.made(n - offset, 0, offset), other.made(2)});
    std::vector<std::string> expected(words.begin() + offset, words.end());
    expected.insert(expected.end(), {"b", "z"});
    CHECK(decoded(both) == expected);
  }
}

void nulls() {
  for (std::int64_t offset : {0, 1, 3}) {
    Producer producer = strings<std::int32_t>(words, {1, 0, 1, 1, 0, 1, 1});
    const ArrowColumn found =
        column(schema_of_format("u"), {producer.made(7 - offset, -1, offset)});
    std::vector<std::string> expected = words;
    expected[1] = expected[4] = "null";
    expected.erase(expected.begin(), expected.begin() + offset);
    CHECK(decoded(found) == expected);
  }
  Producer whole = strings<std::int32_t>(words, {1, 1, 1, 1, 1, 1, 1});
  CHECK(missing_in(column(schema_of_format("u"), {whole.made(7, -1)})).empty());
}

void bits() {
  std::mt19937_64 random(3);
  std::vector<int> values;
  for (int i = 0; i < 200; ++i) values.push_back(static_cast<int>(random() % 2));
  for (std::int64_t offset = 0; offset < 20; ++offset) {
    Producer producer;
    producer.add_bits(values);
    producer.add_bits(values);
    const ArrowColumn found =
        column(schema_of_format("b"), {producer.made(200 - offset - 5, -1, offset)});
    const auto bools = bools_in(found), missing = missing_in(found);
    for (std::size_t i = 0; i < found.size; ++i) {
      CHECK(bools[i] == values[i + static_cast<std::size_t>(offset)]);
      CHECK(missing[i] == 1 - bools[i]);
    }
  }
}

Producer indices(const std::vector<std::int8_t>& values, const std::vector<std::string>& names) {
  Producer producer;
  producer.add_nothing();
  producer.add(values);
  producer.dictionary = std::make_unique<Producer>(strings<std::int32_t>(names));
  producer.dictionary->made(static_cast<std::int64_t>(names.size()));
  return producer;
}

void dictionaries() {
  Schema names = schema_of_format("u");
  Producer one = indices({1, 0, 1}, {"a", "b"}), other = indices({0, 2}, {"c", "a", "d"});
  const ArrowColumn found = column(schema_of_format("c", &names), {one.made(3), other.made(2)});
  const Dictionaries all = dictionaries_of(found);
  CHECK((decoded(all.entries) == std::vector<std::string>{"a", "b", "c", "a", "d"}));
  const auto places = joined_indices(found, all);
  CHECK((std::vector<std::int32_t>(places.begin(), places.end()) ==
         std::vector<std::int32_t>{1, 0, 1, 2, 4}));
  for (std::int8_t wrong : {2, -1, 127}) {
    Producer bad = indices({0, wrong}, {"a", "b"});
    const ArrowColumn broken = column(schema_of_format("c", &names), {bad.made(2)});
    CHECK_THROWS(Broken, check_indices(*broken.chunks[0], broken.layout, 1));
    CHECK_THROWS(Broken, joined_indices(broken, dictionaries_of(broken)));
  }
  Schema floats = schema_of_format("f", &names);
  CHECK_THROWS(Broken, column(floats, {one.made(3)}));
}

template <class Change>
void refused(const char* format, const Change& change) {
  Producer producer = std::string(format) == "vu" ? views(words) : strings<std::int32_t>(words);
  Array* array = producer.made(7);
  change(*array, producer);
  released = 0;
  CHECK_THROWS(Broken, decoded(column(schema_of_format(format), {array})));
  CHECK(released == 2);  // array and schema, once each
}

void broken_arrays() {
  using P = Producer;
  const auto number = [](P& p, std::size_t buffer, std::size_t place, std::int32_t value) {
    std::memcpy(p.memory[buffer]->data() + 4 * place, &value, 4);
  };
  refused("u", [](Array& a, P&) { a.length = -1; });
  refused("u", [](Array& a, P&) { a.offset = -1; });
  refused("u", [](Array& a, P&) { a.length = std::numeric_limits<std::int64_t>::max(); });
  refused("u", [](Array& a, P&) { a.offset = std::numeric_limits<std::int64_t>::max(); });
  refused("u", [](Array& a, P&) { a.null_count = -2; });
  refused("u", [](Array& a, P&) { a.null_count = 8; });
  refused("u", [](Array& a, P&) { a.null_count = 1; });
  refused("u", [](Array& a, P&) { a.n_buffers = 2; });
  refused("u", [](Array& a, P&) { a.n_buffers = -3; });
  refused("u", [](Array& a, P&) { a.n_children = 1; });
  refused("u", [](Array& a, P&) { a.buffers = nullptr; });
  refused("u", [](Array& a, P&) { a.buffers[1] = nullptr; });
  refused("u", [](Array& a, P&) { a.length = 1, a.buffers[1] = nullptr; });
  refused("u", [](Array& a, P&) { a.buffers[2] = nullptr; });
  refused("u", [](Array& a, P&) { a.dictionary = &a; });
  refused("u", [&](Array&, P& p) { number(p, 0, 0, -1); });
  refused("u", [&](Array&, P& p) { number(p, 0, 2, 1 << 30); });
  refused("u", [&](Array&, P& p) { number(p, 0, 3, 0); });
  refused("u", [&](Array&, P& p) { number(p, 0, 7, -5); });
  refused("vu", [](Array& a, P&) { a.n_buffers = 2; });
  refused("vu", [&](Array&, P& p) { number(p, 0, 0, -1); });
  refused("vu", [&](Array&, P& p) { number(p, 0, 0, 48); });          // more than the buffer has
  refused("vu", [&](Array&, P& p) { number(p, 0, 4 * 5 + 2, 1); });   // there is only one buffer
  refused("vu", [&](Array&, P& p) { number(p, 0, 4 * 5 + 3, 40); });  // beyond its end
  refused("vu", [&](Array&, P& p) { number(p, 0, 4 * 5 + 3, -1); });
  refused("vu", [](Array& a, P&) { a.buffers[2] = nullptr; });
  refused("vu", [](Array& a, P&) { a.buffers[3] = nullptr; });
}

struct Source {
  std::vector<Array*> arrays;
  std::size_t next = 0;
};

void streams() {
  Producer one = strings<std::int32_t>({"b", "a"}), other = strings<std::int32_t>({"b"});
  Source source{{one.made(2), other.made(1)}};
  const auto made = [&](int schema_answer) {
    static int answer;
    answer = schema_answer;
    Stream stream{};
    stream.private_data = &source;
    stream.get_schema = [](Stream*, Schema* out) {
      *out = schema_of_format("u");
      if (answer != 0) out->release = nullptr;
      return answer;
    };
    stream.get_next = [](Stream* self, Array* out) {
      auto* from = static_cast<Source*>(self->private_data);
      if (from->next < from->arrays.size()) {
        *out = *from->arrays[from->next++];
        return 0;
      }
      out->release = nullptr;
      return 0;
    };
    stream.get_last_error = [](Stream*) { return "no luck"; };
    stream.release = [](Stream* self) {
      self->release = nullptr;
      ++released;
    };
    return stream;
  };
  Stream good = made(0);
  released = 0;
  CHECK((decoded(column_of(Owned<Stream>(&good))) == std::vector<std::string>{"b", "a", "b"}));
  CHECK(good.release == nullptr && released == 4);
  Stream bad = made(5);
  released = 0;
  CHECK_THROWS(Broken, column_of(Owned<Stream>(&bad)));
  CHECK(released == 1);
  CHECK_THROWS(Broken, Owned<Stream>(&bad));  // it was already taken over
}

int main() {
  layouts("u", [](const auto& values) { return strings<std::int32_t>(values); });
  layouts("Z", [](const auto& values) { return strings<std::int64_t>(values); });
  layouts("vu", [](const std::vector<std::string>& values) { return views(values); });
  nulls();
  bits();
  dictionaries();
  broken_arrays();
  streams();
}
