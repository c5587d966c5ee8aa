"""Checks of options: their ends, and messages that are short and safe whatever was given."""

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
def test_the_ends_of_an_option_belong_to_it(check, value, expected):
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
def test_what_lies_just_beyond_is_refused(check, value):
    with pytest.raises(InputError):
        check(value)


def test_a_long_value_is_cut_in_the_message():
    with pytest.raises(InputError, match=r"^draws must be a whole number from 2; got .{60}$"):
        whole_from("draws", "9" * 1000, 2)


def test_an_array_is_none_of_the_choices():
    with pytest.raises(InputError, match=r"'sample'; got array\(\['exact'\], "):
        one_of("method", np.array(["exact"]), ("exact", "sample"))
