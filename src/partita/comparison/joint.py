"""Several clusterings on the same draws of objects: what makes their differences comparable.

Objects with the same class and the same cluster in every clustering are one group. A bootstrap
draw is one multinomial draw on these groups, from which the table of every clustering follows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ..contingency import Contingency
from ..errors import InputError
from .counting import Counted
from .elements import cell_of_objects
from .requests import Request
from .sums import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray

Groups: TypeAlias = "tuple[list[NDArray[np.intp]], NDArray[np.int64]]"


def joint_scores(
    counted: Mapping[str, Counted],
    asked: Sequence[Request],
    *,
    draws: int,
    seed: int,
    threads: int | None = None,
) -> Floats:
    """Score bootstrap draws: an array of draws, clusterings and measures."""
    groups = joint_groups(counted)
    return scores_of_groups(counted, groups, asked, draws=draws, seed=seed, threads=threads)


def scores_of_groups(
    counted: Mapping[str, Counted],
    joint: Groups,
    asked: Sequence[Request],
    *,
    draws: int,
    seed: int,
    threads: int | None = None,
) -> Floats:
    """Score draws of the joint groups."""
    from ..inference.reading import whole_from
    from ..inference.resampling import CHUNK, bootstrap_tables
    from ..inference.scores import Tables, plain_table, scorer, scores

    draws = whole_from("draws", draws, 1)
    cells, counts = joint
    groups = len(counts)
    nowhere = np.zeros(groups, dtype=np.int32)
    whole = plain_table(nowhere, np.arange(groups, dtype=np.int32), counts, (1, groups))
    scorers = [scorer((one.measure, one.options)) for one in asked]
    places = [_sorted_groups(own) for own in cells]
    found = []
    step = max(1, CHUNK // groups)
    for start in range(0, draws, step):
        drawn = bootstrap_tables(
            whole, min(step, draws - start), seed, start=start, threads=threads
        ).counts
        by_clustering = []
        for (order, starts), one in zip(places, counted.values(), strict=True):
            table = one.table
            counts = np.add.reduceat(drawn[:, order], starts, axis=1)
            tables = Tables(table.rows, table.cols, counts, table.shape)
            by_clustering.append(scores(scorers, tables, threads or 0))
        found.append(np.stack(by_clustering, axis=1))
    return np.concatenate(found)


def joint_groups(counted: Mapping[str, Counted]) -> Groups:
    """Group the objects that are alike in all clusterings: cells by clustering, and sizes."""
    every = list(counted.values())
    _check_same_objects(counted)
    cells = [cell_of_objects(one) for one in every]
    key: NDArray[Any] = np.zeros(len(cells[0]), dtype=np.int64)
    for own, one in zip(cells, every, strict=True):
        combined = key * np.int64(one.table.nnz + 1) + (own + 1)
        key = np.unique(combined, return_inverse=True)[1].astype(np.int64)
    first = np.unique(key, return_index=True)[1]
    sizes = np.zeros(len(first), dtype=np.int64)
    weights = every[0].pair.weights
    np.add.at(sizes, key, np.int64(1) if weights is None else weights)
    kept = sizes > 0
    return [own[first][kept] for own in cells], sizes[kept]


def _sorted_groups(cell: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The joint groups in the order of a clustering's cells, and where each cell begins."""
    order = np.argsort(cell, kind="stable")
    return order, np.flatnonzero(np.diff(cell[order], prepend=-1))  # every cell has a group


def _check_same_objects(counted: Mapping[str, Counted]) -> None:
    """Paired draws need the same objects everywhere, and whole numbers of them."""
    first, *others = counted.values()
    if any(not isinstance(one.table, Contingency) for one in counted.values()):
        raise InputError(
            "resampling draws objects, and fractional weights are not counts of objects; "
            "use whole weights, or do without draws"
        )
    for name, one in zip(list(counted)[1:], others, strict=True):
        if _positions(one) != _positions(first):
            raise InputError(
                f"{name!r} and {next(iter(counted))!r} leave out different objects, so their "
                'scores cannot be paired; use "singletons" instead of "drop"'
            )


def _positions(one: Counted) -> bytes | None:
    return None if one.positions is None else one.positions.tobytes()
