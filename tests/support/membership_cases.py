"""Memberships in columns, and the content of soft tables that must agree in all engines."""

from __future__ import annotations

from typing import Any

import numpy as np

TRUTH, PREDICTION = ["t 1", 't"2', "t`3"], ["p1", "p2", "p3", "p4"]
SIDES = {
    "two soft": (TRUTH, PREDICTION),
    "truth hard": ("label", PREDICTION),
    "prediction hard": (TRUTH, "label"),
}


def memberships(objects: int, seed: int = 0, *, hard: bool = False) -> dict[str, list[Any]]:
    """Memberships of two sides in columns, with some objects certain, and a column of labels."""
    rng = np.random.default_rng(seed)
    u = rng.dirichlet(np.full(3, 0.3), objects)
    v = rng.dirichlet(np.full(4, 0.3), objects)
    sure = rng.random(objects) < (1.0 if hard else 0.2)
    u[sure] = np.eye(3)[rng.integers(0, 3, sure.sum())]
    columns = dict(zip([*TRUTH, *PREDICTION], np.hstack((u, v)).T.tolist(), strict=True))
    return {**columns, "label": rng.choice(["x", "ß", "z"], objects).tolist()}


def bits(table: Any) -> tuple[Any, ...]:
    """The whole content of a soft table, as Python values."""
    sums = (table.joint, *table.totals, *table.grams, *table.squares)
    names = list(table.classes), list(table.clusters)
    return table.n, table.hard, names, [one.tolist() for one in sums]
