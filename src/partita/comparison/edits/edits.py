"""Find the edits that improve a measure most: merge two clusters, split one, or move a piece.

An edit touches two columns of the table, so its effect on the sums behind a measure is cheap to
compute: one number per cell for splits and moves, one per class and pair of its clusters for
merges. The best edits by these sums are then applied to the table, and the measure is read exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from ...base.checks import whole_from
from ...base.errors import UndefinedError
from ...labels.records import python_names
from ...results import Edit, Edits
from .shifts import Shifts, merges, moves, splits
from .shortlist import estimated_gains

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...measures.chosen import Chosen
    from ...table.contingency import AnyTable

_CHECKED = 30  # edits that are applied, at least


@dataclass(frozen=True, slots=True)
class Candidate:
    """An edit by columns of the table, and the row of the piece that moves."""

    kind: Literal["merge", "split", "move"]
    cluster: int
    target: int = -1  # merged with, or moved to
    group: int = -1  # class of the piece


def edits(table: AnyTable, chosen: Chosen, limit: int = 10) -> Edits:
    """The edits that improve the measure, the best first; gains are exact.

    They are merges of two clusters that share a class, splits of a cluster into its classes (the
    most that clustering it again can gain), and moves of the objects of one class from a cluster
    to the cluster that holds most of that class.
    """
    limit = whole_from("limit", limit, 1)
    now = chosen.of(table)
    found = []
    for one in _shortlist(table, chosen, max(_CHECKED, 2 * limit)):
        try:
            value = chosen.of(apply_edit(table, one))
        except UndefinedError:
            continue  # without a value there is no gain
        gain = chosen.sign * (value - now)
        if gain > 0:
            found.append(_edit(table, one, gain, value, chosen.label))
    found.sort(key=lambda edit: -edit.gain)  # stable: merges before splits before moves
    return Edits(found[:limit])


def _shortlist(table: AnyTable, chosen: Chosen, size: int) -> Iterator[Candidate]:
    """The candidates with the largest estimated gain, merges before splits before moves."""
    kinds = merges(table), splits(table), moves(table)
    gains = [estimated_gains(table, kind, chosen) for kind in kinds]
    if not any(map(len, gains)):
        return
    every = np.concatenate(gains)
    floor = np.sort(every)[-min(size, len(every))]
    for kind, gain in zip(kinds, gains, strict=True):
        above = np.flatnonzero(gain >= floor)
        for place in above[np.argsort(-gain[above], kind="stable")][:size].tolist():
            yield candidate_at(kind, place)


def candidate_at(shifts: Shifts, place: int) -> Candidate:
    """One of the edits of a kind."""
    columns = shifts.clusters, shifts.targets, shifts.groups
    return Candidate(shifts.kind, *(int(column[place]) for column in columns))


def apply_edit(table: AnyTable, edit: Candidate) -> AnyTable:
    """The table of the edited clustering; clusters of a split are named by numbers."""
    cols, clusters = table.cols.copy(), table.clusters
    if edit.kind == "merge":
        cols[cols == edit.cluster] = edit.target
    elif edit.kind == "move":
        cols[(cols == edit.cluster) & (table.rows == edit.group)] = edit.target
    else:
        inside = cols == edit.cluster
        new = len(clusters) + np.arange(inside.sum(), dtype=np.int32)
        cols[inside] = new
        clusters = np.arange(len(clusters) + len(new)).astype(object)
    values = [getattr(table, name) for name in type(table)._values]
    return table._build(type(table)._merge(table.rows, cols, *values), table.classes, clusters)


def _edit(table: AnyTable, edit: Candidate, gain: float, value: float, label: str) -> Edit:
    inside = table.cols == edit.cluster
    if edit.kind == "split":
        clusters, rows = [edit.cluster], table.rows[inside]
    elif edit.kind == "merge":
        clusters = sorted((edit.cluster, edit.target))
        rows = np.intersect1d(table.rows[inside], table.rows[table.cols == edit.target])
    else:
        clusters, rows = [edit.cluster, edit.target], np.array([edit.group])
    return Edit(
        edit.kind,
        tuple(python_names(table.clusters[clusters])),
        tuple(python_names(table.classes[rows])),
        gain,
        label,
        value,
    )
