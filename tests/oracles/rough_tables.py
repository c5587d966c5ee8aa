"""All tables of two tiny rough clusterings, from all their hard clusterings."""

from __future__ import annotations

from contextlib import suppress
from itertools import product

import numpy as np

from partita import Contingency, Measure, UndefinedError


def supports(rng: np.random.Generator, *, two: bool) -> tuple[np.ndarray, np.ndarray]:
    """Sets of clusters for a truth and a prediction; one of them hard unless `two`."""
    n = int(rng.integers(1, 5 if two else 8))
    k1, k2 = (int(k) for k in rng.integers(1, 4, 2))
    sides = [_sets(rng, n, k1), _sets(rng, n, k2)]
    if not two:
        hard = int(rng.integers(2))
        k = (k1, k2)[hard]
        sides[hard] = np.eye(k, dtype=bool)[rng.integers(0, k, n)]
    return sides[0], sides[1]


def tables(truth: np.ndarray, prediction: np.ndarray) -> list[np.ndarray]:
    found: dict[bytes, np.ndarray] = {}
    cells = [
        list(product(np.flatnonzero(a), np.flatnonzero(b)))
        for a, b in zip(truth, prediction, strict=True)
    ]
    shape = truth.shape[1], prediction.shape[1]
    known = {np.zeros(shape, dtype=np.int64).tobytes(): np.zeros(shape, dtype=np.int64)}
    for options in cells:  # object by object; equal tables are kept once
        found = {}
        for table in known.values():
            for i, j in options:
                after = table.copy()
                after[i, j] += 1
                found[after.tobytes()] = after
        known = found
    return list(known.values())


def values(measure: Measure, tables: list[Contingency]) -> list[float]:
    """The values of a measure in the worlds where it is defined."""
    found = []
    for table in tables:
        with suppress(UndefinedError):
            found.append(measure.of(table))
    return found


def _sets(rng: np.random.Generator, n: int, k: int) -> np.ndarray:
    flags = rng.random((n, k)) < rng.choice([0.3, 0.6, 1.0])
    flags[np.arange(n), rng.integers(0, k, n)] = True
    return flags
