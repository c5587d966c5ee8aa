"""Numbers in sentences."""

import pytest

from partita.base.wording import number_text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.93581, "0.9358"),
        (-0.00001, "-1.0e-05"),
        (0.0, "0.0000"),
        (1e300, f"{1e300:.4f}"),
        (7, "7"),
    ],
)
def test_numbers_for_reading(value, text):
    assert number_text(value) == text
