#include <atomic>
#include <stdexcept>
#include <string>

#include "check.hpp"
#include "partita/parallel.hpp"

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

int main() {
  shares_cover_everything_once();
  the_first_error_is_passed_on();
  CHECK(worker_count(8, 3, 1) == 3 && worker_count(0, 10, 100) == 1 && worker_count(4, 0, 1) == 1);
}
