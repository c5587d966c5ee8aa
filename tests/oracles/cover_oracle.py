"""Measures of covers by their definitions, for covers as lists of sets of numbers 0...n-1."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import log2

import numpy as np


def shared(cover, x, y):
    return sum(x in c and y in c for c in cover)


def omega(a, b, n):
    """Collins and Dent (1988): the unadjusted index and its expectation, in fractions."""
    pairs = list(combinations(range(n), 2))
    if not pairs:
        return 1
    first = [shared(a, *pair) for pair in pairs]
    second = [shared(b, *pair) for pair in pairs]
    seen = Fraction(sum(s == t for s, t in zip(first, second, strict=True)), len(pairs))
    levels = set(first) | set(second)
    chance = sum(Fraction(first.count(k) * second.count(k), len(pairs) ** 2) for k in levels)
    return 1 if chance == 1 else (seen - chance) / (1 - chance)


def b_cubed(of, other, n):
    """Amigó et al. (2009), overlapping clustering: means over pairs that share a cluster."""
    means = []
    for e in range(n):
        related = [f for f in range(n) if shared(of, e, f)]
        values = [
            Fraction(min(shared(of, e, f), shared(other, e, f)), shared(of, e, f)) for f in related
        ]
        if values:
            means.append(sum(values) / len(values))
    return sum(means) / len(means)


def _h(w, n):
    return -w * log2(w / n) if w else 0.0


def _given(x, y, n):
    d, c, b = len(x & y), len(x - y), len(y - x)
    a = n - b - c - d
    if _h(a, n) + _h(d, n) > _h(b, n) + _h(c, n) + 1e-9:
        both = _h(a, n) + _h(b, n) + _h(c, n) + _h(d, n)
        return both - _h(b + d, n) - _h(a + c, n)
    return _h(c + d, n) + _h(a + b, n)


def _entropy(x, n):
    return _h(len(x), n) + _h(n - len(x), n)


def _left(x, other, n):
    return min(_given(x, y, n) for y in other)


def onmi_lfk(a, b, n):
    """Lancichinetti, Fortunato and Kertész (2009), appendix B."""

    def share(x, other):
        if len(x) == n:  # 0/0: our convention
            return 0.0 if x in other else 1.0
        return _left(x, other, n) / _entropy(x, n)

    means = [np.mean([share(x, v) for x in u]) for u, v in ((a, b), (b, a))]
    return 1 - sum(means) / 2


def onmi(a, b, n, average="max"):
    """McDaid, Greene and Hurley (2011)."""
    h = [sum(_entropy(x, n) for x in u) for u in (a, b)]
    left = [sum(_left(x, v, n) for x in u) for u, v in ((a, b), (b, a))]
    norm = {"max": max(h), "min": min(h), "arithmetic": sum(h) / 2}
    norm["geometric"] = (h[0] * h[1]) ** 0.5
    return (h[0] - left[0] + h[1] - left[1]) / 2 / norm[average] if norm[average] else 0.0


def walk(cover, n, alpha, weights=None):
    """Personalized PageRank of every element on the graph of the clusters."""
    weights = [1.0] * len(cover) if weights is None else weights
    step = np.zeros((n, n))
    for x in range(n):
        own = [(c, w) for c, w in zip(cover, weights, strict=True) if x in c] or [({x}, 1.0)]
        for c, w in own:
            for y in c:
                step[x, y] += w / sum(w for _, w in own) / len(c)
    return (1 - alpha) * np.linalg.inv(np.eye(n) - alpha * step)


def element_scores(a, b, n, alpha):
    """Gates, Wood, Hetrick and Ahn (2019)."""
    return 1 - np.abs(walk(a, n, alpha) - walk(b, n, alpha)).sum(axis=1) / (2 * alpha)


def best_match(a, b, similarity):
    return sum(
        sum(max(similarity(x, y) for y in v) for x in u) / Fraction(len(u))
        for u, v in ((a, b), (b, a))
    ) / Fraction(2)


def f1(x, y):
    return Fraction(2 * len(x & y), len(x) + len(y))


def jaccard(x, y):
    return Fraction(len(x & y), len(x | y))
