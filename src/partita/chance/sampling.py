"""Random tables of a null model, drawn by the kernel: the same for any number of threads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _resample
from ..base.checks import whole_from
from ..base.errors import InputError, UndefinedError
from ..base.keywords import explain_keywords
from ..base.progress import portions
from ..base.seeds import seed_of
from .batch import CHUNK, TableLists, Tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..base.arrays import Int64
    from ..table.contingency import Contingency
    from .models import Kept, Model


def table_cells(table: Contingency, model: Model) -> int:
    """Return the largest number of cells of a random table of the model."""
    if "nothing" in (model.classes, model.clusters):
        return int(table.n)  # the number of groups is random
    return int(min(table.n, table.shape[0] * table.shape[1]))


def random_tables(
    table: Contingency,
    model: Model,
    draws: int,
    seed: int,
    threads: int = 0,
    *,
    start: int = 0,
    most: int = CHUNK,
) -> Iterator[Tables | TableLists]:
    """Draw the tables from number `start` to `draws` - 1, in pieces of about `most` cells.

    Full tables have the shape of the given table. Lists of occupied cells are drawn if the sizes
    of groups are random, or if there are as many cells as objects, so that shuffling objects is
    cheaper. Table d of a seed does not depend on the number of draws or on the pieces.
    """
    if table.n >= 2**63:
        raise UndefinedError("random tables need fewer than 2**63 objects; scale the weights down")
    rows = cols = None
    step = max(1, most // table_cells(table, model))
    for done, size in portions(draws - start, step, "random tables"):
        drawn = _draw(table, model, (size, seed, start + done, threads))
        if isinstance(drawn, tuple):
            shape = int(drawn[1].max()) + 1, int(drawn[2].max()) + 1
            yield TableLists(drawn[0], drawn[1], drawn[2], drawn[3], shape)
        else:
            if rows is None or cols is None:  # not for lists, whose shape may have billions
                rows, cols = np.indices(table.shape, dtype=np.int32).reshape(2, -1)
            yield Tables(rows, cols, drawn, table.shape)


def _draw(table: Contingency, model: Model, drawing: tuple[int, int, int, int]) -> Any:
    """Draw tables; `drawing` holds their number, the seed, the first number and the threads."""
    sizes = (
        np.sort(table.class_sizes),
        np.sort(table.cluster_sizes),
    )  # sorted, so that names do not matter
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


@explain_keywords
def random_partition(n: int, groups: int | None = None, *, rng: object = 0) -> Int64:
    """Draw a partition of n objects uniformly at random.

    Parameters
    ----------
    n
        Number of objects.
    groups
        Number of non-empty groups; None for any number.
    rng
        Seed of the random numbers: an integer, a Generator, a SeedSequence, or None for a new seed.

    Returns
    -------
    ndarray
        The group of each object, as a number from 0 in no particular order.

    Raises
    ------
    InputError
        If there are more groups than objects, or a number is not an integer.

    Examples
    --------
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
