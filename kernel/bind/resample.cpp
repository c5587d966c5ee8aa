// Resampling as a Python module: converts, validates, releases the interpreter; no arithmetic.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <array>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "call.hpp"
#include "partita/chance/information_variance.hpp"
#include "partita/chance/mean_information.hpp"
#include "partita/counting/cells.hpp"
#include "partita/random/partitions.hpp"
#include "partita/random/replicates.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using partita::python::without_gil;

namespace {

template <class T, std::size_t D>
using In = nb::ndarray<const T, nb::ndim<D>, nb::c_contig, nb::device::cpu>;
template <class T, std::size_t D>
using Out = nb::ndarray<nb::numpy, T, nb::ndim<D>>;

template <class Array>
auto view(const Array& array) {
  return std::span(array.data(), array.size());
}

// A std::vector or a Buffer that lives as long as the array.
template <std::size_t D, class Values>
auto array_out(Values&& values, const std::array<std::size_t, D>& shape) {
  using Kept = std::remove_cvref_t<Values>;
  auto* kept = new Kept(std::move(values));
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<Kept*>(p); });
  return Out<typename Kept::value_type, D>(kept->data(), D, shape.data(), owner);
}

template <class Values>
auto vector_out(Values&& values) {
  const std::size_t size = values.size();
  return array_out<1>(std::move(values), {size});
}

template <class Values>
auto matrix_out(Values&& values, std::size_t rows, std::size_t columns) {
  return array_out<2>(std::move(values), {rows, columns});
}

std::size_t threads_from(std::int64_t threads) {
  if (threads < 0 || threads > 1024)
    throw std::invalid_argument("threads must lie between 0 and 1024");
  return static_cast<std::size_t>(threads);
}

void check_indices(const In<std::int32_t, 1>& indices, std::size_t size, const char* name) {
  for (std::int32_t index : view(indices))
    if (index < 0 || static_cast<std::size_t>(index) >= size)
      throw std::invalid_argument(std::string(name) + " holds a group that is out of range");
}

void check_positive(std::span<const std::int64_t> counts) {
  partita::for_each_part({0, counts.size()}, [&](partita::Range part) {
    for (std::int64_t count : counts.subspan(part.begin, part.end - part.begin))
      if (count < 0) throw std::invalid_argument("counts must not be negative");
  });
}

auto bootstrap_counts(const In<std::int64_t, 1>& counts, std::size_t draws, std::uint64_t seed,
                      std::uint64_t start, std::int64_t threads) {
  const std::size_t workers = threads_from(threads);
  auto out = without_gil(
      [&] { return partita::bootstrap_counts(view(counts), draws, seed, start, workers); });
  return matrix_out(std::move(out), draws, counts.size());
}

auto sample_counts(const In<std::int64_t, 1>& weights, std::int64_t objects, std::size_t draws,
                   std::uint64_t seed, std::uint64_t start, std::int64_t threads) {
  const std::size_t workers = threads_from(threads);
  auto out = without_gil(
      [&] { return partita::sample_counts(view(weights), objects, draws, seed, start, workers); });
  return matrix_out(std::move(out), draws, weights.size());
}

auto random_tables(const In<std::int64_t, 1>& class_sizes, const In<std::int64_t, 1>& cluster_sizes,
                   std::size_t draws, std::uint64_t seed, std::uint64_t start,
                   std::int64_t threads) {
  const std::size_t workers = threads_from(threads);
  auto out = without_gil([&] {
    return partita::random_tables(view(class_sizes), view(cluster_sizes), draws, seed, start,
                                  workers);
  });
  return matrix_out(std::move(out), draws, class_sizes.size() * cluster_sizes.size());
}

// Copies a list to its place in the concatenation.
template <class T>
void put(const std::vector<T>& list, partita::Buffer<T>& all, std::int64_t offset) {
  partita::for_each_part({0, list.size()}, [&](partita::Range part) {
    std::copy(list.begin() + part.begin, list.begin() + part.end,
              all.begin() + offset + part.begin);
  });
}

