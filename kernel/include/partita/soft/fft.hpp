// Discrete Fourier transforms of boxes whose sides are products of 2, 3 and 5. Several lines of the
// box are interleaved in memory and transformed together, so that the arithmetic vectorizes in
// every dimension (Stockham's self-sorting scheme). Real and imaginary parts are separate arrays;
// swapping them gives the inverse transform, up to the factor 1/N.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "partita/base/parallel.hpp"

namespace partita::soft {

// The smallest product of 2, 3 and 5 that is at least n.
inline std::size_t transform_size(std::size_t n) {
  for (std::size_t size = std::max<std::size_t>(1, n);; ++size) {
    std::size_t rest = size;
    for (std::size_t prime : {2, 3, 5})
      while (rest % prime == 0) rest /= prime;
    if (rest == 1) return size;
  }
}

class LineTransform {
 public:
  static constexpr std::size_t lanes = 8;

  explicit LineTransform(std::size_t size) : size_(size), cosine_(size), sine_(size) {
    for (std::size_t i = 0; i < size; ++i) {
      const double turn = 2.0 * static_cast<double>(i) / static_cast<double>(size);
      cosine_[i] = std::cos(turn * std::numbers::pi);
      sine_[i] = -std::sin(turn * std::numbers::pi);
    }
    for (std::size_t rest = size; rest > 1; rest /= radices_.back())
      radices_.push_back(rest % 4 == 0 ? 4 : rest % 2 == 0 ? 2 : rest % 3 == 0 ? 3 : 5);
  }
  std::size_t size() const { return size_; }

  struct Buffer {
    std::vector<double> real, imaginary, other_real, other_imaginary;
    explicit Buffer(std::size_t size)
        : real(size * lanes),
          imaginary(size * lanes),
          other_real(size * lanes),
          other_imaginary(size * lanes) {}
  };

  // Transforms the `lanes` interleaved lines of buffer.real, buffer.imaginary in place.
  void run(Buffer& buffer) const {
    std::size_t length = size_, step = 1;
    for (std::size_t radix : radices_) {
      if (radix == 4) stage<4>(length, step, buffer);
      if (radix == 2) stage<2>(length, step, buffer);
      if (radix == 3) stage<3>(length, step, buffer);
      if (radix == 5) stage<5>(length, step, buffer);
      buffer.real.swap(buffer.other_real);
      buffer.imaginary.swap(buffer.other_imaginary);
      length /= radix;
      step *= radix;
    }
  }

 private:
  using Lane = std::array<double, lanes>;

  // y[q + step (R p + j)] = w^(jp) sum_i u^(ij) x[q + step (p + m i)], w and u roots of unity.
  template <std::size_t R>
  void stage(std::size_t length, std::size_t step, Buffer& b) const {
    const std::size_t m = length / R;
    for (std::size_t p = 0; p < m; ++p)
      for (std::size_t q = 0; q < step; ++q) {
        std::array<Lane, R> re, im;
        for (std::size_t i = 0; i < R; ++i) {
          const std::size_t from = lanes * (q + step * (p + m * i));
          std::copy_n(b.real.data() + from, lanes, re[i].data());
          std::copy_n(b.imaginary.data() + from, lanes, im[i].data());
        }
        butterfly(re, im);
        for (std::size_t j = 0; j < R; ++j)
          twiddle(re[j], im[j], j * p * step, lanes * (q + step * (R * p + j)), b);
      }
  }

  void twiddle(const Lane& re, const Lane& im, std::size_t turn, std::size_t to, Buffer& b) const {
    const double c = cosine_[turn];
    const double s = sine_[turn];
    for (std::size_t l = 0; l < lanes; ++l) {
      b.other_real[to + l] = re[l] * c - im[l] * s;
      b.other_imaginary[to + l] = re[l] * s + im[l] * c;
    }
  }

  static void butterfly(std::array<Lane, 2>& re, std::array<Lane, 2>& im) {
    for (std::size_t l = 0; l < lanes; ++l) {
      const double a = re[0][l], b = re[1][l], c = im[0][l], d = im[1][l];
      re[0][l] = a + b;
      re[1][l] = a - b;
      im[0][l] = c + d;
      im[1][l] = c - d;
    }
  }
  static void butterfly(std::array<Lane, 4>& re, std::array<Lane, 4>& im) {
    for (std::size_t l = 0; l < lanes; ++l) {
      const double a = re[0][l] + re[2][l], b = re[0][l] - re[2][l];
      const double c = re[1][l] + re[3][l], d = re[1][l] - re[3][l];
      const double e = im[0][l] + im[2][l], f = im[0][l] - im[2][l];
      const double g = im[1][l] + im[3][l], h = im[1][l] - im[3][l];
      re[0][l] = a + c;
      re[1][l] = b + h;
      re[2][l] = a - c;
      re[3][l] = b - h;
      im[0][l] = e + g;
      im[1][l] = f - d;
      im[2][l] = e - g;
      im[3][l] = f + d;
    }
  }
  // Odd radices: i and R-i share their cosines and, up to sign, their sines.
  template <std::size_t R>
  static void butterfly(std::array<Lane, R>& re, std::array<Lane, R>& im) {
    constexpr std::size_t half = R / 2;
    static const std::array<double, R> cosine = roots<R>(false), sine = roots<R>(true);
    for (std::size_t l = 0; l < lanes; ++l) {
      std::array<double, half + 1> sr{}, si{}, dr{}, di{};
      double r = re[0][l], i = im[0][l];
      for (std::size_t t = 1; t <= half; ++t) {
        sr[t] = re[t][l] + re[R - t][l];
        dr[t] = re[t][l] - re[R - t][l];
        si[t] = im[t][l] + im[R - t][l];
        di[t] = im[t][l] - im[R - t][l];
        r += sr[t];
        i += si[t];
      }
      const double first_re = re[0][l], first_im = im[0][l];
      re[0][l] = r;
      im[0][l] = i;
      for (std::size_t j = 1; j <= half; ++j) {
        double er = first_re, ei = first_im, orr = 0.0, oi = 0.0;
        for (std::size_t t = 1; t <= half; ++t) {
          er += cosine[t * j % R] * sr[t];
          ei += cosine[t * j % R] * si[t];
          orr += sine[t * j % R] * di[t];
          oi += sine[t * j % R] * dr[t];
        }
        re[j][l] = er + orr;
        im[j][l] = ei - oi;
        re[R - j][l] = er - orr;
        im[R - j][l] = ei + oi;
      }
    }
  }
  template <std::size_t R>
  static std::array<double, R> roots(bool sines) {
    std::array<double, R> table{};
    for (std::size_t i = 0; i < R; ++i) {
      const double turn = 2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(R);
      table[i] = sines ? std::sin(turn) : std::cos(turn);
    }
    return table;
  }

  std::size_t size_;
  std::vector<double> cosine_, sine_;
  std::vector<std::size_t> radices_;
};

}  // namespace partita::soft
