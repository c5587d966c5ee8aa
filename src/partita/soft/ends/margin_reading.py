"""Read a measure from the sizes of a soft side and one sum over cells."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from scipy.special import gammaln

from ...base.arrays import Counts, Floats
from ...statistics.coding import Coding
from ...statistics.information import ExpectedInformation, Information
from ..two_sides import from_sums
from .values import Value


class MarginReader:
    """Reads a measure of pairs, information or coding from margins and Σφ(n_ij).

    One side is hard and has these sizes; with `swapped` it is the prediction.
    """

    def __init__(self, value: Value, sizes: Counts, *, swapped: bool) -> None:
        self.value, self.swapped, self.sizes = value, swapped, sizes
        self.n = int(sizes.sum())
        self.squares = int(np.sum(self.sizes * self.sizes))
        self.entropies = from_sums.x_log_x(self.sizes)
        self.expected: dict[int, float] = {}

    def read(self, key: Counts, cells: Any) -> float | None:
        """Return the value for Σ b_j² (pairs) or the sizes b_j (others), and Σφ(n_ij)."""
        if self.value.source == "pairs":
            sides = self._ordered(self.squares, int(key[0]))
            return self.value.of_squares(self.n, *sides, int(cells))
        sizes = key[key > 0]
        rows, columns = self._ordered(self.entropies, from_sums.x_log_x(sizes))
        groups = self._ordered(len(self.sizes), len(sizes))
        if self.value.source == "information":
            return self.value.of_entropies(self.n, rows, columns, float(cells), groups)
        perfect = self.value.measure.perfect
        if rows - cells < 0.5 and columns - cells < 0.5 and perfect is not None:
            return perfect
        h = from_sums.information(self.n, rows, columns, float(cells), *groups)
        if self.value.source == "coding":
            return self.value.read(self._coding(h, *self._ordered(self.sizes, sizes)))
        return self.value.read(ExpectedInformation(h, self._expected(h, sizes)))

    def _ordered(self, hard: Any, soft: Any) -> tuple[Any, Any]:
        return (soft, hard) if self.swapped else (hard, soft)

    def _coding(self, h: Information, classes: Counts, clusters: Counts) -> Coding:
        many = len(classes)
        model, ideal = (
            sum(_code_length(size, many) for size in sizes.tolist()) / self.n
            for sizes in (clusters, classes)
        )
        return Coding(h.class_residual, model, ideal)

    def _expected(self, h: Information, sizes: Counts) -> float:
        """E[I], a sum over pairs of a class size and a cluster size."""
        if {1, self.n}.intersection((h.classes, h.clusters)):
            return h.mutual  # the margins allow no other table
        return sum(self._expected_of(size) for size in sizes.tolist())

    def _expected_of(self, size: int) -> float:
        if size not in self.expected:
            self.expected[size] = sum(_expected_term(a, size, self.n) for a in self.sizes.tolist())
        return self.expected[size]


@lru_cache(maxsize=100_000)
def _code_length(size: int, classes: int) -> float:
    """Return log C(b + c - 1, c - 1)."""
    return float(_log_choose(size + classes - 1.0, classes - 1.0))


def _expected_term(a: int, b: int, n: int) -> float:
    """E[(t/n) log(n t / (a b))] for t hypergeometric: b draws, a of n marked."""
    t = np.arange(max(1, a + b - n), min(a, b) + 1, dtype=float)
    chance = np.exp(_log_choose(a, t) + _log_choose(n - a, b - t) - _log_choose(n, b))
    return float(np.sum(chance * t / n * np.log(n * t / (a * b))))


def _log_choose(n: Floats | float, k: Floats | float) -> Floats:
    rest = gammaln(np.add(k, 1.0)) + gammaln(np.subtract(n, k) + 1.0)
    chosen: Floats = gammaln(np.add(n, 1.0)) - rest
    return chosen
