// Checks that run in every build type, and small tools shared by the tests.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "partita/counting/tabulate.hpp"
#include "partita/table/table.hpp"

#define CHECK(condition)                                                           \
  do {                                                                             \
    if (!(condition)) {                                                            \
      std::fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
      std::exit(1);                                                                \
    }                                                                              \
  } while (false)

#define CHECK_THROWS(error, expression) \
  do {                                  \
    bool thrown = false;                \
    try {                               \
      (void)(expression);               \
    } catch (const error&) {            \
      thrown = true;                    \
    }                                   \
    CHECK(thrown);                      \
  } while (false)

// Runs small work on the number of threads that a test asks for.
inline const bool threads_are_free = !(partita::threads_must_pay = false);

inline bool close(double x, double y, double tolerance) {
  return std::abs(x - y) <= tolerance * std::abs(y);
}

template <class T>
partita::Column column_of(const std::vector<T>& values) {
  return {reinterpret_cast<const std::byte*>(values.data()), sizeof(T), values.size(),
          8 * static_cast<int>(sizeof(T)), std::is_signed_v<T>};
}

template <class T>
partita::Grouping grouping_of(const std::vector<T>& values, partita::i128 first, std::uint32_t size,
                              const char* name) {
  return {column_of(values), first, size, name};
}

// A sparse table that owns its cells, made from a full one.
template <class Count>
struct Sparse {
  std::vector<std::int32_t> rows, cols;
  std::vector<Count> counts;
  std::size_t n_rows = 0, n_cols = 0;

  explicit Sparse(const std::vector<std::vector<Count>>& full)
      : n_rows(full.size()), n_cols(full.at(0).size()) {
    for (std::size_t i = 0; i < n_rows; ++i)
      for (std::size_t j = 0; j < n_cols; ++j)
        if (full[i][j] != Count{}) {
          rows.push_back(static_cast<std::int32_t>(i));
          cols.push_back(static_cast<std::int32_t>(j));
          counts.push_back(full[i][j]);
        }
  }
  partita::Table<Count> table() const { return {rows, cols, counts, n_rows, n_cols}; }
};

template <class Count>
std::vector<std::vector<Count>> transposed(const std::vector<std::vector<Count>>& full) {
  std::vector<std::vector<Count>> out(full[0].size(), std::vector<Count>(full.size()));
  for (std::size_t i = 0; i < full.size(); ++i)
    for (std::size_t j = 0; j < full[0].size(); ++j) out[j][i] = full[i][j];
  return out;
}

// A random table in which every row and column is occupied.
inline std::vector<std::vector<std::int64_t>> random_table(std::mt19937_64& random,
                                                           std::int64_t most) {
  const std::size_t rows = 1 + random() % 5, cols = 1 + random() % 5;
  std::vector<std::vector<std::int64_t>> full(rows, std::vector<std::int64_t>(cols));
  const auto count = [&] {
    return 1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most));
  };
  for (auto& row : full)
    for (auto& cell : row) cell = random() % 2 == 0 ? 0 : count();
  for (std::size_t k = 0; k < std::max(rows, cols); ++k) full[k % rows][k % cols] = count();
  return full;
}
