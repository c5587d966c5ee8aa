#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>

#include "check.hpp"
#include "partita/counting/count_labels.hpp"

using namespace partita;

using Keys = std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t>;

Keys as_map(const Cells& cells) {
  Keys out;
  for (std::size_t i = 0; i < cells.counts.size(); ++i) {
    const auto key = std::pair(cells.rows[i], cells.cols[i]);
    CHECK(out.empty() || out.rbegin()->first < key);  // sorted, without duplicates
    out[key] = cells.counts[i];
  }
  return out;
}

template <class T>
std::vector<T> random_codes(std::mt19937_64& random, std::size_t n, T first, std::uint64_t size) {
  std::vector<T> codes(n);
  for (T& code : codes) code = static_cast<T>(first + static_cast<T>(random() % size));
  return codes;
}

// Dense, sparse and distant groups, short and long rows, every number of threads: one result.
void agrees_with_a_dictionary() {
  std::mt19937_64 random(4);
  const std::uint32_t shapes[][2] = {{1, 1},       {3, 4},      {200, 300},   {2000, 3000},
                                     {3, 2000000}, {70000, 40}, {5000, 5000}, {30, 100000000}};
  for (const auto& [r, c] : shapes) {
    const std::size_t n = 9000;
    const auto truth = random_codes<std::int32_t>(random, n, -7, r);
    auto prediction = random_codes<std::int64_t>(random, n, 5, c);
    for (std::size_t i = 0; i < n; i += 3) prediction[i] = 5;  // one column in most rows
    Keys expected;
    for (std::size_t i = 0; i < n; ++i)
      ++expected[{truth[i] + 7, static_cast<std::int32_t>(prediction[i] - 5)}];
    const auto a = grouping_of(truth, -7, r, "truth");
    const auto b = grouping_of(prediction, 5, c, "prediction");
    for (std::size_t threads : {1, 2, 8}) {
      CHECK(as_map(tabulate(a, b, threads)) == expected);
      const std::vector<std::int64_t> ones(n, 1);
      CHECK(as_map(tabulate_counts(a, b, ones, threads)) == expected);
      if (c <= 5000) CHECK(as_map(tabulate_sparse(Objects{}, a, b, threads)) == expected);
    }
  }
}

// The borders of each method of counting: see regime_of.
void regimes_have_borders() {
  const std::size_t million = 1000000;
  CHECK(regime_of(1, 64, 64) == Regime::dense);
  CHECK(regime_of(1, 64, 65) == Regime::remainders);
  CHECK(regime_of(43, 64, 65) == Regime::buckets);  // 4160 cells: 96 for an object
  CHECK(regime_of(42, 64, 65) == Regime::remainders);
  CHECK(regime_of(million, 9600, 10000) == Regime::buckets);
  CHECK(regime_of(million, 9601, 10000) == Regime::remainders);
  CHECK(regime_of(million, 1000, 1000) == Regime::dense);
  CHECK(regime_of(million - 1, 1000, 1000) == Regime::buckets);
  CHECK(regime_of(10 * million, 2048, 2048) == Regime::dense);
  CHECK(regime_of(10 * million, 2048, 2049) == Regime::buckets);
  CHECK(regime_of(30 * million, 32768, 65536) == Regime::buckets);
  CHECK(regime_of(30 * million, 32769, 65536) == Regime::remainders);
  CHECK(regime_of(100, 1U << 22, 1U << 22) == Regime::remainders);
  CHECK(regime_of(100, 1U << 22, (1U << 22) + 1) == Regime::sorted);  // columns count as 2^23
  CHECK(regime_of(100, 1U << 23, 1U << 22) == Regime::sorted);
  CHECK(regime_of(64 * million, 1U << 26, 1U << 25) == Regime::remainders);
}

