"""Values of measures over many clusterings, and their rank correlations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from partita import MEASURES, Contingency, measure
from partita.base.arrays import Floats, Int64

from ..frame import Entry

if TYPE_CHECKING:
    from numpy.typing import NDArray

NAMES = tuple(
    name for name, one in MEASURES.items() if one.ours and name != "expected_mutual_information"
)
"""Every measure of partita except the mean of MI over random labels, which compares nothing."""


@dataclass(frozen=True, eq=False)
class Designs:
    """The tables of several designs, with some draws of each."""

    tables: tuple[tuple[Contingency, ...], ...]

    def all(self) -> list[Contingency]:
        """The tables of all designs."""
        return [one for draws in self.tables for one in draws]

    def means(self, name: str) -> Floats:
        """The mean of a measure (more is better) over the draws of each design."""
        return np.array([column(name, draws).mean() for draws in self.tables])

    def dcv(self) -> Floats:
        """The mean DCV over the draws of each design."""
        return np.array([np.mean(list(map(uniformity, draws))) for draws in self.tables])


def symbol(name: str) -> str:
    """The symbol of a measure in the paper."""
    return "R_n" if name == "adjusted_rand" else measure(name).symbol


def reasoned(entries: Iterable[Entry], reason: str) -> tuple[Entry, ...]:
    """The entries, with this reason for those that are not reproduced and have no note."""
    return tuple(
        one if one.note or one.verdict == "reproduced" else replace(one, note=reason)
        for one in entries
    )


def column(name: str, tables: Iterable[Contingency]) -> Floats:
    """The value of a measure on every table, with its sign turned so that more is better."""
    own = measure(name)
    sign = 1.0 if own.better == "higher" else -1.0
    return np.array([sign * own.of(one) for one in tables])


def tau(first: Sequence[float] | Floats, second: Sequence[float] | Floats) -> float:
    """Kendall's rank correlation (tau-b); 0 if one side does not vary.

    >>> round(tau([1, 2, 3], [1, 3, 2]), 4)
    0.3333
    """
    from scipy.stats import kendalltau

    found = float(kendalltau(_clean(first), _clean(second)).statistic)
    return 0.0 if np.isnan(found) else found


def orders(values: Sequence[float] | Floats) -> Floats:
    """The order of every pair of values: -1, 0 or 1."""
    clean = _clean(values)
    first, second = np.triu_indices(len(clean), 1)
    found: Floats = np.sign(clean[first] - clean[second])
    return found


def tau_matrix(columns: Floats) -> Floats:
    """Kendall's correlation (tau-b) of every two columns; 0 if one is constant."""
    signs = np.column_stack([orders(one) for one in columns.T])
    lengths = np.sqrt((signs**2).sum(axis=0))
    found = np.divide(
        signs.T @ signs,
        np.outer(lengths, lengths),
        out=np.zeros((len(lengths), len(lengths))),
        where=np.outer(lengths, lengths) > 0,
    )
    np.fill_diagonal(found, 1.0)
    return found


def spread(sizes: Any) -> float:
    """The coefficient of variation CV of group sizes; the variance divides by n - 1.

    >>> round(spread([200, 5800]), 3)
    1.32
    """
    return float(np.std(sizes, ddof=1) / np.mean(sizes))


def uniformity(table: Contingency) -> float:
    """DCV = CV₁ - CV₀: below 0 if the clusters are more equal in size than the classes."""
    return spread(table.cluster_sizes) - spread(table.class_sizes)


def crossed(truth: Any, labels: Any) -> Contingency:
    """The table of a clustering; objects have no weights in this study."""
    return cast("Contingency", Contingency.from_labels(truth, labels))


def packed(tables: Sequence[Contingency]) -> dict[str, Int64]:
    """Tables of any shape as two arrays, to keep in a file."""
    cells = [one.to_scipy().toarray().astype(np.int64) for one in tables]
    return {
        "shapes": np.array([one.shape for one in cells]),
        "cells": np.concatenate([one.ravel() for one in cells]),
    }


def unpacked(kept: dict[str, NDArray[Any]]) -> list[Contingency]:
    """The tables of `packed` arrays.

    >>> table = Contingency.from_matrix([[3, 1, 0], [0, 0, 2]])
    >>> unpacked(packed([table, table.T]))[1].shape
    (3, 2)
    """
    ends = np.cumsum([int(np.prod(shape)) for shape in kept["shapes"]])[:-1]
    parts = np.split(kept["cells"], ends)
    return [
        Contingency.from_matrix(part.reshape(shape))
        for part, shape in zip(parts, kept["shapes"], strict=True)
    ]


def _clean(values: Sequence[float] | Floats) -> Floats:
    """Values without the last digits, so that rounding errors are ties."""
    return np.asarray(values, dtype=np.float64).round(10)
