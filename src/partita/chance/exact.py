"""Mean and standard deviation of a measure under chance, if they have a formula."""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _resample
from ..base.errors import UndefinedError
from ..measures.chosen import choose
from ..statistics import information
from ..statistics.information import ExpectedInformation, Information
from ..table.contingency import Contingency
from .affine import is_information_affine, pair_plane
from .blocks import SizeNumbers, size_numbers
from .models import Model, model_of
from .pair_moments import Plane, deviation, mean_counts, mean_pairs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..measures.chosen import Asked, Chosen
    from ..statistics.pairs import PairCounts
    from ..table.table import Table
    from .models import Kept


def exact_mean(measure: Asked, table: Table, null: str | Model = "permutation") -> float | None:
    """Return the mean if it has a formula, otherwise None.

    Parameters
    ----------
    measure
        The measure, or its name; options as a pair of name and options.
    table
        The contingency table.
    null
        The null model: what random labelings keep. `MODELS` lists the names.

    Returns
    -------
    float or None
        The mean, or None if there is no formula for it.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.

    Examples
    --------
    >>> from partita import Contingency
    >>> table = Contingency.from_matrix([[3, 1], [1, 3]])
    >>> round(exact_mean("rand", table), 6), exact_mean("purity", table)
    (0.510204, None)
    """
    chosen, kind = choose(measure), model_of(null)
    if is_forced(table, kind):
        return chosen.of(table)
    if kind.keeps_sizes:
        statistic = mean_statistic(chosen, table)
    elif chosen.measure.family not in ("pairs", "information"):
        return None
    else:
        statistic = _mean_elsewhere(chosen, require_counts(table), kind)
    return None if statistic is None else chosen.read(statistic)


def is_forced(table: Table, model: Model) -> bool:
    """Whether only one table is possible: a side has one group, or one object in each group."""
    if not isinstance(table, Contingency):
        return model.keeps_sizes and 1 in table.shape
    few = (1, table.n)
    sides = zip((model.classes, model.clusters), table.shape, strict=True)
    fixed = all(kept == "sizes" or (kept == "number" and size in few) for kept, size in sides)
    return table.n == 1 or (fixed and any(size in few for size in table.shape))


def mean_statistic(chosen: Chosen, table: Table) -> Any:
    """Return the mean statistic over permutations, if the measure is affine in it."""
    if not chosen.measure.is_margin_affine(**chosen.options):
        return None
    if chosen.measure.family == "pairs":
        return _with_pairs(chosen, table, mean_pairs(table.pairs))
    if chosen.measure.family == "information":
        e = table.expected_information
        return _with_information(chosen, table, _with_mutual(e, e.expected))
    return None


def _with_pairs(chosen: Chosen, table: Table, pairs: PairCounts) -> Any:
    """Return the statistic that a pair measure reads, with other pair counts."""
    return pairs if chosen.statistic == "pairs" else table.pair_moments._replace(pairs=pairs)


def _with_information(chosen: Chosen, table: Table, e: ExpectedInformation) -> Any:
    """Return the statistic that an information measure reads, with other information."""
    h = e.information
    if chosen.statistic == "information":
        return h
    if chosen.statistic == "expected_information":
        return e
    if chosen.statistic == "information_moments":
        return table.information_moments._replace(expected=e)
    if chosen.statistic == "evenness":
        return table.evenness._replace(information=h)
    r = table.redundancy
    return r._replace(information=h, cells=max(0.0, r.classes - h.cluster_residual))


def _with_mutual(e: ExpectedInformation, mutual: float) -> ExpectedInformation:
    """Return the information of tables with the same margins and another I."""
    information = e.information._replace(
        mutual=mutual,
        class_residual=max(0.0, e.information.truth_entropy - mutual),
        cluster_residual=max(0.0, e.information.prediction_entropy - mutual),
    )
    return ExpectedInformation(information, e.expected)


