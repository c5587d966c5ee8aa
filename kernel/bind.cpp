// The kernel as a Python module: converts, validates, releases the interpreter. No arithmetic.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>
#include <utility>

#include "partita/assignment.hpp"
#include "partita/coding.hpp"
#include "partita/encode.hpp"
#include "partita/expected.hpp"
#include "partita/information.hpp"
#include "partita/overlaps.hpp"
#include "partita/pairs.hpp"
#include "partita/tabulate.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using partita::Column;
using partita::Grouping;
using partita::Table;
using partita::u128;
using partita::U256;

using AnyArray = nb::ndarray<nb::ro, nb::device::cpu>;
template <class T>
using Result = nb::ndarray<nb::numpy, T, nb::ndim<1>>;

// --- from Python ---------------------------------------------------------------------------------

AnyArray array_from(nb::handle source, const std::string& name, std::size_t dimensions) {
  AnyArray array;
  if (!nb::try_cast(source, array, false) || array.ndim() != dimensions)
    throw std::invalid_argument(name + " must be a " + std::to_string(dimensions) +
                                "-dimensional array in native byte order");
  return array;
}

bool is_integer(const AnyArray& array) {
  const auto code = static_cast<nb::dlpack::dtype_code>(array.dtype().code);
  return array.dtype().lanes == 1 && array.dtype().bits <= 64 &&
         (code == nb::dlpack::dtype_code::Int || code == nb::dlpack::dtype_code::UInt);
}

// An array and the view of it that the kernel reads; the array keeps the memory alive.
struct Codes {
  AnyArray array;
  Column column;
};

Codes codes_from(nb::handle source, const std::string& name) {
  AnyArray array = array_from(source, name, 1);
  if (!is_integer(array)) throw std::invalid_argument(name + " must hold integers");
  const auto code = static_cast<nb::dlpack::dtype_code>(array.dtype().code);
  const Column column{static_cast<const std::byte*>(array.data()),
                      static_cast<std::ptrdiff_t>(array.stride(0) * array.itemsize()),
                      array.shape(0), array.dtype().bits, code == nb::dlpack::dtype_code::Int};
  return {std::move(array), column};
}

template <class T>
struct Values {
  AnyArray array;
  std::span<const T> span;
};

template <class T>
Values<T> values_from(nb::handle source, const std::string& name, const char* type) {
  AnyArray array = array_from(source, name, 1);
  if (array.dtype() != nb::dtype<T>())
    throw std::invalid_argument(name + " must be an array of " + type);
  if (array.shape(0) > 1 && array.stride(0) != 1)
    throw std::invalid_argument(name + " must be contiguous");
  const std::span<const T> span(static_cast<const T*>(array.data()), array.shape(0));
  return {std::move(array), span};
}

Values<std::int64_t> int64_from(nb::handle source, const std::string& name) {
  return values_from<std::int64_t>(source, name, "int64");
}
Values<double> float64_from(nb::handle source, const std::string& name) {
  return values_from<double>(source, name, "float64");
}

partita::i128 wide_from(nb::int_ value, const std::string& name) {
  int overflow = 0;
  const long long narrow = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  if (overflow == 0) return narrow;
  const unsigned long long wide = PyLong_AsUnsignedLongLong(value.ptr());
  if (!PyErr_Occurred()) return static_cast<partita::i128>(wide);
  PyErr_Clear();
  throw std::invalid_argument(name + " must fit 64 bits");
}

std::uint32_t size_from(std::int64_t size, const std::string& name) {
  if (size < 0 || size > std::numeric_limits<std::int32_t>::max())
    throw std::invalid_argument(name + " must lie between 0 and 2^31 - 1");
  return static_cast<std::uint32_t>(size);
}

std::size_t threads_from(std::int64_t threads) {
  if (threads < 0 || threads > 1024)
    throw std::invalid_argument("threads must lie between 0 and 1024");
  return static_cast<std::size_t>(threads);
}

Grouping grouping_from(const Codes& codes, nb::int_ first, std::int64_t size,
                       const std::string& name) {
  return {codes.column, wide_from(std::move(first), name + "_first"),
          size_from(size, name + "_size"), name};
}

void check_length(std::size_t length, std::size_t objects, const char* name) {
  if (length != objects)
    throw std::invalid_argument(std::string(name) + " has " + std::to_string(length) +
                                " entries for " + std::to_string(objects) + " objects");
}

// --- to Python -----------------------------------------------------------------------------------

template <class Vector>
auto array_of(Vector&& values) {
  static_assert(std::is_rvalue_reference_v<Vector&&>);
  auto* kept = new Vector(std::move(values));
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<Vector*>(p); });
  return Result<typename Vector::value_type>(kept->data(), {kept->size()}, owner);
}

