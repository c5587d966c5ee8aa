"""What no engine counts is refused with the way in."""

from __future__ import annotations

import pytest

from partita import InputError
from partita.sources import tabulate


def test_a_source_without_an_engine_names_the_way_in():
    sqlite3 = pytest.importorskip("sqlite3")
    with pytest.raises(InputError, match=r"execute\(partita.sql"):
        tabulate(sqlite3.connect(":memory:"), "t", "p")
