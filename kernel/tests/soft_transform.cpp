// The transform of boxes compared with its defining sum, and its inverse.
#include <complex>
#include <numbers>

#include "check.hpp"
#include "partita/soft/box.hpp"

using namespace partita::soft;

namespace {

void check_line(std::size_t size) {
  std::mt19937 random(static_cast<unsigned>(size));
  std::uniform_real_distribution<double> draw(-1.0, 1.0);
  Box box({size});
  for (std::size_t i = 0; i < size; ++i) {
    box.real[i] = draw(random);
    box.imaginary[i] = draw(random);
  }
  const Box before = box;
  transform(box, box.real.data(), box.imaginary.data(), 1);
  for (std::size_t k = 0; k < size; ++k) {
    std::complex<double> sum = 0.0;
    for (std::size_t i = 0; i < size; ++i) {
      const double angle =
          -2.0 * std::numbers::pi * static_cast<double>(i * k % size) / static_cast<double>(size);
      sum += std::complex(before.real[i], before.imaginary[i]) * std::polar(1.0, angle);
    }
    CHECK(std::abs(sum - std::complex(box.real[k], box.imaginary[k])) <=
          1e-14 * static_cast<double>(size));
  }
}

void check_box(std::vector<std::size_t> sides) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> draw(-1.0, 1.0);
  Box box(sides);
  for (double& x : box.real) x = draw(random);
  const Box before = box;
  transform(box, box.real.data(), box.imaginary.data(), 1);
  double sum = 0.0;
  for (double x : before.real) sum += x;
  CHECK(std::abs(box.real[0] - sum) <= 1e-12);
  Box other = before;
  transform(other, other.real.data(), other.imaginary.data(), 3);
  CHECK(other.real == box.real && other.imaginary == box.imaginary);
  const std::size_t last = box.last();
  for (std::size_t row = 0; row < box.cells() / last; ++row)  // a real box: conjugate symmetry
    for (std::size_t t = 0; t < last; ++t) {
      const std::size_t back = negated_row(box, row) * last + (t == 0 ? 0 : last - t);
      CHECK(std::abs(box.real[row * last + t] - box.real[back]) <= 1e-12);
      CHECK(std::abs(box.imaginary[row * last + t] + box.imaginary[back]) <= 1e-12);
    }
  transform(box, box.imaginary.data(), box.real.data(), 2);
  for (std::size_t i = 0; i < box.cells(); ++i)
    CHECK(std::abs(box.real[i] / static_cast<double>(box.cells()) - before.real[i]) <= 1e-14);
}

}  // namespace

int main() {
  CHECK(transform_size(0) == 1 && transform_size(7) == 8 && transform_size(121) == 125);
  for (std::size_t size : {1, 2, 3, 4, 5, 6, 8, 9, 10, 15, 16, 20, 27, 30, 64, 75, 120, 125})
    check_line(size);
  check_box({6, 5});
  check_box({4, 9, 10});
  check_box({3, 1, 2, 8});
}
