"""Many measures on many tables: first the statistics of all tables, then the formulas.

The kernel computes the family statistics of thousands of tables in one call; the formulas are the
same as for a single table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from .. import _resample
from ..base.errors import UndefinedError
from ..statistics.coding import Coding
from ..statistics.information import ExpectedInformation, Information
from ..statistics.matching import Matching
from ..statistics.overlaps import Overlaps
from ..statistics.pairs import PairCounts
from ..table.contingency import Contingency

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from ..base.arrays import Floats, Int64
    from ..measures.chosen import Chosen
    from ..measures.measure import Measure

Row: TypeAlias = list[Any]

CHUNK = 1 << 21  # cells of drawn tables in memory at a time
_ROWS = 4096  # rows of numbers that are lists at a time
_WIDER = {"information": "expected_information"}
_MOST_OBJECTS = 3_000_000_000  # sums of squares of more objects overflow int64: read one by one


def at_size(s: Chosen, values: Any, objects: Any, n: int) -> Any:
    """Convert scores of tables with this many objects to scores of n objects in the same shares.

    A measure that counts objects or pairs grows with n. A table that lost or gained some objects
    must not show this growth as an effect of which ones they were. Other scores stay the same.
    """
    return values * (n / objects) ** s.measure.degree if s.measure.degree else values


def largest_value(measure: Measure, n: int) -> float:
    """Return a value that no table of n objects exceeds."""
    high, most = measure.bounds[1], measure.most
    return high if most is None else min(high, most * float(n) ** (measure.degree or 0))


def kernel_statistic(s: Chosen) -> str:
    """Return the statistic that the kernel reads for a measure; empty if it needs a table."""
    known = s.measure.ours and s.statistic in _BUILDERS
    return s.statistic if known else ""


@dataclass(frozen=True, slots=True)
class Tables:
    """Tables on common cells: one row of counts per table, zeros allowed."""

    rows: NDArray[np.int32]
    cols: NDArray[np.int32]
    counts: Int64
    shape: tuple[int, int]

    def __len__(self) -> int:
        return len(self.counts)

    def read(self, family: str, threads: int) -> tuple[Int64, Floats]:
        """Return the integers and the reals of a family statistic, one row per table."""
        return _resample.read_counts(
            self.rows, self.cols, self.counts, *self.shape, family, threads
        )

    def __iter__(self) -> Iterator[Contingency]:
        for counts in self.counts:
            kept = counts != 0
            yield plain_table(self.rows[kept], self.cols[kept], counts[kept], self.shape)


@dataclass(frozen=True, slots=True)
class TableLists:
    """Tables with their own cells, concatenated: table d begins at offsets[d]."""

    offsets: Int64
    rows: NDArray[np.int32]
    cols: NDArray[np.int32]
    counts: Int64
    shape: tuple[int, int]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def read(self, family: str, threads: int) -> tuple[Int64, Floats]:
        """Return the integers and the reals of a family statistic, one row per table."""
        return _resample.read_lists(
            self.offsets, self.rows, self.cols, self.counts, *self.shape, family, threads
        )

    def __iter__(self) -> Iterator[Contingency]:
        for first, last in zip(self.offsets[:-1], self.offsets[1:], strict=True):
            cells = self.rows[first:last], self.cols[first:last], self.counts[first:last]
            yield plain_table(*cells, self.shape)


def plain_table(
    rows: NDArray[np.int32], cols: NDArray[np.int32], counts: Int64, shape: tuple[int, int]
) -> Contingency:
    """Make a table of sorted positive cells whose groups are numbered."""
    cells = np.array(rows), np.array(cols), np.array(counts)  # a table owns its cells
    return Contingency._build(cells, np.arange(shape[0]), np.arange(shape[1]))


def scores(chosen: Sequence[Chosen], tables: Tables | TableLists, threads: int = 0) -> Floats:
    """Evaluate all measures on all tables: one row per table, one column per measure."""
    out = np.empty((len(tables), len(chosen)))
    batched = objects_of(tables) <= _MOST_OBJECTS
    sources = [kernel_statistic(s) if batched else "" for s in chosen]
    numbers: dict[str, tuple[Int64, Floats]] = {}
    for source in dict.fromkeys(sources):
        columns = [k for k, own in enumerate(sources) if own == source]
        if source:
            # rows of expected information begin with information: one reading for both
            wider = _WIDER.get(source, source)
            known = wider if wider in sources else source
            if known not in numbers:
                numbers[known] = tables.read(known, threads)
            read = list(statistics(source, *numbers[known]))
            for k in columns:
                out[:, k] = _values(chosen[k], read)
        else:
            for row, table in enumerate(tables):
                out[row, columns] = [chosen[k].of(table) for k in columns]
    return out


def objects_of(tables: Tables | TableLists) -> float:
    """Return the number of objects of the largest table, or more."""
    if isinstance(tables, TableLists):
        return float(tables.counts.sum(dtype=np.float64))
    return float(tables.counts.sum(axis=1, dtype=np.float64).max(initial=0.0))


def _values(s: Chosen, tables: list[tuple[bool, Any]]) -> list[float]:
    values = []
    for perfect, statistic in tables:
        try:
            values.append(s.read(statistic, perfect=perfect))
        except UndefinedError as error:
            raise UndefinedError(
                f"{error}; this happened on resampled table {len(values)} of {len(tables)}, so "
                f"{s.measure.name} cannot be resampled here"
            ) from None
    return values


def statistics(source: str, integers: Int64, reals: Floats) -> Iterator[tuple[bool, Any]]:
    """Turn rows of numbers into pairs: whether the partitions are identical, and the statistic."""
    build = _BUILDERS[source]
    for start in range(0, len(integers), _ROWS):
        part = slice(start, start + _ROWS)
        for whole, real in zip(integers[part].tolist(), reals[part].tolist(), strict=True):
            yield whole[1] == whole[2] == whole[3], build(whole, real)


def _pairs(whole: Row, _: Row) -> PairCounts:
    n, _cells, _classes, _clusters, cells, classes, clusters = whole
    return PairCounts.of_squares(n, classes, clusters, cells)


def _information(whole: Row, real: Row) -> Information:
    return Information(real[0], real[1], real[2], whole[0], whole[2], whole[3])


def _expected(whole: Row, real: Row) -> ExpectedInformation:
    return ExpectedInformation(_information(whole, real), real[3])


def _overlaps(whole: Row, real: Row) -> Overlaps:
    return Overlaps(whole[0], whole[2], whole[3], *whole[4:], *real)


def _matching(whole: Row, _: Row) -> Matching:
    return Matching(whole[0], whole[2], whole[3], whole[4], ())


def _coding(whole: Row, real: Row) -> Coding:
    return Coding(real[0], real[1] / whole[0], real[2] / whole[0])


_BUILDERS: dict[str, Callable[[Row, Row], Any]] = {
    "pairs": _pairs,
    "information": _information,
    "expected_information": _expected,
    "overlaps": _overlaps,
    "matching": _matching,
    "coding": _coding,
}
