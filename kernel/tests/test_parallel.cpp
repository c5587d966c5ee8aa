#include <atomic>
#include <stdexcept>
#include <string>

#include "check.hpp"
#include "partita/base/parallel.hpp"

using namespace partita;

void shares_cover_everything_once() {
  for (std::size_t items : {0, 1, 7, 4096, 4097, 100000})
    for (std::size_t workers : {1, 2, 3, 8})
      for (std::size_t align : {1, 64, 4096}) {
        std::size_t next = 0;
        for (std::size_t worker = 0; worker < workers; ++worker) {
          const Range mine = share(items, worker, workers, align);
          CHECK(mine.begin == next && mine.end >= mine.begin);
          CHECK(mine.end == items || mine.end % align == 0);
          next = mine.end;
        }
        CHECK(next == items);
      }
}

void the_first_error_is_passed_on() {
  std::atomic<int> finished{0};
  std::string message;
  try {
    run_workers(8, [&](std::size_t worker) {
      if (worker == 5 || worker == 3) throw std::runtime_error(std::to_string(worker));
      ++finished;
    });
  } catch (const std::runtime_error& error) {
    message = error.what();
  }
  CHECK(message == "3" && finished == 6);
}

// The first worker to ask gets the work: every item once, and the same error in any order.
void pieces_cover_everything_once() {
  for (std::size_t items : {0, 1, 999, 1000, 4321}) {
    std::vector<std::atomic<int>> seen(items);
    Pieces pieces(items, 100);
    run_workers(5, [&](std::size_t) {
      pieces.for_each([&](Range range) {
        for (std::size_t item = range.begin; item < range.end; ++item) ++seen[item];
      });
    });
    pieces.rethrow();
    for (const auto& times : seen) CHECK(times == 1);
  }
}

void the_first_failing_piece_is_reported() {
  for (int trial = 0; trial < 50; ++trial) {
    Pieces pieces(10000, 10);
    run_workers(4, [&](std::size_t) {
      pieces.for_each([](Range range) {
        if (range.begin >= 500) throw std::runtime_error(std::to_string(range.begin));
      });
    });
    std::string message;
    try {
      pieces.rethrow();
    } catch (const std::runtime_error& error) {
      message = error.what();
    }
    CHECK(message == "500");
  }
}

// A thread starts only for a grain of work; the requested number is a limit.
void threads_start_where_they_pay() {
  threads_must_pay = true;
  CHECK(worker_count(2, 199, 100) == 1 && worker_count(2, 200, 100) == 2);
  CHECK(worker_count(8, 350, 100) == 3 && worker_count(2, 1000, 100) == 2);
  CHECK(worker_count(0, 199, 100) == 1 && worker_count(1, 1000, 100) == 1);
  CHECK(worker_count(0, 1000000, 1) >= 1);
  threads_must_pay = false;
  CHECK(worker_count(8, 3, 1) == 3 && worker_count(0, 10, 100) == 1 && worker_count(4, 0, 1) == 1);
}

int main() {
  shares_cover_everything_once();
  the_first_error_is_passed_on();
  pieces_cover_everything_once();
  the_first_failing_piece_is_reported();
  threads_start_where_they_pay();
}
