"""From rows to tables: groups of objects."""

from __future__ import annotations

import pytest

from partita import InputError
from partita.sources import Stream, tabulate


@pytest.mark.parametrize(
    ("groups", "message"),
    [
        (["a"], "truth has 2 labels and groups 1: pass one group for each object"),
        (["a", None], "groups is missing for some objects"),
    ],
)
def test_every_object_needs_a_group(groups, message):
    with pytest.raises(InputError, match=message):
        tabulate(([0, 1], [0, 1]), groups=groups)
    with pytest.raises(InputError, match=f"batch 1: {message}"):
        Stream().update([0, 1], [0, 1], groups=groups)
