// What measures read from a table, for Python: as methods of a table that is held, and as functions
// of arrays of cells, which are checked first.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <tuple>
#include <type_traits>
#include <utility>

#include "bind_held.hpp"
#include "partita/assignment.hpp"
#include "partita/coding.hpp"
#include "partita/expected.hpp"
#include "partita/information.hpp"
#include "partita/overlaps.hpp"
#include "partita/pairs.hpp"
#include "partita/ratio_sums.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace partita::python;

using partita::Table;

namespace {

// --- statistics ----------------------------------------------------------------------------------

template <class Count>
nb::object pair_sums(const Held<Count>& held) {
  const auto sums = without_gil([&] { return partita::pair_sums(held.table()); });
  return nb::make_tuple(python_value(sums.cells), python_value(sums.classes),
                        python_value(sums.clusters));
}

using Parts = std::tuple<double, double, double>;

template <class Count>
Parts information(const Held<Count>& held, std::int64_t threads) {
  const std::size_t workers = threads_from(threads);
  const auto i = without_gil([&] { return partita::information(held.table(), workers); });
  return {i.mutual, i.class_residual, i.cluster_residual};
}

double expected_information(const Held<std::int64_t>& held, std::int64_t threads) {
  const std::size_t workers = threads_from(threads);
  return without_gil([&] { return partita::expected_information(held.table(), workers); });
}

Parts expected_parts(const Held<std::int64_t>& held, std::int64_t threads) {
  const std::size_t workers = threads_from(threads);
  const auto e = without_gil([&] { return partita::expected_parts(held.table(), workers); });
  return {e.mutual, e.class_residual, e.cluster_residual};
}

struct PythonOverlaps {
  nb::object class_maxima, cluster_maxima, largest_class, largest_cluster;
  partita::Expansion class_f, class_f_floor, cluster_f, precision, recall;
};

template <class Count>
PythonOverlaps overlaps(const Held<Count>& held) {
  const auto o = without_gil([&] { return partita::overlaps(held.table()); });
  return {python_value(o.class_maxima),  python_value(o.cluster_maxima),
          python_value(o.largest_class), python_value(o.largest_cluster),
          o.class_f.expansion(),         o.class_f_floor.expansion(),
          o.cluster_f.expansion(),       o.precision.expansion(),
          o.recall.expansion()};
}

template <class Count>
partita::Expansion squares_over_larger(const Held<Count>& held) {
  return without_gil([&] { return partita::squares_over_larger(held.table()); }).expansion();
}

template <class Count>
nb::object matching(const Held<Count>& held) {
  auto m = without_gil([&] { return partita::matching(held.table()); });
  return nb::make_tuple(python_value(m.total), array_of(std::move(m.partner)));
}

std::pair<double, double> coding(const Held<std::int64_t>& held) {
  const auto lengths = without_gil([&] { return partita::coding(held.table()); });
  return {lengths.model, lengths.ideal};
}

// --- functions of cells --------------------------------------------------------------------------

// Calls read(held) on the cells that five arguments describe.
template <class Read>
auto of_cells(nb::handle rows, nb::handle cols, nb::handle counts, std::int64_t n_rows,
              std::int64_t n_cols, const Read& read) {
  if (holds<double>(memory_from(counts, "counts", 1), "counts"))
    return read(held_from<double>(rows, cols, counts, n_rows, n_cols));
  return read(held_from<std::int64_t>(rows, cols, counts, n_rows, n_cols));
}

template <class Result, class... Extra>
auto of_counts(Result (*read)(const Held<std::int64_t>&, Extra...)) {
  return [read](nb::handle rows, nb::handle cols, nb::handle counts, std::int64_t n_rows,
                std::int64_t n_cols, Extra... extra) {
    return read(held_from<std::int64_t>(rows, cols, counts, n_rows, n_cols), extra...);
  };
}

template <class Read>
auto of_any(const Read& read) {
  return [read](nb::handle rows, nb::handle cols, nb::handle counts, std::int64_t n_rows,
                std::int64_t n_cols) { return of_cells(rows, cols, counts, n_rows, n_cols, read); };
}

void bind_functions(nb::module_& m) {
  m.def("pair_sums", of_any([](const auto& held) { return pair_sums(held); }), "rows"_a, "cols"_a,
        "counts"_a, "n_rows"_a, "n_cols"_a);
  m.def(
      "information",
      [](nb::handle rows, nb::handle cols, nb::handle counts, std::int64_t n_rows,
         std::int64_t n_cols, std::int64_t threads) {
        return of_cells(rows, cols, counts, n_rows, n_cols,
                        [&](const auto& held) { return information(held, threads); });
      },
      "rows"_a, "cols"_a, "counts"_a, "n_rows"_a, "n_cols"_a, "threads"_a = 0);
  m.def("expected_information", of_counts(&expected_information), "rows"_a, "cols"_a, "counts"_a,
        "n_rows"_a, "n_cols"_a, "threads"_a = 0);
  m.def("expected_parts", of_counts(&expected_parts), "rows"_a, "cols"_a, "counts"_a, "n_rows"_a,
        "n_cols"_a, "threads"_a = 0);
  m.def("overlaps", of_any([](const auto& held) { return overlaps(held); }), "rows"_a, "cols"_a,
        "counts"_a, "n_rows"_a, "n_cols"_a);
  m.def("matching", of_any([](const auto& held) { return matching(held); }), "rows"_a, "cols"_a,
        "counts"_a, "n_rows"_a, "n_cols"_a);
  m.def("coding", of_counts(&coding), "rows"_a, "cols"_a, "counts"_a, "n_rows"_a, "n_cols"_a);
}

// --- held tables ---------------------------------------------------------------------------------

// A read-only array over memory that the table owns.
template <class T>
auto view_of(nb::handle owner, std::span<const T> values) {
  return nb::ndarray<nb::numpy, const T, nb::ndim<1>>(values.data(), {values.size()}, owner);
}

// Groups of objects that the lines of a table are; None where none was left out.
nb::object groups(const partita::Occupied& occupied) {
  if (occupied.groups.empty()) return nb::none();
  return nb::cast(array_of(std::vector<std::int32_t>(occupied.groups)));
}

// The integer labels of the lines.
nb::object labels(const partita::Occupied& occupied, const partita::IntegerLabels& known) {
  const auto listed = [&]<class T>(T) {
    partita::Buffer<T> labels(occupied.size);
    for (std::size_t k = 0; k < labels.size(); ++k)
      labels[k] = static_cast<T>(known.label(occupied.group(k)));
    return nb::cast(array_of(std::move(labels)));
  };
  return known.beyond_signed ? listed(std::uint64_t{}) : listed(std::int64_t{});
}

// Sizes of the lines as int64; None where those may not suffice.
nb::object sizes(const Held<std::int64_t>& held, bool of_rows) {
  const auto margins = without_gil([&] { return partita::Margins<std::int64_t>(held.table()); });
  if (margins.total > std::numeric_limits<std::int64_t>::max()) return nb::none();
  const std::vector<partita::u128>& lines = of_rows ? margins.rows : margins.cols;
  return nb::cast(array_of(partita::Buffer<std::int64_t>(lines.begin(), lines.end())));
}

nb::object total(const Held<std::int64_t>& held) {
  partita::u128 sum = 0;
  for (std::int64_t count : held.counts.span) sum += static_cast<partita::u128>(count);
  return python_value(sum);
}

template <class Kind,
          class Count = typename std::remove_cvref_t<decltype(std::declval<Kind>().counts.span[0])>>
nb::class_<Kind> bind_held(nb::module_& m, const char* name) {
  return nb::class_<Kind>(m, name)
      .def_prop_ro(
          "rows",
          [](nb::handle self) { return view_of(self, nb::cast<const Kind&>(self).rows.span); })
      .def_prop_ro(
          "cols",
          [](nb::handle self) { return view_of(self, nb::cast<const Kind&>(self).cols.span); })
      .def_prop_ro(
          "counts",
          [](nb::handle self) { return view_of(self, nb::cast<const Kind&>(self).counts.span); })
      .def_prop_ro("shape",
                   [](const Kind& held) { return std::make_pair(held.n_rows, held.n_cols); })
      .def("__len__", [](const Kind& held) { return held.counts.span.size(); })
      .def("pair_sums", [](const Kind& held) { return pair_sums<Count>(held); })
      .def("information", [](const Kind& held) { return information<Count>(held, 0); })
      .def("overlaps", [](const Kind& held) { return overlaps<Count>(held); })
      .def("matching", [](const Kind& held) { return matching<Count>(held); })
      .def("squares_over_larger",
           [](const Kind& held) { return squares_over_larger<Count>(held); });
}

void bind_classes(nb::module_& m) {
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
  bind_held<CountTable>(m, "CountTable")
      .def_prop_ro("total", [](const CountTable& held) { return total(held); })
      .def("row_sizes", [](const CountTable& held) { return sizes(held, true); })
      .def("col_sizes", [](const CountTable& held) { return sizes(held, false); })
      .def_prop_ro("row_groups", [](const CountTable& held) { return groups(held.row_groups); })
      .def_prop_ro("col_groups", [](const CountTable& held) { return groups(held.col_groups); })
      .def("row_labels", [](const CountTable& held) { return labels(held.row_groups, held.truth); })
      .def("col_labels",
           [](const CountTable& held) { return labels(held.col_groups, held.prediction); })
      .def("expected_parts", [](const CountTable& held) { return expected_parts(held, 0); })
      .def("coding", [](const CountTable& held) { return coding(held); });
  bind_held<WeightTable>(m, "WeightTable");
  m.def(
      "count_table",
      [](nb::handle rows, nb::handle cols, nb::handle counts, std::int64_t n_rows,
         std::int64_t n_cols) {
        return CountTable{
            held_from<std::int64_t>(rows, cols, counts, n_rows, n_cols), {}, {}, {}, {}};
      },
      "rows"_a, "cols"_a, "counts"_a, "n_rows"_a, "n_cols"_a);
  m.def("weight_table", &held_from<double>, "rows"_a, "cols"_a, "counts"_a, "n_rows"_a, "n_cols"_a);
}

}  // namespace

void bind_table(nb::module_& m) {
  bind_classes(m);
  bind_functions(m);
}