// Begun chunks take at most eight bytes per object, and `Place` suffices for every arena.
void arenas_are_bounded() {
  const std::size_t million = 1000000, billion = 1000 * million;
  for (const std::size_t n : {3 * million / 10, 10 * million, 500 * million})
    for (const std::size_t groups : {n / 2, n, 2 * n, 3 * n})
      for (const std::size_t threads : {1, 2, 16, 64, 1024}) {
        const Regime regime = regime_of(n, groups, groups);
        if (regime != Regime::buckets && regime != Regime::remainders) continue;
        const std::size_t buckets = bucket_count(regime, n, groups, groups);
        const std::size_t workers = dealing_workers(threads, buckets, n);
        CHECK(workers >= 1 && workers <= threads);
        CHECK(workers * buckets * (4 << bits_of_chunks(4, buckets, workers, n)) <= 8 * n);
      }
  // 10^7 groups on each side have 39,063 buckets, so 16 workers use chunks of 16 items.
  CHECK(bucket_count(Regime::remainders, 10 * million, 10 * million, 10 * million) == 39063);
  CHECK(dealing_workers(16, 39063, 10 * million) == 16);
  CHECK(bits_of_chunks(4, 39063, 16, 10 * million) == 4);
  CHECK(bits_of_chunks(4, 39063, 1, 10 * million) == 8);  // a kilobyte
  CHECK(bits_of_chunks(2, 1526, 16, 10 * million) == 9);
  // Fewer objects than 2^32 may need more places: 18,750,000 buckets with a chunk each.
  const std::size_t n = 3 * billion / 2, rows = 300 * million, cols = std::size_t{1} << 28;
  CHECK(regime_of(n, rows, cols) == Regime::remainders);
  const std::size_t buckets = bucket_count(Regime::remainders, n, rows, cols);
  CHECK(buckets == 18750000);
  CHECK(most_places(n, buckets) > std::size_t{1} << 32);
  for (const unsigned bits : {4U, 5U, 8U})
    CHECK(arena_chunks(n, buckets, bits) << bits <= most_places(n, buckets));
  CHECK(most_places(billion, 32768) < std::size_t{1} << 32);
}

// Every method of counting gives the same cells: with full, sparse and empty buckets, keys that
// fill their last bucket or do not, and rows without cells.
void regimes_agree() {
  std::mt19937_64 random(14);
  const std::uint32_t shapes[][2] = {{5, 7}, {256, 256}, {257, 255}, {1, 300000}, {9000, 40}};
  for (const auto& [r, c] : shapes)
    for (std::size_t n : {std::size_t{1}, std::size_t{60}, std::size_t{5000}, std::size_t{90000}}) {
      auto truth = random_codes<std::int32_t>(random, n, 0, r);
      const auto prediction = random_codes<std::int32_t>(random, n, 0, c);
      for (std::size_t i = 0; i < n; i += 2) truth[i] = static_cast<std::int32_t>(r / 2);
      const auto a = grouping_of(truth, 0, r, "truth");
      const auto b = grouping_of(prediction, 0, c, "prediction");
      const Keys expected = as_map(tabulate_sparse(Objects{}, a, b, 1));
      for (std::size_t workers : {1, 2, 5}) {
        CHECK(as_map(tabulate_dense(Objects{}, a, b, workers)) == expected);
        CHECK(as_map(tabulate_buckets<std::uint32_t>(a, b, workers)) == expected);
        CHECK(as_map(tabulate_buckets<std::size_t>(a, b, workers)) == expected);
        CHECK(as_map(tabulate_remainders<std::uint32_t>(a, b, workers)) == expected);
        CHECK(as_map(tabulate_remainders<std::size_t>(a, b, workers)) == expected);
      }
    }
}

// Buckets with far more objects than others are dealt again, into ranges that are counted or
// sorted; keys that share their high bits are sorted by all bits.
void heavy_buckets_agree() {
  std::mt19937_64 random(15);
  const std::size_t n = 200000;
  const std::uint32_t shapes[][2] = {{70000, 70000}, {3, 200000000}, {200000000, 3}};
  for (const auto& [r, c] : shapes)
    for (std::uint64_t spread : {std::uint64_t{1}, std::uint64_t{300}, std::uint64_t{1} << 40}) {
      auto truth = random_codes<std::int32_t>(random, n, 0, r);
      auto prediction = random_codes<std::int32_t>(random, n, 0, c);
      for (std::size_t i = 0; i < n; ++i) {
        if (i % 4 == 0) continue;
        truth[i] = static_cast<std::int32_t>(r / 2 + random() % std::min<std::uint64_t>(2, r / 2));
        prediction[i] = static_cast<std::int32_t>(random() % std::min<std::uint64_t>(spread, c));
      }
      Keys expected;
      for (std::size_t i = 0; i < n; ++i) ++expected[{truth[i], prediction[i]}];
      const auto a = grouping_of(truth, 0, r, "truth");
      const auto b = grouping_of(prediction, 0, c, "prediction");
      for (std::size_t workers : {1, 2, 3}) {
        CHECK(as_map(tabulate_remainders<std::uint32_t>(a, b, workers)) == expected);
        CHECK(as_map(tabulate(a, b, workers)) == expected);
      }
    }
}

