"""Batches of objects that arrived one after the other: by number, by name, in whole groups."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.errors import InputError
from ...base.wording import show
from ...labels import read_complete
from ...labels.records import from_zero

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ..sampling.objects import Objects, Units

_GROWTH = 0.05  # more units from look to look, if nothing else is asked


def in_steps(
    objects: Objects, units: Units | None, step: int | None, start: int
) -> Iterator[tuple[None, NDArray[np.intp]]]:
    """Return the places of the objects of each batch, from look to look."""
    if units is not None:  # by the first object of each group
        _, first, number = np.unique(units.codes, return_index=True, return_inverse=True)
        rank = np.argsort(np.argsort(first))[number]
        order, arrived = np.argsort(rank, kind="stable"), np.sort(rank) + 1
    else:
        order = np.arange(len(objects.truth))
        arrived = order + 1 if objects.weights is None else np.cumsum(objects.weights)
    total = int(arrived[-1]) if len(arrived) else 0
    done, goal = 0, step or start
    while done < len(order):
        end = int(np.searchsorted(arrived, min(goal, total), side="left"))
        end = int(np.searchsorted(arrived, arrived[end], side="right"))
        yield None, order[done:end]
        done = end
        if end < len(order):
            reached = int(arrived[end - 1])
            goal = goal + step if step else max(reached + 1, ceil(reached * (1 + _GROWTH)))
            goal = max(goal, reached + 1)


def in_batches(objects: Objects, batches: Any) -> Iterator[tuple[Any, NDArray[np.intp]]]:
    """Return the name and the places of the objects of each batch."""
    read = read_complete(batches, "batches")
    every, names = from_zero(read), read.names
    if len(every) <= int(objects.kept.max(initial=-1)):
        raise InputError(f"batches must have one entry for each object; it has {len(every)}")
    starts = np.flatnonzero(np.diff(every, prepend=-1))
    seen = every[starts]
    if len(np.unique(seen)) < len(seen):
        again = next(k for k, one in enumerate(seen.tolist()) if one in seen[:k])
        raise InputError(
            f"batches[{int(starts[again])}] is {show(names[seen[again]])}, which came before: "
            "objects must be in order of arrival, batch after batch"
        )
    own = every[objects.kept]
    for code in seen.tolist():
        yield _plain(names[code]), np.flatnonzero(own == code)


def _plain(name: Any) -> Any:
    return name.item() if isinstance(name, np.generic) else name
