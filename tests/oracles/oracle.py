"""Every measure by its definition: slow, obvious, and independent of the package.

A table is a mapping {(class, cluster): count} or a matrix with classes as rows. Rational measures
are exact fractions, the others mpmath numbers with well over 60 digits. A ratio without a value is
the best value if the two partitions are identical, else the value that its definition declares;
without one it raises `Undefined`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, wraps
from itertools import combinations, permutations
from math import comb, isinf
from typing import Any

from mpmath import mp, mpf
from oracle_expected import wide_term

mp.dps = 120  # near independence half of the digits cancel; 60 must remain

Number = Fraction | mpf
Raw = Mapping[tuple[Any, Any], int] | Sequence[Sequence[int]]

ORACLE: dict[str, Callable[..., Number]] = {}


class Undefined(Exception):
    """The definition has no value for this table."""


@dataclass(frozen=True)
class Table:
    """Occupied cells with their margins: n_ij, a_i (classes), b_j (clusters), n."""

    cells: dict[tuple[Any, Any], int]
    a: dict[Any, int]
    b: dict[Any, int]
    n: int

    @classmethod
    def read(cls, raw: Raw) -> Table:
        if not isinstance(raw, Mapping):
            raw = {(i, j): int(m) for i, row in enumerate(raw) for j, m in enumerate(row)}
        cells = {key: m for key, m in raw.items() if m}
        a: dict[Any, int] = {}
        b: dict[Any, int] = {}
        for (i, j), m in cells.items():
            a[i] = a.get(i, 0) + m
            b[j] = b.get(j, 0) + m
        return cls(cells, a, b, sum(a.values()))

    @property
    def identical(self) -> bool:
        """Whether the partitions are identical: each class is one cluster and vice versa."""
        return len(self.cells) == len(self.a) == len(self.b)

    def count(self, i: Any, j: Any) -> int:
        return self.cells.get((i, j), 0)


def definition(*, best: int | None = None, otherwise: int | None = None) -> Any:
    """Add a definition on `Table` to ORACLE; `best` and `otherwise` decide 0/0."""

    def enter(formula: Callable[..., Number]) -> Callable[..., Number]:
        @wraps(formula)
        def value(raw: Raw, **options: Any) -> Number:
            table = Table.read(raw)
            try:
                return formula(table, **options)
            except ZeroDivisionError:
                settled = best if table.identical else otherwise
                if settled is None:
                    raise Undefined(formula.__name__) from None
                return Fraction(settled)

        ORACLE[formula.__name__] = value
        return value

    return enter


# --- pairs of objects -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Pairs:
    """N11, N10 (together in the truth only), N01 (in the prediction only), N00."""

    both: Fraction
    truth_only: Fraction
    prediction_only: Fraction
    apart: Fraction

    @property
    def p(self) -> Fraction:
        return self.both + self.truth_only

    @property
    def q(self) -> Fraction:
        return self.both + self.prediction_only

    @property
    def m(self) -> Fraction:
        return self.p + self.prediction_only + self.apart


def pairs_of(table: Table) -> Pairs:
    def within(sizes: Mapping[Any, int]) -> int:
        return sum(m * (m - 1) // 2 for m in sizes.values())

    both, p, q = within(table.cells), within(table.a), within(table.b)
    m = table.n * (table.n - 1) // 2
    return Pairs(*map(Fraction, (both, p - both, q - both, m - p - q + both)))


def pairs_one_by_one(
    truth: Sequence[Any], prediction: Sequence[Any], weights: Sequence[Any] | None = None
) -> Pairs:
    """Count over every pair of objects; a weighted pair weighs the product of its weights."""
    w = [Fraction(x) for x in weights] if weights is not None else [Fraction(1)] * len(truth)
    tally = {(s, t): Fraction(0) for s in (True, False) for t in (True, False)}
    for x, y in combinations(range(len(truth)), 2):
        tally[truth[x] == truth[y], prediction[x] == prediction[y]] += w[x] * w[y]
    return Pairs(tally[True, True], tally[True, False], tally[False, True], tally[False, False])


PAIR_FORMULAS: dict[str, Callable[..., Number]] = {}


def pair_definition(*, best: int | None = None, otherwise: int | None = None) -> Any:
    """Like `definition`, for formulas that need only the pair counts."""

    def enter(formula: Callable[..., Number]) -> Callable[..., Number]:
        PAIR_FORMULAS[formula.__name__] = formula

        @definition(best=best, otherwise=otherwise)
        @wraps(formula)
        def on_table(table: Table, **options: Any) -> Number:
            return formula(pairs_of(table), **options)

        return formula

    return enter


def root(x: Fraction) -> mpf:
    return mp.sqrt(real(x))


def real(x: Number | int) -> mpf:
    return mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else mpf(x)


@pair_definition(best=1)
def rand(c: Pairs) -> Fraction:
    return (c.both + c.apart) / c.m


@pair_definition(best=1, otherwise=0)
def adjusted_rand(c: Pairs) -> Fraction:
    chance = c.p * c.q / c.m
    return (c.both - chance) / ((c.p + c.q) / 2 - chance)


@pair_definition(best=1, otherwise=0)
def jaccard(c: Pairs) -> Fraction:
    return c.both / (c.both + c.truth_only + c.prediction_only)


@pair_definition(best=0)
def jaccard_distance_prime(c: Pairs) -> Fraction:
    return (1 - jaccard(c)) / (1 + jaccard(c))


@pair_definition(best=0)
def normalized_jaccard(c: Pairs) -> Fraction:
    """S_n = (S - min)/(E S - min), S a function of N11 and E N11 = PQ/M (Wu et al. 2009)."""
    return (c.p + c.q - 2 * c.both) / (c.p + c.q - 2 * c.p * c.q / c.m)


@pair_definition(best=1, otherwise=0)
def fowlkes_mallows(c: Pairs) -> mpf:
    return real(c.both) / root(c.p * c.q)


@pair_definition(best=1, otherwise=0)
def normalized_fowlkes_mallows(c: Pairs) -> mpf:
    chance = c.p * c.q / c.m
    return real(c.both - chance) / (root(c.p * c.q) - real(chance))


@pair_definition(best=1, otherwise=0)
def hubert_gamma(c: Pairs) -> mpf:
    return real(c.m * c.both - c.p * c.q) / root(c.p * c.q * (c.m - c.p) * (c.m - c.q))


@pair_definition(best=1)
def hubert_gamma_prime(c: Pairs) -> Fraction:
    return 2 * rand(c) - 1


@pair_definition(best=0)
def minkowski_score(c: Pairs) -> mpf:
    return root((c.truth_only + c.prediction_only) / c.p)


@pair_definition(best=0)
def normalized_minkowski(c: Pairs) -> Fraction:
    """MS² divided by its value at E N11 = PQ/M; P cancels, hence Proposition 1 (Wu et al. 2009)."""
    return (c.truth_only + c.prediction_only) / (c.p + c.q - 2 * c.p * c.q / c.m)


@pair_definition(best=1, otherwise=1)
def pair_precision(c: Pairs) -> Fraction:
    return c.both / c.q


@pair_definition(best=1, otherwise=1)
def pair_recall(c: Pairs) -> Fraction:
    return c.both / c.p


@pair_definition(best=1, otherwise=0)
def pair_f_measure(c: Pairs, beta: float = 1.0) -> Fraction:
    if isinf(beta):
        return c.both / c.p
    square = Fraction(beta) ** 2
    return (
        (1 + square) * c.both / ((1 + square) * c.both + square * c.truth_only + c.prediction_only)
    )


@definition()
def mirkin(t: Table) -> Fraction:
    return Fraction(sum_of_squares(t.a) + sum_of_squares(t.b) - 2 * sum_of_squares(t.cells))


@definition()
def normalized_mirkin(t: Table) -> Fraction:
    return Fraction(sum_of_squares(t.a) + sum_of_squares(t.b) - 2 * sum_of_squares(t.cells), t.n**2)


def sum_of_squares(sizes: Mapping[Any, int]) -> int:
    return sum(m * m for m in sizes.values())


# --- sets matched with sets -----------------------------------------------------------------------


def cluster_maxima(t: Table) -> int:
    return sum(max(t.count(i, j) for i in t.a) for j in t.b)


def class_maxima(t: Table) -> int:
    return sum(max(t.count(i, j) for j in t.b) for i in t.a)


def best_matching(t: Table) -> int:
    """Largest total of cells with no two in one row or column, by exhaustive search."""
    rows, columns = list(t.a), list(t.b)
    if len(rows) > len(columns):
        t = Table({(j, i): m for (i, j), m in t.cells.items()}, t.b, t.a, t.n)
        rows, columns = columns, rows
    if len(columns) <= 6:
        return max(
            sum(t.count(i, j) for i, j in zip(rows, chosen, strict=True))
            for chosen in permutations(columns, len(rows))
        )
    return matching_by_subsets(t, rows, columns)


def matching_by_subsets(t: Table, rows: list[Any], columns: list[Any]) -> int:
    """The same column by column; `best[s]` is the largest total with exactly the rows `s`."""
    best = {0: 0}
    for j in columns:
        extended = dict(best)
        for taken, total in best.items():
            for bit, i in enumerate(rows):
                if not taken >> bit & 1:
                    more = taken | 1 << bit
                    extended[more] = max(extended.get(more, 0), total + t.count(i, j))
        best = extended
    return max(best.values())


@definition()
def maximum_matching(t: Table) -> Fraction:
    return Fraction(best_matching(t), t.n)


@definition()
def classification_error(t: Table) -> Fraction:
    return 1 - Fraction(best_matching(t), t.n)


@definition(best=0)
def normalized_classification_error(t: Table) -> Fraction:
    return (1 - Fraction(best_matching(t), t.n)) / (1 - Fraction(1, max(len(t.a), len(t.b))))


@definition(best=0)
def partition_distance(t: Table, normalize: str = "n-1") -> Fraction:
    return Fraction(t.n - best_matching(t)) / {"n-1": t.n - 1, "n": t.n, "count": 1}[normalize]


@definition()
def split_join(t: Table) -> Fraction:
    return Fraction(2 * t.n - class_maxima(t) - cluster_maxima(t))


@definition()
def van_dongen(t: Table) -> Fraction:
    return Fraction(2 * t.n - class_maxima(t) - cluster_maxima(t), 2 * t.n)


@definition(best=0)
def normalized_van_dongen(t: Table) -> Fraction:
    worst = 2 * t.n - max(t.a.values()) - max(t.b.values())
    return Fraction(2 * t.n - class_maxima(t) - cluster_maxima(t), worst)


@definition()
def purity(t: Table) -> Fraction:
    return Fraction(cluster_maxima(t), t.n)


@definition()
def micro_averaged_precision(t: Table) -> Fraction:
    return Fraction(cluster_maxima(t), t.n)


@definition()
def goodman_kruskal(t: Table) -> Fraction:
    return 1 - Fraction(cluster_maxima(t), t.n)


@definition()
def inverse_purity(t: Table) -> Fraction:
    return Fraction(class_maxima(t), t.n)


def class_f(t: Table) -> Fraction:
    return sum(
        Fraction(t.a[i], t.n) * max(Fraction(2 * t.count(i, j), t.a[i] + t.b[j]) for j in t.b)
        for i in t.a
    ) + Fraction(0)


def class_f_floor(t: Table) -> Fraction:
    """Procedure 1 of Wu et al.: the largest cluster fills the classes, smallest first."""
    largest = left = max(t.b.values())
    total = Fraction(0)
    for size in sorted(t.a.values()):
        poured = min(left, size)
        total += Fraction(2 * poured, t.n) / (1 + Fraction(largest, size))
        left -= poured
    return total


@definition()
def f_measure(t: Table) -> Fraction:
    return class_f(t)


@definition(best=1)
def normalized_f_measure(t: Table) -> Fraction:
    return (class_f(t) - class_f_floor(t)) / (1 - class_f_floor(t))


@definition()
def cluster_f_measure(t: Table) -> Fraction:
    """Mean over clusters of F with the majority class; of tied classes the smaller."""
    total = Fraction(0)
    for j in t.b:
        i = min(t.a, key=lambda i: (-t.count(i, j), t.a[i]))
        total += Fraction(2 * t.count(i, j), t.a[i] + t.b[j])
    return total / len(t.b)


def cubed_precision(t: Table) -> Fraction:
    return sum((Fraction(m * m, t.b[j]) for (_, j), m in t.cells.items()), Fraction(0)) / t.n


def cubed_recall(t: Table) -> Fraction:
    return sum((Fraction(m * m, t.a[i]) for (i, _), m in t.cells.items()), Fraction(0)) / t.n


@definition()
def b_cubed_precision(t: Table) -> Fraction:
    return cubed_precision(t)


@definition()
def b_cubed_recall(t: Table) -> Fraction:
    return cubed_recall(t)


@definition()
def b_cubed_f(t: Table, beta: float = 1.0) -> Fraction:
    precision, recall = cubed_precision(t), cubed_recall(t)
    if isinf(beta):
        return recall
    square = Fraction(beta) ** 2
    return (1 + square) * precision * recall / (square * precision + recall)


@definition()
def element_centric_similarity(t: Table) -> Fraction:
    """1 - (1/2n) Σ_x Σ_y |p_xy - q_xy|, p_xy = 1/|class of x| for y in it, q_xy by clusters."""
    total = Fraction(0)
    for (i, j), m in t.cells.items():
        p, q = Fraction(1, t.a[i]), Fraction(1, t.b[j])
        distance = m * abs(p - q) + (t.a[i] - m) * p + (t.b[j] - m) * q
        total += m * (1 - distance / 2)
    return total / t.n


# --- information ----------------------------------------------------------------------------------


def log(x: Fraction) -> mpf:
    """Logarithm of an exact ratio, so that log 1 is exactly 0."""
    return mp.log(x.numerator) - mp.log(x.denominator) if x != 1 else mpf(0)


def total(terms: Any) -> mpf:
    return mp.fsum(terms)


def entropy(sizes: Mapping[Any, int], n: int) -> mpf:
    return total(real(Fraction(m, n)) * log(Fraction(n, m)) for m in sizes.values())


def class_entropy(t: Table) -> mpf:
    return entropy(t.a, t.n)


def cluster_entropy_of_sizes(t: Table) -> mpf:
    return entropy(t.b, t.n)


def mutual(t: Table) -> mpf:
    return total(
        real(Fraction(m, t.n)) * log(Fraction(t.n * m, t.a[i] * t.b[j]))
        for (i, j), m in t.cells.items()
    )


def classes_given_clusters(t: Table) -> mpf:
    return total(real(Fraction(m, t.n)) * log(Fraction(t.b[j], m)) for (_, j), m in t.cells.items())


def clusters_given_classes(t: Table) -> mpf:
    return total(real(Fraction(m, t.n)) * log(Fraction(t.a[i], m)) for (i, _), m in t.cells.items())


def in_base(nats: mpf, base: float | None) -> mpf:
    return nats if base is None else nats / mp.log(mpf(base))


@definition()
def conditional_entropy(t: Table, base: float | None = None) -> mpf:
    return in_base(classes_given_clusters(t), base)


@definition(best=0, otherwise=0)
def cluster_entropy(t: Table) -> mpf:
    return classes_given_clusters(t) / mp.log(len(t.a))


@definition()
def mutual_information(t: Table, base: float | None = None) -> mpf:
    return in_base(mutual(t), base)


def variation(t: Table) -> mpf:
    return classes_given_clusters(t) + clusters_given_classes(t)


@definition()
def variation_of_information(t: Table, base: float | None = None) -> mpf:
    return in_base(variation(t), base)


@definition(best=0)
def normalized_variation_of_information(t: Table) -> mpf:
    return variation(t) / (class_entropy(t) + cluster_entropy_of_sizes(t))


@definition(best=0)
def variation_of_information_by_objects(t: Table) -> mpf:
    return variation(t) / mp.log(t.n)


@definition(best=0)
def variation_of_information_by_groups(t: Table) -> mpf:
    return variation(t) / (2 * mp.log(max(len(t.a), len(t.b))))


def homogeneous(t: Table) -> mpf:
    return mutual(t) / class_entropy(t) if len(t.a) > 1 else mpf(1)


def complete(t: Table) -> mpf:
    return mutual(t) / cluster_entropy_of_sizes(t) if len(t.b) > 1 else mpf(1)


@definition()
def homogeneity(t: Table) -> mpf:
    return homogeneous(t)


@definition()
def completeness(t: Table) -> mpf:
    return complete(t)


@definition(otherwise=0)
def v_measure(t: Table, beta: float = 1.0) -> mpf:
    h, c = homogeneous(t), complete(t)
    if isinf(beta):
        return c * h / h  # the limit of the formula, which is 0/0 for h = 0
    return (1 + mpf(beta)) * h * c / (mpf(beta) * h + c)


def average_entropy(t: Table, average: str) -> mpf:
    x, y = class_entropy(t), cluster_entropy_of_sizes(t)
    return {
        "arithmetic": lambda: (x + y) / 2,
        "geometric": lambda: mp.sqrt(x * y),
        "min": lambda: min(x, y),
        "max": lambda: max(x, y),
        "joint": lambda: mutual(t) + variation(t),
    }[average]()


@definition(best=1, otherwise=0)
def normalized_mutual_information(t: Table, average: str = "arithmetic") -> mpf:
    return mutual(t) / average_entropy(t, average)


@lru_cache(maxsize=4096)
def expected_term(a: int, b: int, n: int) -> mpf:
    """Expectation of (k/n) log(nk/ab) for a hypergeometric k: the sum over all overlaps."""
    if min(a, b) > 500:
        return wide_term(a, b, n)
    return total(
        real(Fraction(k, n))
        * log(Fraction(n * k, a * b))
        * (mpf(comb(b, k) * comb(n - b, a - k)) / comb(n, a))
        for k in range(max(1, a + b - n), min(a, b) + 1)
    )


def expected(t: Table) -> mpf:
    return total(
        expected_term(min(a, b), max(a, b), t.n) for a in t.a.values() for b in t.b.values()
    )


@definition()
def expected_mutual_information(t: Table, base: float | None = None) -> mpf:
    return in_base(expected(t), base)


@definition(best=1, otherwise=0)
def adjusted_mutual_information(t: Table, average: str = "arithmetic") -> mpf:
    chance = expected(t)
    over, under = mutual(t) - chance, average_entropy(t, average) - chance
    if abs(under) < mpf(10) ** -90:  # rounding of an exact zero
        raise ZeroDivisionError
    return over / under


# --- coding ---------------------------------------------------------------------------------------


def code_length(sizes: Mapping[Any, int], symbols: int) -> mpf:
    return total(mp.log(comb(h + symbols - 1, symbols - 1)) for h in sizes.values())


@definition()
def dom_q0(t: Table, base: float | None = None) -> mpf:
    return in_base(classes_given_clusters(t) + code_length(t.b, len(t.a)) / t.n, base)


@definition(best=1, otherwise=1)
def dom_q2(t: Table) -> mpf:
    return (
        code_length(t.a, len(t.a))
        / t.n
        / (classes_given_clusters(t) + code_length(t.b, len(t.a)) / t.n)
    )


# More definitions, added by importing them, so that this file stays readable.
import oracle_information  # noqa: E402, F401
import oracle_matching  # noqa: E402, F401
import oracle_pairs  # noqa: E402, F401
