// The product of class distributions by Fourier transform: many states at the cost of N log N.
// Masses and moments are the real and imaginary parts of one box.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "partita/soft/box_plan.hpp"
#include "partita/soft/moment_law.hpp"
#include "partita/soft/spectra.hpp"

namespace partita::soft {

namespace detail {

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

}  // namespace detail

// Reads the margins from a box and drops masses that cannot be distinguished from rounding.
class BoxReader {
 public:
  BoxReader(const Frame& frame, const BoxPlan& plan, const Box& box)
      : frame_(frame), plan_(plan), box_(box), v_(frame.clusters) {
    scale_ = 1.0 / static_cast<double>(box.cells());
  }

  // Calls visit(v, cell) for every count vector in the plan's ranges, in ascending order.
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
    poll(8 * static_cast<std::size_t>(plan_.length[d]));
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

// Nothing if rounding turns out too large for the allowed loss; the caller then multiplies state by
// state.
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
  double negative = 0.0;  // pure rounding; expect as much on the positive side
  double noise = 0.0;     // its largest
  reader.each([&](const Counts&, std::size_t cell) {
    const double mass = reader.mass(cell);
    if (mass > 0.0) return sizes.add(mass);
    negative -= mass;
    noise = std::max(noise, -mass);
  });
  if (8.0 * negative > loss.allowed) return std::nullopt;
  const double threshold = std::max(sizes.threshold(0.25 * loss.allowed), 4.0 * noise);
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
  if (loss.total() > loss.allowed) return std::nullopt;
  return result;
}

}  // namespace partita::soft
