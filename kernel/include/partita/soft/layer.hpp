// The states of the margin program: rows sorted by key. Each is a run of consecutive positions, or
// a list of positions if most of the run would be empty.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "partita/base/call.hpp"
#include "partita/soft/frame.hpp"

namespace partita::soft {

inline constexpr std::size_t dense_row = static_cast<std::size_t>(-1);

struct Row {
  Key key;
  std::int64_t start;  // position of the first cell
  std::int64_t end;    // one past the position of the last
  std::size_t first;   // of its elements in the layer
  std::size_t count;
  std::size_t places;  // of its offsets in the layer, or dense_row
};

using Rows = std::vector<Row>;

// Where a row of a product can be nonzero, and the number of its terms.
struct Window {
  Key key = 0;
  std::int64_t start = std::numeric_limits<std::int64_t>::max();
  std::int64_t end = std::numeric_limits<std::int64_t>::min();
  double terms = 0.0;

  double width() const { return static_cast<double>(end - start); }
  void cover(std::int64_t from, std::int64_t to, double more) {
    start = std::min(start, from);
    end = std::max(end, to);
    terms += more;
  }
};

template <class R>
struct Layer {
  using Element = typename R::Element;
  Rows rows;
  std::vector<Element> elements;
  std::vector<std::int64_t> offsets;  // from the row's start, for rows kept as lists

  std::size_t cells() const { return elements.size(); }

  std::int64_t position(const Row& row, std::size_t i) const {
    return row.start +
           (row.places == dense_row ? static_cast<std::int64_t>(i) : offsets[row.places + i]);
  }

  // Appends a cell; keys must ascend, and positions within a key.
  void push(Key key, std::int64_t position, Element element) {
    if (!rows.empty() && rows.back().key == key && rows.back().end == position) {
      ++rows.back().count;
      ++rows.back().end;
    } else {
      rows.push_back({key, position, position + 1, elements.size(), 1, dense_row});
    }
    elements.push_back(element);
  }

  void append(const Layer& other) {
    const std::size_t shift = elements.size();
    const std::size_t places = offsets.size();
    for (Row row : other.rows) {
      row.first += shift;
      if (row.places != dense_row) row.places += places;
      rows.push_back(row);
    }
    elements.insert(elements.end(), other.elements.begin(), other.elements.end());
    offsets.insert(offsets.end(), other.offsets.begin(), other.offsets.end());
  }

  // Calls visit(row, position, element) for every nonzero cell.
  template <class Visit>
  void each(const Visit& visit) const {
    for (const Row& row : rows) {
      poll(8 * row.count);
      for (std::size_t i = 0; i < row.count; ++i)
        if (!R::is_zero(elements[row.first + i]))
          visit(row, position(row, i), elements[row.first + i]);
    }
  }
};

// The layer with nothing placed yet.
template <class R>
Layer<R> unit_layer(typename R::Element element = R::one()) {
  Layer<R> layer;
  layer.push(0, 0, element);
  return layer;
}

template <class R>
bool is_unit(const Layer<R>& layer) {
  return layer.cells() == 1 && layer.rows[0].key == 0 && layer.rows[0].start == 0 &&
         layer.elements[0] == R::one();
}

}  // namespace partita::soft
