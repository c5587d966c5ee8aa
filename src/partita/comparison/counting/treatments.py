"""Tables with some clusters treated in another way: as one, as single objects, or left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from ...labels.minus_one import noise_group
from ...labels.records import object_names, python_names, unlabeled
from ...table.contingency import AnyTable, Contingency

if TYPE_CHECKING:
    from numpy.typing import NDArray

Tables: TypeAlias = Mapping[str, AnyTable]
Marks: TypeAlias = "Callable[[AnyTable], NDArray[np.bool_]]"

MOST_NOISE = 2_000_000  # objects of all tables that become clusters of their own


class Treated(NamedTuple):
    """A table after a treatment, and where the cells of the table before it went."""

    table: Contingency
    cells: NDArray[np.intp]  # of each cell before: its cell now, or one of several; -1 if left out


class Treatment(NamedTuple):
    """What can be done with noise: the words for it, and the table that results."""

    words: str
    apply: Callable[[Contingency, NDArray[np.bool_]], Treated | None]  # None if nothing is left


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
        choices += [("noise", f"noise {one.words}", noise_of, one) for one in NOISE.values()]
    if any(singletons_of(table).any() for table in counts.values()):
        words = "clusters of one object left out"
        choices.append(("singletons", words, singletons_of, NOISE["drop"]))
    for about, choice, marks, treatment in choices:
        treated = {name: treat(table, marks(table), treatment) for name, table in counts.items()}
        made = {name: one.table for name, one in treated.items() if one is not None}
        if len(made) == len(counts):
            yield about, choice, made


def treat(table: Contingency, marked: NDArray[np.bool_], treatment: Treatment) -> Treated | None:
    """The table with the marked clusters treated; None if nothing is left of it."""
    if not marked.any():
        return Treated(table, np.arange(table.nnz))
    return treatment.apply(table, marked)


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


def _as_one_cluster(table: Contingency, marked: NDArray[np.bool_]) -> Treated:
    names = object_names([*python_names(table.clusters), "noise"])
    cols = np.where(marked[table.cols], len(marked), table.cols)
    keys, cells = np.unique(table.rows * np.int64(len(names)) + cols, return_inverse=True)
    counts = np.zeros(len(keys), dtype=table.counts.dtype)
    np.add.at(counts, cells, table.counts)
    rows, cols = np.divmod(keys, len(names))
    sorted_cells = rows.astype(np.int32), cols.astype(np.int32), counts
    return Treated(Contingency._build(sorted_cells, table.classes, names), cells)


def _as_single_objects(table: Contingency, marked: NDArray[np.bool_]) -> Treated:
    inside = marked[table.cols]
    times = np.where(inside, table.counts, 1).astype(np.int64)
    starts = np.cumsum(times) - times
    own = np.repeat(np.arange(table.nnz), times)  # the cell of each new cell
    cols, counts = table.cols[own].astype(np.int32), table.counts[own].astype(np.int64)
    alone = inside[own]
    objects = int(alone.sum())
    cols[alone], counts[alone] = len(marked) + np.arange(objects, dtype=np.int32), 1
    order = np.lexsort((cols, table.rows[own]))
    place = np.empty(len(order), dtype=np.intp)
    place[order] = np.arange(len(order))
    names = object_names([*python_names(table.clusters), *range(objects)])
    cells = table.rows[own][order], cols[order], counts[order]
    return Treated(Contingency._build(cells, table.classes, names), place[starts])


def _left_out(table: Contingency, marked: NDArray[np.bool_]) -> Treated | None:
    kept = ~marked[table.cols]
    if not kept.any():
        return None
    cells = table.rows[kept], table.cols[kept], table.counts[kept]
    made = Contingency._build(cells, table.classes, table.clusters)
    return Treated(made, np.where(kept, np.cumsum(kept) - 1, -1))


NOISE: Mapping[str, Treatment] = {  # by the value of noise_as
    "cluster": Treatment("as one cluster", _as_one_cluster),
    "singletons": Treatment("as single objects", _as_single_objects),
    "drop": Treatment("left out", _left_out),
}