// Tables end to end: draw d has cells offsets[d] .. offsets[d+1]-1.
template <class Draw>
auto lists_out(const Draw& draw) {
  std::vector<std::int64_t> offsets{0};
  partita::Cells all;
  without_gil([&] {
    const std::vector<partita::CellList> tables = draw();
    for (const partita::CellList& table : tables)
      offsets.push_back(offsets.back() + static_cast<std::int64_t>(table.counts.size()));
    all.resize(static_cast<std::size_t>(offsets.back()));
    for (std::size_t k = 0; k < tables.size(); ++k) {
      put(tables[k].rows, all.rows, offsets[k]);
      put(tables[k].cols, all.cols, offsets[k]);
      put(tables[k].counts, all.counts, offsets[k]);
    }
  });
  return std::make_tuple(vector_out(std::move(offsets)), vector_out(std::move(all.rows)),
                         vector_out(std::move(all.cols)), vector_out(std::move(all.counts)));
}

auto shuffled_tables(const In<std::int64_t, 1>& class_sizes,
                     const In<std::int64_t, 1>& cluster_sizes, std::size_t draws,
                     std::uint64_t seed, std::uint64_t start, std::int64_t threads) {
  const std::size_t workers = threads_from(threads);
  return lists_out([&] {
    return partita::shuffled_tables(view(class_sizes), view(cluster_sizes), draws, seed, start,
                                    workers);
  });
}

// The given sizes, else `groups` blocks, else (0) any number of blocks.
partita::RandomSizes law_of(const In<std::int64_t, 1>& sizes, std::int64_t groups,
                            std::int64_t objects) {
  return {view(sizes), groups, objects};
}

auto random_partition_tables(const In<std::int64_t, 1>& class_sizes, std::int64_t class_groups,
                             const In<std::int64_t, 1>& cluster_sizes, std::int64_t cluster_groups,
                             std::int64_t objects, std::size_t draws, std::uint64_t seed,
                             std::uint64_t start, std::int64_t threads) {
  const std::size_t workers = threads_from(threads);
  const partita::Laws laws{law_of(class_sizes, class_groups, objects),
                           law_of(cluster_sizes, cluster_groups, objects)};
  return lists_out(
      [&] { return partita::random_partition_tables(laws, objects, draws, seed, start, workers); });
}

auto random_partition_sizes(std::int64_t objects, std::int64_t groups, std::size_t draws,
                            std::uint64_t seed, std::uint64_t start, std::int64_t threads) {
  const std::size_t workers = threads_from(threads);
  const partita::RandomSizes law({}, groups, objects);
  std::vector<std::int64_t> offsets{0};
  partita::Buffer<std::int64_t> all;
  without_gil([&] {
    const auto lists = partita::random_sizes(law, objects, draws, seed, start, workers);
    for (const partita::Sizes& sizes : lists)
      offsets.push_back(offsets.back() + static_cast<std::int64_t>(sizes.size()));
    all.resize(static_cast<std::size_t>(offsets.back()));
    for (std::size_t k = 0; k < lists.size(); ++k) put(lists[k], all, offsets[k]);
  });
  return std::make_pair(vector_out(std::move(offsets)), vector_out(std::move(all)));
}

auto replicates_out(partita::Replicates&& out, std::size_t draws, partita::Family family) {
  const partita::Width width = partita::width_of(family);
  return std::make_pair(matrix_out(std::move(out.integers), draws, width.integers),
                        matrix_out(std::move(out.reals), draws, width.reals));
}

// Tables on common cells: counts is draws x cells.
auto read_counts(const In<std::int32_t, 1>& rows, const In<std::int32_t, 1>& cols,
                 const In<std::int64_t, 2>& counts, std::size_t n_rows, std::size_t n_cols,
                 const std::string& family, std::int64_t threads) {
  const std::size_t workers = threads_from(threads), cells = counts.shape(1);
  const partita::Family kind = partita::family_from(family);
  if (rows.size() != cells || cols.size() != cells)
    throw std::invalid_argument("rows and cols must have one entry per column of counts");
  check_indices(rows, n_rows, "rows");
  check_indices(cols, n_cols, "cols");
  auto out = without_gil([&] {
    check_positive(view(counts));
    return partita::read_tables(
        counts.shape(0), n_rows, n_cols, kind, workers, cells, [&](std::size_t draw) {
          return std::tuple(view(rows), view(cols), view(counts).subspan(draw * cells, cells));
        });
  });
  return replicates_out(std::move(out), counts.shape(0), kind);
}

