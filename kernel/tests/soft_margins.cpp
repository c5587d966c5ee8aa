// The margin program in every semiring, compared with all hard clusterings of small problems and
// with itself for several numbers of threads and losses.
#include <algorithm>

#include "partita/soft/law.hpp"
#include "partita/soft/moments.hpp"
#include "partita/soft/witness.hpp"
#include "soft_cases.hpp"

using namespace partita::soft;
using cases::Case;
using Margin = std::vector<std::int64_t>;

namespace {

template <class Result>
Margin margin_of(const Result& result, std::size_t state, std::size_t clusters) {
  const auto begin = result.margins.begin() + static_cast<std::ptrdiff_t>(state * clusters);
  return {begin, begin + static_cast<std::ptrdiff_t>(clusters)};
}

double product(const std::vector<double>& weights) {
  double p = 1.0;
  for (double w : weights) p *= w;
  return p;
}

void check_moments(const Case& c) {
  std::map<Margin, std::pair<double, double>> want;
  cases::each_clustering(c, [&](const Margin& table, const std::vector<double>& weights) {
    auto& [mass, moment] = want[cases::columns(c, table)];
    mass += product(weights);
    moment += product(weights) * static_cast<double>(cases::square_sum(table));
  });
  for (double loss : {0.0, 1e-12}) {
    const auto got = margin_moments<Square>(c.problem(), loss, {});
    CHECK(got.mass.size() == want.size());
    for (std::size_t s = 0; s < got.mass.size(); ++s) {
      const auto& [mass, moment] = want.at(margin_of(got, s, c.clusters));
      CHECK(std::abs(got.mass[s] - mass) <= 1e-13);
      CHECK(std::abs(got.moment[s] - moment) <= 1e-11);
    }
  }
}

void check_extremes(const Case& c) {
  std::map<Margin, std::pair<std::int64_t, std::int64_t>> want;
  cases::each_clustering(c, [&](const Margin& table, const std::vector<double>&) {
    const std::int64_t a = cases::square_sum(table);
    const auto [at, fresh] = want.try_emplace(cases::columns(c, table), a, a);
    at->second.first = std::min(at->second.first, a);
    at->second.second = std::max(at->second.second, a);
  });
  const auto got = margin_extremes<Square>(c.problem(), {});
  CHECK(got.low.size() == want.size());
  for (std::size_t s = 0; s < got.low.size(); ++s) {
    const Margin margin = margin_of(got, s, c.clusters);
    CHECK(got.low[s] == want.at(margin).first && got.high[s] == want.at(margin).second);
    const auto low = margin_witness<Square>(c.problem(), margin, End::low, {});
    const auto high = margin_witness<Square>(c.problem(), margin, End::high, {});
    CHECK(cases::columns(c, low) == margin && cases::square_sum(low) == got.low[s]);
    CHECK(cases::columns(c, high) == margin && cases::square_sum(high) == got.high[s]);
  }
}

template <class R, class Join>
void check_law(const Case& c, Options kind, const Join& join) {
  std::map<std::pair<std::int64_t, std::int64_t>, typename R::Element> want;
  cases::each_clustering(c, [&](const Margin& table, const std::vector<double>& weights) {
    const auto key =
        std::pair(cases::square_sum(cases::columns(c, table)), cases::square_sum(table));
    const auto at = want.try_emplace(key, R::zero()).first;
    at->second = R::add(at->second, join(weights));
  });
  const auto got = law_of_squares<R>(c.problem(), kind, 0.0, {});
  CHECK(got.weight.size() == want.size());
  std::size_t s = 0;
  for (const auto& [key, weight] : want) {
    CHECK(got.squares[s] == key.first && got.cells[s] == key.second);
    CHECK(std::abs(static_cast<double>(got.weight[s]) - static_cast<double>(weight)) <= 1e-13);
    ++s;
  }
}

void check_threads() {
  const Case c = cases::fuzzy_case(1, 3, 3, 90);
  const Case few = cases::fuzzy_case(2, 2, 4, 40);
  const auto law = law_of_squares<Mass>(c.problem(), Options::probabilities, 1e-9, {.threads = 1});
  const auto boxed = margin_moments<Entropy>(few.problem(), 1e-12, {.threads = 1});
  const auto direct = margin_moments<Entropy>(c.problem(), 0.0, {.threads = 1});
  for (std::size_t threads : {2, 5}) {
    const Budget budget{.threads = threads};
    CHECK(law_of_squares<Mass>(c.problem(), Options::probabilities, 1e-9, budget).weight ==
          law.weight);
    CHECK(margin_moments<Entropy>(few.problem(), 1e-12, budget).moment == boxed.moment);
    CHECK(margin_moments<Entropy>(c.problem(), 0.0, budget).mass == direct.mass);
  }
}

// Both products of distributions, and the cost of trimming.
void check_losses(const Case& c) {
  const auto exact = margin_moments<Entropy>(c.problem(), 0.0, {});
  std::map<Margin, double> want;
  for (std::size_t s = 0; s < exact.mass.size(); ++s)
    want[margin_of(exact, s, c.clusters)] = exact.mass[s];
  for (double loss : {1e-12, 1e-8, 1e-3}) {
    const auto got = margin_moments<Entropy>(c.problem(), loss, {});
    CHECK(got.lost <= loss);
    auto rest = want;
    for (std::size_t s = 0; s < got.mass.size(); ++s)
      rest.at(margin_of(got, s, c.clusters)) -= got.mass[s];
    double difference = 0.0;
    for (const auto& [margin, mass] : rest) difference += std::abs(mass);
    CHECK(difference <= got.lost + 1e-13);
  }
}

void check_refusals() {
  const Case c = cases::fuzzy_case(4, 3, 3, 60);
  CHECK_THROWS(std::length_error, margin_extremes<Square>(c.problem(), {.max_states = 50}));
  CHECK_THROWS(std::length_error, margin_extremes<Square>(c.problem(), {.max_work = 50.0}));
  CHECK_THROWS(std::invalid_argument, margin_moments<Square>(c.problem(), 0.9, {}));
  Case bad = c;
  bad.options[0] = -1.0;
  CHECK_THROWS(std::invalid_argument, margin_extremes<Square>(bad.problem(), {}));
  bad = c;
  bad.base[0] = std::int64_t{1} << 31;
  CHECK_THROWS(std::invalid_argument, margin_extremes<Square>(bad.problem(), {}));
}

}  // namespace

int main() {
  for (unsigned seed = 0; seed < 120; ++seed) {
    const Case fuzzy = cases::random_case(seed, true);
    const Case rough = cases::random_case(seed, false);
    check_moments(fuzzy);
    check_extremes(rough);
    check_law<Mass>(fuzzy, Options::probabilities, product);
    check_law<ProductPossible>(rough, Options::possibilities, product);
    check_law<LeastPossible>(rough, Options::possibilities, [](const std::vector<double>& w) {
      return w.empty() ? 1.0 : *std::min_element(w.begin(), w.end());
    });
    check_law<Reach>(rough, Options::allowed, [](const std::vector<double>&) { return true; });
  }
  check_threads();
  check_losses(cases::fuzzy_case(5, 3, 3, 50));
  check_losses(cases::fuzzy_case(6, 3, 4, 24));
  check_refusals();
}
