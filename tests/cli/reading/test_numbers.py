"""Columns of numbers: which values they may hold, and the place of a row read in pieces."""

from __future__ import annotations

import numpy as np
import pytest

from partita import InputError
from partita.cli.reading.numbers import Numbers, Rules


def line(name):
    return lambda row: f"{name}, row {row + 1}"


def test_the_place_of_a_row_is_that_of_its_piece():
    numbers = Numbers(("a", "b"), Rules())
    for name, size in (("first", 2), ("second", 1), ("third", 3)):
        for at in range(2):
            numbers.add_texts(at, ["1"] * size, line(name))
    assert numbers.objects == 6
    assert [numbers.line(row) for row in (0, 1, 2, 3, 5)] == [
        "first, row 1",
        "first, row 2",
        "second, row 1",
        "third, row 1",
        "third, row 3",
    ]


def test_texts_and_typed_numbers_are_the_same_numbers():
    texts, typed = Numbers(("a",), Rules()), Numbers(("a",), Rules())
    texts.add_texts(0, ["1", "0.1", ".5", "2e-3", "1e-320"], line("x"))
    typed.add_typed(0, np.array([1, 0.1, 0.5, 2e-3, 1e-320]), line("x"))
    assert texts.matrix.tobytes() == typed.matrix.tobytes()


def test_single_precision_stays_if_all_columns_have_it():
    numbers = Numbers(("a", "b"), Rules())
    for at in range(2):
        numbers.add_typed(at, np.array([0.1], np.float32).astype(np.float64), line("x"))
    numbers.single.add("a")
    assert numbers.matrix.dtype == np.float64
    numbers.single.add("b")
    assert numbers.matrix.dtype == np.float32
    assert numbers.matrix.tolist() == [[float(np.float32(0.1))] * 2]


@pytest.mark.parametrize(
    ("text", "least", "zero"),
    [("-1e-12", 1e-12, True), ("-1e-9", 1e-9, True), ("-2e-12", 1e-12, False), ("-0", 0, True)],
)
def test_a_number_below_zero_by_a_rounding_error(text, least, zero):
    """It counts as 0 where the rules say so, and is refused elsewhere."""
    for add in ("add_texts", "add_typed"):
        numbers = Numbers(("a",), Rules(least=-least))
        values = [text] if add == "add_texts" else np.array([float(text)])
        if zero:
            getattr(numbers, add)(0, values, line("x"))
            assert numbers.matrix.tobytes() == np.zeros((1, 1)).tobytes()  # not -0.0
        else:
            with pytest.raises(InputError, match=r"x, row 1, column 'a': .* by a rounding error"):
                getattr(numbers, add)(0, values, line("x"))


@pytest.mark.parametrize("text", [None, "x", "-1", "--1", "-", "nan", "inf", "1_0", " 1", "1e400"])
def test_a_text_that_is_no_number_is_refused(text):
    numbers = Numbers(("a",), Rules("mass"))
    with pytest.raises(InputError, match=r"^x, row 2, column 'a': .* is not a mass; expected"):
        numbers.add_texts(0, ["1", text], line("x"))


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, -1.0])
def test_a_typed_value_that_is_no_number_is_refused(value):
    numbers = Numbers(("a",), Rules("possibility"))
    with pytest.raises(InputError, match=r"^x, row 2, column 'a': .* is not a possibility; expec"):
        numbers.add_typed(0, np.array([1.0, value]), line("x"))