// Tables with different cells: draw d has cells offsets[d] .. offsets[d+1]-1.
auto read_lists(const In<std::int64_t, 1>& offsets, const In<std::int32_t, 1>& rows,
                const In<std::int32_t, 1>& cols, const In<std::int64_t, 1>& counts,
                std::size_t n_rows, std::size_t n_cols, const std::string& family,
                std::int64_t threads) {
  const std::size_t workers = threads_from(threads), cells = counts.size();
  const partita::Family kind = partita::family_from(family);
  const auto ends = view(offsets);
  if (ends.empty() || ends.front() != 0 || ends.back() != static_cast<std::int64_t>(cells) ||
      !std::is_sorted(ends.begin(), ends.end()))
    throw std::invalid_argument("offsets must ascend from 0 to the number of cells");
  if (rows.size() != cells || cols.size() != cells)
    throw std::invalid_argument("rows, cols and counts must have the same length");
  check_indices(rows, n_rows, "rows");
  check_indices(cols, n_cols, "cols");
  const std::size_t draws = ends.size() - 1;
  const std::size_t cost = cells / std::max<std::size_t>(1, draws);
  auto out = without_gil([&] {
    check_positive(view(counts));
    return partita::read_tables(draws, n_rows, n_cols, kind, workers, cost, [&](std::size_t draw) {
      const auto first = static_cast<std::size_t>(ends[draw]);
      const std::size_t size = static_cast<std::size_t>(ends[draw + 1]) - first;
      return std::tuple(view(rows).subspan(first, size), view(cols).subspan(first, size),
                        view(counts).subspan(first, size));
    });
  });
  return replicates_out(std::move(out), draws, kind);
}

auto random_words(std::uint64_t seed, std::uint64_t stream, std::size_t size) {
  partita::Philox random(seed, stream);
  std::vector<std::uint64_t> out(size);
  for (std::uint64_t& word : out) word = random.next();
  return vector_out(std::move(out));
}

std::vector<partita::u128> wide(std::span<const std::int64_t> sizes) {
  return {sizes.begin(), sizes.end()};
}

void check_sizes(const In<std::int64_t, 1>& sizes, std::int64_t objects, const char* name) {
  for (std::int64_t size : view(sizes))
    if (size < 1 || size > objects)
      throw std::invalid_argument(std::string(name) + " must lie between 1 and objects");
}

// Var[I] over tables with these margins.
double information_variance(const In<std::int64_t, 1>& class_sizes,
                            const In<std::int64_t, 1>& cluster_sizes, std::int64_t threads) {
  const std::size_t workers = threads_from(threads);
  const auto objects = partita::check_margins(view(class_sizes), view(cluster_sizes));
  check_sizes(class_sizes, objects, "class_sizes");
  check_sizes(cluster_sizes, objects, "cluster_sizes");
  if (objects < 2) return 0.0;
  return without_gil([&] {
    return partita::information_variance(wide(view(class_sizes)), wide(view(cluster_sizes)),
                                         static_cast<partita::u128>(objects), workers);
  });
}

// E[I], E[H(C|K)], E[H(K|C)] from the expected numbers of groups of each size.
auto mean_information(const In<std::int64_t, 1>& class_sizes, const In<double, 1>& class_numbers,
                      const In<std::int64_t, 1>& cluster_sizes,
                      const In<double, 1>& cluster_numbers, std::int64_t objects,
                      std::int64_t threads) {
  const std::size_t workers = threads_from(threads);
  if (objects < 2) throw std::invalid_argument("at least two objects are needed");
  if (class_sizes.size() != class_numbers.size() || cluster_sizes.size() != cluster_numbers.size())
    throw std::invalid_argument("sizes and numbers must have the same length");
  check_sizes(class_sizes, objects, "class_sizes");
  check_sizes(cluster_sizes, objects, "cluster_sizes");
  const partita::Information found = without_gil([&] {
    return partita::mean_information({view(class_sizes), view(class_numbers)},
                                     {view(cluster_sizes), view(cluster_numbers)},
                                     static_cast<partita::u128>(objects), workers);
  });
  return std::make_tuple(found.mutual, found.class_residual, found.cluster_residual);
}