nb::object python_value(const U256& x) {
  const std::uint64_t words[] = {partita::high_word(x.high), partita::low_word(x.high),
                                 partita::high_word(x.low), partita::low_word(x.low)};
  std::string digits;
  for (std::uint64_t word : words)
    for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[(word >> shift) & 15];
  return nb::steal(PyLong_FromString(digits.c_str(), nullptr, 16));
}
nb::object python_value(u128 x) { return python_value(U256(x)); }
nb::object python_value(const partita::Expansion& x) { return nb::cast(x); }
nb::object python_value(const partita::ExactSum& x) { return python_value(x.expansion()); }
nb::object python_integer(partita::i128 x) {
  return x < 0 ? nb::int_(static_cast<std::int64_t>(x)) : nb::int_(static_cast<std::uint64_t>(x));
}

auto python_cells(partita::Cells&& cells) {
  return std::make_tuple(array_of(std::move(cells.rows)), array_of(std::move(cells.cols)),
                         array_of(std::move(cells.counts)));
}
auto python_cells(partita::WeightedCells&& cells) {
  return std::make_tuple(array_of(std::move(cells.rows)), array_of(std::move(cells.cols)),
                         array_of(std::move(cells.sums)), array_of(std::move(cells.pairs)));
}

template <class Work>
auto without_gil(const Work& work) {
  nb::gil_scoped_release release;
  return work();
}

// --- encoding ------------------------------------------------------------------------------------

auto integer_range(nb::object values, std::int64_t threads) {
  const Codes codes = codes_from(values, "values");
  const std::size_t workers = threads_from(threads);
  const auto range = without_gil([&] { return partita::integer_range(codes.column, workers); });
  return std::make_pair(python_integer(range.least), python_integer(range.greatest));
}

auto encode_integers(nb::object values, std::int64_t threads) {
  const Codes codes = codes_from(values, "values");
  const std::size_t workers = threads_from(threads);
  return partita::with_type(codes.column, [&]<class T>(T) {
    auto encoded = without_gil([&] { return partita::encode_integers<T>(codes.column, workers); });
    return std::make_pair(nb::cast(array_of(std::move(encoded.codes))),
                          nb::cast(array_of(std::move(encoded.distinct))));
  });
}

auto encode_rows(nb::object rows) {
  const AnyArray array = array_from(rows, "bytes2d", 2);
  if (array.dtype() != nb::dtype<std::uint8_t>())
    throw std::invalid_argument("bytes2d must be an array of uint8");
  const std::size_t n = array.shape(0), width = array.shape(1);
  const bool contiguous = n == 0 || width == 0 ||
                          ((width == 1 || array.stride(1) == 1) &&
                           (n == 1 || array.stride(0) == static_cast<std::int64_t>(width)));
  if (!contiguous) throw std::invalid_argument("bytes2d must be C-contiguous");
  const auto* data = static_cast<const std::byte*>(array.data());
  auto encoded = without_gil([&] { return partita::encode_rows(data, n, width); });
  return std::make_pair(array_of(std::move(encoded.codes)), array_of(std::move(encoded.firsts)));
}

// --- tabulating ----------------------------------------------------------------------------------

auto tabulate(nb::object truth, nb::int_ truth_first, std::int64_t truth_size,
              nb::object prediction, nb::int_ prediction_first, std::int64_t prediction_size,
              std::int64_t threads) {
  const Codes rows = codes_from(truth, "truth"), cols = codes_from(prediction, "prediction");
  const Grouping a = grouping_from(rows, truth_first, truth_size, "truth");
  const Grouping b = grouping_from(cols, prediction_first, prediction_size, "prediction");
  const std::size_t workers = threads_from(threads);
  return python_cells(without_gil([&] { return partita::tabulate(a, b, workers); }));
}

auto tabulate_counts(nb::object truth, nb::int_ truth_first, std::int64_t truth_size,
                     nb::object prediction, nb::int_ prediction_first, std::int64_t prediction_size,
                     nb::object weights, std::int64_t threads) {
  const Codes rows = codes_from(truth, "truth"), cols = codes_from(prediction, "prediction");
  const Grouping a = grouping_from(rows, truth_first, truth_size, "truth");
  const Grouping b = grouping_from(cols, prediction_first, prediction_size, "prediction");
  const auto w = int64_from(weights, "weights");
  check_length(w.span.size(), a.codes.size, "weights");
  const std::size_t workers = threads_from(threads);
  return python_cells(without_gil([&] { return partita::tabulate_counts(a, b, w.span, workers); }));
}

