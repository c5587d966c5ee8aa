// Statistics of a table for Python: as methods of a table object, and as functions of arrays of
// cells, which are checked first.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

#include "held.hpp"
#include "partita/chance/expected_information.hpp"
#include "partita/table/add_cells.hpp"
#include "partita/table/assignment.hpp"
#include "partita/table/code_lengths.hpp"
#include "partita/table/information.hpp"
#include "partita/table/overlaps.hpp"
#include "partita/table/pairs.hpp"
#include "partita/table/ratio_sums.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace partita::python;

using partita::Table;

namespace {

// --- statistics ----------------------------------------------------------------------------------

template <class Count>
nb::object pair_sums(const Held<Count>& held) {
  const auto sums = without_gil([&] { return partita::pair_sums(held.table(), held.sweep()); });
  return nb::make_tuple(python_value(sums.cells), python_value(sums.classes),
                        python_value(sums.clusters));
}

using Parts = std::tuple<double, double, double>;

template <class Count>
Parts information(const Held<Count>& held, std::int64_t threads) {
  const std::size_t workers = threads_from(threads);
  const auto i =
      without_gil([&] { return partita::information(held.table(), held.sweep(), workers); });
  return {i.mutual, i.class_residual, i.cluster_residual};
}

double expected_information(const Held<std::int64_t>& held, std::int64_t threads) {
  const std::size_t workers = threads_from(threads);
  return without_gil(
      [&] { return partita::expected_information(held.table(), held.sweep(), workers); });
}

Parts expected_parts(const Held<std::int64_t>& held, std::int64_t threads) {
  const std::size_t workers = threads_from(threads);
  const auto e =
      without_gil([&] { return partita::expected_parts(held.table(), held.sweep(), workers); });
  return {e.mutual, e.class_residual, e.cluster_residual};
}

// Sums of the largest cells of classes and of clusters, the largest class and the largest cluster.
template <class Count>
nb::object maxima(const Held<Count>& held) {
  const auto m = without_gil([&] { return partita::maxima(held.table(), held.sweep().margins); });
  return nb::make_tuple(python_value(m.classes), python_value(m.clusters),
                        python_value(m.largest_class), python_value(m.largest_cluster));
}

// One of the sums over overlaps that `read` takes from its reader; for counts in units of 2^-192.
template <class Count, class Read>
nb::object overlap_sum(const Held<Count>& held, const Read& read) {
  return python_sum(without_gil([&]() -> partita::ratio_sum_t<Count> {
    if (held.counts.span.empty()) return {};
    return partita::with_reader(held.table(), held.sweep().margins, read);
  }));
}

// The sums by name, which become methods of a class.
template <class Use>
void each_overlap_sum(const Use& use) {
  use("class_f", [](const auto& reader) { return reader.class_f(); });
  use("class_f_floor", [](const auto& reader) { return reader.class_f_floor(); });
  use("cluster_f", [](const auto& reader) { return reader.cluster_f(); });
  use("precision", [](const auto& reader) { return reader.precision(); });
  use("recall", [](const auto& reader) { return reader.recall(); });
}

template <class Count>
nb::object squares_over_larger(const Held<Count>& held) {
  return python_sum(without_gil(
      [&] { return partita::squares_over_larger(held.table(), held.sweep().margins); }));
}

template <class Count>
nb::object matching(const Held<Count>& held) {
  auto m = without_gil([&] { return partita::matching(held.table()); });
  return nb::make_tuple(python_value(m.total), array_of(std::move(m.partner)));
}

std::pair<double, double> coding(const Held<std::int64_t>& held) {
  const auto lengths = without_gil([&] { return partita::coding(held.table(), held.sweep()); });
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
  m.def("maxima", of_any([](const auto& held) { return maxima(held); }), "rows"_a, "cols"_a,
        "counts"_a, "n_rows"_a, "n_cols"_a);
  each_overlap_sum([&](const char* name, const auto& read) {
    m.def(name, of_any([read](const auto& held) { return overlap_sum(held, read); }), "rows"_a,
          "cols"_a, "counts"_a, "n_rows"_a, "n_cols"_a);
  });
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

// The group of each line of a table; None if no group was left out.
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

// Sizes of the lines as int64; None if these may not suffice.
nb::object sizes(const Held<std::int64_t>& held, bool of_rows) {
  const auto& margins = without_gil([&]() -> const auto& { return held.sweep(); }).margins;
  if (margins.total > std::numeric_limits<std::int64_t>::max()) return nb::none();
  const partita::SizeList& lines = of_rows ? margins.rows : margins.cols;
  partita::Buffer<std::int64_t> out(lines.size());
  for (std::size_t line = 0; line < lines.size(); ++line)
    out[line] = static_cast<std::int64_t>(lines[line]);
  return nb::cast(array_of(std::move(out)));
}

nb::object total(const Held<std::int64_t>& held) {
  return python_value(without_gil([&] { return held.sweep().margins.total; }));
}

template <class Kind,
          class Count = typename std::remove_cvref_t<decltype(std::declval<Kind>().counts.span[0])>>
nb::class_<Kind> bind_held(nb::module_& m, const char* name) {
  nb::class_<Kind> held(m, name);
  held.def_prop_ro(
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
      .def_prop_ro("perfect",
                   [](const Kind& held) {
                     const std::size_t cells = held.counts.span.size();
                     return held.n_rows == cells && held.n_cols == cells;
                   })
      .def("__len__", [](const Kind& held) { return held.counts.span.size(); })
      .def("pair_sums", [](const Kind& held) { return pair_sums<Count>(held); })
      .def("information", [](const Kind& held) { return information<Count>(held, held.threads); })
      .def("maxima", [](const Kind& held) { return maxima<Count>(held); })
      .def("matching", [](const Kind& held) { return matching<Count>(held); })
      .def("squares_over_larger",
           [](const Kind& held) { return squares_over_larger<Count>(held); });
  each_overlap_sum([&](const char* sum, const auto& read) {
    held.def(sum, [read](const Kind& table) { return overlap_sum<Count>(table, read); });
  });
  return held;
}

// The places of the rows or columns of a table in the sum of two tables.
std::span<const std::int64_t> places_from(const Values<std::int64_t>& places, std::size_t lines) {
  const auto is_place = [](std::int64_t place) {
    return place >= 0 && place <= std::numeric_limits<std::int32_t>::max();
  };
  if (places.span.size() != lines || !std::all_of(places.span.begin(), places.span.end(), is_place))
    throw std::invalid_argument("places must be one below 2^31 for each row and each column");
  return places.span;
}

// The cells of the sum of two tables; None if a table does not keep its order.
nb::object add_cells(const CountTable& left, nb::handle left_rows, nb::handle left_cols,
                     const CountTable& right, nb::handle right_rows, nb::handle right_cols) {
  const auto read = [](nb::handle places) {
    return constant_from<std::int64_t>(places, "places", "int64");
  };
  const auto a = read(left_rows), b = read(left_cols), c = read(right_rows), d = read(right_cols);
  const partita::Placed first{left.table(), places_from(a, left.n_rows),
                              places_from(b, left.n_cols)};
  const partita::Placed second{right.table(), places_from(c, right.n_rows),
                               places_from(d, right.n_cols)};
  if (!first.keeps_order() || !second.keeps_order()) return nb::none();
  auto cells = without_gil([&] { return partita::add_cells(first, second); });
  return nb::make_tuple(array_of(std::move(cells.rows)), array_of(std::move(cells.cols)),
                        array_of(std::move(cells.counts)));
}

void bind_classes(nb::module_& m) {
  bind_held<CountTable>(m, "CountTable")
      .def_prop_ro("total", [](const CountTable& held) { return total(held); })
      .def("row_sizes", [](const CountTable& held) { return sizes(held, true); })
      .def("col_sizes", [](const CountTable& held) { return sizes(held, false); })
      .def_prop_ro("row_groups", [](const CountTable& held) { return groups(held.row_groups); })
      .def_prop_ro("col_groups", [](const CountTable& held) { return groups(held.col_groups); })
      .def("row_labels", [](const CountTable& held) { return labels(held.row_groups, held.truth); })
      .def("col_labels",
           [](const CountTable& held) { return labels(held.col_groups, held.prediction); })
      .def("expected_parts",
           [](const CountTable& held) { return expected_parts(held, held.threads); })
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
  m.def("add_cells", &add_cells, "left"_a, "left_rows"_a, "left_cols"_a, "right"_a, "right_rows"_a,
        "right_cols"_a);
  m.def("weight_table", &held_from<double>, "rows"_a, "cols"_a, "counts"_a, "n_rows"_a, "n_cols"_a);
}

}  // namespace

void bind_table(nb::module_& m) {
  // A thread that still runs when the interpreter ends keeps its tables: not a leak, so no message.
  nb::set_leak_warnings(false);
  bind_classes(m);
  bind_functions(m);
}
