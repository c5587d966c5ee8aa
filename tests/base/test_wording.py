"""Numbers in sentences."""

import pytest

from partita.base.wording import number_text, printable


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


def test_joiners_are_kept_where_they_are_spelling():
    words = ["می\u200cخواهم", "\U0001f469\u200d\U0001f52c", "क्\u200dष"]
    assert [printable(word) for word in words] == words
    for hidden in ("ad\u200cmin", "\u200dend", "می\u200c"):
        assert not {"\u200c", "\u200d"} & set(printable(hidden))
