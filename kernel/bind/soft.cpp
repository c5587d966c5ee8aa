// The soft kernel as a Python module: it only converts and releases the interpreter.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "call.hpp"
#include "partita/soft/expected_phi.hpp"
#include "partita/soft/law.hpp"
#include "partita/soft/moments.hpp"
#include "partita/soft/witness.hpp"

namespace nb = nanobind;
using namespace nb::literals;
namespace soft = partita::soft;
using partita::python::without_gil;

namespace {

template <class T, std::size_t D>
using In = nb::ndarray<const T, nb::ndim<D>, nb::c_contig, nb::device::cpu>;
template <class T, std::size_t D = 1>
using Out = nb::ndarray<nb::numpy, T, nb::ndim<D>>;

template <class Array>
auto view(const Array& array) {
  return std::span(array.data(), array.size());
}

template <class T>
void* keep(std::vector<T>&& values, nb::capsule& owner) {
  auto held = std::make_unique<std::vector<T>>(std::move(values));
  void* data = held->data();
  owner = nb::capsule(held.get(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  held.release();
  return data;
}

template <class T>
Out<T> vector_out(std::vector<T>&& values) {
  const std::size_t size = values.size();
  nb::capsule owner;
  void* data = keep(std::move(values), owner);
  return Out<T>(data, {size}, owner);
}

Out<std::int64_t, 2> table_out(std::vector<std::int64_t>&& values, std::size_t columns) {
  const std::size_t rows = values.size() / columns;
  nb::capsule owner;
  void* data = keep(std::move(values), owner);
  return Out<std::int64_t, 2>(data, {rows, columns}, owner);
}

using Base = In<std::int64_t, 2>;
using GroupClass = In<std::int32_t, 1>;
using GroupOptions = In<double, 2>;
using GroupSize = In<std::int64_t, 1>;

soft::Problem problem(const Base& base, const GroupClass& group_class, const GroupOptions& options,
                      const GroupSize& size) {
  if (options.shape(0) != group_class.shape(0))
    throw std::invalid_argument("group_options: one row per entry of group_class is needed");
  if (options.shape(1) != base.shape(1))
    throw std::invalid_argument("group_options: as many columns as base are needed");
  return {base.shape(0), base.shape(1), view(base), view(group_class), view(options), view(size)};
}

enum class Phi { square, entropy };

Phi phi_from(const std::string& name) {
  if (name == "square") return Phi::square;
  if (name == "entropy") return Phi::entropy;
  throw std::invalid_argument("phi: 'square' or 'entropy', not '" + name + "'");
}

soft::End end_from(const std::string& name) {
  if (name == "low") return soft::End::low;
  if (name == "high") return soft::End::high;
  throw std::invalid_argument("which: 'low' or 'high', not '" + name + "'");
}

nb::tuple margin_moments(const Base& base, const GroupClass& group_class,
                         const GroupOptions& options, const GroupSize& size, const std::string& phi,
                         double loss, std::uint64_t max_states, std::size_t threads,
                         double max_work) {
  const soft::Problem p = problem(base, group_class, options, size);
  const Phi chosen = phi_from(phi);
  const soft::Budget budget{max_states, max_work, threads};
  soft::MomentsOfMargins result = without_gil([&] {
    return chosen == Phi::square ? soft::margin_moments<soft::Square>(p, loss, budget)
                                 : soft::margin_moments<soft::Entropy>(p, loss, budget);
  });
  return nb::make_tuple(table_out(std::move(result.margins), p.clusters),
                        vector_out(std::move(result.mass)), vector_out(std::move(result.moment)),
                        result.lost);
}

template <class Statistic>
nb::tuple extremes_of(const soft::Problem& p, const soft::Budget& budget) {
  soft::ExtremesOfMargins<typename Statistic::Value> result =
      without_gil([&] { return soft::margin_extremes<Statistic>(p, budget); });
  return nb::make_tuple(table_out(std::move(result.margins), p.clusters),
                        vector_out(std::move(result.low)), vector_out(std::move(result.high)));
}

nb::tuple margin_extremes(const Base& base, const GroupClass& group_class,
                          const GroupOptions& options, const GroupSize& size,
                          const std::string& phi, std::uint64_t max_states, std::size_t threads,
                          double max_work) {
  const soft::Problem p = problem(base, group_class, options, size);
  const soft::Budget budget{max_states, max_work, threads};
  return phi_from(phi) == Phi::square ? extremes_of<soft::Square>(p, budget)
                                      : extremes_of<soft::Entropy>(p, budget);
}

Out<std::int64_t, 2> margin_witness(const Base& base, const GroupClass& group_class,
                                    const GroupOptions& options, const GroupSize& size,
                                    const std::string& phi, const In<std::int64_t, 1>& margin,
                                    const std::string& which, std::uint64_t max_states,
                                    std::size_t threads, double max_work) {
  const soft::Problem p = problem(base, group_class, options, size);
  const Phi chosen = phi_from(phi);
  const soft::End end = end_from(which);
  const soft::Budget budget{max_states, max_work, threads};
  std::vector<std::int64_t> table = without_gil([&] {
    return chosen == Phi::square
               ? soft::margin_witness<soft::Square>(p, view(margin), end, budget)
               : soft::margin_witness<soft::Entropy>(p, view(margin), end, budget);
  });
  return table_out(std::move(table), p.clusters);
}

template <class R>
soft::LawOfSquares<typename R::Element> law_of(const soft::Problem& p, soft::Options kind,
                                               double loss, const soft::Budget& budget) {
  return without_gil([&] { return soft::law_of_squares<R>(p, kind, loss, budget); });
}

nb::tuple margin_law(const Base& base, const GroupClass& group_class, const GroupOptions& options,
                     const GroupSize& size, double loss, std::uint64_t max_states,
                     std::size_t threads, double max_work) {
  const soft::Problem p = problem(base, group_class, options, size);
  auto law =
      law_of<soft::Mass>(p, soft::Options::probabilities, loss, {max_states, max_work, threads});
  return nb::make_tuple(vector_out(std::move(law.squares)), vector_out(std::move(law.cells)),
                        vector_out(std::move(law.weight)), law.lost);
}

nb::tuple margin_binned_law(const Base& base, const GroupClass& group_class,
                            const GroupOptions& options, const GroupSize& size,
                            const std::string& phi, std::int64_t bins, double loss,
                            std::uint64_t max_states, std::size_t threads, double max_work) {
  const soft::Problem p = problem(base, group_class, options, size);
  const Phi chosen = phi_from(phi);
  const soft::Budget budget{max_states, max_work, threads};
  soft::BinnedLaw law = without_gil([&] {
    return chosen == Phi::square ? soft::binned_law<soft::Square>(p, loss, bins, budget)
                                 : soft::binned_law<soft::Entropy>(p, loss, bins, budget);
  });
  return nb::make_tuple(vector_out(std::move(law.margins)), vector_out(std::move(law.bins)),
                        vector_out(std::move(law.mass)), law.lowest, law.width, law.slack,
                        law.lost);
}

nb::tuple margin_possibility(const Base& base, const GroupClass& group_class,
                             const GroupOptions& options, const GroupSize& size,
                             const std::string& tnorm, std::uint64_t max_states,
                             std::size_t threads, double max_work) {
  const soft::Problem p = problem(base, group_class, options, size);
  if (tnorm != "min" && tnorm != "product")
    throw std::invalid_argument("tnorm: 'min' or 'product', not '" + tnorm + "'");
  const soft::Budget budget{max_states, max_work, threads};
  const auto kind = soft::Options::possibilities;
  auto law = tnorm == "min" ? law_of<soft::LeastPossible>(p, kind, 0.0, budget)
                            : law_of<soft::ProductPossible>(p, kind, 0.0, budget);
  return nb::make_tuple(vector_out(std::move(law.squares)), vector_out(std::move(law.cells)),
                        vector_out(std::move(law.weight)));
}

nb::tuple margin_reach(const Base& base, const GroupClass& group_class, const GroupOptions& options,
                       const GroupSize& size, std::uint64_t max_states, std::size_t threads,
                       double max_work) {
  const soft::Problem p = problem(base, group_class, options, size);
  auto law = law_of<soft::Reach>(p, soft::Options::allowed, 0.0, {max_states, max_work, threads});
  return nb::make_tuple(vector_out(std::move(law.squares)), vector_out(std::move(law.cells)));
}

nb::tuple poisson_binomial(const In<double, 1>& p, const In<std::int64_t, 1>& size, double loss) {
  soft::CertifiedSuccessLaw result =
      without_gil([&] { return soft::poisson_binomial({view(p), view(size)}, loss); });
  return nb::make_tuple(result.law.start, vector_out(std::move(result.law.mass)), result.lost);
}

std::pair<double, double> expected_phi(const In<double, 1>& p, const In<std::int64_t, 1>& size,
                                       std::int64_t base, const std::string& phi, double loss) {
  const Phi chosen = phi_from(phi);
  if (base < 0) throw std::invalid_argument("base: at least 0 is needed");
  const soft::Trials trials{view(p), view(size)};
  const soft::Estimate e = without_gil([&] {
    return chosen == Phi::square ? soft::expected_square(trials, base)
                                 : soft::expected_entropy(trials, base, loss);
  });
  return {e.value, e.error};
}

// A program beyond its budget lacks memory (or time); no argument is wrong.
void translate(const std::exception_ptr& failure, void*) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::length_error& e) {
    PyErr_SetString(PyExc_MemoryError, e.what());
  }
}

constexpr std::uint64_t states = 50'000'000;
constexpr double work = 4e11;

}  // namespace

