"""How well each of several clusterings finds each class: a table of classes by clusterings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...base.checks import whole_from
from ...labels.records import object_names, python_names, unlabeled
from ..counting.columns import Columns
from .diagnosis import best_matches

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ...table.contingency import AnyTable

FOUND = 0.5  # a clustering finds a class if some cluster matches it with an F of at least this


class _Match(NamedTuple):
    """A class in one clustering: its size there, and the cluster that matches it best."""

    name: Any
    size: float
    prediction: str
    match: Any
    f: float


def class_matrix(tables: Mapping[str, AnyTable], limit: int | None = None) -> Columns:
    """A row per class and clustering: the cluster that matches the class best, by F.

    Columns: class, size, prediction, match (a cluster) and f (its F); best (the largest F of the
    class in any clustering) and missed (whether that is below 0.5, so no clustering finds the
    class). The hardest class is first, clusterings are in the order given. `limit` keeps the
    classes with the most objects that no cluster accounts for, size · (1 - best).
    """
    if limit is not None:
        limit = whole_from("limit", limit, 1)
    classes: dict[Any, list[_Match]] = {}
    for prediction, table in tables.items():
        for one in _matches(prediction, table):
            classes.setdefault(one.name, []).append(one)
    shown = [(best, one) for best, own in _hardest_first(classes.values(), limit) for one in own]
    bests = np.array([best for best, _ in shown], dtype=np.float64)
    return Columns(
        {
            "class": object_names(one.name for _, one in shown),
            "size": np.array([one.size for _, one in shown]),
            "prediction": object_names(one.prediction for _, one in shown),
            "match": object_names(one.match for _, one in shown),
            "f": np.array([one.f for _, one in shown], dtype=np.float64),
            "best": bests,
            "missed": bests < FOUND,
        }
    )


def _matches(prediction: str, table: AnyTable) -> Iterator[_Match]:
    """The best match of each class of one table; single objects without a class are left out."""
    match, f = best_matches(table)
    named = ~unlabeled(table.classes)
    columns = (
        python_names(table.classes[named]),
        table.class_sizes[named].tolist(),
        python_names(match[named]),
        f[named].tolist(),
    )
    for name, size, cluster, value in zip(*columns, strict=True):
        yield _Match(name, size, prediction, cluster, value)


def _hardest_first(
    classes: Iterable[list[_Match]], limit: int | None
) -> list[tuple[float, list[_Match]]]:
    """Each class with its largest F, the smallest first; if equal, the largest class first."""
    found = [(max(one.f for one in own), own) for own in classes]
    if limit is not None:
        found = sorted(found, key=lambda item: item[1][0].size * (item[0] - 1))[:limit]
    return sorted(found, key=lambda item: (item[0], -item[1][0].size))
