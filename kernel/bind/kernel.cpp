// The kernel as a Python module: converts, validates, releases the interpreter; no arithmetic. This
// file has labels and cells; table.cpp has the statistics of tables.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <string>
#include <tuple>
#include <utility>

#include "held.hpp"
#include "partita/counting/count_labels.hpp"
#include "partita/labels/encode_texts.hpp"
#include "partita/trees/cophenetic.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace partita::python;

using partita::Grouping;

namespace {

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

auto encode_rows(nb::object rows, std::int64_t threads) {
  const Memory memory = memory_from(rows, "bytes2d", 2);
  if (!holds<std::uint8_t>(memory, "bytes2d"))
    throw std::invalid_argument("bytes2d must be an array of uint8");
  if (!PyBuffer_IsContiguous(memory.get(), 'C'))
    throw std::invalid_argument("bytes2d must be C-contiguous");
  const auto n = static_cast<std::size_t>(memory->shape[0]);
  const auto width = static_cast<std::size_t>(memory->shape[1]);
  const auto* data = static_cast<const std::byte*>(memory->buf);
  const std::size_t workers = threads_from(threads);
  auto encoded = without_gil([&] { return partita::encode_rows(data, n, width, workers); });
  return std::make_pair(array_of(std::move(encoded.codes)), array_of(std::move(encoded.firsts)));
}

auto renumber(nb::object codes, nb::object places, std::int64_t threads) {
  const auto old = values_from<std::int32_t>(codes, "codes", "int32");
  const auto place = values_from<std::int32_t>(places, "places", "int32");
  const std::size_t workers = threads_from(threads);
  return python_codes(
      without_gil([&] { return partita::renumber(old.span, place.span, workers); }));
}

// --- tabulating ----------------------------------------------------------------------------------

auto python_cells(partita::Cells&& cells) {
  return std::make_tuple(array_of(std::move(cells.rows)), array_of(std::move(cells.cols)),
                         array_of(std::move(cells.counts)));
}
auto python_cells(partita::WeightedCells&& cells) {
  return std::make_tuple(array_of(std::move(cells.rows)), array_of(std::move(cells.cols)),
                         array_of(std::move(cells.sums)), array_of(std::move(cells.pairs)));
}

void check_length(std::size_t length, std::size_t objects, const char* name) {
  if (length != objects)
    throw std::invalid_argument(std::string(name) + " has " + std::to_string(length) +
                                " entries for " + std::to_string(objects) + " objects");
}

// One value for each object.
template <class T>
Values<T> loads_from(nb::handle source, const char* name, const char* type, std::size_t objects) {
  Values<T> values = values_from<T>(source, name, type);
  check_length(values.span.size(), objects, name);
  return values;
}

// The two labelings of a call, and the arrays that keep them alive.
struct Sides {
  Codes truth_codes, prediction_codes;
  Grouping truth, prediction;