NB_MODULE(_soft, m) {
  partita::python::remember_main_thread();
  partita::python::name_lack_of_memory();
  m.doc() =
      "Dynamic programmes over the cluster sizes that a soft clustering allows. The hard side is "
      "in "
      "rows, the soft side in columns; A is the sum of phi over the cells, b the column sums.";
  nb::register_exception_translator(translate);
  m.def("margin_moments", &margin_moments, "base"_a.noconvert(), "group_class"_a.noconvert(),
        "group_options"_a.noconvert(), "group_size"_a.noconvert(), "phi"_a, "loss"_a = 1e-12,
        "max_states"_a = states, "threads"_a = 0, "max_work"_a = work,
        "Margins (states, k), their mass, E[A; b], and the probability that was dropped.");
  m.def("margin_extremes", &margin_extremes, "base"_a.noconvert(), "group_class"_a.noconvert(),
        "group_options"_a.noconvert(), "group_size"_a.noconvert(), "phi"_a, "max_states"_a = states,
        "threads"_a = 0, "max_work"_a = work,
        "Reachable margins (states, k) with least and greatest A; integers for squares.");
  m.def("margin_witness", &margin_witness, "base"_a.noconvert(), "group_class"_a.noconvert(),
        "group_options"_a.noconvert(), "group_size"_a.noconvert(), "phi"_a, "margin"_a.noconvert(),
        "which"_a, "max_states"_a = states, "threads"_a = 0, "max_work"_a = work,
        "A table (r, k) with these column sums that attains the least or greatest A.");
  m.def("margin_law", &margin_law, "base"_a.noconvert(), "group_class"_a.noconvert(),
        "group_options"_a.noconvert(), "group_size"_a.noconvert(), "loss"_a = 1e-12,
        "max_states"_a = states, "threads"_a = 0, "max_work"_a = work,
        "Sums of squares of margins and of cells, their probability, and what was dropped.");
  m.def("margin_binned_law", &margin_binned_law, "base"_a.noconvert(), "group_class"_a.noconvert(),
        "group_options"_a.noconvert(), "group_size"_a.noconvert(), "phi"_a, "bins"_a,
        "loss"_a = 1e-12, "max_states"_a = states, "threads"_a = 0, "max_work"_a = work,
        "Numbers of the margins, bins of A and their probability; A of bin 0, the width of a bin, "
        "how far A may lie above its bin, and what was dropped.");
  m.def("margin_possibility", &margin_possibility, "base"_a.noconvert(),
        "group_class"_a.noconvert(), "group_options"_a.noconvert(), "group_size"_a.noconvert(),
        "tnorm"_a, "max_states"_a = states, "threads"_a = 0, "max_work"_a = work,
        "Sums of squares of margins and of cells, and their possibility.");
  m.def("margin_reach", &margin_reach, "base"_a.noconvert(), "group_class"_a.noconvert(),
        "group_options"_a.noconvert(), "group_size"_a.noconvert(), "max_states"_a = states,
        "threads"_a = 0, "max_work"_a = work,
        "Sums of squares of margins and of cells of all tables that are allowed.");
  m.def("poisson_binomial", &poisson_binomial, "p"_a.noconvert(), "size"_a.noconvert(),
        "loss"_a = 1e-12, "Law of the number of successes: first value, masses, what was dropped.");
  m.def("expected_phi", &expected_phi, "p"_a.noconvert(), "size"_a.noconvert(), "base"_a, "phi"_a,
        "loss"_a = 1e-12, "E phi(base + successes) and a bound on its error.");
}
