"""The table that most tests use."""

from __future__ import annotations

import pytest
from inference_tables import sampled

from partita.table.contingency import Contingency


@pytest.fixture
def table() -> Contingency:
    return sampled(4, 5, 400)
