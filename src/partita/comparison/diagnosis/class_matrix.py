"""How well each of several clusterings finds each class: a table of classes by clusterings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...base.arrays import Floats
from ...base.checks import whole_from
from ...labels.records import object_names, python_names, unlabeled
from ..counting.columns import Columns
from .diagnosis import best_matches

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from ...table.contingency import AnyTable

FOUND = 0.5  # a clustering finds a class if some cluster matches it with an F of at least this


class _Matches(NamedTuple):
    """The classes of one clustering: names, numbers, sizes, and the cluster of the best F."""

    names: NDArray[Any]
    numbers: NDArray[np.intp]
    sizes: NDArray[Any]
    match: NDArray[Any]
    f: Floats


def class_matrix(tables: Mapping[str, AnyTable], limit: int | None = None) -> Columns:
    """A row per class and clustering: the cluster that matches the class best, by F.

    Columns: class, size, prediction, match (a cluster) and f (its F); best (the largest F of the
    class in any clustering) and missed (whether that is below 0.5, so no clustering finds the
    class). The hardest class is first, clusterings are in the order given. `limit` keeps the
    classes with the most objects that no cluster accounts for, size · (1 - best).
    """
    known: dict[Any, int] = {}  # a number for each class
    found = [_matches(table, known) for table in tables.values()]
    names, numbers, sizes, match, f = (
        _joined([one[place] for one in found]) for place in range(len(_Matches._fields))
    )
    predictions = object_names(name for name, one in zip(tables, found, strict=True) for _ in one.f)
    best, size = np.zeros(len(known)), np.zeros(len(known))
    np.maximum.at(best, numbers, f)
    np.maximum.at(size, numbers, sizes)
    turn = np.empty(len(known), dtype=np.intp)
    turn[np.lexsort((-size, best))] = np.arange(len(known))
    rows = np.argsort(turn[numbers], kind="stable")
    if limit is not None:
        most = np.lexsort((turn, size * (best - 1)))[: whole_from("limit", limit, 1)]
        rows = rows[np.isin(numbers[rows], most)]
    own = best[numbers[rows]]
    return Columns(
        {
            "class": names[rows], "size": sizes[rows], "prediction": predictions[rows],
            "match": match[rows], "f": f[rows], "best": own, "missed": own < FOUND,
        }
    )  # fmt: skip


def _matches(table: AnyTable, known: dict[Any, int]) -> _Matches:
    """The best matches of one table; single objects without a class are left out."""
    match, f = best_matches(table)
    named = ~unlabeled(table.classes)
    names = python_names(table.classes[named])
    numbers = np.fromiter((known.setdefault(name, len(known)) for name in names), np.intp)
    clusters = object_names(python_names(match[named]))
    return _Matches(object_names(names), numbers, table.class_sizes[named], clusters, f[named])


def _joined(arrays: list[NDArray[Any]]) -> NDArray[Any]:
    return np.concatenate(arrays) if arrays else np.empty(0, dtype=np.intp)
