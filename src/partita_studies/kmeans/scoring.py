"""Measures as columns of numbers: over many clusterings, and rank-correlated with each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from partita import MEASURES, Contingency, measure

from ..frame import Entry

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from partita.base.arrays import Floats, Int64

NAMES = tuple(
    name for name, one in MEASURES.items() if one.ours and name != "expected_mutual_information"
)
"""Every measure of partita that compares; the mean of MI over random labels does not."""


def symbol(name: str) -> str:
    """A measure as the paper writes it."""
    return "R_n" if name == "adjusted_rand" else measure(name).symbol


def reasoned(entries: Iterable[Entry], reason: str) -> tuple[Entry, ...]:
    """The entries, with this reason wherever one that is not reproduced has none yet."""
    return tuple(
        one if one.note or one.verdict == "reproduced" else replace(one, note=reason)
        for one in entries
    )


def column(name: str, tables: Iterable[Contingency]) -> Floats:
    """A measure on every table, turned so that more is better."""
    own = measure(name)
    sign = 1.0 if own.better == "higher" else -1.0
    return np.array([sign * own.of(one) for one in tables])


def tau(first: Sequence[float] | Floats, second: Sequence[float] | Floats) -> float:
    """Kendall's rank correlation (tau-b); 0 where one of both does not vary.

    >>> round(tau([1, 2, 3], [1, 3, 2]), 4)
    0.3333
    """
    from scipy.stats import kendalltau

    found = float(kendalltau(_clean(first), _clean(second)).statistic)
    return 0.0 if np.isnan(found) else found


def orders(values: Sequence[float] | Floats) -> Floats:
    """For every two places, in which order they stand: -1, 0 or 1."""
    clean = _clean(values)
    first, second = np.triu_indices(len(clean), 1)
    found: Floats = np.sign(clean[first] - clean[second])
    return found


def tau_matrix(columns: Floats) -> Floats:
    """Kendall's correlation (tau-b) of every column with every other, 0 where one is constant."""
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
    """The coefficient of variation CV of group sizes, with n - 1 below the squares.

    >>> round(spread([200, 5800]), 3)
    1.32
    """
    return float(np.std(sizes, ddof=1) / np.mean(sizes))


def uniformity(table: Contingency) -> float:
    """DCV = CV₁ - CV₀: below 0 where the clusters are more alike in size than the classes."""
    return spread(table.cluster_sizes) - spread(table.class_sizes)


def crossed(truth: Any, labels: Any) -> Contingency:
    """The table of a clustering; objects have no weights here."""
    return cast("Contingency", Contingency.from_labels(truth, labels))


def packed(tables: Sequence[Contingency]) -> dict[str, Int64]:
    """Tables of any shape as two arrays, to be kept in a file."""
    cells = [one.to_scipy().toarray().astype(np.int64) for one in tables]
    return {
        "shapes": np.array([one.shape for one in cells]),
        "cells": np.concatenate([one.ravel() for one in cells]),
    }


def unpacked(kept: dict[str, NDArray[Any]]) -> list[Contingency]:
    """The tables again.

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
    """Values without the last digits: what differs by rounding alone is a tie, not an order."""
    return np.asarray(values, dtype=np.float64).round(10)
