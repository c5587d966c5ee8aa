// Products of cophenetic heights, compared with a sum over all pairs of leaves.
#include "check.hpp"
#include "partita/trees/cophenetic.hpp"

namespace {

struct Random {
  std::vector<std::int64_t> parents;
  std::vector<double> heights;
  std::size_t leaves;

  // Joins two or three roots until one is left; `chain` always takes the newest.
  Random(std::size_t n, unsigned seed, bool chain) : parents(n, -1), heights(n, 0.0), leaves(n) {
    std::mt19937 draw(seed);
    std::vector<std::size_t> roots(n);
    for (std::size_t i = 0; i < n; ++i) roots[i] = i;
    std::shuffle(roots.begin(), roots.end(), draw);
    double height = 0.0;
    while (roots.size() > 1) {
      const std::size_t joined = std::min<std::size_t>(roots.size(), 2 + draw() % 2);
      height += static_cast<double>(draw() % 8);
      for (std::size_t i = 0; i < joined; ++i) {
        const std::size_t at = chain && i == 0 ? roots.size() - 1 : draw() % roots.size();
        parents[roots[at]] = static_cast<std::int64_t>(parents.size());
        roots.erase(roots.begin() + static_cast<std::ptrdiff_t>(at));
      }
      roots.push_back(parents.size());
      parents.push_back(-1);
      heights.push_back(height);
    }
  }

  partita::RootedTree tree() const { return {leaves, parents, heights}; }

  double join(std::size_t x, std::size_t y) const {
    while (x != y) {
      if (x < y)
        x = static_cast<std::size_t>(parents[x]);
      else
        y = static_cast<std::size_t>(parents[y]);
    }
    return heights[x];
  }
};

}  // namespace

int main() {
  for (unsigned seed = 0; seed < 200; ++seed) {
    const std::size_t n = 1 + seed % 40;
    const Random a(n, seed, seed % 3 == 0), b(n, seed + 1000, seed % 5 == 0);
    double expected = 0.0;
    for (std::size_t x = 0; x < n; ++x)
      for (std::size_t y = x + 1; y < n; ++y) expected += a.join(x, y) * b.join(x, y);
    CHECK(partita::cophenetic_products(a.tree(), b.tree()) == expected);  // integers
  }
  const std::vector<std::int64_t> wrong{2, 0, -1};
  const std::vector<double> heights{0, 0, 1};
  const Random two(2, 0, false);
  CHECK_THROWS(std::invalid_argument,
               partita::cophenetic_products({2, wrong, heights}, two.tree()));
}
