"""Any measure corrected for chance: (I - E[I]) / (best - E[I]), itself a measure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from math import isfinite, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from .arithmetic import Exact, ratio
from .errors import InputError, UndefinedError
from .measure import Measure, measure
from .statistics import ExpectedInformation, PairCounts

if TYPE_CHECKING:
    from .contingency import Contingency
    from .table import Table

_AT_ONCE = 1 << 20  # cells of random tables held at a time


class Chance(NamedTuple):
    """The mean of a measure over random tables with given group sizes."""

    value: float
    error: float  # standard error of the mean; 0 where it is exact
    method: str


def chance(
    measured: Measure | str,
    table: Contingency,
    *,
    draws: int = 999,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
) -> Chance:
    """Return the mean of a measure when labels of these group sizes are paired at random.

    Exact for measures linear in N11 or in the mutual information; sampled for all others.

    >>> from partita.contingency import Contingency
    >>> table = Contingency.from_matrix([[3, 1], [1, 3]])
    >>> chance("rand", table)
    Chance(value=0.5102040816326531, error=0.0, method='exact')
    """
    own, chosen = measure(measured), dict(options or {})
    statistic = mean_statistic(own, table, chosen)
    if statistic is not None:
        return Chance(own.read(statistic, **chosen), 0.0, "exact")
    values = [own.of(random, **chosen) for random in _random_tables(table, draws, seed)]
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return Chance(mean, sqrt(spread / len(values)), f"{draws} sampled tables, seed {seed}")


def adjusted(measured: Measure | str, model: str = "permutation", **options: Any) -> Measure:
    """Correct a measure for chance: random labels score 0 on average, identical partitions 1.

    The result is a measure with two options of its own: `draws` and `seed`, for measures whose
    mean over random tables has no formula. `chance` tells how well such a mean is known.

    >>> labels = [0, 0, 1, 1, 2, 2], [0, 0, 1, 2, 2, 2]
    >>> round(adjusted("rand")(*labels) - measure("adjusted_rand")(*labels), 12)
    0.0
    >>> round(adjusted("purity")(*labels), 3)
    0.548
    """
    if model != "permutation":
        raise InputError(
            f"model must be 'permutation'; got {model!r}: chance pairs the labels at random while "
            "both sides keep their group sizes, and no other model is offered"
        )
    own = measure(measured)
    own._check(options)
    best = _best(own)

    def function(table: Contingency, draws: int = 999, seed: int = 0) -> float:
        expected = chance(own, table, draws=draws, seed=seed, options=options).value
        gain, room = own.of(table, **options) - expected, best - expected
        return ratio(gain if room > 0 else -gain, abs(room))

    function.__name__ = f"adjusted_{own.name}_by_{model}"
    function.__qualname__ = function.__name__
    function.__doc__ = (
        f"{own.name} beyond chance: 0 is the mean over random labels with the same group sizes.\n\n"
        f"Beware: 0 is not the worst case; single values may be negative."
    )
    return Measure(
        function,
        symbol=f"adjusted {own.symbol}",
        formula="(I - E[I]) / (best - E[I])",
        symmetric=own.is_symmetric(**options),
        bounds=(float("-inf"), 1.0),
        perfect=1.0,
        undefined=0.0,
        references=own.references,
    )


def _best(own: Measure) -> float:
    best = own.perfect
    if best is None:
        best = own.bounds[own.better == "higher"]
    if not isfinite(best):
        raise InputError(
            f"{own.name} has no fixed best value, so it cannot be scaled; choose a normalised form"
        )
    return best


def mean_statistic(own: Measure, table: Table, options: Mapping[str, Any]) -> Any:
    """Return the statistic with the mean over random tables in it, where that gives the mean."""
    if not own.is_margin_affine(**options):
        return None
    if own.family == "pairs":
        return mean_pairs(table.pairs)
    if own.family == "information":
        e = table.expected_information
        mean = e.information._replace(
            mutual=e.expected,
            class_residual=max(0.0, e.information.truth_entropy - e.expected),
            cluster_residual=max(0.0, e.information.prediction_entropy - e.expected),
        )
        return mean if own._source == "information" else ExpectedInformation(mean, e.expected)
    return None


def mean_pairs(p: PairCounts) -> PairCounts:
    """Return pair counts with E[N11] = PQ/M in place of N11."""
    if p.pairs == 0:
        return p
    return with_together(p, Fraction(p.truth_pairs) * p.prediction_pairs / p.pairs)


def with_together(p: PairCounts, together: Exact) -> PairCounts:
    """Return the pair counts of the same group sizes with another N11."""
    return PairCounts(
        together,
        p.truth_pairs - together,
        p.prediction_pairs - together,
        p.pairs - p.truth_pairs - p.prediction_pairs + together,
        p.objects,
    )


def _random_tables(table: Table, draws: int, seed: int) -> Iterator[Contingency]:
    """Draw tables with the sizes of a table, a few at a time."""
    import numpy as np

    from .contingency import Contingency

    if not isinstance(table, Contingency):
        raise UndefinedError("chance pairs objects at random: use whole weights")
    height, width = table.shape
    names = np.arange(height), np.arange(width)
    for drawn in random_margins(table, draws, seed, most=_AT_ONCE):
        if not isinstance(drawn, tuple):
            for counts in drawn:
                cells = np.flatnonzero(counts)
                index = [x.astype(np.int32) for x in np.divmod(cells, width)]
                yield Contingency._build((*index, counts[cells]), *names)
        else:
            offsets, *columns = drawn
            for first, last in pairwise(offsets.tolist()):
                lists = [np.array(x[first:last]) for x in columns]
                yield Contingency._build(lists, *names)


def random_margins(
    table: Contingency, draws: int, seed: int, threads: int = 0, *, most: int
) -> Iterator[Any]:
    """Draw tables with the sizes of a table, in pieces: counts of full tables, or lists of cells.

    Where cells are no fewer than objects, shuffling objects is cheaper: then a piece is the tuple
    of offsets, rows, columns and counts of the occupied cells.
    """
    from . import _resample

    sizes, cells = (table.class_sizes, table.cluster_sizes), table.shape[0] * table.shape[1]
    draw = _resample.random_tables if cells < table.n else _resample.shuffled_tables
    step = max(1, most // min(cells, table.n))
    for start in range(0, draws, step):
        yield draw(*sizes, min(step, draws - start), seed, start, threads)
