// Small soft clusterings: the margin program agrees with a list of all hard clusterings.
#include <cmath>
#include <map>

#include "../tests/soft_cases.hpp"
#include "partita/soft/extremes.hpp"
#include "partita/soft/moments.hpp"
#include "source.hpp"

using namespace partita::soft;
using Margin = std::vector<std::int64_t>;

namespace {

cases::Case case_of(Source& source) {
  cases::Case c;
  c.classes = 1 + source.below(3);
  c.clusters = 1 + source.below(3);
  for (std::size_t i = 0; i < c.classes * c.clusters; ++i)
    c.base.push_back(static_cast<std::int64_t>(source.below(5)));
  for (std::size_t left = source.below(7); left > 0;) {
    const std::size_t size = std::min(left, 1 + source.below(3));
    left -= size;
    c.size.push_back(static_cast<std::int64_t>(size));
    c.group_class.push_back(static_cast<std::int32_t>(source.below(c.classes)));
    std::vector<double> row(c.clusters);
    for (double& w : row) w = static_cast<double>(source.below(300)) / 256.0;
    row[source.below(c.clusters)] += 0.125;
    double sum = 0.0;
    for (double w : row) sum += w;
    for (double w : row) c.options.push_back(w / sum);
  }
  return c;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Source source(data, size);
  const cases::Case c = case_of(source);
  const Budget budget{.threads = 1 + source.below(3)};
  std::map<Margin, std::pair<double, double>> mean;
  std::map<Margin, std::pair<std::int64_t, std::int64_t>> ends;
  cases::each_clustering(c, [&](const Margin& table, const std::vector<double>& weights) {
    double mass = 1.0;
    for (double w : weights) mass *= w;
    const Margin margin = cases::columns(c, table);
    const std::int64_t squares = cases::square_sum(table);
    mean[margin].first += mass;
    mean[margin].second += mass * static_cast<double>(squares);
    const auto [at, fresh] = ends.try_emplace(margin, squares, squares);
    at->second = {std::min(at->second.first, squares), std::max(at->second.second, squares)};
  });
  const auto moments = margin_moments<Square>(c.problem(), 0.0, budget);
  const auto extremes = margin_extremes<Square>(c.problem(), budget);
  DEMAND(extremes.low.size() == ends.size());
  DEMAND(moments.mass.size() == mean.size());
  for (std::size_t s = 0; s < ends.size(); ++s) {
    const auto margin = [&](const auto& found) {
      const auto begin = found.margins.begin() + static_cast<std::ptrdiff_t>(s * c.clusters);
      return Margin(begin, begin + static_cast<std::ptrdiff_t>(c.clusters));
    };
    DEMAND((ends.at(margin(extremes)) == std::pair(extremes.low[s], extremes.high[s])));
    const auto& [mass, moment] = mean.at(margin(moments));
    DEMAND(std::abs(moments.mass[s] - mass) <= 1e-12);
    DEMAND(std::abs(moments.moment[s] - moment) <= 1e-10);
  }
  return 0;
}