// Two sides with many groups; `often` of a hundred objects are in one of `cells` cells.
struct Skewed {
  static constexpr std::uint32_t groups = 70001;
  std::vector<std::int32_t> truth, prediction;

  Skewed(std::size_t n, std::uint64_t often, std::int32_t cells) : truth(n), prediction(n) {
    std::mt19937_64 random(18);
    for (std::size_t i = 0; i < n; ++i) {
      const bool one = random() % 100 < often;
      truth[i] = static_cast<std::int32_t>(one ? random() % static_cast<unsigned>(cells) * 7
                                               : random() % groups);
      prediction[i] = static_cast<std::int32_t>(one ? groups - 1 - truth[i] : random() % groups);
    }
  }
  Grouping a() const { return grouping_of(truth, 0, groups, "truth"); }
  Grouping b() const { return grouping_of(prediction, 0, groups, "prediction"); }
  FrequentCells frequent() const { return FrequentCells(sampled_keys(a(), b(), 1U << 17)); }
};

// Cells with many objects are counted separately if there are enough objects.
void frequent_cells_agree() {
  for (const std::size_t n : {sampled_from - 1, sampled_from})
    for (const std::uint64_t often : {0, 60, 100})
      for (const std::int32_t cells : {40, 10000}) {
        const Skewed data(n, often, cells);
        CHECK(data.frequent().empty() == (n < sampled_from || often == 0 || cells == 10000));
        CHECK(regime_of(n, Skewed::groups, Skewed::groups) == Regime::remainders);
        const Cells expected = tabulate_sparse(Objects{}, data.a(), data.b(), 1);
        for (std::size_t threads : {1, 3}) {
          const Cells found = tabulate(data.a(), data.b(), threads);
          CHECK(found.rows == expected.rows && found.cols == expected.cols);
          CHECK(found.counts == expected.counts);
        }
      }
}

// The border: cells that occur twice have a third of the sample.
void frequent_cells_have_a_border() {
  using Sample = std::vector<std::uint64_t>;
  CHECK(FrequentCells(Sample{}).empty() && FrequentCells(Sample{1, 2, 3}).empty());
  CHECK((FrequentCells(Sample{5, 1, 2, 5, 3, 4}).keys() == Sample{5}));
  CHECK(FrequentCells(Sample{5, 1, 2, 5, 3, 4, 6}).empty());
  FrequentCells cells(Sample{9, 4, 9, 4, 4, 7});
  CHECK((cells.keys() == Sample{4, 9}));
  std::uint64_t rest[5];
  const std::uint64_t keys[] = {9, 7, 4, 9, 0};
  const auto others = cells.sift(keys, rest, [](std::size_t) {});
  CHECK(others.size() == 2 && others[0] == 7 && others[1] == 0);
  Cells table;
  table.resize(4);
  for (std::size_t i = 0; i < 4; ++i) {  // rows of two columns: keys 0, 4, 7 and 9
    table.rows[i] = std::array{0, 2, 3, 4}[i];
    table.cols[i] = std::array{0, 0, 1, 1}[i];
    table.counts[i] = 1;
  }
  cells.write(2, table);
  CHECK((table.counts == Buffer<std::int64_t>{1, 1, 1, 2}));
}

