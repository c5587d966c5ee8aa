// What measures read from a table, for Python: the cells are checked before anything is read.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <tuple>
#include <type_traits>
#include <utility>

#include "bind_arrays.hpp"
#include "partita/assignment.hpp"
#include "partita/coding.hpp"
#include "partita/expected.hpp"
#include "partita/information.hpp"
#include "partita/overlaps.hpp"
#include "partita/pairs.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace partita::python;

using partita::Table;

namespace {

bool holds_weights(nb::handle counts) {
  return holds<double>(memory_from(counts, "counts", 1), "counts");
}

// Validates the cells and calls read(table) without the interpreter.
template <class Count, class Read>
auto read_cells(nb::handle rows, nb::handle cols, nb::handle counts, std::int64_t n_rows,
                std::int64_t n_cols, const Read& read) {
  const char* type = std::is_same_v<Count, double> ? "float64" : "int64";
  const auto r = constant_from<std::int32_t>(rows, "rows", "int32");
  const auto c = constant_from<std::int32_t>(cols, "cols", "int32");
  const auto w = constant_from<Count>(counts, "counts", type);
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

auto expected_parts(nb::object rows, nb::object cols, nb::object counts, std::int64_t n_rows,
                    std::int64_t n_cols, std::int64_t threads) {
  const std::size_t workers = threads_from(threads);
  const auto read = [&](const auto& t) { return partita::expected_parts(t, workers); };
  const auto e = read_cells<std::int64_t>(rows, cols, counts, n_rows, n_cols, read);
  return std::make_tuple(e.mutual, e.class_residual, e.cluster_residual);
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

void bind_table(nb::module_& m) {
  m.def("pair_sums", &pair_sums, "rows"_a, "cols"_a, "counts"_a, "n_rows"_a, "n_cols"_a);
  m.def("information", &information, "rows"_a, "cols"_a, "counts"_a, "n_rows"_a, "n_cols"_a,
        "threads"_a = 0);
  m.def("expected_information", &expected_information, "rows"_a, "cols"_a, "counts"_a, "n_rows"_a,
        "n_cols"_a, "threads"_a = 0);
  m.def("expected_parts", &expected_parts, "rows"_a, "cols"_a, "counts"_a, "n_rows"_a, "n_cols"_a,
        "threads"_a = 0);
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
