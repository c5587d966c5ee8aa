// A vector whose elements start uninitialized, so that large results are written once, not twice.
// Large vectors ask for large pages, because the first touch of a page costs more than writing it.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace partita {

inline constexpr std::size_t large_page = std::size_t{1} << 21;

template <class T>
struct UninitialisedAllocator : std::allocator<T> {
  static constexpr auto page = std::align_val_t{large_page};
  static bool is_large(std::size_t size) { return size >= large_page / sizeof(T); }

  T* allocate(std::size_t size) {
    if (!is_large(size)) return std::allocator<T>::allocate(size);
    const std::size_t bytes = (size * sizeof(T) + large_page - 1) / large_page * large_page;
    void* place = ::operator new(bytes, page);
#ifdef MADV_HUGEPAGE
    madvise(place, bytes, MADV_HUGEPAGE);  // a hint: it is only slower without
#endif
    return static_cast<T*>(place);
  }
  void deallocate(T* place, std::size_t size) {
    if (!is_large(size)) return std::allocator<T>::deallocate(place, size);
    ::operator delete(place, page);
  }
  template <class U>
  struct rebind {
    using other = UninitialisedAllocator<U>;
  };
  template <class U>
  void construct(U* place) {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
  }
};

template <class T>
using Buffer = std::vector<T, UninitialisedAllocator<T>>;

// Releases the memory of a vector; `values = {}` would keep it.
template <class Values>
void release(Values& values) {
  Values().swap(values);
}

}  // namespace partita
