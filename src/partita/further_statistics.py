"""Family statistics that few measures read: computed for a table when one of them is asked for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from .late import kept
from .statistics import ElementOverlaps

if TYPE_CHECKING:
    from .arithmetic import Exact


class FurtherStatistics(ABC):
    """Statistics of a table beside those of the best known families."""

    _table: Any  # the kernel's CountTable or WeightTable, from which statistics are read
    _ratios: ClassVar[Callable[..., Exact]]  # reads a sum of ratios

    @kept
    @abstractmethod
    def _objects(self) -> Exact:
        """Number of objects, or their total weight, as an exact number."""

    @kept
    def element_overlaps(self) -> ElementOverlaps:
        """How alike the two groups of an object are, summed over the objects."""
        return ElementOverlaps(self._objects, self._ratios(self._table.squares_over_larger()))
