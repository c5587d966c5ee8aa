"""Checks of options: limits of their ranges, and short and safe messages for any value."""

from __future__ import annotations

from math import inf, nextafter

import numpy as np
import pytest

from partita.base.checks import (
    beta_of,
    confidence_of,
    non_negative,
    one_of,
    thread_count,
    unit_share,
    whole_from,
)
from partita.base.errors import InputError

TAKEN = [
    (beta_of, 0, 0),
    (beta_of, inf, inf),
    (lambda x: non_negative("alpha", x), 0, 0),
    (lambda x: unit_share("alpha", x), 0, 0),
    (lambda x: unit_share("alpha", x), 1, 1),
    (lambda x: whole_from("draws", x, 2), 2, 2),
    (thread_count, 1024, 1024),
    (thread_count, None, 0),
    (confidence_of, nextafter(1, 0), nextafter(1, 0)),
    (lambda x: one_of("method", x, ("exact", "sample")), "exact", "exact"),
]


@pytest.mark.parametrize(("check", "value", "expected"), TAKEN)
def test_the_limits_of_a_range_are_accepted(check, value, expected):
    assert check(value) == expected


LEFT_OUT = [
    (beta_of, -5e-324),
    (lambda x: non_negative("alpha", x), -5e-324),
    (lambda x: non_negative("alpha", x), inf),
    (lambda x: unit_share("alpha", x), -5e-324),
    (lambda x: unit_share("alpha", x), nextafter(1, 2)),
    (lambda x: whole_from("draws", x, 2), 1),
    (thread_count, 0),
    (thread_count, 1025),
    (confidence_of, 0),
    (confidence_of, 1),
    (lambda x: one_of("method", x, ("exact", "sample")), ["exact"]),
]


@pytest.mark.parametrize(("check", "value"), LEFT_OUT)
def test_values_just_outside_a_range_are_refused(check, value):
    with pytest.raises(InputError):
        check(value)


@pytest.mark.parametrize(("wrong", "example"), [(95, 0.95), (99.9, 0.999), (1, 0.95), (-5, 0.95)])
def test_a_percentage_is_corrected_to_a_share(wrong, example):
    with pytest.raises(InputError, match=f"such as {example}; got {wrong}"):
        confidence_of(wrong)


def test_a_long_value_is_cut_in_the_message():
    with pytest.raises(InputError, match=r"^draws must be an integer of at least 2; got .{60}$"):
        whole_from("draws", "9" * 1000, 2)


def test_an_array_is_not_a_choice():
    with pytest.raises(InputError, match=r"'sample'; got array\(\['exact'\], "):
        one_of("method", np.array(["exact"]), ("exact", "sample"))
