"""Compares what contenders claim with partita's own answer: scores and whole tables."""

from __future__ import annotations

from collections.abc import Callable
from math import isclose
from typing import Any

import numpy as np

from .timing import Timing

_WHOLE = 10**5  # cells up to which a table is compared cell by cell


def disagreement(timing: Timing, reference: Callable[[str], Any]) -> str:
    """How a contender's answer differs from ours; empty if it agrees."""
    for name, theirs in timing.claims.items():
        ours = reference(name)
        if name == "table":
            if not _same_table(theirs, ours):
                return "another table"
        elif not _close(theirs, ours, timing.contender.tolerance):
            return f"{name} {theirs:.6g}, partita {ours:.6g}"
    return ""


def _close(theirs: float, ours: float, tolerance: float) -> bool:
    return isclose(theirs, ours, rel_tol=0, abs_tol=tolerance) if tolerance else theirs == ours


def _same_table(claimed: tuple[Any, ...], ours: tuple[Any, ...]) -> bool:
    """Compare cells given as (classes, clusters, counts), in any order."""
    theirs, own = np.asarray(claimed[2]), np.asarray(ours[2])
    if len(theirs) != len(own) or _squares(theirs) != _squares(own):
        return False
    return len(own) > _WHOLE or _cells(claimed) == _cells(ours)


def _squares(counts: np.ndarray) -> int:
    wide = counts.astype(np.int64)
    return int(wide @ wide)


def _cells(table: tuple[Any, ...]) -> dict[tuple[str, str], int]:
    rows, cols, counts = (np.asarray(part).tolist() for part in table)
    return {(str(r), str(c)): int(k) for r, c, k in zip(rows, cols, counts, strict=True)}
