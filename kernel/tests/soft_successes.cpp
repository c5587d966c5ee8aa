// Poisson-binomial distributions and expectations, compared with products trial by trial.
#include "check.hpp"
#include "partita/soft/expected_phi.hpp"

using namespace partita::soft;

namespace {

std::vector<double> one_by_one(const std::vector<double>& p,
                               const std::vector<std::int64_t>& size) {
  std::vector<double> law{1.0};
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::int64_t t = 0; t < size[i]; ++t) {
      law.push_back(0.0);
      for (std::size_t s = law.size(); s-- > 0;)
        law[s] = law[s] * (1.0 - p[i]) + (s > 0 ? law[s - 1] * p[i] : 0.0);
    }
  return law;
}

void check_law(const std::vector<double>& p, const std::vector<std::int64_t>& size) {
  const std::vector<double> want = one_by_one(p, size);
  for (double loss : {0.0, 1e-12, 1e-4}) {
    const auto got = poisson_binomial({p, size}, loss);
    CHECK(got.lost <= loss);
    std::vector<double> rest = want;
    for (std::size_t i = 0; i < got.law.mass.size(); ++i)
      rest[static_cast<std::size_t>(got.law.start) + i] -= got.law.mass[i];
    double difference = 0.0;
    for (double x : rest) difference += std::abs(x);
    CHECK(difference <= got.lost + 1e-13);
  }
  for (std::int64_t base : {0, 3, 4000}) {
    double squares = 0.0, entropy = 0.0;
    for (std::size_t t = 0; t < want.size(); ++t) {
      const double x = static_cast<double>(base) + static_cast<double>(t);
      squares += want[t] * x * x;
      entropy += x > 0.0 ? want[t] * x * std::log(x) : 0.0;
    }
    const Estimate square = expected_square({p, size}, base);
    CHECK(std::abs(square.value - squares) <= square.error + 1e-13 * squares);
    for (double loss : {0.0, 1e-12, 1e-3}) {
      const Estimate e = expected_entropy({p, size}, base, loss);
      CHECK(std::abs(e.value - entropy) <= e.error + 1e-13 * entropy);
    }
  }
}

}  // namespace

int main() {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> draw;
  check_law({}, {});
  check_law({0.0, 1.0, 0.5}, {4, 2, 1});
  check_law({1e-12, 0.3, 1.0 - 1e-12}, {9, 0, 9});
  for (int round = 0; round < 40; ++round) {
    std::vector<double> p;
    std::vector<std::int64_t> size;
    for (unsigned i = 0; i < random() % 9; ++i) {
      p.push_back(draw(random));
      size.push_back(static_cast<std::int64_t>(random() % 60));
    }
    check_law(p, size);
  }
  const std::vector<double> above_one{1.5}, half{0.5};
  const std::vector<std::int64_t> one{1}, less_than_none{-1};
  CHECK_THROWS(std::invalid_argument, poisson_binomial({above_one, one}, 0.0));
  CHECK_THROWS(std::invalid_argument, poisson_binomial({half, less_than_none}, 0.0));
}
