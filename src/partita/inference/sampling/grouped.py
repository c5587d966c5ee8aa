"""Tables by group, as `tabulate(..., groups=...)` gives them, for the bootstrap over groups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...base.errors import InputError
from ...labels import Unlabeled, label_key
from ...table.contingency import Contingency
from .pairing import PairedGroups
from .samples import GroupSample


def group_sample(tables: Mapping[Any, Any]) -> GroupSample:
    """Return what a draw of whole groups needs: the table of all, and what each group adds to it.

    Parameters
    ----------
    tables
        A table of counts for each group (donor, document), one prediction. The order of the
        groups is that of their names, as for labels in memory.
    """
    from scipy.sparse import csr_array

    if len(tables) < 2:
        raise InputError("groups must name at least two groups; with one nothing varies")
    for name, table in tables.items():
        if not isinstance(table, Contingency):
            raise InputError(
                f"group {name!r} is a {type(table).__name__}: resampling draws objects, so weights "
                "must be whole numbers"
            )
    ordered = [tables[name] for name in in_order(tables)]
    total = _sum(ordered)
    classes, clusters = _places(total.classes), _places(total.clusters)
    width = len(total.clusters)
    keys = total.rows.astype(np.int64) * width + total.cols
    units, cells, counts = [], [], []
    for unit, table in enumerate(ordered):
        rows = np.array([classes[_key(name)] for name in table.classes])[table.rows]
        cols = np.array([clusters[_key(name)] for name in table.clusters])[table.cols]
        cells.append(np.searchsorted(keys, rows * width + cols))
        units.append(np.full(table.nnz, unit))
        counts.append(table.counts)
    entries = np.concatenate(counts), (np.concatenate(units), np.concatenate(cells))
    return GroupSample(total, csr_array(entries, shape=(len(ordered), total.nnz)))


def paired_groups(tables: Any) -> PairedGroups:
    """Return what the same draws of groups need for two clusterings: tables by group of each.

    Parameters
    ----------
    tables
        A pair, or a mapping with two entries: for a and for b a mapping from group to table.
    """
    sides = list(tables.values()) if isinstance(tables, Mapping) else list(tables)
    if len(sides) > 2 and all(isinstance(one, Mapping) for one in sides):
        raise InputError(
            f"table holds tables by group of {len(sides)} clusterings, and a difference is of two: "
            "pass two of them, or rank all with partita.compare(table=...).ranks()"
        )
    if len(sides) != 2 or not all(isinstance(one, Mapping) for one in sides):
        raise InputError(
            "table must hold tables by group of two clusterings, as tabulate(source, truth, "
            "[a, b], groups=...) returns them: tables of all objects have forgotten which of "
            "them are the same. Without groups, count truth × a × b and pass the counts as weights="
        )
    odd = set(sides[0]) ^ set(sides[1])
    if odd:
        raise InputError(f"group {next(iter(odd))!r} has a table of one clustering only")
    for group, table in sides[0].items():
        if table.n != sides[1][group].n:
            raise InputError(
                f"group {group!r} has {table.n} objects in a and {sides[1][group].n} in b: both "
                "must be labeled in the same objects"
            )
    return unmatched(*map(group_sample, sides))


def unmatched(a: GroupSample, b: GroupSample) -> PairedGroups:
    """Return a pair of which only the groups are known to be the same, not the objects.

    Whether the clusterings are one and the same is not known; that they differ is the safe side.
    """
    first = np.arange(a.table.nnz) if a.table.shape[1] > 1 else np.zeros(b.table.nnz, np.int64)
    second = np.zeros(len(first), np.int64) if a.table.shape[1] > 1 else np.arange(b.table.nnz)
    return PairedGroups(a, b, first, second)


def in_order(names: Mapping[Any, Any]) -> list[Any]:
    """Return names in ascending order, or as they come where they have none."""
    try:
        return sorted(names)
    except TypeError:
        return list(names)


def _sum(tables: list[Contingency]) -> Contingency:
    """Add by halves, so that small tables are added to small ones."""
    if len(tables) == 1:
        return tables[0]
    middle = len(tables) // 2
    return _sum(tables[:middle]) + _sum(tables[middle:])


def _places(names: Any) -> dict[Any, int]:
    return {_key(name): place for place, name in enumerate(names)}


def _key(name: Any) -> Any:
    return id(name) if isinstance(name, Unlabeled) else label_key(name)