  std::size_t objects() const { return truth.codes.size; }
};

Grouping grouping_from(const Codes& codes, nb::int_ first, std::int64_t size, const char* name) {
  return {codes.column, wide_from(std::move(first), std::string(name) + "_first"),
          size_from(size, std::string(name) + "_size"), name};
}

Sides sides_from(nb::handle truth, nb::int_ truth_first, std::int64_t truth_size,
                 nb::handle prediction, nb::int_ prediction_first, std::int64_t prediction_size) {
  Codes a = codes_from(truth, "truth"), b = codes_from(prediction, "prediction");
  Grouping rows = grouping_from(a, std::move(truth_first), truth_size, "truth");
  Grouping cols = grouping_from(b, std::move(prediction_first), prediction_size, "prediction");
  return {std::move(a), std::move(b), std::move(rows), std::move(cols)};
}

auto tabulate(nb::object truth, nb::int_ truth_first, std::int64_t truth_size,
              nb::object prediction, nb::int_ prediction_first, std::int64_t prediction_size,
              std::int64_t threads) {
  const Sides s = sides_from(truth, std::move(truth_first), truth_size, prediction,
                             std::move(prediction_first), prediction_size);
  const std::size_t workers = threads_from(threads);
  return python_cells(
      without_gil([&] { return partita::tabulate(s.truth, s.prediction, workers); }));
}

// Counts two arrays of plain integers.
CountTable count_integers(nb::handle truth, nb::handle prediction, std::int64_t threads) {
  const Codes a = codes_from(truth, "truth"), b = codes_from(prediction, "prediction");
  const std::size_t workers = threads_from(threads);
  auto all = without_gil([&] { return partita::count_integers(a.column, b.column, workers); });
  return counted_table(std::move(all.counted), workers, std::move(all.truth),
                       std::move(all.prediction));
}

// Counts two labelings with numbered groups.
CountTable count(nb::handle truth, nb::int_ truth_first, std::int64_t truth_size,
                 nb::handle prediction, nb::int_ prediction_first, std::int64_t prediction_size,
                 std::int64_t threads) {
  const Sides s = sides_from(truth, std::move(truth_first), truth_size, prediction,
                             std::move(prediction_first), prediction_size);
  const std::size_t workers = threads_from(threads);
  auto counted = without_gil([&] {
    return partita::numbered(partita::tabulate(s.truth, s.prediction, workers), s.truth.size,
                             s.prediction.size, workers);
  });
  return counted_table(std::move(counted), workers);
}

auto tabulate_counts(nb::object truth, nb::int_ truth_first, std::int64_t truth_size,
                     nb::object prediction, nb::int_ prediction_first, std::int64_t prediction_size,
                     nb::object weights, std::int64_t threads) {
  const Sides s = sides_from(truth, std::move(truth_first), truth_size, prediction,
                             std::move(prediction_first), prediction_size);
  const auto w = loads_from<std::int64_t>(weights, "weights", "int64", s.objects());
  const std::size_t workers = threads_from(threads);
  return python_cells(without_gil(
      [&] { return partita::tabulate_counts(s.truth, s.prediction, w.span, workers); }));
}

auto tabulate_weights(nb::object truth, nb::int_ truth_first, std::int64_t truth_size,
                      nb::object prediction, nb::int_ prediction_first,
                      std::int64_t prediction_size, nb::object weights, std::int64_t threads) {
  const Sides s = sides_from(truth, std::move(truth_first), truth_size, prediction,
                             std::move(prediction_first), prediction_size);
  const auto w = loads_from<double>(weights, "weights", "float64", s.objects());
  const std::size_t workers = threads_from(threads);
  return python_cells(without_gil(
      [&] { return partita::tabulate_weights(s.truth, s.prediction, w.span, workers); }));
}

// Indices of cells as a grouping that starts at 0 and is as large as needed.
Grouping indices_from(const Codes& codes, const char* name, std::size_t workers) {
  if (codes.column.size == 0) return {codes.column, 0, 0, name};
  const auto range = without_gil([&] { return partita::integer_range(codes.column, workers); });
  if (range.least < 0 || range.greatest >= std::numeric_limits<std::int32_t>::max())
    throw std::invalid_argument(std::string(name) + " must lie between 0 and 2^31 - 2");
  return {codes.column, 0, static_cast<std::uint32_t>(range.greatest) + 1, name};
}

Sides cells_from(nb::handle rows, nb::handle cols, std::size_t workers) {
  Codes r = codes_from(rows, "rows"), c = codes_from(cols, "cols");
  Grouping a = indices_from(r, "rows", workers), b = indices_from(c, "cols", workers);
  return {std::move(r), std::move(c), std::move(a), std::move(b)};
}

auto merge(nb::object rows, nb::object cols, nb::object counts, std::int64_t threads) {
  const std::size_t workers = threads_from(threads);
  const Sides s = cells_from(rows, cols, workers);
  const auto w = loads_from<std::int64_t>(counts, "counts", "int64", s.objects());
  return python_cells(without_gil(
      [&] { return partita::tabulate_counts(s.truth, s.prediction, w.span, workers, "counts"); }));
}

auto merge_weights(nb::object rows, nb::object cols, nb::object sums, nb::object pairs) {
  const Sides s = cells_from(rows, cols, 0);
  const auto w = loads_from<double>(sums, "sums", "float64", s.objects());
  const auto p = loads_from<double>(pairs, "pairs", "float64", s.objects());
  return python_cells(without_gil(
      [&] { return partita::merge_weights(s.truth, s.prediction, w.span, p.span, 0); }));
}

// --- trees ---------------------------------------------------------------------------------------

double cophenetic_products(std::size_t leaves, nb::object first_parents, nb::object first_heights,
                           nb::object second_parents, nb::object second_heights) {
  const auto p = constant_from<std::int64_t>(first_parents, "first_parents", "int64");
  const auto h = values_from<double>(first_heights, "first_heights", "float64");
  const auto q = constant_from<std::int64_t>(second_parents, "second_parents", "int64");
  const auto g = values_from<double>(second_heights, "second_heights", "float64");
  return without_gil([&] {
    return partita::cophenetic_products({leaves, p.span, h.span}, {leaves, q.span, g.span});
  });
}

}  // namespace

void bind_arrow(nb::module_& m);    // in arrow.cpp
void bind_objects(nb::module_& m);  // in objects.cpp
void bind_shares(nb::module_& m);   // in shares.cpp
void bind_table(nb::module_& m);    // in table.cpp

NB_MODULE(_kernel, m) {
  remember_main_thread();
  name_lack_of_memory();
  m.doc() = "Exact tables of two labelings, and what measures read from them.";
  m.def("integer_range", &integer_range, "values"_a, "threads"_a = 0);
  m.def("encode_integers", &encode_integers, "values"_a, "threads"_a = 0);
  m.def("encode_rows", &encode_rows, "bytes2d"_a, "threads"_a = 0);
  m.def("renumber", &renumber, "codes"_a, "places"_a, "threads"_a = 0);
  bind_arrow(m);
  bind_objects(m);
  m.def("tabulate", &tabulate, "truth"_a, "truth_first"_a, "truth_size"_a, "prediction"_a,
        "prediction_first"_a, "prediction_size"_a, "threads"_a = 0);
  bind_table(m);
  bind_shares(m);
  m.def("count_integers", &count_integers, "truth"_a, "prediction"_a, "threads"_a = 0);
  m.def("count", &count, "truth"_a, "truth_first"_a, "truth_size"_a, "prediction"_a,
        "prediction_first"_a, "prediction_size"_a, "threads"_a = 0);
  m.def("tabulate_counts", &tabulate_counts, "truth"_a, "truth_first"_a, "truth_size"_a,
        "prediction"_a, "prediction_first"_a, "prediction_size"_a, "weights"_a, "threads"_a = 0);
  m.def("tabulate_weights", &tabulate_weights, "truth"_a, "truth_first"_a, "truth_size"_a,
        "prediction"_a, "prediction_first"_a, "prediction_size"_a, "weights"_a, "threads"_a = 0);
  m.def("merge", &merge, "rows"_a, "cols"_a, "counts"_a, "threads"_a = 0);
  m.def("merge_weights", &merge_weights, "rows"_a, "cols"_a, "sums"_a, "pairs"_a);
  m.def("cophenetic_products", &cophenetic_products, "leaves"_a, "first_parents"_a,
        "first_heights"_a, "second_parents"_a, "second_heights"_a);
}
