"""A measure over all hard clusterings that are allowed (rows D), and over drawn ones (rows S)."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from partita import Contingency, measure
from partita.base.arrays import Int64
from partita.soft import Soft, evidential, expectation

MEASURES: dict[str, tuple[str, dict[str, Any]]] = {
    "RI": ("rand", {}),
    "PD": ("partition_distance", {"normalize": "n"}),
}
"""The conventions that fit the rough column: pairs of different objects, and shares of n."""


class Ends(NamedTuple):
    """Lower and upper mean (equal for hard and fuzzy clusterings), their method and the seconds."""

    lower: float
    upper: float
    method: str
    seconds: float

    @property
    def values(self) -> tuple[float, ...]:
        """One number if the ends are equal."""
        return (self.lower,) if self.lower == self.upper else (self.lower, self.upper)


def whole(name: str, truth: Any, prediction: Any, *, seed: int, draws: int | None = None) -> Ends:
    """The measure over all allowed clusterings: exact, or estimated with exact inner ends."""
    key, options = MEASURES[name]
    begin = perf_counter()
    found = expectation(key, truth, prediction, rng=seed, draws=draws, **options)
    return Ends(found.low, found.high, found.how, perf_counter() - begin)


def nested(
    name: str,
    truth: Any,
    prediction: Soft,
    generator: np.random.Generator,
    *,
    outer: int = 100,
    inner: int = 100,
) -> Ends:
    """The paper's sampling: draw sets by mass, then labels in them; average the extremes.

    The sets of a fuzzy clustering have one cluster each, so it needs one inner draw only; a rough
    clustering has only one selection of sets.
    """
    key, options = MEASURES[name]
    begin = perf_counter()
    known: dict[bytes, float] = {}
    ends = []
    for tables in _drawn(truth, prediction, generator, outer, inner):
        values = [_value(table, key, options, known) for table in tables]
        ends.append((min(values), max(values)))
    lower, upper = np.mean(ends, axis=0).tolist()
    method = f"{outer} × {inner} draws"
    return Ends(lower, upper, method, perf_counter() - begin)


def _drawn(
    truth: Any, prediction: Soft, generator: np.random.Generator, outer: int, inner: int
) -> Iterator[Int64]:
    """For each selection of sets, the tables of the labels drawn in them."""
    classes, codes = np.unique(np.asarray(truth), return_inverse=True)
    masses = evidential(prediction)
    sets, sizes = masses.focal_sets, masses.focal_sets.sum(axis=1)
    members = np.argsort(~sets, axis=1, kind="stable")  # the clusters of each set come first
    reached = np.cumsum(masses.masses, axis=1)
    reached /= reached[:, -1:]
    k, n = masses.k, len(codes)
    for _ in range(outer):
        chosen = (generator.random(n)[:, None] >= reached).sum(axis=1)
        pick = (generator.random((inner, n)) * sizes[chosen]).astype(np.int64)
        labels = members[chosen, pick]
        places = np.arange(inner)[:, None] * (len(classes) * k) + codes * k + labels
        counts = np.bincount(places.ravel(), minlength=inner * len(classes) * k)
        yield counts.reshape(inner, len(classes), k)


def _value(table: Int64, key: str, options: dict[str, Any], known: dict[bytes, float]) -> float:
    stored = table.tobytes()
    if stored not in known:
        used = table[:, table.any(axis=0)]
        known[stored] = measure(key).of(Contingency.from_matrix(used), **options)
    return known[stored]
