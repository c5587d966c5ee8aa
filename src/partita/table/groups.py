"""How many classes and clusters a table has, told apart from single objects of noise."""

from __future__ import annotations

from typing import Any, NamedTuple

from numpy.typing import NDArray

from ..labels.records import unlabelled

Names = NDArray[Any]


class Groups(NamedTuple):
    """Numbers of classes and clusters, and of objects in none: noise, or without a label.

    Measures count such an object as a group of its own; words do not call it a cluster.

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
        text = counted(self.classes, "class", "classes")
        return text + _more(self.unlabeled, "unlabeled")

    @property
    def cluster_text(self) -> str:
        """The side of the prediction in words."""
        text = counted(self.clusters, "cluster", "clusters")
        return text + _more(self.unclustered, "unclustered")

    def __str__(self) -> str:
        return f"{self.class_text}, {self.cluster_text}"


def groups_of(classes: tuple[Names, Names], clusters: tuple[Names, Names]) -> Groups:
    """Count the groups of both sides from their names and sizes."""
    (rows, unlabeled), (columns, unclustered) = (_side(*side) for side in (classes, clusters))
    return Groups(rows, columns, unlabeled, unclustered)


def _side(names: Names, sizes: Names) -> tuple[int, int]:
    alone = unlabelled(names)
    if not alone.any():
        return len(names), 0
    many = int(alone.sum())
    objects = int(sizes[alone].sum()) if sizes.dtype.kind in "iu" else many
    return len(names) - many, objects


def counted(number: int, one: str, many: str) -> str:
    """A number of things.

    >>> counted(1, "class", "classes"), counted(12000, "class", "classes")
    ('1 class', '12,000 classes')
    """
    return f"{number:,} {one if number == 1 else many}"


def _more(objects: int, which: str) -> str:
    return f", {counted(objects, f'{which} object', f'{which} objects')}" if objects else ""
