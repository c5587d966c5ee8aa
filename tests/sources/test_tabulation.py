"""Sources without an engine: the error says what to pass."""

from __future__ import annotations

import pytest

from partita import InputError
from partita.sources import tabulate


def test_the_error_for_a_source_without_an_engine_says_what_to_pass():
    sqlite3 = pytest.importorskip("sqlite3")
    with pytest.raises(InputError, match=r"execute\(partita.sql"):
        tabulate(sqlite3.connect(":memory:"), "t", "p")
