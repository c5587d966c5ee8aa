"""Refuses a plain function that depends on the names of groups, which clusterings do not have."""

from __future__ import annotations

from math import isclose
from typing import TYPE_CHECKING

import numpy as np

from ..base.errors import InputError
from ..table.contingency import Contingency

if TYPE_CHECKING:
    from .subject import Subject

_SMALL = ((2, 1, 0), (0, 1, 2))  # classes and clusters, so few that an error can show them


def refuse_names(subject: Subject) -> None:
    """Call a function on two clusterings, and again with other names of the same groups."""
    counts = np.array(_SMALL)
    table = Contingency.from_matrix(counts)
    value = subject.of(table)
    for renamed in (counts[::-1], counts[:, ::-1]):
        again = Contingency.from_matrix(renamed)
        other = subject.of(again)
        if not _same(value, other):
            raise InputError(
                f"{subject.label} depends on the names of groups: it returns {value} for "
                f"{subject.called_with(table)}, but {other} for {subject.called_with(again)}, the "
                "same two clusterings with other names; match clusters to classes by their counts"
            )


def _same(value: float | None, other: float | None) -> bool:
    if value is None or other is None:
        return value is other
    return isclose(value, other, rel_tol=1e-9, abs_tol=1e-12)