// The first code out of range is reported, even if the sample finds another one.
void sampled_strangers_wait() {
  Skewed data(sampled_from, 60, 40);
  std::fill(data.prediction.begin() + 1000, data.prediction.end(), -5);
  std::string message;
  try {
    tabulate(data.a(), data.b(), 1);
  } catch (const StrangeCode& error) {
    message = error.what();
  }
  CHECK(message.starts_with("prediction[1000] is -5, outside"));
}

// Keys of any size, similar or not, sorted or not.
void remainders_are_sorted() {
  std::mt19937_64 random(16);
  RemainderSorter sorter;
  for (unsigned bits : {1U, 5U, 11U, 12U, 23U, 29U, 32U})
    for (std::size_t size : {1, 63, 64, 65, 1000, 5000, 32768, 65535})
      for (unsigned shift : {0U, bits / 2, bits - 1}) {  // keys below 2^(bits - shift)
        std::map<std::uint32_t, std::uint32_t> expected;
        std::uint32_t* room = sorter.room(size);
        for (std::size_t i = 0; i < size; ++i) {
          room[i] = static_cast<std::uint32_t>((random() % (std::uint64_t{1} << bits)) >> shift);
          ++expected[room[i]];
        }
        const Runs runs = sorter.runs(size, bits);
        CHECK(runs.keys.size() == expected.size() && runs.ends.size() == expected.size());
        std::uint32_t end = 0;
        std::size_t run = 0;
        for (const auto& [key, count] : expected) {
          CHECK(runs.keys[run] == key && runs.ends[run] == (end += count));
          ++run;
        }
      }
}

// Lines without objects are left out, wherever they are.
void groups_are_numbered_anew() {
  std::mt19937_64 random(17);
  for (std::size_t possible : {1, 63, 64, 65, 200, 1000})
    for (std::size_t occurring : {possible, possible - possible / 3, possible - 1}) {
      std::vector<std::int32_t> groups(possible);
      std::iota(groups.begin(), groups.end(), 0);
      std::shuffle(groups.begin(), groups.end(), random);
      groups.resize(std::max<std::size_t>(1, occurring));
      Buffer<std::int32_t> cols, rows;
      for (std::size_t i = 0; i < 3 * groups.size(); ++i) cols.push_back(groups[i % groups.size()]);
      std::sort(groups.begin(), groups.end());
      for (std::int32_t group : groups) rows.insert(rows.end(), 3, group);
      const Buffer<std::int32_t> cols_before = cols, rows_before = rows;
      const std::size_t threads = 1 + random() % 3;
      const Occupied c = number_cols(cols, possible, threads);
      const Occupied r = number_rows(rows, possible, threads);
      CHECK(c.size == groups.size() && r.size == groups.size());
      CHECK(c.groups.empty() == (groups.size() == possible) && c.groups == r.groups);
      for (std::size_t i = 0; i < cols.size(); ++i) {
        CHECK(c.group(static_cast<std::size_t>(cols[i])) ==
              static_cast<std::size_t>(cols_before[i]));
        CHECK(r.group(static_cast<std::size_t>(rows[i])) ==
              static_cast<std::size_t>(rows_before[i]));
      }
    }
}

// Counting corrects a range that was guessed from a sample.
void integers_are_counted_in_any_order() {
  std::vector<std::int64_t> truth(200000, 3), prediction(200000, -1);
  truth[150001] = 100;  // between the blocks of the sample
  prediction[70001] = std::int64_t{1} << 40;
  const auto side = [](const auto& values) { return grouping_of(values, 0, 1, "values").codes; };
  const CountedIntegers found = count_integers(side(truth), side(prediction), 1);
  CHECK((as_map(found.counted.cells) == Keys{{{0, 0}, 199998}, {{0, 1}, 1}, {{1, 0}, 1}}));
  CHECK(found.truth.label(found.counted.rows.group(1)) == 100);
  CHECK(found.prediction.label(found.counted.cols.group(1)) == std::uint64_t{1} << 40);
  CHECK(found.prediction.label(found.counted.cols.group(0)) == ~std::uint64_t{0});
}

