#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "check.hpp"
#include "partita/base/parallel.hpp"
#include "partita/base/polled_sort.hpp"
#include "partita/labels/integer_table.hpp"

using namespace partita;

std::atomic<int> questions{0};
std::atomic<int> patient{0};  // number of questions answered with yes

bool wanted() { return ++questions <= patient; }

// Runs work under a call whose caller loses patience; returns whether it was abandoned.
template <class Work>
bool given_up(int yes, const Work& work) {
  questions = 0;
  patient = yes;
  Call call(&wanted);
  const Attached attached(&call);
  try {
    work();
  } catch (const GivenUp&) {
    return call.given_up();
  }
  CHECK(!call.given_up());
  return false;
}

void endless(std::size_t) {
  for (;;) poll(1024);
}

void every_thread_ends() {
  for (std::size_t workers : {1, 2, 7}) {
    CHECK(given_up(2, [&] { run_workers(workers, endless); }));
    CHECK(questions == 3);
  }
}

// The caller has done its share and waits.
void a_waiting_caller_is_asked() {
  CHECK(given_up(1, [] {
    run_workers(3, [](std::size_t worker) {
      if (worker > 0) endless(worker);
    });
  }));
}

void pieces_end() {
  Pieces pieces(SIZE_MAX / 2, 1024);
  CHECK(given_up(0, [&] {
    run_workers(4, [&](std::size_t) { pieces.for_each([](Range) {}); });
    pieces.rethrow();
  }));
}

// A call shorter than the caller's patience asks nothing, and threads without a call are not
// disturbed.
void short_calls_are_left_alone() {
  CHECK(!given_up(0, [] {
    for (int i = 0; i < 1000; ++i) poll(1024);
  }));
  CHECK(questions == 0);
  CHECK(attachment.call == nullptr);
  for (int i = 0; i < 1000000; ++i) poll(1024);
}

// A signal handler may call the kernel during a call.
void calls_nest() {
  CHECK(given_up(0, [] {
    Call inner([] { return true; });
    {
      const Attached attached(&inner);
      const auto end = Call::Clock::now() + 3 * Call::patience;
      while (Call::Clock::now() < end) poll(enough_work);
    }
    endless(0);
  }));
}

// A table polls only when it grows, and keeps its entries.
void a_growing_table_is_given_up_and_keeps_its_entries() {
  IntegerTable table;
  CHECK(given_up(0, [&] {
    for (std::uint64_t x = 0;; ++x) table.find_or_add(7 * x);
  }));
  const auto size = static_cast<std::int32_t>(table.size());
  for (std::int32_t code = 0; code < size; ++code)
    CHECK(table.find_or_add(7 * static_cast<std::uint64_t>(code)) == code);
}

void sorts_as_the_library_does() {
  for (std::size_t n : {0U, 1U, 1000U, 65536U, 65537U, 400001U}) {
    std::vector<std::pair<std::uint32_t, std::size_t>> values;
    std::uint32_t x = 1;
    for (std::size_t i = 0; i < n; ++i)
      values.emplace_back((x = x * 1664525U + 1013904223U) >> 20, i);
    const auto less = [](const auto& a, const auto& b) { return a.first < b.first; };
    auto expected = values;
    std::stable_sort(expected.begin(), expected.end(), less);
    for (std::size_t threads : {1, 3}) {
      auto sorted = values;
      polled_sort(sorted, less, threads);
      CHECK(sorted == expected);
    }
  }
}

int main() {
  every_thread_ends();
  a_waiting_caller_is_asked();
  pieces_end();
  short_calls_are_left_alone();
  calls_nest();
  a_growing_table_is_given_up_and_keeps_its_entries();
  sorts_as_the_library_does();
}
