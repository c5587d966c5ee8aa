"""The last step of a measure is rounded once, at every size of its parts."""

from __future__ import annotations

from fractions import Fraction
from math import copysign, inf

import pytest

from partita.base.arithmetic import (
    ZeroOverZero,
    exact,
    float_shares,
    in_base,
    in_whole_parts,
    ratio,
    root,
    whole_shares,
)
from partita.base.errors import InputError


@pytest.mark.parametrize("base", [1, 0.5, inf])
def test_a_base_of_logarithms_is_finite_and_above_1(base):
    with pytest.raises(InputError):
        in_base(1.0, base)


def test_no_ratio_is_negative_zero():
    for zero in (ratio(-0.0, 1.0), ratio(-0.0, 3), ratio(0, 3)):
        assert copysign(1, zero) == 1


@pytest.mark.parametrize("below", [0, 0.0, Fraction(0), -1, -1.0])
def test_dividing_by_zero_or_less_raises(below):
    with pytest.raises(ZeroOverZero):
        ratio(1, below)


def test_a_tiny_denominator_divides():
    assert ratio(Fraction(1, 10**30), Fraction(1, 10**30)) == 1.0
    assert ratio(5e-324, 5e-324) == 1.0


@pytest.mark.parametrize("size", [1, 10**9, 10**200, Fraction(1, 10**200), Fraction(10**90, 7)])
def test_roots_are_correct_to_a_hundred_bits_at_every_size(size):
    for value in (size, 2 * size, 3 * size):
        low, high = (Fraction(2**100 + sign, 2**100) for sign in (-1, 1))
        found = root(value)
        assert (low * found) ** 2 <= value <= (high * found) ** 2


def test_roots_of_squares_are_exact():
    for square in (0, 1, 4, 9 * 10**400, Fraction(25, 16)):
        assert root(square) ** 2 == square


def test_parts_of_a_sum_are_added_without_rounding():
    assert exact([]) == 0
    assert exact([1e300, 1.0, -1e300]) == 1
    assert exact([0.5, 2.0**-60]) == Fraction(1, 2) + Fraction(1, 2**60)


def test_whole_parts_keep_their_ratios_and_floats_stay():
    values = (Fraction(3, 4), 5, Fraction(1, 6))
    whole = in_whole_parts(*values)
    assert all(type(part) is int for part in whole)
    assert [Fraction(part, whole[1]) for part in whole] == [value / 5 for value in values]
    assert in_whole_parts(0.1, 5, Fraction(1, 6)) == (0.1, 5, Fraction(1, 6))


@pytest.mark.parametrize("beta", [0.0, 0.1, 0.5, 1.0, 3.0, 1e-300, 1e300, inf])
def test_shares_of_two_parts_are_rounded_once(beta):
    odds = Fraction(1) if beta == inf else Fraction(beta)
    first = Fraction(0) if beta == inf else Fraction(1)
    assert float_shares(beta) == (float(first / (first + odds)), float(odds / (first + odds)))
    below, above = whole_shares(beta, power=2)
    assert above * first**2 == below * odds**2
    assert below + above > 0
