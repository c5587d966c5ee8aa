// Statistics that few measures read, as functions of a table owned by Python.
#include "partita/table/shares.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <string>

#include "held.hpp"
#include "partita/table/ratio_sums.hpp"
#include "partita/table/share_matching.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace partita::python;

namespace {

template <class Kind>  // CountTable or WeightTable
nb::object best_shares(const Kind& held, const std::string& overlap) {
  const partita::Overlap kind = partita::overlap_from(overlap);
  const auto s =
      without_gil([&] { return partita::best_shares(held.table(), held.sweep().margins, kind); });
  return nb::make_tuple(s.classes.expansion(), s.clusters.expansion(),
                        s.classes_by_size.expansion(), s.clusters_by_size.expansion());
}

template <class Kind>
nb::object share_matching(const Kind& held, const std::string& overlap) {
  const partita::Overlap kind = partita::overlap_from(overlap);
  return python_sum(without_gil(
      [&] { return partita::share_matching(held.table(), held.sweep().margins, kind); }));
}

template <class Kind>
nb::object shared_sizes(const Kind& held) {
  return python_value(
      without_gil([&] { return partita::shared_sizes(held.table(), held.sweep().margins); }));
}

template <class Kind>
nb::object square_shares(const Kind& held) {
  const auto s =
      without_gil([&] { return partita::square_shares(held.table(), held.sweep().margins); });
  return nb::make_tuple(s.both.expansion(), s.classes.expansion(), s.clusters.expansion());
}

nb::object other_shares(const CountTable& held) {
  const auto s =
      without_gil([&] { return partita::other_shares(held.table(), held.sweep().margins); });
  return nb::make_tuple(python_sum(s.classes), python_sum(s.clusters));
}

}  // namespace

void bind_shares(nb::module_& m) {
  const auto both = [&](auto of_counts, auto of_weights, const char* name, auto... extra) {
    m.def(name, of_counts, "table"_a, extra...);
    m.def(name, of_weights, "table"_a, extra...);
  };
  both(&best_shares<CountTable>, &best_shares<WeightTable>, "best_shares", "overlap"_a);
  both(&share_matching<CountTable>, &share_matching<WeightTable>, "share_matching", "overlap"_a);
  both(&shared_sizes<CountTable>, &shared_sizes<WeightTable>, "shared_sizes");
  both(&square_shares<CountTable>, &square_shares<WeightTable>, "square_shares");
  m.def("other_shares", &other_shares, "table"_a);
}
