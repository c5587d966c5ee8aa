#include <algorithm>

#include "check.hpp"
#include "partita/numbers/bulk_sum.hpp"
#include "partita/numbers/exact_sum.hpp"

using partita::BulkSum;
using partita::ExactSum;
using partita::Expansion;

void known_values() {
  ExactSum sum;
  CHECK(sum.rounded() == 0.0 && sum.expansion().empty());
  for (double x : {1e100, 1.0, -1e100}) sum.add(x);
  CHECK(sum.rounded() == 1.0);
  sum.clear();
  for (int i = 0; i < 10; ++i) sum.add(0.1);
  CHECK(sum.rounded() == 1.0);  // ten times the double 0.1 is 1 + 5.6e-17
  CHECK((sum.expansion() == Expansion{1.0, 0x1p-54}));
}

// 1 + 2^-53 is halfway between two doubles; the smallest term must still decide.
void half_way_cases() {
  for (double tiny : {0x1p-300, -0x1p-300, 0.0}) {
    ExactSum sum;
    for (double x : {tiny, 0x1p-53, 1.0}) sum.add(x);
    CHECK(sum.rounded() == (tiny > 0 ? 1.0 + 0x1p-52 : 1.0));
  }
}

// Both exact sums give the same double, for terms of any size and sign.
void bulk_sums_are_the_same() {
  std::mt19937_64 random(8);
  for (int terms : {0, 1, 5, 999, 1000, 1001, 20000})
    for (int spread : {3, 60, 1900}) {
      ExactSum exact;
      BulkSum left, right;
      for (int i = 0; i < terms; ++i) {
        const auto exponent = static_cast<int>(random() % static_cast<unsigned>(spread));
        const double x = std::ldexp(static_cast<double>(random()) - 0x1p63, exponent - spread / 2);
        exact.add(x);
        (i % 3 == 0 ? left : right).add(x);
      }
      left.merge(right);
      CHECK(left.rounded() == exact.rounded());
    }
  BulkSum tiny;  // the smallest double and the largest
  for (double x : {0x1p-1074, 0x1.fffffffffffffp+1023, -0x1.fffffffffffffp+1023}) tiny.add(x);
  CHECK(tiny.rounded() == 0x1p-1074);
}

void order_and_chunks_do_not_matter() {
  std::mt19937_64 random(3);
  std::vector<double> terms;
  for (int i = 0; i < 500; ++i)
    terms.push_back(
        std::ldexp(static_cast<double>(random()) - 0x1p63, static_cast<int>(random() % 200) - 100));
  ExactSum whole;
  for (double x : terms) whole.add(x);
  for (int trial = 0; trial < 20; ++trial) {
    std::shuffle(terms.begin(), terms.end(), random);
    ExactSum left, right;
    for (std::size_t i = 0; i < terms.size(); ++i) (i < 123 ? left : right).add(terms[i]);
    left.merge(right);
    CHECK(left.rounded() == whole.rounded());
    CHECK(left.expansion() == whole.expansion());
  }
  ExactSum rest = whole;
  rest.subtract(whole.expansion());
  CHECK(rest.rounded() == 0.0 && rest.expansion().empty());
}

void expansions_compare_and_multiply_exactly() {
  const Expansion one{1.0}, above{1.0, 0x1p-60}, below{1.0, -0x1p-60};
  CHECK(partita::less(one, above) && partita::less(below, one) && partita::less(below, above));
  CHECK(!partita::less(one, one) && !partita::less(above, one));
  CHECK(partita::less({}, one) && !partita::less(one, {}));
  ExactSum product;
  product.add_product(above, below);  // 1 - 2^-120
  product.add(-1.0);
  CHECK(product.rounded() == -0x1p-120);
}

int main() {
  known_values();
  half_way_cases();
  order_and_chunks_do_not_matter();
  bulk_sums_are_the_same();
  expansions_compare_and_multiply_exactly();
}
