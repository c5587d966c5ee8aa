"""Family statistics that few measures read: computed for a table when one of them is asked for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .arithmetic import exact
from .statistics import ElementOverlaps

if TYPE_CHECKING:
    from .arithmetic import Exact


class FurtherStatistics(ABC):
    """Statistics of a table beside those of the best known families."""

    _table: Any  # the kernel's CountTable or WeightTable, from which statistics are read

    @cached_property
    @abstractmethod
    def _objects(self) -> Exact:
        """Number of objects, or their total weight, as an exact number."""

    @cached_property
    def element_overlaps(self) -> ElementOverlaps:
        """How alike the two groups of an object are, summed over the objects."""
        return ElementOverlaps(self._objects, exact(self._table.squares_over_larger()))
