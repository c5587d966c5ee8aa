"""Random tables of a model of chance, drawn by the kernel: the same for any number of threads."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .. import _resample
from ..base.arrays import Int64
from ..base.checks import whole_from
from ..base.errors import InputError, UndefinedError
from ..base.keywords import explain_keywords
from ..base.seeds import seed_of
from ..table.contingency import Contingency

if TYPE_CHECKING:
    from .models import Kept, Model

CellLists: TypeAlias = tuple[Int64, NDArray[np.int32], NDArray[np.int32], Int64]
Piece: TypeAlias = "Int64 | CellLists"

_AT_ONCE = 1 << 20  # cells of random tables held at a time


def random_pieces(
    table: Contingency,
    model: Model,
    draws: int,
    seed: int,
    threads: int = 0,
    *,
    most: int = _AT_ONCE,
) -> Iterator[Piece]:
    """Draw tables in pieces of about `most` cells: counts of full tables, or lists of cells.

    Full tables have the shape of the table given. Lists are the offsets of the tables, then rows,
    columns and counts of their occupied cells: used where the sizes of groups are random, and
    where cells are no fewer than objects, so that shuffling objects is cheaper.
    """
    if table.n >= 2**63:
        raise UndefinedError("random tables need fewer than 2**63 objects; scale the weights down")
    cells = table.shape[0] * table.shape[1]
    if "nothing" in (model.classes, model.clusters):
        cells = table.n  # as many groups as there are by chance
    step = max(1, most // min(cells, table.n))
    for start in range(0, draws, step):
        yield _draw(table, model, (min(step, draws - start), seed, start, threads))


def _draw(table: Contingency, model: Model, drawing: tuple[int, int, int, int]) -> Piece:
    """Draw tables: so many, with this seed, from this number on, on so many threads."""
    sizes = np.sort(table.class_sizes), np.sort(table.cluster_sizes)  # names aside
    if model.keeps_sizes:
        full = table.shape[0] * table.shape[1] < table.n
        draw = _resample.random_tables if full else _resample.shuffled_tables
        return draw(*sizes, *drawing)
    sides = (*_side(model.classes, sizes[0]), *_side(model.clusters, sizes[1]))
    return _resample.random_partition_tables(*sides, table.n, *drawing)


def _side(kept: Kept, sizes: Int64) -> tuple[Int64, int]:
    if kept == "sizes":
        return sizes, 0
    return np.empty(0, dtype=np.int64), len(sizes) if kept == "number" else 0


def shape_of(lists: CellLists) -> tuple[int, int]:
    """Return a shape that holds all tables of a list of cells."""
    return int(lists[1].max()) + 1, int(lists[2].max()) + 1


def random_tables(table: Contingency, model: Model, draws: int, seed: int) -> Iterator[Contingency]:
    """Draw tables one by one."""
    for drawn in random_pieces(table, model, draws, seed):
        if not isinstance(drawn, tuple):
            for counts in drawn:
                yield full_table(counts, table.shape)
        else:
            offsets, rows, cols, counts = drawn
            classes, clusters = (np.arange(size) for size in shape_of(drawn))
            for first, last in pairwise(offsets.tolist()):
                cells = [np.array(x[first:last]) for x in (rows, cols, counts)]
                yield Contingency._build(cells, classes, clusters)


def full_table(counts: Int64, shape: tuple[int, int]) -> Contingency:
    """Make a table of all its cells, row by row; its groups are numbered."""
    cells = np.flatnonzero(counts)
    index = [x.astype(np.int32) for x in np.divmod(cells, shape[1])]
    return Contingency._build((*index, counts[cells]), *(np.arange(size) for size in shape))


@explain_keywords
def random_partition(n: int, groups: int | None = None, *, rng: object = 0) -> Int64:
    """Draw a partition of n objects, all partitions being equally likely.

    Parameters
    ----------
    n
        Number of objects.
    groups
        Number of groups, none of them empty; None for any number of groups.
    rng
        Equal whole numbers give equal partitions; also a Generator, a SeedSequence, or None.

    Returns
    -------
    One group number for each object, from 0 on; the numbers themselves mean nothing.

    >>> random_partition(6, 3).tolist()
    [0, 2, 0, 1, 2, 1]
    """
    objects, seeded = whole_from("n", n, 1), seed_of(rng)
    number = 0 if groups is None else whole_from("groups", groups, 1)
    if number > objects:
        raise InputError(f"groups must be no more than n = {objects}; got {groups!r}")
    _, sizes = _resample.random_partition_sizes(objects, number, 1, seeded)
    labels = np.repeat(np.arange(len(sizes)), sizes)
    return np.random.Generator(np.random.Philox(key=seeded)).permutation(labels)
