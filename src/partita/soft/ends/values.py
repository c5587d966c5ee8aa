"""The value of a measure in one possible world, from a table or from sums over it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from ...base.errors import UndefinedError
from ..two_sides import from_sums

if TYPE_CHECKING:
    from ...base.arrays import Counts
    from ...measures.chosen import Chosen
    from ...measures.measure import Measure

Attained: TypeAlias = "tuple[float | None, Counts]"
"""A value, None if the measure is undefined, and the table that attains it."""


@dataclass(frozen=True, eq=False)
class Value:
    """A measure with its options; its value is None in worlds where it is undefined."""

    chosen: Chosen

    @property
    def measure(self) -> Measure:
        """The measure itself."""
        return self.chosen.measure

    def of(self, table: Counts) -> float | None:
        """Return the value of a table, with the truth in rows."""
        try:
            return self.chosen.of(from_sums.table_of(table))
        except UndefinedError:
            return None

    def of_squares(self, n: int, rows: int, columns: int, cells: int) -> float | None:
        """Return the value of a pair-counting measure from Σ a_i², Σ b_j² and Σ n_ij²."""
        if rows + columns == 2 * cells and self.measure.perfect is not None:
            return self.measure.perfect
        return self.read(from_sums.pair_counts(n, rows, columns, cells))

    def of_entropies(
        self, n: int, rows: float, columns: float, cells: float, groups: tuple[int, int]
    ) -> float | None:
        """Return the value of an information measure from the sums of t log t.

        If every group lies within a group of the other side, the sums are equal; otherwise they
        differ by at least 2 log 2. A threshold of 0.5 separates the cases whatever the rounding.
        """
        whole_rows, whole_columns = rows - cells < 0.5, columns - cells < 0.5
        if whole_rows and whole_columns and self.measure.perfect is not None:
            return self.measure.perfect
        cells = rows if whole_rows else columns if whole_columns else cells
        return self.read(from_sums.information(n, rows, columns, cells, *groups))

    def read(self, statistic: Any) -> float | None:
        """Return the value of a family statistic, not for perfect agreement."""
        try:
            return self.chosen.read(statistic)
        except UndefinedError:
            return None

    @property
    def source(self) -> str:
        """Which statistic of a table it reads; empty for the table itself."""
        return self.chosen.statistic

    @cached_property
    def reads_sums(self) -> bool:
        """Whether the measure is monotone in one sum over cells, given the margins."""
        own = self.measure
        known = (own.ours and own.margin_monotone) or own.margin_affine
        return known and own.reads in ("pairs", "information", "coding")