auto tabulate_weights(nb::object truth, nb::int_ truth_first, std::int64_t truth_size,
                      nb::object prediction, nb::int_ prediction_first,
                      std::int64_t prediction_size, nb::object weights, std::int64_t threads) {
  const Codes rows = codes_from(truth, "truth"), cols = codes_from(prediction, "prediction");
  const Grouping a = grouping_from(rows, truth_first, truth_size, "truth");
  const Grouping b = grouping_from(cols, prediction_first, prediction_size, "prediction");
  const auto w = float64_from(weights, "weights");
  check_length(w.span.size(), a.codes.size, "weights");
  const std::size_t workers = threads_from(threads);
  return python_cells(
      without_gil([&] { return partita::tabulate_weights(a, b, w.span, workers); }));
}

// Indices of cells as a grouping that starts at 0 and is as large as it needs to be.
Grouping indices_from(const Codes& codes, const char* name, std::size_t workers) {
  if (codes.column.size == 0) return {codes.column, 0, 0, name};
  const auto range = without_gil([&] { return partita::integer_range(codes.column, workers); });
  if (range.least < 0 || range.greatest >= std::numeric_limits<std::int32_t>::max())
    throw std::invalid_argument(std::string(name) + " must lie between 0 and 2^31 - 2");
  return {codes.column, 0, static_cast<std::uint32_t>(range.greatest) + 1, name};
}

auto merge(nb::object rows, nb::object cols, nb::object counts, std::int64_t threads) {
  const std::size_t workers = threads_from(threads);
  const Codes r = codes_from(rows, "rows"), c = codes_from(cols, "cols");
  const Grouping a = indices_from(r, "rows", workers), b = indices_from(c, "cols", workers);
  const auto w = int64_from(counts, "counts");
  check_length(w.span.size(), a.codes.size, "counts");
  return python_cells(
      without_gil([&] { return partita::tabulate_counts(a, b, w.span, workers, "counts"); }));
}

auto merge_weights(nb::object rows, nb::object cols, nb::object sums, nb::object pairs) {
  const Codes r = codes_from(rows, "rows"), c = codes_from(cols, "cols");
  const Grouping a = indices_from(r, "rows", 0), b = indices_from(c, "cols", 0);
  const auto w = float64_from(sums, "sums"), p = float64_from(pairs, "pairs");
  check_length(w.span.size(), a.codes.size, "sums");
  check_length(p.span.size(), a.codes.size, "pairs");
  return python_cells(without_gil([&] { return partita::merge_weights(a, b, w.span, p.span, 0); }));
}

// --- reading a table -----------------------------------------------------------------------------

bool holds_weights(nb::handle counts) {
  return array_from(counts, "counts", 1).dtype() == nb::dtype<double>();
}

// Validates the cells and calls read(table) without the interpreter.
template <class Count, class Read>
auto read_cells(nb::handle rows, nb::handle cols, nb::handle counts, std::int64_t n_rows,
                std::int64_t n_cols, const Read& read) {
  const auto r = values_from<std::int32_t>(rows, "rows", "int32");
  const auto c = values_from<std::int32_t>(cols, "cols", "int32");
  const auto w = values_from<Count>(counts, "counts", "int64 or float64");
  const Table<Count> table{r.span, c.span, w.span, size_from(n_rows, "n_rows"),
                           size_from(n_cols, "n_cols")};
  return without_gil([&] {
    partita::check(table);
    return read(table);
  });
}

nb::object pair_sums(nb::object rows, nb::object cols, nb::object counts, std::int64_t n_rows,
                     std::int64_t n_cols) {
  const auto read = [&]<class Count>(Count) -> nb::object {
    const auto sums = read_cells<Count>(rows, cols, counts, n_rows, n_cols,
                                        [](const auto& t) { return partita::pair_sums(t); });
    return nb::make_tuple(python_value(sums.cells), python_value(sums.classes),
                          python_value(sums.clusters));
  };
  return holds_weights(counts) ? read(double{}) : read(std::int64_t{});
}

auto information(nb::object rows, nb::object cols, nb::object counts, std::int64_t n_rows,
                 std::int64_t n_cols, std::int64_t threads) {
  const std::size_t workers = threads_from(threads);
  const auto read = [&](const auto& t) { return partita::information(t, workers); };
  const partita::Information i =
      holds_weights(counts) ? read_cells<double>(rows, cols, counts, n_rows, n_cols, read)
                            : read_cells<std::int64_t>(rows, cols, counts, n_rows, n_cols, read);
  return std::make_tuple(i.mutual, i.class_residual, i.cluster_residual);
}

double expected_information(nb::object rows, nb::object cols, nb::object counts,
                            std::int64_t n_rows, std::int64_t n_cols, std::int64_t threads) {
  const std::size_t workers = threads_from(threads);
  return read_cells<std::int64_t>(rows, cols, counts, n_rows, n_cols, [&](const auto& t) {
    return partita::expected_information(t, workers);
  });
}

