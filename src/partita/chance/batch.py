"""Many tables, many measures: the statistics of all tables first, then each formula on them.

A replicate is a table like any other. The kernel reads the family statistics of thousands of
tables in one call; the formulas are those of the measures, on the same statistics.
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

_WIDER = {"information": "expected_information"}
_MOST_OBJECTS = 3_000_000_000  # beyond, sums of squares leave int64 and tables are read singly


def at_size(s: Chosen, values: Any, objects: Any, n: int) -> Any:
    """Turn scores of tables of so many objects into those of n objects in the same shares.

    What counts objects or pairs grows with them; a table that lost or won some must not show
    that as an effect of which ones they were. Other measures keep their scores.
    """
    return values * (n / objects) ** s.measure.degree if s.measure.degree else values


def largest_value(measure: Measure, n: int) -> float:
    """Return a value that no table of n objects exceeds."""
    high, most = measure.bounds[1], measure.most
    return high if most is None else min(high, most * float(n) ** (measure.degree or 0))


def kernel_statistic(s: Chosen) -> str:
    """Return the statistic that the kernel reads for a measure; empty where it needs a table."""
    known = s.measure.ours and s.statistic in _BUILDERS
    return s.statistic if known else ""


@dataclass(frozen=True, slots=True)
class Tables:
    """Tables on common cells: one row of counts for each, zeros allowed."""

    rows: NDArray[np.int32]
    cols: NDArray[np.int32]
    counts: Int64
    shape: tuple[int, int]

    def __len__(self) -> int:
        return len(self.counts)

    def read(self, family: str, threads: int) -> tuple[Int64, Floats]:
        """Return the whole numbers and the reals of a family statistic, one row for each table."""
        return _resample.read_counts(
            self.rows, self.cols, self.counts, *self.shape, family, threads
        )

    def __iter__(self) -> Iterator[Contingency]:
        for counts in self.counts:
            kept = counts != 0
            yield plain_table(self.rows[kept], self.cols[kept], counts[kept], self.shape)


@dataclass(frozen=True, slots=True)
class TableLists:
    """Tables with cells of their own, end to end: those of table d begin at offsets[d]."""

    offsets: Int64
    rows: NDArray[np.int32]
    cols: NDArray[np.int32]
    counts: Int64
    shape: tuple[int, int]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def read(self, family: str, threads: int) -> tuple[Int64, Floats]:
        """Return the whole numbers and the reals of a family statistic, one row for each table."""
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
    """Make a table of sorted positive cells; its groups are numbered."""
    cells = np.array(rows), np.array(cols), np.array(counts)  # a table keeps its cells for itself
    return Contingency._build(cells, np.arange(shape[0]), np.arange(shape[1]))


def scores(chosen: Sequence[Chosen], tables: Tables | TableLists, threads: int = 0) -> Floats:
    """Return every measure on every table: one row per table, one column per measure."""
    out = np.empty((len(tables), len(chosen)))
    batched = objects_of(tables) <= _MOST_OBJECTS
    sources = [kernel_statistic(s) if batched else "" for s in chosen]
    numbers: dict[str, tuple[Int64, Floats]] = {}
    for source in dict.fromkeys(sources):
        columns = [k for k, own in enumerate(sources) if own == source]
        if source:
            # Rows of expected information begin with those of information: one reading for both.
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
    """Return the number of objects of the largest table, roughly."""
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
    """Turn rows of numbers into family statistics; the flag tells identical partitions."""
    build = _BUILDERS[source]
    for whole, real in zip(integers.tolist(), reals.tolist(), strict=True):
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