template <class T>
void reads_type() {
  std::mt19937_64 random(5);
  const T least = std::numeric_limits<T>::min();
  const std::vector<T> codes = random_codes<T>(random, 10001, least, 100);
  const std::vector<T> ends{std::numeric_limits<T>::max(), std::numeric_limits<T>::max()};
  const auto side = grouping_of(codes, least, 100, "truth");
  std::int64_t total = 0;
  for (const auto& [key, count] : as_map(tabulate(side, side, 2))) {
    CHECK(key.first == key.second);
    total += count;
  }
  CHECK(total == 10001);
  const auto top = grouping_of(ends, std::numeric_limits<T>::max(), 1, "truth");
  CHECK((as_map(tabulate(top, top, 1)) == Keys{{{0, 0}, 2}}));
  const auto stranger = grouping_of(ends, least, 5, "truth");
  CHECK_THROWS(std::invalid_argument, tabulate(stranger, stranger, 1));
  // Groups beyond the range of the type are legal and empty.
  const auto wide = grouping_of(codes, static_cast<i128>(least), 70000, "truth");
  if (sizeof(T) < 8) CHECK(as_map(tabulate(wide, side, 1)).size() == 100);
  Column reversed = column_of(codes);
  reversed.data += (codes.size() - 1) * sizeof(T);
  reversed.stride = -static_cast<std::ptrdiff_t>(sizeof(T));
  const Grouping backwards{reversed, least, 100, "truth"};
  CHECK(as_map(tabulate(backwards, backwards, 2)) == as_map(tabulate(side, side, 1)));
}

void refuses_wrapping_codes() {
  const std::vector<std::int64_t> low{std::numeric_limits<std::int64_t>::min()};
  const i128 most = std::numeric_limits<std::int64_t>::max();
  for (i128 first : {most, most + 1, -most - 3})
    CHECK_THROWS(std::invalid_argument, tabulate(grouping_of(low, first, 2, "truth"),
                                                 grouping_of(low, -most - 1, 1, "p"), 1));
  const auto below = grouping_of(low, -most - 2, 2, "truth");  // group 0 has no code, group 1 has
  CHECK((as_map(tabulate(below, below, 1)) == Keys{{{1, 1}, 1}}));
}

void names_the_first_stranger() {
  std::vector<std::int16_t> codes(50000, 3);
  codes[4097] = codes[49999] = 9;
  const auto side = grouping_of(codes, 0, 4, "prediction");
  for (std::size_t threads : {1, 2, 8}) {
    std::string message;
    try {
      tabulate(grouping_of(std::vector<std::int8_t>(50000, 0), 0, 1, "truth"), side, threads);
    } catch (const std::invalid_argument& error) {
      message = error.what();
    }
    CHECK(message == "prediction[4097] is 9, outside the 4 groups that start at 0");
  }
}

void counts_do_not_wrap() {
  const std::vector<std::uint8_t> codes{0, 0, 1};
  const std::int64_t big = std::numeric_limits<std::int64_t>::max();
  const auto side = grouping_of(codes, 0, 2, "truth");
  CHECK_THROWS(std::overflow_error, tabulate_counts(side, side, std::vector{big, big, big}, 1));
  const auto cells = as_map(
      tabulate_counts(side, side, std::vector{big - 1, std::int64_t{1}, std::int64_t{0}}, 1));
  CHECK((cells == Keys{{{0, 0}, big}}));
  CHECK_THROWS(std::invalid_argument,
               tabulate_counts(side, side, std::vector<std::int64_t>{1, -1, 1}, 1));
}

// The 32-bit counters are emptied in time, with the same result as without.
void counters_are_emptied() {
  std::mt19937_64 random(6);
  const auto codes = random_codes<std::uint8_t>(random, 30000, 0, 20);
  const auto side = grouping_of(codes, 0, 20, "truth");
  LongHistogram often(side, side, 5000), once(side, side);
  for (std::size_t begin = 0; begin < 30000; begin += 1500) often.count({begin, begin + 1500});
  once.count({0, 30000});
  CHECK(often.total() == once.total());
  CHECK(std::accumulate(once.total().begin(), once.total().end(), std::int64_t{0}) == 30000);
}

