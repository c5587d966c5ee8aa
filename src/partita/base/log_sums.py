"""Sums of logarithms of factorials, correct to 1e-13 although most terms may cancel.

With log x! = x log x - x + rest(x), the large parts of a binomial or multinomial coefficient cancel
in the formula, so that floats add terms of the size of the result. If these cancel too, the sum is
computed again with more digits.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp, factorial, fsum, lgamma, log, log1p, pi
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from decimal import Decimal
    from fractions import Fraction

    from .arithmetic import Exact

_KEPT = 0.02  # least share of Σ |part| in the sum: floats err by 2e-15 of Σ |part|
_DIGITS = 120  # of the second sum: 40 for counts up to 2^126, 60 that may cancel
_NOTHING = -60  # decimal exponent: a smaller sum is 0
_FROM = 100  # Stirling's series is used from here up: its last term is below 1e-120
_TERMS = 50
_SMALL = 16  # below, floats need no series
_SERIES = (-691 / 360360, 1 / 1188, -1 / 1680, 1 / 1260, -1 / 360, 1 / 12)


class LogSum(NamedTuple):
    """A sum of logarithms: as floats that hardly cancel, and as the exact terms behind them."""

    parts: tuple[float, ...] = ()
    factorials: tuple[tuple[int, Exact, Exact], ...] = ()  # (c, x, y) for c log (x + y)!
    numbers: tuple[int, ...] = ()  # m for log m
    terms: tuple[tuple[float, LogSum], ...] = ()  # (c, sum) for c times another sum

    @property
    def value(self) -> float:
        """The sum, correct to 1e-13; exactly 0 if it is 0."""
        total = fsum(self.parts)
        if abs(total) > _KEPT * fsum(map(abs, self.parts)):
            return total
        factorials: dict[Exact, float] = {}
        numbers: dict[Exact, float] = {}
        self._collect(1, factorials, numbers)
        return _value_of_all_digits(factorials, numbers)

    def _collect(
        self, factor: float, factorials: dict[Exact, float], numbers: dict[Exact, float]
    ) -> None:
        """Add up the coefficients of equal numbers; most of them cancel."""
        for c, x, y in self.factorials:
            factorials[x + y] = factorials.get(x + y, 0) + factor * c
        for m in self.numbers:
            numbers[m] = numbers.get(m, 0) + factor
        for share, one in self.terms:
            one._collect(factor * share, factorials, numbers)


def combined(*terms: tuple[float, LogSum]) -> LogSum:
    """Add sums, each times an integer or half of one."""
    parts = tuple([factor * part for factor, one in terms for part in one.parts])
    return LogSum(parts, terms=terms)


def log_number(number: int) -> LogSum:
    """Return log m."""
    return LogSum((log(number),), numbers=(number,))


def log_binomial(size: int, more: Exact) -> LogSum:
    """Return log C(size + more, size); `more` is positive and may be a fraction."""
    wide = float(more)
    parts = (
        size * log1p(wide / size),
        wide * log1p(size / wide),
        rest(size + wide) - rest(size),
        -rest(wide),
    )
    return LogSum(parts, ((1, size, more), (-1, size, 0), (-1, more, 0)))


def log_multinomial(total: int, sizes: Mapping[int, int]) -> LogSum:
    """Return log(n! / Π x!) for groups given by the number of groups of each size."""
    parts = [rest(total)]
    for size, groups in sizes.items():
        parts += (groups * size * log1p((total - size) / size), -groups * rest(size))
    divided = ((-groups, size, 0) for size, groups in sizes.items())
    return LogSum(tuple(parts), ((1, total, 0), *divided))


def rest(x: float) -> float:
    """Return log x! - x log x + x, which is about log √(2πx)."""
    if x < _SMALL:
        if x == int(x):
            return log(factorial(int(x)) * exp(x) / x**x)
        return fsum((lgamma(x + 1), -x * log(x), x))
    square, series = 1 / (x * x), 0.0
    for coefficient in _SERIES:
        series = coefficient + square * series
    return log(2 * pi * x) / 2 + series / x


def _value_of_all_digits(factorials: dict[Exact, float], numbers: dict[Exact, float]) -> float:
    from decimal import Decimal, localcontext

    with localcontext() as context:
        context.prec = _DIGITS
        total = Decimal(0)
        for x, coefficient in sorted(factorials.items()):
            if coefficient and x not in (0, 1):
                total += Decimal(coefficient) * _log_factorial(_decimal(x))
        for m, coefficient in sorted(numbers.items()):
            total += Decimal(coefficient) * _decimal(m).ln()
        return 0.0 if total.is_zero() or total.adjusted() < _NOTHING else float(total)


def _decimal(number: Exact) -> Decimal:
    from decimal import Decimal

    return Decimal(number.numerator) / number.denominator


@lru_cache(maxsize=4096)  # small tables need the same few values, always to the same digits
def _log_factorial(x: Decimal) -> Decimal:
    """Return log x!, by the series for a larger number."""
    shift = x / x
    while x < _FROM:
        x += 1
        shift *= x
    return _half_log_of_two_pi() + _series(x) - shift.ln()


def _series(x: Decimal) -> Decimal:
    """Return log x! - log √(2π) = x log x - x + log √x + Σ B_2k / (2k(2k-1) x^(2k-1))."""
    logarithm = x.ln()
    total = x * logarithm - x + logarithm / 2
    power, square = 1 / x, x * x
    for coefficient in _coefficients():
        total += power * coefficient.numerator / coefficient.denominator
        power /= square
    return total


@lru_cache(maxsize=1)
def _half_log_of_two_pi() -> Decimal:
    """Return log √(2π), from the exact factorial of a number."""
    from decimal import Decimal, localcontext

    known = 4 * _FROM
    with localcontext() as context:
        context.prec = _DIGITS
        return Decimal(factorial(known)).ln() - _series(Decimal(known))


@lru_cache(maxsize=1)
def _coefficients() -> tuple[Fraction, ...]:
    """B_2k / (2k (2k-1)), with the Bernoulli numbers from the recurrence Σ_j C(m+1, j) B_j = 0."""
    from fractions import Fraction
    from math import comb

    bernoulli = [Fraction(1)]
    for m in range(1, 2 * _TERMS + 1):
        total = sum((comb(m + 1, j) * b for j, b in enumerate(bernoulli) if b), Fraction(0))
        bernoulli.append(-total / (m + 1))
    return tuple(bernoulli[2 * k] / (2 * k * (2 * k - 1)) for k in range(1, _TERMS + 1))
