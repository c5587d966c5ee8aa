// Arrow columns for Python, from the capsules of any library.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <bit>
#include <memory>
#include <optional>
#include <utility>

#include "arrays.hpp"
#include "partita/arrow/dictionary.hpp"
#include "partita/arrow/texts.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace partita::python;
namespace arrow = partita::arrow;
using arrow::ArrowColumn;

namespace {

template <class Struct>
arrow::Owned<Struct> taken(nb::handle capsule, const char* name) {
  void* content = PyCapsule_GetPointer(capsule.ptr(), name);
  if (content == nullptr) {
    PyErr_Clear();
    throw arrow::Broken(std::string("it gave no capsule named ") + name);
  }
  return arrow::Owned<Struct>(static_cast<Struct*>(content));
}

ArrowColumn from_array(nb::handle schema, nb::handle array) {
  auto taken_schema = taken<arrow::Schema>(schema, "arrow_schema");
  std::vector<arrow::Owned<arrow::Array>> chunks;
  chunks.push_back(taken<arrow::Array>(array, "arrow_array"));
  return arrow::column_of(std::move(taken_schema), std::move(chunks));
}

ArrowColumn from_stream(nb::handle capsule) {
  auto stream = taken<arrow::Stream>(capsule, "arrow_array_stream");
  return without_gil([&] { return arrow::column_of(std::move(stream)); });
}

std::optional<Result<std::uint8_t>> mask_of(partita::Buffer<std::uint8_t>&& missing) {
  if (missing.empty()) return std::nullopt;
  return array_of(std::move(missing));
}

// The producer's memory as a NumPy array that keeps it alive.
template <class T>
nb::object array_on(const ArrowColumn& column) {
  auto* kept = new std::shared_ptr<const arrow::Storage>(column.storage);
  nb::capsule owner(kept, [](void* p) noexcept {
    delete static_cast<std::shared_ptr<const arrow::Storage>*>(p);
  });
  const partita::Column numbers = arrow::numbers_of(*column.chunks[0], column.layout);
  const auto* data = reinterpret_cast<const T*>(numbers.data);
  return nb::cast(nb::ndarray<nb::numpy, const T, nb::ndim<1>>(data, {numbers.size}, owner));
}

bool lies_in_one_piece(const ArrowColumn& column) {
  if (column.chunks.size() != 1) return false;
  const partita::Column numbers = arrow::numbers_of(*column.chunks[0], column.layout);
  return std::bit_cast<std::uintptr_t>(numbers.data) % static_cast<std::size_t>(numbers.stride) ==
         0;
}

nb::object numbers(const ArrowColumn& column) {
  if (column.layout.kind != arrow::Kind::numbers) throw arrow::Broken("it does not hold numbers");
  const partita::Column type{nullptr, 0, 0, column.layout.bits, column.layout.is_signed};
  return partita::with_type(type, [&]<class T>(T) {
    if (lies_in_one_piece(column)) return array_on<T>(column);
    return nb::cast(array_of(without_gil([&] { return arrow::joined_numbers<T>(column); })));
  });
}

// The place of each value among the entries of its dictionaries, and these entries.
auto dictionary(const ArrowColumn& column, std::int64_t threads) {
  const std::size_t workers = threads_from(threads);
  arrow::Dictionaries all = arrow::dictionaries_of(column);
  if (lies_in_one_piece(column)) {
    without_gil([&] { arrow::check_indices(*column.chunks[0], column.layout, workers); });
    return std::make_pair(numbers(column), std::move(all.entries));
  }
  auto places = without_gil([&] { return arrow::joined_indices(column, all); });
  return std::make_pair(nb::cast(array_of(std::move(places))), std::move(all.entries));
}

const char* kind(const ArrowColumn& column) {
  if (column.is_dictionary()) return "dictionary";
  switch (column.layout.kind) {
    case arrow::Kind::bits:
      return "bools";
    case arrow::Kind::numbers:
      return "numbers";
    case arrow::Kind::offsets:
    case arrow::Kind::views:
      return "texts";
    default:
      return "other";
  }
}

auto missing(const ArrowColumn& column) {
  return mask_of(without_gil([&] { return arrow::missing_in(column); }));
}

auto bools(const ArrowColumn& column) {
  return array_of(without_gil([&] { return arrow::bools_in(column); }));
}

nb::object python_text(const partita::Text& text, bool is_text) {
  const char* data = text.size == 0 ? "" : reinterpret_cast<const char*>(text.data);
  const auto size = static_cast<Py_ssize_t>(text.size);
  PyObject* made =
      is_text ? PyUnicode_DecodeUTF8(data, size, nullptr) : PyBytes_FromStringAndSize(data, size);
  if (made != nullptr) return nb::steal(made);
  if (!is_text || !PyErr_ExceptionMatches(PyExc_UnicodeDecodeError)) throw nb::python_error();
  PyErr_Clear();
  throw arrow::Broken("a string of it is not UTF-8");
}

// Codes, ascending names, and where values are missing.
auto texts(const ArrowColumn& column, std::int64_t threads) {
  const std::size_t workers = threads_from(threads);
  auto [found, missing, codes] = without_gil([&] {
    auto nulls = arrow::missing_in(column);
    auto encoded = arrow::encode_texts(column, nulls, workers);
    auto out = encoded.narrow();
    return std::make_tuple(std::move(encoded.entries), std::move(nulls), std::move(out));
  });
  nb::list names;
  for (const partita::Text& text : found) names.append(python_text(text, column.layout.is_text));
  return nb::make_tuple(python_codes(std::move(codes)), names, mask_of(std::move(missing)));
}

}  // namespace

void bind_arrow(nb::module_& m) {
  nb::class_<ArrowColumn>(m, "ArrowColumn")
      .def("__len__", [](const ArrowColumn& column) { return column.size; })
      .def_prop_ro("format",
                   [](const ArrowColumn& column) { return nb::str(column.schema->format); })
      .def_prop_ro("kind", &kind)
      .def("missing", &missing)
      .def("numbers", &numbers)
      .def("bools", &bools)
      .def("texts", &texts, "threads"_a = 0)
      .def("dictionary", &dictionary, "threads"_a = 0);
  m.def("arrow_array", &from_array, "schema"_a, "array"_a);
  m.def("arrow_stream", &from_stream, "stream"_a);
}
