"""Mean and standard deviation of a measure by chance, where they have a formula."""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING, Any

from ..base.errors import UndefinedError
from ..measures.chosen import choose
from ..statistics.information import ExpectedInformation
from ..table.contingency import Contingency
from .affine import is_information_affine, pair_plane
from .information import information_variance, mean_information
from .models import Model, model_of
from .pairs import Plane, deviation, mean_counts, mean_pairs

if TYPE_CHECKING:
    from ..measures.chosen import Asked, Chosen
    from ..statistics.pairs import PairCounts
    from ..table.table import Table


def exact_mean(measure: Asked, table: Table, null: str | Model = "permutation") -> float | None:
    """Return the mean where it has a formula, None where it does not.

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
        statistic = _mean_elsewhere(chosen, counted(table), kind)
    return None if statistic is None else chosen.read(statistic)


def is_forced(table: Table, model: Model) -> bool:
    """Whether a side of one group, or of one object in each, leaves chance no other table."""
    if not isinstance(table, Contingency):
        return model.keeps_sizes and 1 in table.shape
    few = (1, table.n)
    sides = zip((model.classes, model.clusters), table.shape, strict=True)
    fixed = all(kept == "sizes" or (kept == "number" and size in few) for kept, size in sides)
    return table.n == 1 or (fixed and any(size in few for size in table.shape))


def mean_statistic(chosen: Chosen, table: Table) -> Any:
    """Return the statistic with its mean over permutations in it, where that gives the mean."""
    if not chosen.measure.is_margin_affine(**chosen.options):
        return None
    if chosen.measure.family == "pairs":
        return _with_pairs(chosen, table, mean_pairs(table.pairs))
    if chosen.measure.family == "information":
        e = table.expected_information
        return _with_information(chosen, table, _with_mutual(e, e.expected))
    return None


def _with_pairs(chosen: Chosen, table: Table, pairs: PairCounts) -> Any:
    """Return the statistic that a pair measure reads, with other pair counts of these sizes."""
    return pairs if chosen.statistic == "pairs" else table.pair_moments._replace(pairs=pairs)


def _with_information(chosen: Chosen, table: Table, e: ExpectedInformation) -> Any:
    """Return the statistic that an information measure reads, with another I for these sizes."""
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
    if chosen.statistic == "pairs" and pair_plane(chosen, table, model) is not None:
        return mean_counts(table, model)
    if chosen.statistic == "information" and is_information_affine(chosen, table, model):
        return mean_information(table, model)
    return None


def exact_deviation(
    measure: Asked, table: Contingency, null: str | Model = "permutation"
) -> float | None:
    """Return the standard deviation where it has a formula, None where it does not.

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


def counted(table: Table) -> Contingency:
    """Refuse weights that are not counts of objects."""
    if not isinstance(table, Contingency):
        raise UndefinedError("chance pairs objects at random: use whole weights")
    return table
