"""The cells of a contingency table, ordered for drawing: clusters follow their classes."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.checks import whole_from
from ...base.wording import number_of
from ...labels.records import object_names, python_names, unlabeled
from ...table.contingency import AnyTable
from ..counting.columns import Columns

Places = NDArray[np.intp]


class _Side(NamedTuple):
    """The lines of one side: the line of each group, and the name and size of each line."""

    line: Places
    names: NDArray[Any]
    sizes: NDArray[Any]
    shown: int  # lines that hold one group


def matched_cells(table: AnyTable, limit: int = 40) -> Columns:
    """A row per non-empty cell: class, cluster, count, and the place of the cell.

    `row` and `column` number the lines of the drawn table. Classes go from the largest to the
    smallest. Each cluster is with the class that it mostly holds, so that the pieces of a split
    class are neighbors, the largest first, and agreement runs from the upper left to the lower
    right. Objects that are noise or unlabeled share one line. Beyond `limit` lines the last line
    adds up the others: the smallest classes, and the clusters that hold the least of the
    classes shown; `others` marks its cells. `class_share` and `cluster_share` are the shares of
    the class and of the cluster that are in the cell.
    """
    limit = whole_from("limit", limit, 2)
    table = _merge_noise(table)
    classes = _side(_class_order(table), table.classes, table.class_sizes, limit)
    order = _cluster_order(table, classes.line, classes.shown, limit)
    clusters = _side(order, table.clusters, table.cluster_sizes, limit)
    width = len(clusters.names)
    keys, place = np.unique(
        classes.line[table.rows] * width + clusters.line[table.cols], return_inverse=True
    )
    counts = np.zeros(len(keys), dtype=table.class_sizes.dtype)
    np.add.at(counts, place, table.counts.astype(counts.dtype))
    row, column = keys // width, keys % width
    class_size, cluster_size = classes.sizes[row], clusters.sizes[column]
    return Columns(
        {
            "class": classes.names[row],
            "cluster": clusters.names[column],
            "count": counts,
            "row": row,
            "column": column,
            "class_size": class_size,
            "cluster_size": cluster_size,
            "others": (row >= classes.shown) | (column >= clusters.shown),
            "class_share": counts.astype(np.float64) / class_size.astype(np.float64),
            "cluster_share": counts.astype(np.float64) / cluster_size.astype(np.float64),
        }
    )


def _merge_noise(table: AnyTable) -> AnyTable:
    """Merge the single objects of noise into the last line of each side."""
    known = table.groups
    if not known.unlabeled and not known.unclustered:
        return table
    values = [getattr(table, name) for name in type(table)._values]
    rows, classes = _merge_groups(table.rows, table.classes, known.unlabeled, "unlabeled")
    cols, clusters = _merge_groups(table.cols, table.clusters, known.unclustered, "unclustered")
    return table._build(type(table)._merge(rows, cols, *values), classes, clusters)


def _merge_groups(
    places: NDArray[np.int32], names: NDArray[Any], objects: int, which: str
) -> tuple[NDArray[np.int32], NDArray[Any]]:
    """The groups with all noise in one last group, and their names."""
    alone = unlabeled(names)
    title = _Noise(number_of(objects, f"{which} object", f"{which} objects"))
    moved = np.where(alone[places], np.int32(len(names)), places).astype(np.int32)
    return moved, object_names([*python_names(names), title])


class _Noise(str):
    """The title of the line of noise, which is not a group."""

    __slots__ = ()


def _class_order(table: AnyTable) -> Places:
    """Classes from the largest to the smallest."""
    sizes = table.class_sizes.astype(np.float64)
    return np.lexsort((np.arange(len(sizes)), -sizes, _is_noise(table.classes)))


def _is_noise(names: NDArray[Any]) -> NDArray[np.bool_]:
    found = np.zeros(len(names), dtype=np.bool_)
    found[-1] = isinstance(names[-1], _Noise)
    return found


def _cluster_order(table: AnyTable, line: Places, shown: int, limit: int) -> Places:
    """Clusters by the class that they mostly hold, and in each class by the size of that piece."""
    counts = table.counts.astype(np.float64)
    sizes = table.cluster_sizes.astype(np.float64)
    kept = line[table.rows] < shown
    order = np.lexsort((line[table.rows], -counts, table.cols))
    numbers = np.arange(len(sizes))
    top = order[np.searchsorted(table.cols[order], numbers)]
    rest = np.zeros(len(sizes), dtype=bool)
    if len(sizes) > limit:  # show the clusters that hold the largest pieces of the classes shown
        piece = np.zeros(len(sizes))
        np.maximum.at(piece, table.cols[kept], counts[kept])
        rest[np.lexsort((numbers, -sizes, -piece))[limit - 1 :]] = True
    own = line[table.rows[top]]
    return np.lexsort((numbers, -sizes, -counts[top], own, _is_noise(table.clusters), rest))


def _side(order: Places, names: NDArray[Any], sizes: NDArray[Any], limit: int) -> _Side:
    """Lines in this order; beyond the limit the last line holds all others."""
    shown = len(order) if len(order) <= limit else limit - 1
    line = np.empty(len(order), dtype=np.intp)
    line[order] = np.minimum(np.arange(len(order)), shown)
    titles = np.empty(min(len(order), shown + 1), dtype=object)
    titles[:shown] = names[order[:shown]]
    totals = np.zeros(len(titles), dtype=sizes.dtype)
    np.add.at(totals, line, sizes)
    if shown < len(order):
        titles[shown] = f"{len(order) - shown:,} others"
    return _Side(line, titles, totals, shown)
