"""The groups of a table: their numbers, not counting noise, and those that have objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..base.arrays import Index
from ..base.wording import number_of
from ..labels.records import unlabeled
from .group_names import Names

if TYPE_CHECKING:
    from numpy.typing import NDArray


_BLOCK = 1 << 20


class Groups(NamedTuple):
    """Numbers of classes and clusters, and of objects without one: noise, or without a label.

    Measures count such an object as a group of its own; sentences do not call it a cluster.

    >>> print(Groups(5, 5))
    5 classes, 5 clusters
    >>> print(Groups(5, 1, unclustered=41))
    5 classes, 1 cluster, 41 unclustered objects
    >>> print(Groups(2, 3, unlabeled=1))
    2 classes, 1 unlabeled object, 3 clusters
    """

    classes: int
    clusters: int
    unlabeled: int = 0  # objects of the truth
    unclustered: int = 0  # objects of the prediction

    @property
    def class_text(self) -> str:
        """The side of the truth in words."""
        text = number_of(self.classes, "class", "classes")
        return text + _more(self.unlabeled, "unlabeled")

    @property
    def cluster_text(self) -> str:
        """The side of the prediction in words."""
        text = number_of(self.clusters, "cluster", "clusters")
        return text + _more(self.unclustered, "unclustered")

    @property
    def numbers(self) -> dict[str, float]:
        """The numbers as evidence; unlabeled and unclustered objects only if there are any.

        >>> Groups(5, 4, unclustered=2).numbers
        {'classes': 5.0, 'clusters': 4.0, 'unclustered': 2.0}
        """
        numbers = {name: float(value) for name, value in self._asdict().items()}
        return {name: value for name, value in numbers.items() if value or name[:2] == "cl"}

    def __str__(self) -> str:
        return f"{self.class_text}, {self.cluster_text}"


def groups_of(classes: tuple[Names, Names], clusters: tuple[Names, Names]) -> Groups:
    """Count the groups of both sides from their names and sizes."""
    (rows, unlabeled), (columns, unclustered) = (_side(*side) for side in (classes, clusters))
    return Groups(rows, columns, unlabeled, unclustered)


def _side(names: Names, sizes: Names) -> tuple[int, int]:
    alone = unlabeled(names)
    if not alone.any():
        return len(names), 0
    many = int(alone.sum())
    objects = int(sizes[alone].sum()) if sizes.dtype.kind in "iu" else many
    return len(names) - many, objects


def _more(objects: int, which: str) -> str:
    return f", {number_of(objects, f'{which} object', f'{which} objects')}" if objects else ""


def occupied(index: Index, names: Names) -> tuple[Index, Names]:
    """Renumber the groups that have an object, keeping their order."""
    seen = np.zeros(len(names), dtype=bool)
    seen[index] = True
    if seen.all():
        return index, names
    number = np.cumsum(seen, dtype=np.int32) - np.int32(1)
    renumbered = index if index.flags.writeable else index.copy()
    for start in range(
        0, len(index), _BLOCK
    ):  # in place, because the cells may be most of the memory
        block = slice(start, start + _BLOCK)
        renumbered[block] = number[index[block]]
    return renumbered, names[seen]


def picked(names: Names, groups: Index) -> Names:
    """Return names[groups], block by block, so that Ctrl-C works in between."""
    found = np.empty(len(groups), names.dtype)
    for start in range(0, len(groups), _BLOCK):
        block = slice(start, start + _BLOCK)
        found[block] = names[groups[block]]
    return found


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """Make an array read-only and return it."""
    array.flags.writeable = False
    return array
