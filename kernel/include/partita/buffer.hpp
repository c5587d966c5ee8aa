// A vector whose elements start uninitialised: large results are written once, not twice.
#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace partita {

template <class T>
struct UninitialisedAllocator : std::allocator<T> {
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

}  // namespace partita
