"""A hard side against a soft side: what the margin program of the kernel takes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...base.arrays import Counts, Floats, Index


class MarginProblem(NamedTuple):
    """The certain objects as a table, and the others in groups of one class and one row.

    Rows are the classes of the hard side, columns the clusters of the soft side.
    """

    base: Counts  # (classes, clusters): the certain objects
    group_class: Index
    group_options: Floats  # (groups, clusters): probabilities, possibilities, or 0 and 1
    group_size: Counts
    swapped: bool  # whether the hard side is the prediction, so that measures read the transpose

    @property
    def arrays(self) -> tuple[Counts, Index, Floats, Counts]:
        """What every function of the kernel takes first."""
        fields = (self.base, self.group_class, self.group_options, self.group_size)
        return tuple(map(np.ascontiguousarray, fields))  # type: ignore[return-value]

    @property
    def classes(self) -> int:
        """Number of classes of the hard side."""
        return len(self.base)

    @property
    def clusters(self) -> int:
        """Number of clusters of the soft side."""
        return int(self.base.shape[1])

    @property
    def uncertain(self) -> int:
        """Number of uncertain objects."""
        return int(self.group_size.sum())

    @property
    def objects(self) -> int:
        """Number of objects."""
        return int(self.base.sum()) + self.uncertain

    @property
    def class_sizes(self) -> Counts:
        """Sizes of the classes that have objects."""
        sizes = self.base.sum(axis=1)
        np.add.at(sizes, self.group_class, self.group_size)
        return np.asarray(sizes[sizes > 0], dtype=np.int64)
