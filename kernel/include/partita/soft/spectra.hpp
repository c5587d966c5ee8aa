// Products of distributions with first moments, in the frequency domain. Mass and moment are real,
// so one complex box holds both: the negated frequency separates their transforms.
#pragma once

#include "partita/soft/box.hpp"

namespace partita::soft::detail {

struct Complex {
  double re, im;
};
inline Complex operator+(Complex x, Complex y) { return {x.re + y.re, x.im + y.im}; }
inline Complex operator*(Complex x, Complex y) {
  return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}

// The transforms of mass and moment at cell w; its negated frequency is at cell n.
struct Spectra {
  Complex mass, moment;
};
inline Spectra spectra(const Box& box, std::size_t w, std::size_t n) {
  const double a = box.real[w], b = box.imaginary[w], c = box.real[n], d = -box.imaginary[n];
  return {{0.5 * (a + c), 0.5 * (b + d)}, {0.5 * (b - d), -0.5 * (a - c)}};
}

// box = box (×) factor in the semiring of moments, frequency by frequency.
inline void multiply_cell(Box& box, const Box& factor, std::size_t w, std::size_t n) {
  const Spectra x = spectra(box, w, n), y = spectra(factor, w, n);
  const Complex mass = x.mass * y.mass;
  const Complex moment = x.mass * y.moment + x.moment * y.mass;
  box.real[n] = mass.re + moment.im;
  box.imaginary[n] = moment.re - mass.im;
  box.real[w] = mass.re - moment.im;
  box.imaginary[w] = mass.im + moment.re;
}

inline void multiply_spectra(Box& box, const Box& factor, std::size_t threads) {
  const std::size_t length = box.last();
  const std::size_t rows = box.cells() / length;
  const std::size_t workers = worker_count(threads, rows, 1 + 65536 / length);
  run_workers(workers, [&](std::size_t worker) {
    const partita::Range range = share(rows, worker, workers);
    for (std::size_t row = range.begin; row < range.end; ++row) {
      const std::size_t other = negated_row(box, row);
      if (other < row) continue;  // done together with its partner
      for (std::size_t t = 0; t < length; ++t) {
        const std::size_t back = t == 0 ? 0 : length - t;
        if (other == row && back < t) continue;
        multiply_cell(box, factor, row * length + t, other * length + back);
      }
      poll(4 * length);
    }
  });
}

}  // namespace partita::soft::detail
