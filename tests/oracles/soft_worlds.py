"""Soft comparisons by their definitions, world by world: slow and obvious.

A case has two sides, each with a list of options per object: a list of (weight, set of clusters).
Hard and fuzzy sides have sets of one cluster, rough sides a single set of weight 1. This module
uses `partita.soft` only to build the containers under test.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

import numpy as np

import partita
from partita.soft import Evidential, Fuzzy, Possibilistic, Rough

NAMES = tuple(name for name, m in partita.MEASURES.items() if m.ours)
KINDS = ("hard", "fuzzy", "rough", "comonotone", "independent", "evidential")

Options = list[list[tuple[float, frozenset[int]]]]


@dataclass(frozen=True)
class Side:
    """A container, and its meaning."""

    kind: str
    given: Any
    k: int
    degrees: np.ndarray | None  # fuzzy, possibilistic: (n, k)
    options: Options | None  # focal sets of each object; None for comonotone

    def worlds(self) -> list[tuple[int, ...]]:
        groups = range(self.k)
        if self.options is None:
            allowed = [[j for j in groups if row[j] > 0] for row in self.degrees]
        else:
            allowed = [sorted(set().union(*(s for w, s in o if w > 0))) for o in self.options]
        return list(product(*allowed))

    def levels(self) -> list[float]:
        return sorted({float(v) for v in np.ravel(self.degrees) if v > 0})

    def cut(self, level: float) -> Options:
        return [[(1.0, frozenset(np.flatnonzero(row >= level).tolist()))] for row in self.degrees]

    def possibility(self, world: Sequence[int]) -> float:
        if self.degrees is None:  # hard or rough
            return 1.0
        values = [float(self.degrees[x, j]) for x, j in enumerate(world)]
        return min(values) if self.kind == "comonotone" else prod(values)


def random_side(rng: np.random.Generator, kind: str, n: int, k: int) -> Side:
    """A side with ties, certain objects, and sometimes a cluster without objects."""
    if kind == "hard":
        labels = rng.integers(k, size=n).tolist()
        return Side(kind, labels, k, None, [[(1.0, frozenset([j]))] for j in labels])
    if kind == "fuzzy":
        rows = _rows(rng, n, k)
        options = [[(float(w), frozenset([j])) for j, w in enumerate(row)] for row in rows]
        return Side(kind, Fuzzy(rows), k, rows, options)
    if kind == "rough":
        flags = rng.random((n, k)) < 0.5
        flags[np.arange(n), rng.integers(k, size=n)] = True
        options = [[(1.0, frozenset(np.flatnonzero(row).tolist()))] for row in flags]
        return Side(kind, Rough(flags), k, None, options)
    if kind in ("comonotone", "independent"):
        return _possibilistic(rng, kind, n, k)
    sets = [s for s in product((0, 1), repeat=k) if any(s)]
    chosen = [sets[i] for i in rng.permutation(len(sets))[: rng.integers(1, 4)]]
    rows = _rows(rng, n, len(chosen))
    focal = [frozenset(j for j in range(k) if s[j]) for s in chosen]
    options = [[(float(w), f) for w, f in zip(row, focal, strict=True)] for row in rows]
    return Side(kind, Evidential(rows, np.array(chosen)), k, None, options)


def _rows(rng: np.random.Generator, n: int, k: int) -> np.ndarray:
    rows = rng.dirichlet(np.ones(k), n)
    for x in range(n):
        sort = rng.integers(5)
        if sort == 0:
            rows[x] = np.eye(k)[rng.integers(k)]
        elif sort == 1:
            rows[x] = 1 / k
        elif sort == 2 and x:
            rows[x] = rows[x - 1]
        elif sort == 3:
            rows[x] *= rng.random(k) < 0.6
            rows[x] = rows[x] / rows[x].sum() if rows[x].sum() else np.eye(k)[0]
    if k > 1 and rng.random() < 0.2:
        rows[:, 0] = 0
        empty = rows.sum(axis=1) == 0
        rows[empty, 1] = 1
        rows /= rows.sum(axis=1, keepdims=True)
    return rows


def _possibilistic(rng: np.random.Generator, kind: str, n: int, k: int) -> Side:
    rows = rng.choice([0.0, 0.25, 0.5, 0.8, 1.0], size=(n, k))
    rows[np.arange(n), rng.integers(k, size=n)] = 1.0
    options = [_consonant(row) for row in rows] if kind == "independent" else None
    return Side(kind, Possibilistic(rows, coupling=kind), k, rows, options)


def _consonant(row: np.ndarray) -> list[tuple[float, frozenset[int]]]:
    levels = sorted({0.0, *row.tolist()})
    steps = zip(levels[1:], levels, strict=False)
    return [(b - a, frozenset(np.flatnonzero(row >= b).tolist())) for b, a in steps]


class Case:
    """Two sides, and the value of every measure in every pair of worlds."""

    def __init__(self, truth: Side, prediction: Side) -> None:
        self.truth, self.prediction = truth, prediction
        self.worlds = truth.worlds(), prediction.worlds()
        cache: dict[Any, np.ndarray] = {}
        shape = tuple(map(len, self.worlds))
        self.values = np.empty((len(NAMES), *shape))
        for a, first in enumerate(self.worlds[0]):
            for b, second in enumerate(self.worlds[1]):
                key = tuple(sorted(zip(first, second, strict=True)))
                if key not in cache:
                    cache[key] = _values(first, second)
                self.values[:, a, b] = cache[key]

    def parts(self) -> list[tuple[float, Options, Options]]:
        """The mixture over common levels: the weight and the options of both sides."""
        sides = (self.truth, self.prediction)
        marks = sorted({v for s in sides if s.options is None for v in s.levels()}) or [1.0]
        before, found = 0.0, []
        for mark in marks:
            options = [s.cut(mark) if s.options is None else s.options for s in sides]
            found.append((mark - before, *options))
            before = mark
        return found

    def mean(self) -> np.ndarray:
        """Pignistic mean of every measure; NaN if it is undefined in some world."""
        total = np.zeros(len(NAMES))
        for weight, *options in self.parts():
            p, q = (
                np.array([_pignistic(o, w) for w in worlds])
                for o, worlds in zip(options, self.worlds, strict=True)
            )
            used = self.values[:, p > 0][:, :, q > 0]
            total += weight * np.einsum("mab,a,b->m", used, p[p > 0], q[q > 0])
        return total

    def intervals(self) -> list[tuple[float, np.ndarray, np.ndarray]]:
        """Mass, smallest and largest values of every selection of focal sets."""
        found = []
        for weight, *options in self.parts():
            sides = [_selections(o, w) for o, w in zip(options, self.worlds, strict=True)]
            for (p, rows), (q, columns) in product(*sides):
                block = self.values[:, rows][:, :, columns].reshape(len(NAMES), -1)
                found.append((weight * p * q, block.min(axis=1), block.max(axis=1)))
        return found

    def weights(self, kind: str) -> np.ndarray:
        """Probability or possibility of every pair of worlds."""
        if kind == "probability":
            sides = [
                np.array([_pignistic(s.options, w) for w in worlds])
                for s, worlds in zip((self.truth, self.prediction), self.worlds, strict=True)
            ]
            return np.multiply.outer(*sides)
        sides = [
            np.array([s.possibility(w) for w in worlds])
            for s, worlds in zip((self.truth, self.prediction), self.worlds, strict=True)
        ]
        multiplies = "independent" in (self.truth.kind, self.prediction.kind)
        return (np.multiply if multiplies else np.minimum).outer(*sides)


def random_case(seed: int, kinds: tuple[str, str], most: int = 700) -> Case:
    """A case with at most `most` worlds."""
    rng = np.random.default_rng(seed)
    while True:
        n = int(rng.integers(1, 8))
        k = rng.integers(1, 4, size=2).tolist()
        sides = [random_side(rng, kind, n, groups) for kind, groups in zip(kinds, k, strict=True)]
        count = prod(_count(side) for side in sides)
        if count <= most:
            return Case(*sides)


def _count(side: Side) -> int:
    worlds = len(side.worlds()) if side.k**7 < 10**4 else 10**9
    if side.options is None:
        return worlds
    selections = prod(sum(w > 0 for w, _ in o) for o in side.options)
    return worlds * (selections if side.kind in ("evidential", "independent") else 1)


def _values(first: Sequence[int], second: Sequence[int]) -> np.ndarray:
    table = partita.Contingency.from_labels(list(first), list(second))
    found = np.empty(len(NAMES))
    for at, name in enumerate(NAMES):
        try:
            found[at] = partita.MEASURES[name].of(table)
        except partita.UndefinedError:
            found[at] = np.nan
    return found


def _pignistic(options: Options, world: Sequence[int]) -> float:
    shares = (sum(w / len(s) for w, s in o if j in s) for o, j in zip(options, world, strict=True))
    return prod(shares)


def _selections(options: Options, worlds: list[tuple[int, ...]]) -> list[tuple[float, list[int]]]:
    """Every choice of one focal set per object: its mass, and the allowed worlds."""
    found = []
    for chosen in product(*([(w, s) for w, s in o if w > 0] for o in options)):
        sets = [s for _, s in chosen]
        inside = [
            at
            for at, world in enumerate(worlds)
            if all(j in s for j, s in zip(world, sets, strict=True))
        ]
        found.append((prod(w for w, _ in chosen), inside))
    return found
