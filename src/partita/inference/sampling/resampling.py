"""The bootstrap of objects, as one multinomial draw on the occupied cells.

The cost of a draw depends on the number of cells, not on the number of objects. Draw d of a seed is
the same for every measure, number of threads and number of draws, so results can be continued.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _resample
from ...base.checks import thread_count, whole_from
from ...base.draws import OBJECTS
from ...base.keywords import explain_keywords
from ...base.progress import portions
from ...base.seeds import seed_of
from ...chance.batch import CHUNK, Tables, scores
from ...measures.chosen import Asked, choose

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from ...base.arrays import Floats, Int64
    from ...table.contingency import Contingency
    from .populations import Population


@explain_keywords
def bootstrap_tables(
    table: Contingency, draws: int, rng: object = 0, *, start: int = 0, threads: int | None = None
) -> Tables:
    """Draw tables of the same number of objects from the cells of a table.

    Parameters
    ----------
    table
        The table to draw from.
    draws
        Number of tables.
    rng
        Seed of the random numbers: an integer, a Generator, a SeedSequence, or None for a new seed.
    start
        Number of the first draw: draws 10 to 19 are the same, whether or not 0 to 9 are drawn.
    threads
        Number of threads; it changes the time and not the result.

    Returns
    -------
    Tables
        The tables; `counts` has a row for each.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.

    Examples
    --------
    >>> from partita import Contingency
    >>> table = Contingency.from_matrix([[8, 2], [1, 9]])
    >>> bootstrap_tables(table, draws=3).counts.sum(axis=1).tolist()
    [20, 20, 20]
    """
    size, workers = whole_from("draws", draws, 1), thread_count(threads)
    return _draw(table, size, seed_of(rng), whole_from("start", start, 0), workers)


def _draw(table: Contingency, draws: int, seed: int, start: int, threads: int) -> Tables:
    counts = _resample.bootstrap_counts(table.counts, draws, seed, start, threads)
    return Tables(table.rows, table.cols, counts, table.shape)


def bootstrap_chunks(
    table: Contingency, draws: int, seed: int, threads: int = 0
) -> Iterator[Tables]:
    """Draw in pieces that need little memory; together they equal `bootstrap_tables`."""
    step = max(1, CHUNK // table.nnz)
    for start, size in portions(draws, step):
        yield _draw(table, size, seed, start, threads)


def marginal(joint: Int64, table: Contingency | Population, cells: NDArray[Any]) -> Tables:
    """Count samples of kinds in the cells of one of two tables."""
    from scipy.sparse import csr_array

    ones = np.ones(len(cells), dtype=np.int64)
    shape = len(table.rows), len(cells)
    add = csr_array((ones, (cells, np.arange(len(cells)))), shape=shape)
    counts = np.ascontiguousarray((add @ joint.T).T)
    return Tables(table.rows, table.cols, counts, table.shape)


@explain_keywords
def replicate(
    measures: Sequence[Asked],
    table: Contingency,
    draws: int = OBJECTS,
    rng: object = 0,
    *,
    threads: int | None = None,
) -> Floats:
    """Evaluate measures on bootstrap draws: one row per draw, one column per measure.

    All measures are evaluated on the same draws. A measure is given as an object, by its name, or
    as a pair of name and options.

    Parameters
    ----------
    measures
        Measures or their names; options as a pair of name and options.
    table
        The table to draw from.
    draws
        Number of bootstrap draws.
    rng
        Seed of the random numbers: an integer, a Generator, a SeedSequence, or None for a new seed.
    threads
        Number of threads; it changes the time and not the result.

    Returns
    -------
    ndarray
        The values, of shape (draws, measures).

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.
    UndefinedError
        If a measure has no value for a drawn table.

    Examples
    --------
    >>> from partita import Contingency
    >>> table = Contingency.from_matrix([[8, 2], [1, 9]])
    >>> replicate(["rand", ("v_measure", {"beta": 2.0})], table, draws=5).shape
    (5, 2)
    """
    chosen = [choose(one) for one in measures]
    draws = whole_from("draws", draws, 1)
    workers = thread_count(threads)
    chunks = bootstrap_chunks(table, draws, seed_of(rng), workers)
    return np.concatenate([scores(chosen, chunk, workers) for chunk in chunks])
