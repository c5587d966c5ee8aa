// Kernel calls from Python: the interpreter is released meanwhile, and a signal handler that raises
// (Ctrl-C) ends the call.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <exception>
#include <new>
#include <thread>

#include "partita/base/call.hpp"

namespace partita::python {

namespace nb = nanobind;

// Python runs signal handlers on its main thread, so calls on other threads are not polled.
inline unsigned long main_thread = 0;

// When a module is made.
inline void remember_main_thread() {
  const nb::object thread = nb::module_::import_("threading").attr("main_thread")();
  main_thread = nb::cast<unsigned long>(thread.attr("ident"));
}

inline void translate_lack_of_memory(const std::exception_ptr& failure, void*) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::bad_alloc&) {
    PyErr_SetString(PyExc_MemoryError,
                    "the system gives no more memory: free some, raise the limit of the process, "
                    "pass threads=1, or count in parts, as tables add (table + table)");
  }
}

// When a module is made: the text "std::bad_alloc" says neither what is wrong nor what to do.
inline void name_lack_of_memory() { nb::register_exception_translator(translate_lack_of_memory); }

// The exception that a handler raised stays set.
inline bool no_signal_raised() {
  const nb::gil_scoped_acquire locked;
  return PyErr_CheckSignals() == 0;
}

// Releases the interpreter and takes it back. Python ends a daemon thread that returns while the
// interpreter shuts down; before 3.14 it unwinds the stack, which must not pass through C++ (frames
// that may not throw, Python objects without the interpreter). The thread therefore waits for the
// end of the process, as Python itself does from 3.14.
class Released {
 public:
  Released() noexcept : state_(PyEval_SaveThread()) {}
  ~Released() {
    try {
      PyEval_RestoreThread(state_);
    } catch (...) {
      for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
    }
  }
  Released(const Released&) = delete;
  Released& operator=(const Released&) = delete;

 private:
  PyThreadState* const state_;
};

template <class Work>
decltype(auto) without_gil(const Work& work) {
  Call call(&no_signal_raised);
  const Attached attached(PyThread_get_thread_ident() == main_thread ? &call : nullptr);
  const auto released = [&]() -> decltype(auto) {
    const Released release;
    return work();
  };
  try {
    return released();
  } catch (...) {
    if (call.given_up()) throw nb::python_error();
    throw;
  }
}

// Work that holds the interpreter and relies on objects that a signal handler could change: Ctrl-C
// ends it, the handler runs, and if it raises nothing the work starts again.
struct Interrupted {};

inline void stop_at_interrupt() {
  if (PyOS_InterruptOccurred() != 0) throw Interrupted{};
}

template <class Work>
auto undisturbed(const Work& work) {
  for (;;) {
    try {
      return work();
    } catch (const Interrupted&) {
      PyErr_SetInterrupt();
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
    }
  }
}

}  // namespace partita::python
