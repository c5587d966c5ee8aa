#include <functional>

#include "check.hpp"
#include "partita/chance/information_variance.hpp"
#include "partita/chance/mean_information.hpp"

using namespace partita;

using Groups = std::vector<u128>;

double log_factorial(double n) { return std::lgamma(n + 1); }

struct Moments {
  double weight = 0.0, mean = 0.0, square = 0.0;
};

// Mean and mean square of n I over all tables with these margins.
Moments brute(const Groups& rows, const Groups& cols) {
  Moments out;
  double n = 0.0;
  for (u128 size : rows) n += to_double(size);
  std::vector<double> left;
  for (u128 size : cols) left.push_back(to_double(size));
  const std::function<void(std::size_t, std::size_t, double, double, double)> fill =
      [&](std::size_t i, std::size_t j, double rest, double weight, double value) {
        if (i == rows.size()) {
          const double p = std::exp(weight);
          out.weight += p;
          out.mean += p * value;
          out.square += p * value * value;
          return;
        }
        if (j == cols.size()) {
          if (rest == 0.0)
            fill(i + 1, 0, i + 1 < rows.size() ? to_double(rows[i + 1]) : 0.0, weight, value);
          return;
        }
        for (double k = 0; k <= std::min(rest, left[j]); ++k) {
          left[j] -= k;
          const double term =
              k == 0.0 ? 0.0 : k * std::log(n * k / (to_double(rows[i]) * to_double(cols[j])));
          fill(i, j + 1, rest - k, weight - log_factorial(k), value + term);
          left[j] += k;
        }
      };
  fill(0, 0, to_double(rows[0]), 0.0, 0.0);
  return {out.weight, out.mean / out.weight, out.square / out.weight};
}

void variance_is_that_over_all_tables() {
  const std::vector<std::pair<Groups, Groups>> cases{
      {{3, 2, 2}, {4, 2, 1}}, {{4, 4}, {5, 3}},     {{3, 3, 1, 1}, {2, 2, 2, 2}},
      {{5, 1, 1}, {3, 3, 1}}, {{14, 1, 1}, {9, 7}}, {{40, 2}, {30, 10, 2}},
      {{10, 9}, {8, 6, 5}},   {{100, 1}, {60, 41}}};
  for (const auto& [rows, cols] : cases) {
    u128 n = 0;
    for (u128 size : rows) n += size;
    const Moments exact = brute(rows, cols);
    const double objects = to_double(n);
    const double variance = (exact.square - exact.mean * exact.mean) / (objects * objects);
    CHECK(close(information_variance(rows, cols, n, 1), variance, 1e-10));
    CHECK(close(information_variance(cols, rows, n, 2), variance, 1e-10));
    const std::vector<std::int64_t> a(rows.begin(), rows.end()), b(cols.begin(), cols.end());
    const std::vector<double> one(a.size(), 1.0), other(b.size(), 1.0);
    CHECK(close(mean_information({a, one}, {b, other}, n, 1).mutual, exact.mean / objects, 1e-12));
  }
}

void without_freedom_there_is_no_variance() {
  CHECK(information_variance({7}, {3, 4}, 7, 1) == 0.0);
  CHECK(information_variance({1, 1, 1}, {2, 1}, 3, 1) == 0.0);
}

int main() {
  variance_is_that_over_all_tables();
  without_freedom_there_is_no_variance();
}
