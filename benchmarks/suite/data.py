"""Labels made from a seed, so that every contender reads the same."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

Labels: TypeAlias = np.ndarray
_BLOCK = 10**6


def labels(
    n: int,
    groups: int,
    dtype: str = "int32",
    *,
    kept: float = 0.7,
    zipf: float = 0.0,
    seed: int = 0,
) -> tuple[Labels, Labels]:
    """Two labelings that agree in a share of the objects; the other labels are independent.

    Group sizes are equal on average, or fall like 1 / rank ** zipf.
    """
    rng = np.random.default_rng(seed)
    truth, prediction = np.empty(n, dtype), np.empty(n, dtype)
    for start in range(0, n, _BLOCK):  # in blocks, since the draws need more memory than the labels
        place = slice(start, min(n, start + _BLOCK))
        size = place.stop - place.start
        truth[place] = _draw(rng, groups, size, zipf)
        other = _draw(rng, groups, size, zipf)
        prediction[place] = np.where(rng.random(size) < kept, truth[place], other)
    return truth, prediction


def _draw(rng: np.random.Generator, groups: int, size: int, zipf: float) -> Labels:
    if not zipf:
        return rng.integers(0, groups, size)
    ends = np.cumsum(1.0 / np.arange(1, groups + 1) ** zipf)
    return np.searchsorted(ends, rng.random(size) * ends[-1], side="right")


def scattered(codes: Labels, seed: int = 1) -> Labels:
    """Replace each group's number with any 64-bit integer."""
    names = np.random.default_rng(seed).integers(-(2**62), 2**62, int(codes.max()) + 1)
    return names[codes]


def words(codes: Labels) -> Labels:
    """Replace each group's number with a string, in an object array."""
    names = np.array([f"cluster {code}" for code in range(int(codes.max()) + 1)], dtype=object)
    return names[codes]


def power(size: int) -> str:
    """A power of ten as such, any other number in full."""
    digits = str(size)
    return f"10^{len(digits) - 1}" if digits.strip("0") == "1" and size >= 1000 else f"{size:,}"


def staircase(n: int, seed: int = 0) -> tuple[Labels, Labels]:
    """Independent labelings with groups of sizes 1, 2, 3, …: every size occurs once."""
    steps = int((2 * n) ** 0.5)
    truth = np.repeat(np.arange(steps, dtype=np.int32), np.arange(1, steps + 1))[:n]
    return truth, np.random.default_rng(seed).permutation(truth)
