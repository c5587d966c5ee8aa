// A box of complex numbers, row-major, and its transform along every side.
#pragma once

#include <vector>

#include "partita/soft/fft.hpp"

namespace partita::soft {

struct Box {
  std::vector<std::size_t> sides;
  std::vector<double> real;
  std::vector<double> imaginary;

  explicit Box(std::vector<std::size_t> lengths) : sides(std::move(lengths)) {
    std::size_t cells = 1;
    for (std::size_t side : sides) cells *= side;
    real.assign(cells, 0.0);
    imaginary.assign(cells, 0.0);
  }
  std::size_t cells() const { return real.size(); }
  std::size_t last() const { return sides.empty() ? 1 : sides.back(); }
};

namespace detail {

// Lines along one side are numbered so that lines adjacent in memory have adjacent numbers.
inline void transform_lines(const LineTransform& line, std::size_t stride, std::size_t first,
                            std::size_t count, double* real, double* imaginary,
                            LineTransform::Buffer& buffer) {
  constexpr std::size_t lanes = LineTransform::lanes;
  std::array<std::size_t, lanes> start{};
  for (std::size_t l = 0; l < lanes; ++l) {
    const std::size_t number = first + std::min(l, count - 1);
    start[l] = number / stride * stride * line.size() + number % stride;
  }
  bool empty = true;
  for (std::size_t t = 0; t < line.size(); ++t)
    for (std::size_t l = 0; l < lanes; ++l) {
      const double re = real[start[l] + t * stride], im = imaginary[start[l] + t * stride];
      buffer.real[t * lanes + l] = re;
      buffer.imaginary[t * lanes + l] = im;
      empty = empty && re == 0.0 && im == 0.0;
    }
  if (empty) return;  // the distribution of a class fills only a corner of the box
  line.run(buffer);
  for (std::size_t t = 0; t < line.size(); ++t)
    for (std::size_t l = 0; l < count; ++l) {
      real[start[l] + t * stride] = buffer.real[t * lanes + l];
      imaginary[start[l] + t * stride] = buffer.imaginary[t * lanes + l];
    }
}

}  // namespace detail

// Forward transform of real + i imaginary; with swapped arrays, the inverse times N.
inline void transform(const Box& box, double* real, double* imaginary, std::size_t threads) {
  constexpr std::size_t lanes = LineTransform::lanes;
  std::size_t stride = 1;
  for (std::size_t d = box.sides.size(); d-- > 0;) {
    const LineTransform line(box.sides[d]);
    const std::size_t lines = box.cells() / line.size();
    const std::size_t tiles = (lines + lanes - 1) / lanes;
    const std::size_t workers = worker_count(threads, tiles, 1 + 65536 / (lanes * line.size()));
    run_workers(workers, [&](std::size_t worker) {
      LineTransform::Buffer buffer(line.size());
      const partita::Range range = share(tiles, worker, workers);
      for (std::size_t tile = range.begin; tile < range.end; ++tile) {
        detail::transform_lines(line, stride, tile * lanes, std::min(lanes, lines - tile * lanes),
                                real, imaginary, buffer);
        poll(8 * lanes * line.size());
      }
    });
    stride *= line.size();
  }
}

// Cell with all frequencies negated, for a row of the box (all sides except the last).
inline std::size_t negated_row(const Box& box, std::size_t row) {
  std::size_t result = 0, scale = 1;
  for (std::size_t d = box.sides.size() - 1; d-- > 0;) {
    const std::size_t side = box.sides[d];
    const std::size_t digit = row % side;
    result += scale * (digit == 0 ? 0 : side - digit);
    scale *= side;
    row /= side;
  }
  return result;
}

}  // namespace partita::soft
