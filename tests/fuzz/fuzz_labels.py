"""Fuzz target for labels: objects in any container are counted like in a dictionary, or rejected.

``python tools/fuzz.py`` runs it with atheris; the tests replay the kept inputs without.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from decimal import Decimal

import numpy as np
from choices import Source

import partita
from partita import Contingency, InputError, UndefinedError

MAKERS = (
    lambda s: int.from_bytes(s.take(1), "little"),
    lambda s: int.from_bytes(s.take(9), "little", signed=True),
    lambda s: s.take(3).decode("utf-8", "replace"),
    lambda s: s.take(2),
    lambda s: bool(s.below(2)),
    lambda s: float(np.frombuffer(s.take(8), "<f8")[0]),
    lambda _: None,
    lambda s: np.int16(s.below(500) - 250),
    lambda s: np.uint64(2**63 + s.below(3)),
    lambda s: np.str_(s.take(2).decode("latin-1")),
    lambda s: (s.below(3), "x"),
    lambda s: frozenset({s.below(3)}),
    lambda s: Decimal(s.below(5)) / 2,
    lambda s: dt.date(2000, 1, 1 + s.below(5)),
    lambda s: dt.datetime(2000, 1, 1, s.below(3)),
    lambda s: [s.below(3)],
    lambda s: np.float32(s.below(5) / 2),
    lambda s: complex(s.below(3)),
)


def _objects(labels):
    array = np.empty(len(labels), object)
    array[:] = labels
    return array


CONTAINERS = (list, tuple, _objects, np.array)


def side(source: Source, objects: int):
    """Labels by one or two makers, in some container."""
    kinds = [MAKERS[source.below(len(MAKERS))] for _ in range(1 + (source.below(4) == 0))]
    labels = [kinds[source.below(len(kinds))](source) for _ in range(objects)]
    wrap = CONTAINERS[source.below(len(CONTAINERS))]
    try:
        wrapped = wrap(labels)
    except (ValueError, TypeError, OverflowError):  # NumPy cannot make an array of them
        return labels, labels
    # Labels that NumPy converted count as they are after the conversion.
    return (wrapped.tolist() if isinstance(wrapped, np.ndarray) else labels), wrapped


def plain(label) -> bool:
    """Whether no container converts this label; NumPy converts the others."""
    return type(label) in (int, str, bool)


def run(data: bytes) -> None:
    """One input gives the table of a dictionary, or an error of partita."""
    source = Source(data)
    objects = 1 + source.below(40)
    (truth, one), (prediction, other) = side(source, objects), side(source, objects)
    missing = ("error", "drop", "singletons", "category", "other")[source.below(5)]
    try:
        table = Contingency.from_labels(one, other, missing=missing)
    except InputError:
        return
    counts = sorted(table.counts.tolist())
    assert sum(counts) == table.n <= objects
    if all(map(plain, truth)) and all(map(plain, prediction)):
        expected = Counter(zip(map(repr, truth), map(repr, prediction), strict=True))
        assert counts == sorted(expected.values())
    for name in ("rand", "v_measure", "purity", "maximum_matching", "adjusted_mutual_information"):
        m = partita.MEASURES[name]
        try:
            value = m.of(table)
        except UndefinedError:
            continue
        low, high = m.bounds
        assert low <= value <= high
        assert str(value) != "-0.0"