struct PythonOverlaps {
  nb::object class_maxima, cluster_maxima, largest_class, largest_cluster;
  partita::Expansion class_f, class_f_floor, cluster_f, precision, recall;
};

PythonOverlaps overlaps(nb::object rows, nb::object cols, nb::object counts, std::int64_t n_rows,
                        std::int64_t n_cols) {
  const auto read = [&]<class Count>(Count) -> PythonOverlaps {
    const auto o = read_cells<Count>(rows, cols, counts, n_rows, n_cols,
                                     [](const auto& t) { return partita::overlaps(t); });
    return {python_value(o.class_maxima),  python_value(o.cluster_maxima),
            python_value(o.largest_class), python_value(o.largest_cluster),
            o.class_f.expansion(),         o.class_f_floor.expansion(),
            o.cluster_f.expansion(),       o.precision.expansion(),
            o.recall.expansion()};
  };
  return holds_weights(counts) ? read(double{}) : read(std::int64_t{});
}

nb::object matching(nb::object rows, nb::object cols, nb::object counts, std::int64_t n_rows,
                    std::int64_t n_cols) {
  const auto read = [&]<class Count>(Count) -> nb::object {
    auto m = read_cells<Count>(rows, cols, counts, n_rows, n_cols,
                               [](const auto& t) { return partita::matching(t); });
    return nb::make_tuple(python_value(m.total), array_of(std::move(m.partner)));
  };
  return holds_weights(counts) ? read(double{}) : read(std::int64_t{});
}

auto coding(nb::object rows, nb::object cols, nb::object counts, std::int64_t n_rows,
            std::int64_t n_cols) {
  const auto lengths = read_cells<std::int64_t>(rows, cols, counts, n_rows, n_cols,
                                                [](const auto& t) { return partita::coding(t); });
  return std::make_pair(lengths.model, lengths.ideal);
}

}  // namespace

NB_MODULE(_kernel, m) {
  m.doc() = "Exact tables of two labelings, and what measures read from them.";
  m.def("integer_range", &integer_range, "values"_a, "threads"_a = 0);
  m.def("encode_integers", &encode_integers, "values"_a, "threads"_a = 0);
  m.def("encode_rows", &encode_rows, "bytes2d"_a);
  m.def("tabulate", &tabulate, "truth"_a, "truth_first"_a, "truth_size"_a, "prediction"_a,
        "prediction_first"_a, "prediction_size"_a, "threads"_a = 0);
  m.def("tabulate_counts", &tabulate_counts, "truth"_a, "truth_first"_a, "truth_size"_a,
        "prediction"_a, "prediction_first"_a, "prediction_size"_a, "weights"_a, "threads"_a = 0);
  m.def("tabulate_weights", &tabulate_weights, "truth"_a, "truth_first"_a, "truth_size"_a,
        "prediction"_a, "prediction_first"_a, "prediction_size"_a, "weights"_a, "threads"_a = 0);
  m.def("merge", &merge, "rows"_a, "cols"_a, "counts"_a, "threads"_a = 0);
  m.def("merge_weights", &merge_weights, "rows"_a, "cols"_a, "sums"_a, "pairs"_a);
  m.def("pair_sums", &pair_sums, "rows"_a, "cols"_a, "counts"_a, "n_rows"_a, "n_cols"_a);
  m.def("information", &information, "rows"_a, "cols"_a, "counts"_a, "n_rows"_a, "n_cols"_a,
        "threads"_a = 0);
  m.def("expected_information", &expected_information, "rows"_a, "cols"_a, "counts"_a, "n_rows"_a,
        "n_cols"_a, "threads"_a = 0);
  nb::class_<PythonOverlaps>(m, "Overlaps")
      .def_ro("class_maxima", &PythonOverlaps::class_maxima)
      .def_ro("cluster_maxima", &PythonOverlaps::cluster_maxima)
      .def_ro("largest_class", &PythonOverlaps::largest_class)
      .def_ro("largest_cluster", &PythonOverlaps::largest_cluster)
      .def_ro("class_f", &PythonOverlaps::class_f)
      .def_ro("class_f_floor", &PythonOverlaps::class_f_floor)
      .def_ro("cluster_f", &PythonOverlaps::cluster_f)
      .def_ro("precision", &PythonOverlaps::precision)
      .def_ro("recall", &PythonOverlaps::recall);
  m.def("overlaps", &overlaps, "rows"_a, "cols"_a, "counts"_a, "n_rows"_a, "n_cols"_a);
  m.def("matching", &matching, "rows"_a, "cols"_a, "counts"_a, "n_rows"_a, "n_cols"_a);
  m.def("coding", &coding, "rows"_a, "cols"_a, "counts"_a, "n_rows"_a, "n_cols"_a);
}