void weights_are_summed_exactly() {
  std::mt19937_64 random(7);
  const std::size_t n = 5000;
  const auto truth = random_codes<std::int32_t>(random, n, 0, 3);
  const auto prediction = random_codes<std::int32_t>(random, n, 0, 4);
  std::vector<double> weights(n);
  for (double& w : weights) w = std::ldexp(static_cast<double>(random() >> 11), -60);
  const auto a = grouping_of(truth, 0, 3, "truth"), b = grouping_of(prediction, 0, 4, "prediction");
  const WeightedCells one = tabulate_weights(a, b, weights, 1);
  for (std::size_t i = 0; i < one.sums.size(); ++i) {
    ExactSum sum, pairs;  // pairs of every object with all earlier ones
    for (std::size_t x = n; x-- > 0;) {
      if (truth[x] != one.rows[i] || prediction[x] != one.cols[i]) continue;
      pairs.add_product(sum.expansion(), {weights[x]});
      sum.add(weights[x]);
    }
    CHECK(one.sums[i] == sum.rounded() && one.pairs[i] == pairs.rounded());
  }
  for (std::size_t threads : {2, 8}) {
    const WeightedCells many = tabulate_weights(a, b, weights, threads);
    CHECK(many.sums == one.sums && many.pairs == one.pairs && many.cols == one.cols);
  }
  weights[17] = std::nan("");
  CHECK_THROWS(std::invalid_argument, tabulate_weights(a, b, weights, 1));
}

// Memory that changes between the two passes of a sort is an error, never a stray write.
void changes_while_reading_are_caught() {
  using Sequence = std::vector<std::size_t>;
  const auto sort = [](const Sequence& first, const Sequence& second, std::size_t workers) {
    std::vector<int> readings(workers);
    const auto visit = [&](std::size_t worker, const auto& put) {
      for (std::size_t bucket : readings[worker]++ == 0 ? first : second) put(bucket, 'x');
    };
    return bucket_sort<char, std::uint32_t>(4, workers, visit).items.size();
  };
  for (std::size_t workers : {1, 3}) {
    CHECK(sort({0, 3, 3, 1}, {3, 1, 0, 3}, workers) == 4 * workers);
    CHECK_THROWS(std::invalid_argument, sort({0, 3, 3, 1}, {0, 3, 3, 3}, workers));
    CHECK_THROWS(std::invalid_argument, sort({0, 3, 3, 1}, {0, 0, 3, 1}, workers));
    CHECK_THROWS(std::invalid_argument, sort({0, 3, 3, 1}, {0, 3, 3, 1, 2}, workers));
    CHECK_THROWS(std::invalid_argument, sort({0, 3, 3, 1}, {0, 3, 3}, workers));
  }
}

void nothing_gives_nothing() {
  const std::vector<std::int32_t> none;
  const auto side = grouping_of(none, 0, 0, "truth");
  CHECK(tabulate(side, side, 0).counts.empty());
  CHECK(tabulate_weights(side, side, {}, 0).sums.empty());
  const std::vector<std::int32_t> one{0};
  CHECK_THROWS(std::invalid_argument, tabulate(side, grouping_of(one, 0, 1, "prediction"), 1));
  CHECK_THROWS(std::invalid_argument,
               tabulate(grouping_of(one, 0, 0, "t"), grouping_of(one, 0, 1, "p"), 1));
}

int main() {
  agrees_with_a_dictionary();
  regimes_have_borders();
  arenas_are_bounded();
  regimes_agree();
  heavy_buckets_agree();
  frequent_cells_agree();
  frequent_cells_have_a_border();
  sampled_strangers_wait();
  remainders_are_sorted();
  groups_are_numbered_anew();
  integers_are_counted_in_any_order();
  reads_type<std::int8_t>();
  reads_type<std::int16_t>();
  reads_type<std::int32_t>();
  reads_type<std::int64_t>();
  reads_type<std::uint8_t>();
  reads_type<std::uint16_t>();
  reads_type<std::uint32_t>();
  reads_type<std::uint64_t>();
  refuses_wrapping_codes();
  names_the_first_stranger();
  counts_do_not_wrap();
  counters_are_emptied();
  weights_are_summed_exactly();
  changes_while_reading_are_caught();
  nothing_gives_nothing();
}
