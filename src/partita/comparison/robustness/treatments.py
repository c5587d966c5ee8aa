"""Tables with some clusters treated in another way: as one, as single objects, or left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ...labels.records import object_names, python_names, unlabeled
from ...table.contingency import AnyTable, Contingency
from ..advice.minus_one import noise_group

if TYPE_CHECKING:
    from numpy.typing import NDArray

Tables: TypeAlias = Mapping[str, AnyTable]
Marks: TypeAlias = "Callable[[AnyTable], NDArray[np.bool_]]"
Treatment: TypeAlias = "Callable[[Contingency, NDArray[np.bool_]], Contingency | None]"

MOST_NOISE = 2_000_000  # objects of all tables that become clusters of their own


def treatments(tables: Tables) -> Iterator[tuple[str, str, Tables]]:
    """What a treatment is about, its name, and the tables of all clusterings treated so.

    There are none without noise and without clusters of one object, and none for weights, which
    are no objects that could be noise. A treatment that leaves nothing of a table is left out.
    """
    counts = {name: table for name, table in tables.items() if isinstance(table, Contingency)}
    if len(counts) < len(tables):
        return
    noise = sum(objects_in(table, noise_of(table)) for table in counts.values())
    choices: list[tuple[str, str, Marks, Treatment]] = []
    if 0 < noise <= MOST_NOISE:
        choices += [("noise", choice, noise_of, treat) for choice, treat in NOISE.items()]
    if any(singletons_of(table).any() for table in counts.values()):
        choices.append(("singletons", "clusters of one object left out", singletons_of, left_out))
    for about, choice, marks, treat in choices:
        treated = _treated(counts, marks, treat)
        if treated is not None:
            yield about, choice, treated


def _treated(tables: Mapping[str, Contingency], marks: Marks, treat: Treatment) -> Tables | None:
    """The tables with the marked clusters treated; None if one cannot be treated so."""
    made: dict[str, AnyTable] = {}
    for name, table in tables.items():
        marked = marks(table)
        treated = treat(table, marked) if marked.any() else table
        if treated is None:
            return None
        made[name] = treated
    return made


def noise_of(table: AnyTable) -> NDArray[np.bool_]:
    """The clusters that are noise: single objects without a cluster, or the label -1."""
    marked = unlabeled(table.clusters)
    place = None if marked.any() else noise_group(table.clusters)
    if place is not None:
        marked[place] = True
    return marked


def singletons_of(table: AnyTable) -> NDArray[np.bool_]:
    """The clusters of a single object, except noise."""
    return np.asarray(table.cluster_sizes == 1, dtype=np.bool_) & ~noise_of(table)


def objects_in(table: Contingency, marked: NDArray[np.bool_]) -> int:
    """The number of objects in the marked clusters."""
    return int(table.counts[marked[table.cols]].sum())


def as_one_cluster(table: Contingency, marked: NDArray[np.bool_]) -> Contingency:
    """The marked clusters as one."""
    names = object_names([*python_names(table.clusters), "noise"])
    cols = np.where(marked[table.cols], len(marked), table.cols).astype(np.int32)
    return Contingency._build(
        Contingency._merge(table.rows, cols, table.counts), table.classes, names
    )


def as_single_objects(table: Contingency, marked: NDArray[np.bool_]) -> Contingency:
    """Each object of the marked clusters as a cluster of its own."""
    inside = marked[table.cols]
    objects = objects_in(table, marked)
    alone = np.repeat(table.rows[inside], table.counts[inside].astype(np.int64))
    first = len(marked)
    cells = (
        np.concatenate([table.rows[~inside], alone]),
        np.concatenate([table.cols[~inside], np.arange(first, first + objects, dtype=np.int32)]),
        np.concatenate([table.counts[~inside], np.ones(objects, dtype=np.int64)]),
    )
    names = object_names([*python_names(table.clusters), *range(objects)])
    return Contingency._build(Contingency._merge(*cells), table.classes, names)


def left_out(table: Contingency, marked: NDArray[np.bool_]) -> Contingency | None:
    """The table without the objects of the marked clusters; None if nothing is left."""
    kept = ~marked[table.cols]
    if not kept.any():
        return None
    cells = (table.rows[kept], table.cols[kept], table.counts[kept])
    return Contingency._build(Contingency._merge(*cells), table.classes, table.clusters)


NOISE: Mapping[str, Treatment] = {
    "noise as one cluster": as_one_cluster,
    "noise as single objects": as_single_objects,
    "noise left out": left_out,
}
