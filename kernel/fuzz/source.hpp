// Turns a fuzzer's bytes into numbers and arrays, and ends a run that finds a fault.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define DEMAND(condition)                                                                \
  do {                                                                                   \
    if (!(condition)) {                                                                  \
      std::fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                      \
    }                                                                                    \
  } while (false)

class Source {
 public:
  Source(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}

  // The next number; 0 after the last byte.
  template <class T>
  T take() {
    T value{};
    const std::size_t size = left_ < sizeof(T) ? left_ : sizeof(T);
    if (size > 0) std::memcpy(&value, data_, size);
    data_ += size;
    left_ -= size;
    return value;
  }
  std::size_t below(std::size_t bound) { return take<std::uint16_t>() % bound; }
  std::size_t left() const { return left_; }

 private:
  const std::uint8_t* data_;
  std::size_t left_;
};
