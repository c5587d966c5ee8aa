// The product of class laws by Fourier transform: many states at the cost of N log N. Masses and
// moments are the real and imaginary parts of one box.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "partita/soft/box.hpp"
#include "partita/soft/moment_law.hpp"

namespace partita::soft {

// Where the margins lie: for every free column (in the frame's order) a range outside of which less
// than `outside` of the probability falls. The box wraps around, so that much may end up displaced;
// it is kept below rounding and counted as lost.
struct BoxPlan {
  std::vector<std::size_t> columns;
  std::vector<std::int64_t> start;
  std::vector<std::int64_t> length;
  std::vector<std::size_t> sides;
  double outside = 0.0;

  double cells() const {
    double cells = 1.0;
    for (std::size_t side : sides) cells *= static_cast<double>(side);
    return cells;
  }
};

namespace detail {

// Law of the number of objects that all classes together place in a column.
inline std::vector<double> column_law(const Frame& frame, const std::vector<ClassLaw<Mass>>& laws,
                                      std::size_t column) {
  std::vector<double> total{1.0};
  Counts v(frame.clusters);
  for (const ClassLaw<Mass>& law : laws) {
    std::vector<double> one(static_cast<std::size_t>(law.objects) + 1, 0.0);
    law.layer.each([&](const Row& row, std::int64_t position, double mass) {
      frame.decode(row.key, position, law.objects, v);
      one[static_cast<std::size_t>(v[column])] += mass;
    });
    while (one.size() > 1 && one.back() == 0.0) one.pop_back();
    std::vector<double> next(total.size() + one.size() - 1, 0.0);
    for (std::size_t i = 0; i < one.size(); ++i)
      if (one[i] != 0.0) accumulate<Mass>(next.data() + i, one[i], total.data(), total.size());
    total = std::move(next);
  }
  return total;
}

// Drops at most `outside` from the two ends of a law and gives what was dropped.
inline double cut_ends(const std::vector<double>& law, double outside, std::int64_t& start,
                       std::int64_t& length) {
  std::size_t first = 0, last = law.size();
  double dropped = 0.0;
  while (last - first > 1) {
    const double next = std::min(law[first], law[last - 1]);
    if (dropped + next > outside) break;
    dropped += next;
    law[first] <= law[last - 1] ? ++first : --last;
  }
  start = static_cast<std::int64_t>(first);
  length = static_cast<std::int64_t>(last - first);
  return dropped;
}

inline std::size_t box_cell(const BoxPlan& plan, const Counts& v) {
  std::size_t cell = 0;
  for (std::size_t d = 0; d < plan.sides.size(); ++d)
    cell = cell * plan.sides[d] + static_cast<std::size_t>(v[plan.columns[d]]) % plan.sides[d];
  return cell;
}

inline Box place(const Frame& frame, const BoxPlan& plan, const ClassLaw<Mass>& law,
                 const Layer<Moment>& layer) {
  Box box(plan.sides);
  Counts v(frame.clusters);
  layer.each([&](const Row& row, std::int64_t position, const Moment::Element& e) {
    frame.decode(row.key, position, law.objects, v);
    const std::size_t cell = box_cell(plan, v);
    box.real[cell] += e.mass;
    box.imaginary[cell] += e.moment;
  });
  return box;
}

struct Complex {
  double re, im;
};
inline Complex operator+(Complex x, Complex y) { return {x.re + y.re, x.im + y.im}; }
inline Complex operator*(Complex x, Complex y) {
  return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}

// The transforms of mass and moment, at cell w whose negated frequency is at cell n.
struct Spectra {
  Complex mass, moment;
};
inline Spectra spectra(const Box& box, std::size_t w, std::size_t n) {
  const double a = box.real[w], b = box.imaginary[w], c = box.real[n], d = -box.imaginary[n];
  return {{0.5 * (a + c), 0.5 * (b + d)}, {0.5 * (b - d), -0.5 * (a - c)}};
}

// box = box (×) factor in the semiring of moments, frequency by frequency.
inline void multiply_cell(Box& box, const Box& factor, std::size_t w, std::size_t n) {
  const Spectra x = spectra(box, w, n), y = spectra(factor, w, n);
  const Complex mass = x.mass * y.mass;
  const Complex moment = x.mass * y.moment + x.moment * y.mass;
  box.real[n] = mass.re + moment.im;
  box.imaginary[n] = moment.re - mass.im;
  box.real[w] = mass.re - moment.im;
  box.imaginary[w] = mass.im + moment.re;
}

inline void multiply_spectra(Box& box, const Box& factor, std::size_t threads) {
  const std::size_t length = box.last();
  const std::size_t rows = box.cells() / length;
  const std::size_t workers = worker_count(threads, rows, 1 + 65536 / length);
  run_workers(workers, [&](std::size_t worker) {
    const partita::Range range = share(rows, worker, workers);
    for (std::size_t row = range.begin; row < range.end; ++row) {
      const std::size_t other = negated_row(box, row);
      if (other < row) continue;  // done together with its partner
      for (std::size_t t = 0; t < length; ++t) {
        const std::size_t back = t == 0 ? 0 : length - t;
        if (other == row && back < t) continue;
        multiply_cell(box, factor, row * length + t, other * length + back);
      }
    }
  });
}

}  // namespace detail

inline BoxPlan plan_box(const Frame& frame, const std::vector<ClassLaw<Mass>>& laws, double loss) {
  BoxPlan plan;
  const double outside = std::min(1e-16, 0.1 * loss) / static_cast<double>(frame.clusters);
  for (std::size_t i = 0; i + 1 < frame.clusters; ++i) {
    std::int64_t start = 0, length = 0;
    plan.outside +=
        detail::cut_ends(detail::column_law(frame, laws, frame.order[i]), outside, start, length);
    plan.columns.push_back(frame.order[i]);
    plan.start.push_back(start);
    plan.length.push_back(length);
    plan.sides.push_back(transform_size(static_cast<std::size_t>(length)));
  }
  return plan;
}

// Reads the margins off a box and drops what is too small to be told from rounding.
class BoxReader {
 public:
  BoxReader(const Frame& frame, const BoxPlan& plan, const Box& box)
      : frame_(frame), plan_(plan), box_(box), v_(frame.clusters) {
    scale_ = 1.0 / static_cast<double>(box.cells());
  }

