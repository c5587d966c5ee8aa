// The range of integer labels is guessed from a sample; the guess has no effect on the result.
#include <algorithm>
#include <numeric>

#include "check.hpp"
#include "partita/counting/count_labels.hpp"

using namespace partita;

namespace {

constexpr std::size_t objects = std::size_t{1} << 17;

// Single objects: as many labels as objects need no numbering, wherever they begin.
template <class T>
void as_many_labels_as_objects(T first) {
  std::vector<T> labels(objects), same(objects, 3);
  std::iota(labels.begin(), labels.end(), first);
  std::mt19937_64 random(12);
  std::shuffle(labels.begin(), labels.end(), random);
  const CountedIntegers found = count_integers(column_of(labels), column_of(same), 2);
  CHECK(found.truth.distinct.empty() && found.counted.rows.size == objects);
  CHECK(static_cast<T>(found.truth.label(found.counted.rows.group(0))) == first);
}

// A guess is wider than its sample, but adds no counted label and stays within the type.
template <class T>
void wider_than_its_sample(T least, T greatest) {
  std::mt19937_64 random(13);
  std::vector<T> labels(objects), same(objects, 3);
  const auto width = static_cast<std::uint64_t>(greatest) - static_cast<std::uint64_t>(least) + 1;
  for (T& label : labels)
    label = static_cast<T>(static_cast<std::uint64_t>(least) + random() % width);
  labels[70'001] = least;  // between two blocks of the sample
  labels[70'002] = greatest;
  const Column column = column_of(labels);
  const IntegerRange guess = sampled_range(column);
  CHECK(guess.least <= least && guess.greatest >= greatest);
  CHECK(guess.least >= std::numeric_limits<T>::min());
  CHECK(guess.greatest <= std::numeric_limits<T>::max());
  const CountedIntegers found = count_integers(column, column_of(same), 1);
  const std::size_t last = found.counted.rows.size - 1;
  CHECK(static_cast<T>(found.truth.label(found.counted.rows.group(0))) == least);
  CHECK(static_cast<T>(found.truth.label(found.counted.rows.group(last))) == greatest);
  CHECK(found.truth.beyond_signed == std::cmp_greater(greatest, INT64_MAX));
}

}  // namespace

int main() {
  as_many_labels_as_objects<std::int32_t>(0);
  as_many_labels_as_objects<std::int64_t>(-70'000);
  as_many_labels_as_objects<std::uint64_t>(1'000'000'000'000);
  wider_than_its_sample<std::int32_t>(5, 40'000);
  wider_than_its_sample<std::uint16_t>(0, 65'535);
  wider_than_its_sample<std::int32_t>(INT32_MIN, INT32_MIN + 50'000);
  wider_than_its_sample<std::int64_t>(INT64_MAX - 50'000, INT64_MAX);
  wider_than_its_sample<std::uint64_t>(INT64_MAX - 50'000, INT64_MAX);
  wider_than_its_sample<std::uint64_t>(UINT64_MAX - 50'000, UINT64_MAX);
}
