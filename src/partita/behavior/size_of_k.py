"""What random labels score as the number of clusters grows: a constant, or a drift."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from ..base.errors import InputError, UndefinedError
from ..chance.levels import chance
from ..table.contingency import Contingency
from .finding import Answer, Example, PropertyFinding, cells

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..base.arrays import Int64
    from .subject import Subject

CLUSTERS = (2, 5, 10, 20, 50)  # numbers of clusters; the truth has five equal classes
OBJECTS = 100
_CLASSES = 5
_MORE = 20  # times more objects tell whether the drift fades
_DRAWS = 200  # random labelings, where the mean has no formula
_CONSTANT = 0.02  # of the way from chance to a perfect score: a smaller drift is none
_FADES = 0.25  # of the drift is left at most, with that many more objects


def levels_over_k(
    subject: Subject,
    clusters: Sequence[int] = CLUSTERS,
    *,
    objects: int = OBJECTS,
    seed: int = 0,
) -> list[float | None]:
    """Return the mean score of random labels for each number of clusters.

    The truth has five equal classes, and the clusters are as equal as they can be.

    >>> from partita.behavior.subject import subject
    >>> [round(level, 3) for level in levels_over_k(subject("rand"), (2, 50))]
    [0.503, 0.802]
    """
    return [_level(subject, _table(k, objects), seed) for k in clusters]


def _table(k: int, objects: int) -> Contingency:
    """A table with the wanted sizes of groups; chance does not depend on its cells."""
    places = np.arange(objects)
    return _counted(places * _CLASSES // objects, places * k // objects)


def _counted(truth: Int64, prediction: Int64) -> Contingency:
    shape = int(truth[-1]) + 1, int(prediction.max()) + 1
    flat = np.bincount(truth * shape[1] + prediction, minlength=shape[0] * shape[1])
    return Contingency.from_matrix(flat.reshape(shape))


def _level(subject: Subject, table: Contingency, seed: int) -> float | None:
    if subject.chosen is not None:
        measure, options = subject.chosen
        try:
            return chance(measure, table, draws=_DRAWS, rng=seed, options=options).expected
        except UndefinedError:
            return None
        except InputError:  # a user's measure outside its bounds: `bounds` says so
            if subject.ours:
                raise
    draw = np.random.default_rng(seed)
    truth, prediction = (np.arange(table.n) * k // table.n for k in table.shape)
    total = 0.0
    for _ in range(_DRAWS):
        value = subject.of(_counted(truth, draw.permutation(prediction)))
        if value is None:
            return None
        total += value
    return total / _DRAWS


def constant_baseline(subject: Subject, *, seed: int = 0) -> PropertyFinding:
    """Whether random labels score the same for any number of clusters, tried on every two numbers.

    "asymptotically": the drift fades with the number of objects.
    """
    name = "constant baseline"
    statement = (
        f"Random labels of {OBJECTS} objects score the same with {CLUSTERS[0]} to {CLUSTERS[-1]}"
        " clusters, against five equal classes."
    )
    levels = levels_over_k(subject, seed=seed)
    best = subject.of(Contingency.from_matrix(np.diag([OBJECTS // _CLASSES] * _CLASSES)))
    known = [level for level in levels if level is not None]
    if best is None or len(known) < len(levels):
        return PropertyFinding(name, statement, "vinh2010", "no value", 0.0, 0)
    way = max(abs(best - level) for level in known)
    same = [abs(a - b) <= _CONSTANT * way for a, b in combinations(known, 2)]
    answer: Answer = "yes" if all(same) else "no"
    example = None
    if answer == "no":
        later = levels_over_k(subject, objects=OBJECTS * _MORE, seed=seed)
        left = [level for level in later if level is not None]
        if len(left) == len(later) and _drift(left, best) <= _FADES * _drift(known, best):
            answer = "asymptotically"
        ends = known[0], known[-1]
        says = (
            f"random labels score {ends[0]:.4g} with {CLUSTERS[0]} clusters, {ends[1]:.4g} with "
            f"{CLUSTERS[-1]}"
        )
        example = Example((cells(_table(CLUSTERS[0], OBJECTS)),), ends, says)
    rate = sum(same) / len(same)
    return PropertyFinding(name, statement, "vinh2010", answer, rate, len(same), False, example)


def _drift(levels: Sequence[float], best: float) -> float:
    """The spread of the levels, as a share of the way from chance to a perfect score."""
    way = max(abs(best - level) for level in levels)
    return (max(levels) - min(levels)) / way if way else 0.0
