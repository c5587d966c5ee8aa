// Prints the bits of statistics of many tables, to compare compilers and machines. It is not a
// test; CONTRIBUTING says how to run it.
#include <bit>
#include <cinttypes>
#include <cstdio>
#include <vector>

#include "partita/chance/expected_information.hpp"
#include "partita/chance/information_variance.hpp"
#include "partita/table/code_lengths.hpp"
#include "partita/table/overlaps.hpp"

using namespace partita;

struct Random {
  std::uint64_t state = 1;
  std::uint64_t below(std::uint64_t bound) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return (state >> 16) % bound;
  }
};

struct Drawn {
  std::vector<std::int32_t> rows, cols;
  std::vector<std::int64_t> counts;
  std::vector<double> weights;
};

// A full table, so that no row or column is empty; its cells have any number of bits up to `bits`.
Drawn random_cells(Random& random, std::int32_t rows, std::int32_t cols, unsigned bits) {
  Drawn out;
  for (std::int32_t i = 0; i < rows; ++i)
    for (std::int32_t j = 0; j < cols; ++j) {
      const std::uint64_t most = std::uint64_t{1} << random.below(bits);
      out.rows.push_back(i);
      out.cols.push_back(j);
      out.counts.push_back(static_cast<std::int64_t>(1 + random.below(most)));
      out.weights.push_back(static_cast<double>(out.counts.back()) / 7.0);
    }
  return out;
}

void print(const char* name, double value) {
  std::printf("%s %016" PRIx64 "\n", name, std::bit_cast<std::uint64_t>(value));
}

void print(const char* name, const Information& i) {
  print(name, i.mutual);
  print(name, i.class_residual);
  print(name, i.cluster_residual);
}

int main() {
  Random random;
  for (int k = 0; k < 4000; ++k) {
    const auto n_rows = static_cast<std::int32_t>(2 + random.below(6));
    const auto n_cols = static_cast<std::int32_t>(2 + random.below(6));
    const unsigned bits = k % 2 == 0 ? 6 : 50;
    const Drawn cells = random_cells(random, n_rows, n_cols, bits);
    const auto r = static_cast<std::size_t>(n_rows), c = static_cast<std::size_t>(n_cols);
    const Table<std::int64_t> table{cells.rows, cells.cols, cells.counts, r, c};
    print("information", information(table, 1));
    print("expected", expected_parts(table, 1));
    const auto lengths = coding(table);
    print("coding", lengths.model);
    print("coding", lengths.ideal);
    print("overlaps", overlaps(table).class_f.rounded());
    print("weighted", information(Table<double>{cells.rows, cells.cols, cells.weights, r, c}, 1));
    const Margins<std::int64_t> margins(table);
    std::vector<u128> a, b;
    for (const u128 size : margins.rows) a.push_back(size);
    for (const u128 size : margins.cols) b.push_back(size);
    if (bits == 6) print("variance", information_variance(a, b, margins.total, 1));
  }
}
