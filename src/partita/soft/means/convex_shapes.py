"""The two convex functions of a count whose sums measures read, and the ranges of these sums."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.arrays import Floats


@dataclass(frozen=True)
class Shape:
    """A convex function of a count: t², or t log t."""

    squares: bool

    def of(self, count: Floats) -> Floats:
        """Return φ(t)."""
        return count * count if self.squares else count * np.log(np.maximum(count, 1e-300))

    def slope(self, count: Floats) -> Floats:
        """Return φ'(t)."""
        return 2 * count if self.squares else 1 + np.log(np.maximum(count, 1e-300))

    def curvature(self, count: Floats) -> Floats:
        """Return φ''(t)."""
        return np.full_like(count, 2.0) if self.squares else 1 / count

    def with_slope(self, slope: Floats) -> Floats:
        """Return the t with φ'(t) = slope."""
        return slope / 2 if self.squares else np.exp(np.minimum(slope - 1, 700.0))


def sum_range(shape: Shape, low: Floats, high: Floats, total: float) -> tuple[float, float]:
    """Bounds of Σ φ(t_j) for counts within boxes that sum to `total`."""
    left, right = 0.0, float(total)
    for _ in range(60):  # counts are as equal as possible at the smallest sum
        level = (left + right) / 2
        left, right = (level, right) if np.clip(level, low, high).sum() < total else (left, level)
    price = shape.slope(np.array(max(right, 1e-9)))
    counts = np.clip(right, low, high)
    least = float((shape.of(counts) - price * counts).sum() + price * total)
    width = high - low
    slopes = (shape.of(high) - shape.of(low)) / np.maximum(width, 1.0)
    most, room = float(shape.of(low).sum()), total - float(low.sum())
    for at in np.argsort(-slopes, kind="stable"):  # on the chords, the steepest first
        step = min(max(room, 0.0), float(width[at]))
        most, room = most + step * float(slopes[at]), room - step
    return least, most
