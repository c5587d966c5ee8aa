"""The mean score of other numbers of objects: exact where the formula allows, else from subsets.

- **Fewer objects**: the mean over all subsets of the sample. It is exact for measures linear in the
  information or in pair counts, whose means over subsets are known; others are averaged over drawn
  subsets.
- **More objects, or the population**: information measures are functions of entropies, which
  `inference.entropies` extrapolates. The shares of pairs are unbiased at any number of objects, so
  measures of pairs stay the same, except for the number of pairs in their formula.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...base.errors import InputError
from ...base.progress import portions
from ...chance.affine import is_information_affine, pair_plane
from ...chance.batch import CHUNK, Tables, scores
from ...chance.models import MODELS
from ...statistics.pairs import PairCounts
from ..entropies.corrected_scores import corrected, reads_information
from ..entropies.likely_population import likely_population
from ..entropies.other_sizes import corrections_to
from ..sampling.populations import WHOLE
from ..widening.resampled_measures import has_limit

if TYPE_CHECKING:
    from ...measures.chosen import Chosen
    from ...table.contingency import Contingency
    from ..sampling.populations import Population

_MOST_DRAWN = 10**9  # objects: NumPy draws subsets of fewer
_INSTEAD = {
    "adjusted_mutual_information": ", or ask for v_measure: without chance agreement, AMI is V"
}
_MOVED = ("H(C,K) moved between its bounds",)
_ANY = MODELS["all_partitions"]  # in which all sizes vary, as they do in subsets


class Draws(NamedTuple):
    """How subsets are drawn."""

    size: int
    seed: int
    threads: int


class Known(NamedTuple):
    """What is known about a score: the sample, and for entropies a likely population."""

    chosen: Chosen
    table: Contingency
    population: Population | None  # of measures that read the information alone


def known(s: Chosen, table: Contingency) -> Known:
    """Return the sample with its likely population."""
    return Known(s, table, likely_population(table) if reads_information(s) else None)


class Expected(NamedTuple):
    """A mean score, and how it was computed."""

    value: float
    method: str
    simulation_error: float = 0.0  # standard error of the mean over drawn subsets
    draws: int = 0
    notes: tuple[str, ...] = ()


def expected_score(of: Known, objects: int | None, draws: Draws) -> Expected:
    """Return the mean score of this many objects; None for the population."""
    s, table, _ = of
    if objects == table.n:
        return Expected(s.of(table), "observed")
    if objects is None or objects > table.n:
        return _of_more(of, objects)
    if _is_exact(s, table):
        return Expected(_of_sums(of, objects).value, "all subsets")
    return _of_subsets(s, table, objects, draws)


def reads_pairs(s: Chosen) -> bool:
    """Whether a measure is a function of the pair counts alone."""
    return s.measure.reads == "pairs" and s.statistic == "pairs"


def reaches_beyond(s: Chosen) -> bool:
    """Whether the mean score of more objects than the sample can be estimated."""
    return reads_information(s) or reads_pairs(s)


def reaches_below(of: Known) -> bool:
    """Whether the mean score of fewer objects than the sample can be computed."""
    return of.table.n < _MOST_DRAWN or _is_exact(of.chosen, of.table)


def _of_more(of: Known, objects: int | None) -> Expected:
    s, table, _ = of
    if not reaches_beyond(s):
        instead = _INSTEAD.get(s.measure.name, "")
        raise InputError(
            f"objects: {s.label} is known for up to the {table.n:,} objects of the sample, because "
            f"more than entropies and pairs decides it; pass objects={table.n} or fewer{instead}"
        )
    if objects is None and (not has_limit(s.measure) or s.measure.degree):
        raise InputError(
            f"objects: {s.label} grows with the number of objects, so it has no value in the "
            f"population; pass a number, for example objects={10 * table.n}"
        )
    return _of_sums(of, objects)


def _of_sums(of: Known, objects: int | None) -> Expected:
    """Return the score of the mean entropies or of the mean pair counts."""
    s, table, population = of
    if population is not None:
        method = "entropies of Chao, Wang and Jost"
        found = corrected(s, table, corrections_to(objects, table.n, population), objects or WHOLE)
        return Expected(found.value, method, notes=_MOVED * found.moved)
    counts, m = table.pairs, objects or WHOLE
    if m < 2 or table.n < 2:
        raise InputError(f"objects: {s.label} counts pairs; it needs 2 objects or more")
    if table.perfect and s.measure.perfect is not None:
        return Expected(s.measure.perfect, "unbiased pair counts")
    times = Fraction(m * (m - 1), table.n * (table.n - 1))
    scaled = PairCounts.of_totals(
        times * counts.together,
        times * counts.truth_pairs,
        times * counts.prediction_pairs,
        times * counts.pairs,
        m,
    )
    return Expected(s.read(scaled), "unbiased pair counts")


def _is_exact(s: Chosen, table: Contingency) -> bool:
    """Whether the score is linear in sums whose mean over subsets is known."""
    if reads_information(s):
        return is_information_affine(s, table, _ANY)
    return reads_pairs(s) and pair_plane(s, table, _ANY) is not None


def _of_subsets(s: Chosen, table: Contingency, objects: int, draws: Draws) -> Expected:
    """Return the mean score of drawn subsets."""
    if table.n >= _MOST_DRAWN:
        raise InputError(f"subsets are drawn from fewer than {_MOST_DRAWN:,} objects")
    # a stream of its own for each number of objects, away from the bootstrap's
    key = np.array([draws.seed, 2**64 - 2 - objects], dtype=np.uint64)
    random = np.random.Generator(np.random.Philox(key=key))
    found = []
    for _, size in portions(draws.size, max(1, CHUNK // table.nnz), "subsets"):
        counts = random.multivariate_hypergeometric(table.counts, objects, size)
        drawn = Tables(table.rows, table.cols, np.ascontiguousarray(counts), table.shape)
        found.append(scores([s], drawn, draws.threads)[:, 0])
    values = np.concatenate(found)
    error = float(values.std(ddof=1)) / float(np.sqrt(draws.size))
    return Expected(float(values.mean()), "subsets", error, draws.size)
