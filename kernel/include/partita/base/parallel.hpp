// Work split into contiguous ranges over threads. Ranges are ordered by worker, and the first
// failing worker's error is reported, so errors do not depend on timing.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "partita/base/call.hpp"

namespace partita {

// Off in the kernel's own tests, which use many threads for little work.
inline bool threads_must_pay = true;

// The number of workers for `items` pieces of work: as requested, or the machine's cores for 0, but
// at most one per `grain` items, because starting a thread costs about as much as these. Small work
// does not ask for the number of cores, which takes longer than the work.
inline std::size_t worker_count(std::size_t requested, std::size_t items, std::size_t grain) {
  if (requested > 0 && !threads_must_pay) return std::clamp<std::size_t>(items, 1, requested);
  if (items / grain < 2) return 1;
  const std::size_t most = requested > 0 ? requested : std::thread::hardware_concurrency();
  return std::clamp<std::size_t>(most, 1, items / grain);
}

// For two or more workers; compiled once for all kinds of work.
inline void run_threads(std::size_t workers, const std::function<void(std::size_t)>& work) {
  std::vector<std::exception_ptr> failures(workers);
  const auto guarded = [&](std::size_t worker) noexcept {
    try {
      work(worker);
    } catch (...) {
      failures[worker] = std::current_exception();
    }
  };
  Ended ended;
  const auto employed = [&, call = attachment.call](std::size_t worker) noexcept {
    const Attached attached(call);
    guarded(worker);
    ended.add_one();
  };
  std::vector<std::thread> threads;
  threads.reserve(workers);
  try {
    for (std::size_t worker = 1; worker < workers; ++worker) threads.emplace_back(employed, worker);
  } catch (...) {  // no more threads available: this thread does their share
    for (std::size_t worker = threads.size() + 1; worker < workers; ++worker) guarded(worker);
  }
  guarded(0);
  try {
    ended.wait_for(threads.size());
  } catch (...) {
    failures[0] = std::current_exception();
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

// Calls work(worker) for worker = 0 .. workers-1 and waits for all of them, polling.
template <class Work>
void run_workers(std::size_t workers, const Work& work) {
  if (workers == 1) return work(std::size_t{0});
  run_threads(workers, std::ref(work));
}

// A worker's part of `items`; its ends are multiples of `align`.
struct Range {
  std::size_t begin;
  std::size_t end;
};

inline Range share(std::size_t items, std::size_t worker, std::size_t workers,
                   std::size_t align = 1) {
  const std::size_t blocks = items / align + (items % align != 0 ? 1 : 0);
  const auto edge = [&](std::size_t w) {
    const std::size_t block = blocks / workers * w + std::min(w, blocks % workers);
    return std::min(items, block * align);
  };
  return {edge(worker), edge(worker + 1)};
}

// Calls work(part) for the parts of a range, and polls in between.
template <class Work>
void for_each_part(Range range, const Work& work) {
  constexpr std::size_t part = std::size_t{1} << 16;
  for (std::size_t begin = range.begin; begin < range.end; begin += part) {
    const std::size_t end = std::min(begin + part, range.end);
    work(Range{begin, end});
    poll(end - begin);
  }
}

// Calls visit(k) for k = 0 .. size-1, and polls in between.
template <class Visit>
void each_index(std::size_t size, const Visit& visit) {
  for_each_part({0, size}, [&](Range part) {
    for (std::size_t k = part.begin; k < part.end; ++k) visit(k);
  });
}

// A vector of value(0), value(1), ...; its memory, too, is touched part by part.
template <class T, class Value>
std::vector<T> vector_of(std::size_t size, const Value& value) {
  std::vector<T> out;
  out.reserve(size);
  each_index(size, [&](std::size_t k) { out.push_back(value(k)); });
  return out;
}
template <class T>
std::vector<T> zeros(std::size_t size) {
  return vector_of<T>(size, [](std::size_t) { return T{}; });
}

// Items handed out in order, piece by piece, to the worker that asks first: a slow worker delays no
// other. The first failing piece's error is reported; all pieces before it were handed out earlier
// and run to their end.
class Pieces {
 public:
  Pieces(std::size_t items, std::size_t piece) : items_(items), piece_(piece) {}

  // Calls work(range) for the pieces of one worker.
  template <class Work>
  void for_each(const Work& work) {
    for (;;) {
      const std::size_t begin = next_.fetch_add(piece_, std::memory_order_relaxed);
      if (begin >= items_) return;
      try {
        poll(piece_);
        work(Range{begin, std::min(items_, begin + piece_)});
      } catch (...) {
        return note(begin, std::current_exception());
      }
    }
  }
  // To be called after all workers have ended.
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void note(std::size_t begin, std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_ || begin < first_) failure_ = std::move(failure), first_ = begin;
  }

  const std::size_t items_, piece_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::exception_ptr failure_;
  std::size_t first_ = 0;
};

}  // namespace partita
