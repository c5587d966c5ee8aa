"""Small random soft clusterings, with repeated rows, zeros, ties and empty clusters."""

from __future__ import annotations

from typing import Any

import numpy as np

from partita.soft import Evidential, Fuzzy, Possibilistic, Rough

KINDS = ("fuzzy", "rough", "possibilistic", "evidential", "hard")


def generator(*key: int) -> np.random.Generator:
    return np.random.default_rng(list(key))


def fuzzy(seed: int, n: int, k: int) -> Fuzzy:
    """Random memberships of every size, all rows different."""
    return Fuzzy(np.random.default_rng(seed).dirichlet(np.full(k, 0.7), n))


def memberships(rng: np.random.Generator, n: int, k: int) -> np.ndarray:
    """Rows of quarters, so that sums are exact and zeros and repeated rows are common."""
    rows = rng.multinomial(4, np.full(k, 1 / k), size=n) / 4
    sure = rng.random(n) < 0.3
    rows[sure] = np.eye(k)[rng.integers(0, k, int(sure.sum()))]
    return rows


def sets(rng: np.random.Generator, n: int, k: int) -> np.ndarray:
    flags = rng.random((n, k)) < 0.4
    flags[np.arange(n), rng.integers(0, k, n)] = True
    return flags


def possibilities(rng: np.random.Generator, n: int, k: int) -> np.ndarray:
    rows = rng.integers(0, 5, (n, k)) / 4
    rows[np.arange(n), rng.integers(0, k, n)] = 1.0
    return rows


def clustering(kind: str, rng: np.random.Generator, n: int, k: int) -> Any:
    if kind == "fuzzy":
        return Fuzzy(memberships(rng, n, k))
    if kind == "rough":
        return Rough(sets(rng, n, k))
    if kind == "possibilistic":
        return Possibilistic(possibilities(rng, n, k))
    if kind == "evidential":
        focal = np.array([[(s >> j) & 1 for j in range(k)] for s in range(1, 1 << k)])
        return Evidential(memberships(rng, n, len(focal)), focal)
    return rng.integers(0, k, n)


def masses(a: Evidential) -> list[dict[frozenset[int], float]]:
    focal = [frozenset(np.flatnonzero(row).tolist()) for row in a.focal_sets]
    return [{s: float(m) for s, m in zip(focal, row, strict=True) if m > 0} for row in a.masses]
