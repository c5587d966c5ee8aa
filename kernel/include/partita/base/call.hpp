// A call that can be abandoned. The caller of the kernel attaches a Call to its thread; long loops
// poll it. From time to time it asks the caller, on the caller's own thread, whether the result is
// still wanted. If not, every thread that works for the call throws GivenUp. Without an attached
// call, a poll only reads a pointer.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace partita {

struct GivenUp : std::exception {
  const char* what() const noexcept override { return "the result is no longer wanted"; }
};

class Call {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds patience{50};  // time between two questions

  explicit Call(bool (*still_wanted)())
      : still_wanted_(still_wanted), caller_(std::this_thread::get_id()) {}

  [[gnu::noinline]] void poll() {  // out of line, to keep loops that poll short
    if (!given_up() && std::this_thread::get_id() == caller_) ask();
    if (given_up()) throw GivenUp{};
  }
  bool given_up() const { return given_up_.load(std::memory_order_relaxed); }

 private:
  void ask() {
    const Clock::time_point now = Clock::now();
    if (now < next_) return;
    const bool first = next_ == Clock::time_point{};  // most calls end before the second question
    next_ = now + patience;
    if (!first && !still_wanted_()) given_up_.store(true, std::memory_order_relaxed);
  }

  bool (*const still_wanted_)();
  const std::thread::id caller_;
  Clock::time_point next_{};
  std::atomic<bool> given_up_{false};
};

// The call that a thread works for, and the work done since its last poll.
struct Attachment {
  Call* call = nullptr;
  std::size_t work = 0;
};
inline constinit thread_local Attachment attachment{};

// Attaches a call to this thread for the lifetime of this object.
class Attached {
 public:
  explicit Attached(Call* call) : before_(std::exchange(attachment, Attachment{call, 0})) {}
  ~Attached() { attachment = before_; }
  Attached(const Attached&) = delete;
  Attached& operator=(const Attached&) = delete;

 private:
  const Attachment before_;
};

// Long loops call this with the work done since: the number of steps of a few nanoseconds. It polls
// the call about every millisecond, so that polling stays cheap.
inline constexpr std::size_t enough_work = std::size_t{1} << 18;

inline void poll(std::size_t work) {
  Attachment& own = attachment;
  if (own.call == nullptr || (own.work += work) < enough_work) return;
  own.work = 0;
  own.call->poll();
}

// Threads that end one by one; the thread that waits for them polls.
class Ended {
 public:
  void add_one() {
    const std::lock_guard lock(mutex_);
    ++ended_;
    changed_.notify_one();
  }
  void wait_for(std::size_t threads) {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, Call::patience, [&] { return ended_ == threads; })) {
      lock.unlock();
      poll(enough_work);
      lock.lock();
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t ended_ = 0;
};

}  // namespace partita
