"""What is resampled, for one clustering or for several: objects, or groups of objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

import numpy as np

from ...base.errors import InputError
from ...inference.sampling.cluster_order import ordered_together
from ...inference.sampling.given_tables import table_from
from ...inference.sampling.objects import distinct_values, sum_by_place
from ...inference.sampling.samples import GroupSample, ObjectSample, grouped, object_sample
from ...table.contingency import Contingency
from ..counting.counting import Counted
from .joint import Joint, JointBlocks, JointGroups, JointObjects

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_KINDS = 50_000  # beyond, a draw of kinds costs more than a draw of blocks
BLOCKS = 1000  # the spread of the draws is then right within 1/√(2·1000), about 2%


def sample_of(one: Counted) -> ObjectSample | GroupSample:
    """What is resampled for the interval of one clustering."""
    table = table_from(None, None, one.table)  # refuses fractional weights
    return object_sample(table) if one.units is None else _group_sample(one)[0]


def joint_sample(counted: Mapping[str, Counted]) -> Joint:
    """What is resampled for several clusterings at once."""
    check_paired(counted)
    every = list(counted.values())
    if every[0].units is not None:
        samples, cells, counts = zip(*map(_group_sample, every), strict=True)
        return JointGroups(samples, cells if every[0].matches else None, counts[0])
    weights = every[0].pair.weights
    weighs = slice(None) if weights is None else weights > 0
    weights = None if weights is None else weights[weighs]
    given = [cast("Contingency", one.table) for one in every]
    tables, own_cells = ordered_together(given, [one.cells[weighs] for one in every], weights)
    # Copies of one object must stay together, so weighted objects are never split into blocks.
    most = MOST_KINDS if weights is None else len(own_cells[0])
    kind = _kinds(own_cells, tables, most)
    if kind is None:
        return _in_blocks(tables, own_cells)
    return _by_kind(tables, own_cells, kind, weights)


def _group_sample(
    one: Counted,
) -> tuple[GroupSample, NDArray[np.int64], NDArray[np.int64] | None]:
    """The sample of groups, and the cell and the weight of each object that has any weight."""
    cell, weights = one.cells, one.pair.weights
    unit = cast("NDArray[np.int64]", one.units)
    if weights is not None:
        weighs = cell >= 0
        cell, unit, weights = cell[weighs], unit[weighs], weights[weighs]
    return grouped(cast("Contingency", one.table), cell, unit, weights), cell, weights


def _kinds(
    cells: Sequence[NDArray[np.int64]], tables: Sequence[Contingency], most: int
) -> NDArray[np.int64] | None:
    """Number the kinds of objects by their cells in all clusterings; None if there are too many."""
    kind = cells[0]
    for own, table in zip(cells[1:], tables[1:], strict=True):
        kinds, kind = distinct_values(kind * np.int64(table.nnz) + own)
        if len(kinds) > most:
            return None
    return kind


def _by_kind(
    tables: tuple[Contingency, ...],
    cells: Sequence[NDArray[np.int64]],
    kind: NDArray[np.int64],
    weights: NDArray[np.int64] | None,
) -> JointObjects:
    size = int(kind.max()) + 1
    example = np.empty(size, dtype=np.int64)
    example[kind] = np.arange(len(kind))
    counts = sum_by_place(kind, size, weights)
    return JointObjects(tables, tuple(own[example] for own in cells), counts)


def _in_blocks(tables: tuple[Contingency, ...], cells: Sequence[NDArray[np.int64]]) -> JointBlocks:
    block = np.random.default_rng(0).permutation(len(cells[0])) % BLOCKS  # rng= is for the draws
    blocked = tuple(
        grouped(table, own, block, None) for table, own in zip(tables, cells, strict=True)
    )
    return JointBlocks(tuple(map(ObjectSample, tables)), blocked, tuple(cells))


def check_paired(counted: Mapping[str, Counted]) -> None:
    """Refuse clusterings that cannot be drawn in pairs, which takes counts of the same objects."""
    first, *others = counted.values()
    if any(not isinstance(one.table, Contingency) for one in counted.values()):
        raise InputError(
            "resampling draws objects, and fractional weights are not counts of objects; "
            "use integer weights, or do without draws"
        )
    if first.table.n >= 2**63:
        raise InputError(
            "weights add up to 2**63 objects or more, too many to draw: divide them by a common "
            "factor, or do without draws"
        )
    if any(not one.matches and one.units is None for one in counted.values()):
        raise InputError(
            "tables do not say which objects are the same, so their scores cannot be paired; "
            "compare labels, or count all clusterings together: tabulate(..., joint=True), or "
            "tables by group: tabulate(..., groups=...)"
        )
    for name, one in zip(list(counted)[1:], others, strict=True):
        if not one.matches and _group_sizes(one) != _group_sizes(first):
            raise InputError(
                f"{name!r} and {next(iter(counted))!r} do not have the same groups with the same "
                "numbers of objects, so their scores cannot be paired; tabulate them together"
            )
        if _positions(one) != _positions(first):
            raise InputError(
                f"{name!r} and {next(iter(counted))!r} leave out different objects, so their "
                'scores cannot be paired; use "singletons" instead of "drop"'
            )


def _group_sizes(one: Counted) -> dict[int, int]:
    """The number of objects in each group of a table by group."""
    units, place = distinct_values(cast("NDArray[np.int64]", one.units))
    sizes = sum_by_place(place, len(units), one.pair.weights)
    return dict(zip(units.tolist(), sizes.tolist(), strict=True))


def _positions(one: Counted) -> bytes | None:
    return None if one.positions is None else one.positions.tobytes()
