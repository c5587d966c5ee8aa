"""The table most tests share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from inference_tables import sampled

if TYPE_CHECKING:
    from partita.table.contingency import Contingency


@pytest.fixture
def table() -> Contingency:
    return sampled(4, 5, 400)
