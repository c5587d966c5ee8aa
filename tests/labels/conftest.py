"""Fixtures for tests of labels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from partita.labels import Labeling


def _labels(side: Labeling) -> list[Any]:
    names = list(side.names) if side.names.dtype.kind in "mM" else side.names.tolist()
    return [names[int(code) - side.first] for code in side.codes]


@pytest.fixture
def labels_of() -> Callable[[Labeling], list[Any]]:
    """Return the label of each object of a side, as the kernel sees it."""
    return _labels
