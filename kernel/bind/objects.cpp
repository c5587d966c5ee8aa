// Codes for Python objects: str are compared by hash and content, int by value. At the first object
// that is neither, everything is left to Python, which handles all other types.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <array>
#include <utility>

#include "arrays.hpp"
#include "strings.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace partita::python;

namespace {

using Block = std::array<PyObject*, 64>;

// The objects of a list, a tuple or an array, in blocks. The interpreter is held and runs no other
// code in between, so the container keeps all of them alive.
class Objects {
 public:
  explicit Objects(nb::handle source) : source_(nb::borrow(source)) {
    if (!PyList_Check(source.ptr()) && !PyTuple_Check(source.ptr())) {
      memory_ = memory_from(source_, "values", 1);
      if (element_type(*memory_, "values") != 'O')
        throw std::invalid_argument("values must hold objects");
    }
#ifdef Py_GIL_DISABLED  // other threads may write to the container: take what is there now
    memory_.reset();
    source_ = nb::steal(PySequence_Tuple(source.ptr()));
    if (!source_) throw nb::python_error();
#endif
    size_ = memory_                       ? length_of(memory_)
            : PyList_Check(source_.ptr()) ? static_cast<std::size_t>(PyList_Size(source_.ptr()))
                                          : static_cast<std::size_t>(PyTuple_Size(source_.ptr()));
  }

  std::size_t size() const { return size_; }

  // Objects begin .. begin + count - 1; prefetches their types and hashes.
  void read(std::size_t begin, std::size_t count, Block& block) const {
    for (std::size_t k = 0; k < count; ++k) {
      block[k] = object(static_cast<Py_ssize_t>(begin + k));
      __builtin_prefetch(block[k]);
    }
  }

 private:
  PyObject* object(Py_ssize_t i) const {
    if (memory_) {
      PyObject* found;
      std::memcpy(&found, static_cast<const char*>(memory_->buf) + i * memory_->strides[0],
                  sizeof found);
      return found;
    }
    if (PyList_Check(source_.ptr())) return PyList_GetItem(source_.ptr(), i);
    return PyTuple_GetItem(source_.ptr(), i);
  }

  nb::object source_;
  Memory memory_;
  std::size_t size_ = 0;
};

bool is_missing(PyObject* object) {
  if (object == Py_None) return true;
  if (!PyFloat_CheckExact(object)) return false;
  const double value = PyFloat_AsDouble(object);
  return value != value;
}

class Strings {
 public:
  explicit Strings(std::size_t objects) : table_(objects) {}

  static bool takes(PyObject* object) { return PyUnicode_CheckExact(object); }

  bool add(PyObject* object) {
    table_.add(object);
    return true;
  }
  void skip() { table_.skip(); }

  nb::object values() {
    table_.settle();
    return nb::cast(array_of(std::move(table_.codes())));
  }
  nb::object names() const {
    nb::list found;
    for (const nb::object& name : table_.names()) found.append(name);
    return found;
  }

 private:
  StringTable table_;
};

class Integers {
 public:
  explicit Integers(std::size_t objects) { values_.reserve(objects); }

  static bool takes(PyObject* object) { return PyLong_CheckExact(object); }

  bool add(PyObject* object) {
    int overflow = 0;
    values_.push_back(PyLong_AsLongLongAndOverflow(object, &overflow));
    return overflow == 0;
  }
  void skip() { values_.push_back(0); }

  nb::object values() { return nb::cast(array_of(std::move(values_))); }
  nb::object names() const { return nb::none(); }

 private:
  partita::Buffer<std::int64_t> values_;
};

// Values, names and where they are missing; None if an object has another type.
template <class Kind>
nb::object encode_kind(const Objects& objects) {
  Kind kind(objects.size());
  partita::Buffer<std::uint8_t> missing;
  Block block;
  for (std::size_t i = 0; i < objects.size();) {
    const std::size_t count = std::min(block.size(), objects.size() - i);
    objects.read(i, count, block);
    if ((i + count) % 65536 == 0) stop_at_interrupt();
    for (std::size_t k = 0; k < count; ++k, ++i) {
      if (block[k] != nullptr && Kind::takes(block[k])) [[likely]] {
        if (!kind.add(block[k])) return nb::none();
      } else if (block[k] != nullptr && is_missing(block[k])) {
        if (missing.empty()) missing.assign(objects.size(), 0);
        missing[i] = 1;
        kind.skip();
      } else {
        return nb::none();
      }
    }
  }
  nb::object mask = missing.empty() ? nb::none() : nb::cast(array_of(std::move(missing)));
  nb::object values = kind.values();
  return nb::make_tuple(values, kind.names(), mask);
}

nb::object encode_objects(nb::handle values) {
  const Objects objects(values);
  Block block;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    objects.read(i, 1, block);
    if (block[0] == nullptr) return nb::none();
    if (Strings::takes(block[0])) return encode_kind<Strings>(objects);
    if (Integers::takes(block[0])) return encode_kind<Integers>(objects);
    if (!is_missing(block[0])) return nb::none();
  }
  return nb::none();
}

}  // namespace

void bind_objects(nb::module_& m) {
  m.def(
      "encode_objects",
      [](nb::handle values) { return undisturbed([&] { return encode_objects(values); }); },
      "values"_a);
}
