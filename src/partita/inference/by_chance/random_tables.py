"""Agreement by chance: tables of random labelings, as the kernel scores them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...chance.batch import Float64, TableLists, Tables, kernel_statistic
from ...chance.enumeration import MOST_TABLES
from ...chance.enumeration import all_tables as _all_tables
from ...chance.exact import exact_deviation, exact_mean, values_of_law
from ...chance.law import together_law
from ...chance.models import model_of
from ...chance.sampling import random_pieces, shape_of
from ...measures.chosen import Chosen
from ...table.contingency import Contingency
from ..sampling.resampling import CHUNK


def random_chunks(
    table: Contingency,
    draws: int,
    seed: int,
    threads: int = 0,
    *,
    null: str = "permutation",
    most: int = CHUNK,
) -> Iterator[Tables | TableLists]:
    """Draw tables of a null; full ones, or lists of cells where cells >= n or sizes are random."""
    rows, cols = np.indices(table.shape, dtype=np.int32).reshape(2, -1)
    for drawn in random_pieces(table, model_of(null), draws, seed, threads, most=most):
        if isinstance(drawn, tuple):
            yield TableLists(*drawn, shape_of(drawn))
        else:
            yield Tables(rows, cols, drawn, table.shape)


def all_tables(
    table: Contingency, most: int = MOST_TABLES, null: str = "permutation"
) -> tuple[Tables, Float64] | None:
    """Return every table of a null and its probability, or None if there are too many."""
    found = _all_tables(table, model_of(null), most)
    if found is None:
        return None
    rows, cols = np.indices(found.shape, dtype=np.int32).reshape(2, -1)
    return Tables(rows, cols, found.counts, found.shape), found.probabilities


def pair_scores(
    s: Chosen, table: Contingency, null: str = "permutation"
) -> tuple[Float64, Float64] | None:
    """Return the values of a pair measure and their probabilities, from the law of N11."""
    if kernel_statistic(s) != "pairs" or not model_of(null).keeps_sizes:
        return None
    law = together_law(table)
    if law is None:
        return None
    return values_of_law(s.measure, table, s.options, law.together), law.probabilities


def mean_by_formula(s: Chosen, table: Contingency, null: str = "permutation") -> float | None:
    """Return the mean over random tables where it has a formula."""
    return exact_mean(s.measure, table, s.options, null)


def deviation_by_formula(s: Chosen, table: Contingency, null: str = "permutation") -> float | None:
    """Return the standard deviation over random tables where it has a formula."""
    return exact_deviation(s.measure, table, s.options, null)