  // visit(v, cell) for every count vector in the plan's ranges, in ascending order.
  template <class Visit>
  void each(const Visit& visit) {
    walk(0, 0, frame_.uncertain, visit);
  }
  double mass(std::size_t cell) const { return box_.real[cell] * scale_; }
  double moment(std::size_t cell) const { return box_.imaginary[cell] * scale_; }

 private:
  template <class Visit>
  void walk(std::size_t d, std::size_t cell, std::int64_t left, const Visit& visit) {
    if (d == plan_.sides.size()) {
      if (left < 0 || left >= frame_.width[frame_.left_out()]) return;
      v_[frame_.left_out()] = left;
      return visit(v_, cell);
    }
    for (std::int64_t c = plan_.start[d]; c < plan_.start[d] + plan_.length[d]; ++c) {
      v_[plan_.columns[d]] = c;
      walk(d + 1, cell * plan_.sides[d] + static_cast<std::size_t>(c) % plan_.sides[d], left - c,
           visit);
    }
  }

  const Frame& frame_;
  const BoxPlan& plan_;
  const Box& box_;
  Counts v_;
  double scale_;
};

// Nothing when rounding turns out too large for the allowed loss; then the states are multiplied
// one by one.
inline std::optional<MomentsOfMargins> multiply_boxes(const Frame& frame, const BoxPlan& plan,
                                                      const std::vector<ClassLaw<Mass>>& laws,
                                                      const CentredLaws& centred, Loss& loss,
                                                      const Budget& budget) {
  Box box = detail::place(frame, plan, laws[0], centred.layers[0]);
  transform(box, box.real.data(), box.imaginary.data(), budget.threads);
  for (std::size_t i = 1; i < laws.size(); ++i) {
    Box factor = detail::place(frame, plan, laws[i], centred.layers[i]);
    transform(factor, factor.real.data(), factor.imaginary.data(), budget.threads);
    detail::multiply_spectra(box, factor, budget.threads);
  }
  transform(box, box.imaginary.data(), box.real.data(), budget.threads);

  BoxReader reader(frame, plan, box);
  MassScale sizes;
  double negative = 0.0;  // pure rounding: as much again must be expected on the positive side
  reader.each([&](const Counts&, std::size_t cell) {
    const double mass = reader.mass(cell);
    mass > 0.0 ? sizes.add(mass) : static_cast<void>(negative -= mass);
  });
  if (8.0 * negative > loss.allowed) return std::nullopt;
  const double threshold = sizes.threshold(0.25 * loss.allowed);
  MomentsOfMargins result;
  ExactSum dropped;
  reader.each([&](const Counts& v, std::size_t cell) {
    const double mass = reader.mass(cell);
    if (mass < threshold) {
      if (mass > 0.0) dropped.add(mass);
      return;
    }
    append_margin(frame, v, result.margins);
    result.mass.push_back(mass);
    result.moment.push_back(reader.moment(cell) + centred.centre * mass);
  });
  check_states(static_cast<double>(result.mass.size()), budget);
  loss.lost.merge(dropped);
  loss.lost.add(2.0 * negative + plan.outside);
  return result;
}

}  // namespace partita::soft