// E[I] after removing one object from each cell in turn.
auto expected_without_one(const In<std::int32_t, 1>& rows, const In<std::int32_t, 1>& cols,
                          const In<std::int64_t, 1>& class_sizes,
                          const In<std::int64_t, 1>& cluster_sizes) {
  if (rows.size() != cols.size())
    throw std::invalid_argument("rows and cols must have the same length");
  check_indices(rows, class_sizes.size(), "rows");
  check_indices(cols, cluster_sizes.size(), "cols");
  const auto objects = partita::check_margins(view(class_sizes), view(cluster_sizes));
  if (objects < 2) throw std::invalid_argument("at least two objects are needed");
  std::vector<double> out(rows.size());
  without_gil([&] {
    const auto a = wide(view(class_sizes)), b = wide(view(cluster_sizes));
    const partita::ExpectedWithoutOne expected(a, b, static_cast<partita::u128>(objects));
    for (std::size_t cell = 0; cell < out.size(); ++cell) {
      out[cell] = expected(a[static_cast<std::size_t>(rows.data()[cell])],
                           b[static_cast<std::size_t>(cols.data()[cell])]);
      partita::poll(64);
    }
  });
  return vector_out(std::move(out));
}

}  // namespace

NB_MODULE(_resample, m) {
  partita::python::remember_main_thread();
  partita::python::name_lack_of_memory();
  m.doc() = "Resampled tables and their statistics.";
  m.attr("SMALL_TABLE") = partita::small_table;
  m.def("bootstrap_counts", &bootstrap_counts, "counts"_a, "draws"_a, "seed"_a, "start"_a = 0,
        "threads"_a = 0);
  m.def("sample_counts", &sample_counts, "weights"_a, "objects"_a, "draws"_a, "seed"_a,
        "start"_a = 0, "threads"_a = 0);
  m.def("random_tables", &random_tables, "class_sizes"_a, "cluster_sizes"_a, "draws"_a, "seed"_a,
        "start"_a = 0, "threads"_a = 0);
  m.def("shuffled_tables", &shuffled_tables, "class_sizes"_a, "cluster_sizes"_a, "draws"_a,
        "seed"_a, "start"_a = 0, "threads"_a = 0);
  m.def("random_partition_tables", &random_partition_tables, "class_sizes"_a, "class_groups"_a,
        "cluster_sizes"_a, "cluster_groups"_a, "objects"_a, "draws"_a, "seed"_a, "start"_a = 0,
        "threads"_a = 0);
  m.def("random_partition_sizes", &random_partition_sizes, "objects"_a, "groups"_a, "draws"_a,
        "seed"_a, "start"_a = 0, "threads"_a = 0);
  m.def("information_variance", &information_variance, "class_sizes"_a, "cluster_sizes"_a,
        "threads"_a = 0);
  m.def("mean_information", &mean_information, "class_sizes"_a, "class_numbers"_a,
        "cluster_sizes"_a, "cluster_numbers"_a, "objects"_a, "threads"_a = 0);
  m.def("read_counts", &read_counts, "rows"_a, "cols"_a, "counts"_a, "n_rows"_a, "n_cols"_a,
        "family"_a, "threads"_a = 0);
  m.def("read_lists", &read_lists, "offsets"_a, "rows"_a, "cols"_a, "counts"_a, "n_rows"_a,
        "n_cols"_a, "family"_a, "threads"_a = 0);
  m.def("random_words", &random_words, "seed"_a, "stream"_a, "size"_a);
  m.def("expected_without_one", &expected_without_one, "rows"_a, "cols"_a, "class_sizes"_a,
        "cluster_sizes"_a);
}
