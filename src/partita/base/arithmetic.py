"""The last step of a measure: integers and fractions, rounded once.

Sums over a table arrive here as exact integers or fractions. Python divides those correctly
rounded whatever their size, so a measure written with `ratio` is right to the last bit.
"""

from __future__ import annotations

from functools import cache
from math import fsum, inf, isqrt, lcm, ldexp, log, sqrt
from typing import TYPE_CHECKING, Any, TypeAlias

from .checks import beta_of, real
from .errors import InputError
from .wording import show

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

Exact: TypeAlias = "int | Fraction"
Number: TypeAlias = "int | Fraction | float"

_LEAST_SQUARE = 2.0**-1000  # below, floats lose bits before the root is taken
_ROOT_BITS = 256  # √ is taken to this many bits, so that one later subtraction cannot hurt


class ZeroOverZero(ArithmeticError):
    """A ratio without a value; the declaration of the measure says what it becomes."""


def weighted_sum(weights: Any, values: Any) -> float:
    """Return Σ w x of two NumPy arrays; the bits of `@` depend on the number of cores."""
    return fsum((weights * values).tolist())


def ratio(numerator: Number, denominator: Number) -> float:
    """Return numerator / denominator, rounded once; the denominator is never negative."""
    if type(numerator) is int is type(denominator):
        if denominator <= 0:
            raise ZeroOverZero
        return numerator / denominator
    if isinstance(numerator, float) or isinstance(denominator, float):
        if denominator <= 0:
            raise ZeroOverZero
        return float(numerator / denominator) + 0.0
    above, below = ratio_parts(numerator, denominator)
    if below <= 0:
        raise ZeroOverZero
    return above / below + 0.0  # + 0.0 turns -0.0 into 0.0


def ratio_parts(numerator: Exact, denominator: Exact) -> tuple[int, int]:
    """Return two integers with the same ratio as two exact numbers."""
    above = numerator.numerator * denominator.denominator
    return above, denominator.numerator * numerator.denominator


def in_whole_parts(*values: Any) -> tuple[Any, ...]:
    """Multiply the values by their common denominator; floats stay as they are.

    For formulas in which a common factor cancels: integers are ten times as fast as fractions.
    """
    for value in values:
        if isinstance(value, float):
            return values
    ratios = [value.as_integer_ratio() for value in values]
    common = lcm(*[denominator for _, denominator in ratios])
    return tuple([numerator * (common // denominator) for numerator, denominator in ratios])


def root_ratio(numerator: Exact, denominator: Exact) -> float:
    """Return √(numerator / denominator) within one unit in the last place."""
    try:
        square = ratio(numerator, denominator)
    except OverflowError:
        square = inf
    if _LEAST_SQUARE < square < inf or numerator == 0:
        return sqrt(square)
    above, below = ratio_parts(numerator, denominator)
    places = (above.bit_length() - below.bit_length()) // 2
    return ldexp(sqrt(ratio(above << max(0, -2 * places), below << max(0, 2 * places))), places)


def signed_root_ratio(value: Exact, square: Exact) -> float:
    """Return value / √square within one unit in the last place, at any size of the two."""
    size = root_ratio(value * value, square)
    return (-size if value < 0 else size) + 0.0


def root(value: Exact) -> Fraction:
    """Return √value as a fraction: exact for perfect squares, otherwise to about 128 bits."""
    from fractions import Fraction

    return Fraction(*root_parts(value))


def root_parts(value: Number) -> tuple[int, int]:
    """Return the numerator and denominator of `root`."""
    above, below = value.as_integer_ratio()
    shift = max(0, _ROOT_BITS - above.bit_length() + below.bit_length())
    shift += shift % 2
    return isqrt((above << shift) // below), 1 << (shift // 2)


def exact(parts: int | Iterable[float]) -> Exact:
    """Read an exact result of the kernel: an integer, or floats whose sum is the value."""
    if isinstance(parts, int):
        return parts
    from fractions import Fraction

    # The denominators of floats are powers of two, so the largest one is common to all.
    ratios = [part.as_integer_ratio() for part in parts]
    places = max((denominator.bit_length() for _, denominator in ratios), default=1)
    total = sum(n << (places - denominator.bit_length()) for n, denominator in ratios)
    return Fraction(total, 1 << (places - 1))


@cache
def share(beta: float, power: int = 1) -> Fraction:
    """Return β/(1 + β) with β = beta**power: the weight of the second of two parts."""
    from fractions import Fraction  # late, here and above: listing the measures needs no fractions

    if beta == inf:
        return Fraction(1)
    odds = Fraction(beta) ** power
    return odds / (1 + odds)


@cache
def float_shares(beta: float) -> tuple[float, float]:
    """Return 1/(1 + β) and β/(1 + β): the weights of two parts."""
    first, second = whole_shares(beta, power=1)
    return first / (first + second), second / (first + second)


@cache
def whole_shares(beta: float, power: int) -> tuple[int, int]:
    """Return two integers in the ratio 1 : beta**power; 0 and 1 if beta is infinite."""
    if beta == inf:
        return 0, 1
    above, below = beta.as_integer_ratio()
    return below**power, above**power


def f_ratio(precision: tuple[Exact, Exact], recall: tuple[Exact, Exact], beta: float) -> float:
    """Return the weighted harmonic mean of two ratios; the second weighs beta² times as much."""
    weighed = share(beta_of(beta), power=2)
    (found, claimed), (met, sought) = precision, recall
    return ratio(found * met, weighed * found * sought + (1 - weighed) * met * claimed)


def in_base(nats: float, base: float | None) -> float:
    """Convert nats to another base of logarithms."""
    if base is None:
        return nats
    number = real(base)
    if number is None or not 1 < number < inf:
        raise InputError(
            f"base must be a finite number above 1, or None for nats; got {show(base)}"
        )
    return nats / log(number)
