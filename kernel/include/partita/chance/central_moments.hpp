// Central moments of a hypergeometric count, and its deviance from them if the mean is large.
#pragma once

#include <array>
#include <cstddef>

namespace partita {

template <std::size_t order>
inline constexpr auto binomial_coefficients = [] {
  std::array<std::array<double, order>, order> c{};
  for (std::size_t r = 0; r < order; ++r) {
    c[r][0] = 1.0;
    for (std::size_t j = 1; j <= r; ++j) c[r][j] = c[r - 1][j - 1] + (j < r ? c[r - 1][j] : 0.0);
  }
  return c;
}();

// m_0 .. m_order by the identity E[(a-k)(b-k) g(k+1)] = E[k(n-a-b+k) g(k)] with g = (k-mu)^r:
//   (n - r) m_{r+1} = sum over j < r of C(r,j) (A m_j - B m_{j+1}) + sum over j < r-1 of C(r,j)
//   m_{j+2}, square A = (a-mu)(b-mu), spread B = a + b - 2 mu.
template <std::size_t order>
std::array<double, order + 1> central_moments(double square, double spread, double n) {
  std::array<double, order + 1> m{1.0, 0.0};
  for (std::size_t r = 1; r < order; ++r) {
    double sum = 0.0;
    for (std::size_t j = 0; j < r; ++j) {
      const double next = j + 1 < r ? m[j + 2] : 0.0;
      sum += binomial_coefficients<order>[r][j] * (square* m[j] - spread* m[j + 1] + next);
    }
    m[r + 1] = sum / (n - static_cast<double>(r));
  }
  return m;
}

// E[k log(k/mu) - (k - mu)] = sum over r >= 2 of (-1)^r m_r / (r (r-1) mu^(r-1)).
template <std::size_t order>
double deviance_of_moments(const std::array<double, order>& m, double mu) {
  double sum = 0.0, scale = -1.0 / mu;
  for (std::size_t r = 2; r < order; ++r, scale *= -1.0 / mu)
    sum -= m[r] * scale / static_cast<double>(r * (r - 1));
  return sum;
}

}  // namespace partita