def _mean_elsewhere(chosen: Chosen, table: Contingency, model: Model) -> Any:
    """Return the mean statistic under a model that leaves a side random, if it gives the mean."""
    if chosen.statistic == "pairs" and pair_plane(chosen, table, model) is not None:
        return mean_counts(table, model)
    if chosen.statistic == "information" and is_information_affine(chosen, table, model):
        return _mean_information(table, model)
    return None


def _mean_information(table: Contingency, model: Model) -> Information:
    """Return the means of I, H(C|K) and H(K|C) under a model.

    They are sums over pairs of sizes: the expected numbers of groups of these sizes, times the mean
    of the term of a cell, whose count is hypergeometric.
    """
    classes = _expected_sizes(model.classes, table.class_sizes, table.n)
    clusters = _expected_sizes(model.clusters, table.cluster_sizes, table.n)
    parts = _resample.mean_information(*classes, *clusters, table.n)
    return Information(*parts, table.n, *table.shape)


def _expected_sizes(kept: Kept, sizes: NDArray[np.int64], n: int) -> SizeNumbers:
    if kept == "sizes":
        distinct, numbers = np.unique(sizes, return_counts=True)
        return SizeNumbers(distinct, numbers.astype(np.float64))
    return size_numbers(n, len(sizes) if kept == "number" else None)


def exact_deviation(
    measure: Asked, table: Contingency, null: str | Model = "permutation"
) -> float | None:
    """Return the standard deviation if it has a formula, otherwise None.

    Parameters
    ----------
    measure
        The measure, or its name; options as a pair of name and options.
    table
        The contingency table.
    null
        The null model: what random labelings keep. `MODELS` lists the names.

    Returns
    -------
    float or None
        The standard deviation, or None if there is no formula for it.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.

    Examples
    --------
    >>> from partita import Contingency
    >>> table = Contingency.from_matrix([[3, 1], [1, 3]])
    >>> round(exact_deviation("rand", table), 6), exact_deviation("purity", table)
    (0.109522, None)
    """
    chosen, kind = choose(measure), model_of(null)
    if is_forced(table, kind):
        return 0.0
    if not kind.keeps_sizes:
        plane = pair_plane(chosen, table, kind) if chosen.statistic == "pairs" else None
        return None if plane is None else deviation(table, kind, plane)
    if not chosen.measure.is_margin_affine(**chosen.options):
        return None
    if chosen.measure.family == "pairs":
        p = table.pairs
        ends = (_with_pairs(chosen, table, p.with_together(x)) for x in (0, p.truth_pairs))
        low, high = (chosen.read(end) for end in ends)
        slope = (high - low) / max(1, p.truth_pairs)
        return deviation(table, kind, Plane(slope, 0.0, 0.0))
    if chosen.measure.family == "information":
        return _information_deviation(chosen, table)
    return None


def _information_deviation(chosen: Chosen, table: Contingency) -> float | None:
    variance = information_variance(table)
    if variance is None:
        return None
    e = table.expected_information
    truth, prediction = e.information.truth_entropy, e.information.prediction_entropy
    least, most = max(0.0, truth + prediction - log(table.n)), min(truth, prediction)
    if variance == 0.0 or most <= least:
        return 0.0
    ends = (_with_mutual(e, mutual) for mutual in (least, most))
    low, high = (chosen.read(_with_information(chosen, table, end)) for end in ends)
    return abs(high - low) / (most - least) * sqrt(variance)


def information_variance(table: Contingency) -> float | None:
    """Return Var[I] over random labels with the same group sizes, in squared nats.

    None if there are too many distinct sizes to sum over in seconds.

    Parameters
    ----------
    table
        The contingency table; only its group sizes are read.

    Returns
    -------
    float or None
        The variance in squared nats; None if there are too many different sizes to sum over.

    Examples
    --------
    >>> round(information_variance(Contingency.from_matrix([[2, 1], [0, 3]])), 12)
    0.024309017186
    """
    return information.information_variance(table.class_sizes, table.cluster_sizes)


def require_counts(table: Table) -> Contingency:
    """Return a table of counts; refuse weights, which are not counts of objects."""
    if not isinstance(table, Contingency):
        raise UndefinedError("chance pairs objects at random: use integer weights")
    return table
