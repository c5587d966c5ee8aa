"""Is it a metric? Identity, symmetry and the triangle inequality, on all small partitions.

All triples of partitions of up to five objects are tried, so these sizes are decided. Larger
triples are random partitions, their meets, and the two trivial partitions.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ..table.contingency import Contingency
from .finding import Answer, Example, PropertyFinding, cells

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..base.arrays import Floats, Int64
    from .subject import Subject

    Case: TypeAlias = "tuple[Int64, Floats]"
    """Partitions, a row of labels for each, and the distance of every two of them."""

SMALL = 5  # objects: 52 partitions, 140,608 triples
_LARGER = (8, 13, 21)  # objects of the partitions that are drawn
_DRAWN = 12  # of them of each size, before meets
_SAME = 1e-9  # relative: a difference this small is rounding


@lru_cache(maxsize=8)
def partitions(objects: int) -> Int64:
    """Return every partition of a few objects once, a row of labels for each.

    >>> partitions(3).tolist()
    [[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1], [0, 1, 2]]
    """
    rows = [[0]]
    for _ in range(objects - 1):
        rows = [[*row, label] for row in rows for label in range(max(row) + 2)]
    return np.array(rows, dtype=np.int64)


@lru_cache(maxsize=8)
def drawn(objects: int, seed: int) -> Int64:
    """Return random partitions, meets of them, one cluster, and single objects."""
    draw = np.random.default_rng([seed, objects])
    rows = [draw.integers(0, draw.integers(1, objects), objects) for _ in range(_DRAWN)]
    rows += [first * objects + second for first, second in pairwise(rows)]
    rows += [np.zeros(objects, dtype=np.int64), np.arange(objects)]
    return np.unique([_in_order(row) for row in rows], axis=0)


def _in_order(row: Int64) -> Int64:
    """Number the groups in the order of their first objects, so that equal partitions are equal."""
    _, first, group = np.unique(row, return_index=True, return_inverse=True)
    numbered: Int64 = np.argsort(np.argsort(first))[group]
    return numbered


def metric_axioms(subject: Subject, *, seed: int = 0) -> tuple[PropertyFinding, ...]:
    """Try identity, separation, symmetry and the triangle inequality.

    A similarity is read as a distance: its largest value for identical partitions, minus the value.
    """
    sets = [partitions(n) for n in range(2, SMALL + 1)] + [drawn(n, seed) for n in _LARGER]
    cases = [(labels, distances(subject, labels)) for labels in sets]
    return (
        _identity(cases),
        _separation(cases),
        _symmetry(cases),
        _triangle(cases),
    )


def distances(subject: Subject, labels: Int64) -> Floats:
    """Return the distance of every two partitions, nan where the measure has no value."""
    tables, place = _tables(labels.tobytes(), len(labels))
    found = [subject.of(table) for table in tables]
    values = np.array([np.nan if value is None else value for value in found])[place]
    if subject.better == "lower":
        return values
    same = np.diagonal(values)
    if not np.isfinite(same).any():
        return np.full_like(values, np.nan)
    best: Floats = np.nanmax(same) - values
    return best


@lru_cache(maxsize=8)
def _tables(labels: bytes, partitions: int) -> tuple[list[Contingency], Int64]:
    """Return the tables of every two partitions, and the number of the table of each pair.

    Tables that differ only in order are one. They keep the statistics that measures read.
    """
    rows = np.frombuffer(labels, dtype=np.int64).reshape(partitions, -1)
    known: dict[bytes, int] = {}
    tables: list[Contingency] = []
    place = np.empty((partitions, partitions), dtype=np.int64)
    for pair in np.ndindex(partitions, partitions):
        matrix = _matrix(*rows[list(pair)])
        matrix = matrix[np.lexsort(matrix.T)]
        matrix = matrix[:, np.lexsort(matrix)]
        key = bytes(matrix.shape) + matrix.astype(np.uint8).tobytes()
        if key not in known:
            known[key] = len(tables)
            tables.append(Contingency.from_matrix(matrix))
        place[pair] = known[key]
    return tables, place


def _matrix(truth: Int64, prediction: Int64) -> Int64:
    found = np.zeros((truth.max() + 1, prediction.max() + 1), dtype=np.int64)
    np.add.at(found, (truth, prediction), 1)
    return found


def _identity(cases: Sequence[Case]) -> PropertyFinding:
    return _two(
        "identity",
        "Identical partitions have distance 0.",
        cases,
        lambda d: np.diag(np.where(np.abs(np.diagonal(d)) <= _SAME, 1.0, -1.0)),
        lambda d, _: f"the distance of a partition from itself is {d:.4g}",
    )


def _separation(cases: Sequence[Case]) -> PropertyFinding:
    def held(d: Floats) -> Floats:
        apart = np.where(np.abs(d) <= _SAME, -1.0, 1.0)
        np.fill_diagonal(apart, 0)
        return apart

    return _two(
        "separation",
        f"Different partitions have a distance above 0 (all of up to {SMALL} objects).",
        cases,
        held,
        lambda *_: "different partitions with distance 0",
    )


def _symmetry(cases: Sequence[Case]) -> PropertyFinding:
    def held(d: Floats) -> Floats:
        same = np.where(np.abs(d - d.T) <= _SAME * (1 + np.abs(d)), 1.0, -1.0)
        np.fill_diagonal(same, 0)
        return same

    return _two(
        "symmetry of the distance",
        f"Exchanging the partitions changes nothing (all of up to {SMALL} objects).",
        cases,
        held,
        lambda d, back: f"{d:.4g} one way, {back:.4g} the other",
    )


def _two(
    name: str,
    statement: str,
    cases: Sequence[Case],
    held: Callable[[Floats], Floats],
    says: Callable[[float, float], str],
) -> PropertyFinding:
    """Try a property of two partitions: 1 where it holds, -1 where it fails, 0 where not asked."""
    trials = kept = 0
    example: Example | None = None
    for labels, d in cases:
        asked = np.where(np.isfinite(d) & np.isfinite(d.T), held(d), 0)
        trials += int(np.count_nonzero(asked))
        kept += int((asked > 0).sum())
        if example is None and (asked < 0).any():
            a, b = (int(at) for at in np.argwhere(asked < 0)[0])
            values = float(d[a, b]), float(d[b, a])
            example = Example((_cells(labels[a], labels[b]),), values, says(*values))
    return _finding(name, statement, trials, kept, example)


def _triangle(cases: Sequence[Case]) -> PropertyFinding:
    trials = kept = 0
    example: Example | None = None
    for labels, d in cases:
        for middle in range(len(labels)):
            way = d[:, middle, None] + d[None, middle, :]
            known = np.isfinite(way) & np.isfinite(d)
            long = known & (d > way + _SAME * (1 + np.abs(d)))
            trials += int(known.sum())
            kept += int(known.sum() - long.sum())
            if example is None and long.any():
                a, b = (int(at) for at in np.argwhere(long)[0])
                pairs = (a, middle), (middle, b), (a, b)
                first, second, whole = (float(d[pair]) for pair in pairs)
                example = Example(
                    tuple(_cells(labels[i], labels[j]) for i, j in pairs),
                    (first, second, whole),
                    f"the partitions {_listed(labels[a])}, {_listed(labels[middle])} and"
                    f" {_listed(labels[b])} have distances {first:.4g} and {second:.4g}, but"
                    f" {whole:.4g} from first to last",
                )
    statement = f"No detour is shorter: d(x, z) ≤ d(x, y) + d(y, z) (all of up to {SMALL} objects)."
    return _finding("triangle inequality", statement, trials, kept, example)


def _finding(
    name: str, statement: str, trials: int, kept: int, example: Example | None
) -> PropertyFinding:
    answer: Answer = "no value" if not trials else "no" if example else "yes"
    rate = kept / trials if trials else 0.0
    return PropertyFinding(name, statement, "meila2007", answer, rate, trials, True, example)


def _cells(a: Int64, b: Int64) -> tuple[tuple[int, ...], ...]:
    return cells(Contingency.from_matrix(_matrix(a, b)))


def _listed(labels: Int64) -> str:
    """A partition as its groups of object numbers: 12|3.

    >>> _listed(np.array([0, 0, 1]))
    '1 2|3'
    """
    groups = [np.flatnonzero(labels == group) + 1 for group in range(labels.max() + 1)]
    return "|".join(" ".join(map(str, group)) for group in groups)
