"""`score_at`: the score that a stated number of objects would have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...base.checks import confidence_of, thread_count, whole_from
from ...base.draws import CHANCE_LEVEL, samples_of_population
from ...base.errors import InputError, UndefinedError
from ...base.keywords import explain_keywords
from ...base.progress import long_work
from ...base.seeds import seed_of
from ...labels import read_policies
from ...measures.chosen import choose
from ...results import ScoreAt
from ..entropies.corrected_scores import bias_left, ends_of_errors, errors
from ..entropies.other_sizes import corrections_to, target_of
from ..intervals.intervals import estimates
from ..sampling.bootstrap_intervals import normal
from ..sampling.cluster_order import ordered_clusters
from ..sampling.given_tables import table_from
from ..sampling.populations import WHOLE
from .expected import Draws, expected_score, known, reaches_below, reaches_beyond

if TYPE_CHECKING:
    from ...measures.measure import Measure
    from .expected import Expected, Known

POPULATION = "population"
_POINTS = 8  # of the curve, up to the sample and beyond it
_CURVE_DRAWS = 99
_RANGE = 100  # the curve begins at n/100 objects and ends at 8 n


@long_work("scoring another number of objects")
@explain_keywords
def score_at(
    measure: Measure | str,
    truth: Any = None,
    prediction: Any = None,
    *,
    objects: int | str | None = POPULATION,
    table: Any = None,
    confidence: float = 0.95,
    draws: int = CHANCE_LEVEL,
    rng: Any = 0,
    weights: Any = None,
    missing: str = "error",
    noise: Any = None,
    noise_as: str | None = None,
    align: str = "error",
    threads: int | None = None,
    **options: Any,
) -> ScoreAt:
    """Return the score that a stated number of objects of the same kind would have on average.

    Samples of few objects score higher than large ones in V, NMI and other information measures, so
    two data sets are compared at the same number of objects, or by the score of the population.

    Up to the sample's size, the result is the mean over all subsets. Beyond it, information
    measures use the entropies of Chao, Wang and Jost (2013), and measures of pairs unbiased pair
    counts. Other measures are known up to the size of the sample only.

    Parameters
    ----------
    measure
        The measure, or its name.
    truth, prediction
        Labels of the same objects.
    objects
        The number of objects; ``"population"`` or None for very many.
    table
        A contingency table in place of labels.
    confidence
        Share of repetitions in which the interval should hold the mean score of this many objects.
    draws
        Number of subsets, where the mean over all of them has no closed form.
    rng
        Seed of the random numbers: an integer, a Generator, a SeedSequence, or None for a new seed.
    weights, missing, noise, noise_as, align
        As for every measure.
    threads
        Number of threads; it changes the time and not the result.
    **options
        Options of the measure.

    Returns
    -------
    ScoreAt
        The score, its interval, and the curve of scores over the number of objects.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.
    UndefinedError
        If the measure has no value for these labels.

    Examples
    --------
    >>> truth, prediction = [0, 0, 0, 1, 1, 1] * 30, [0, 0, 1, 1, 1, 1] * 30
    >>> print(score_at("mutual_information", truth, prediction, objects=20))
    mutual_information of 20 objects is 0.3196, 95% interval 0.2279 to 0.4087; these 180 have 0.3183 (all subsets, 499 draws, seed 0)
    """  # noqa: E501 - a sentence is one line
    s = choose((measure, options))
    policies = read_policies(missing, noise, noise_as, align)
    counted = ordered_clusters(table_from(truth, prediction, table, weights, policies))
    goal = _goal(objects)
    level, seed = confidence_of(confidence), seed_of(rng)
    subsets = Draws(whole_from("draws", draws, 2), seed, thread_count(threads))
    of = known(s, counted)
    found = expected_score(of, goal, subsets)
    around = interval_at(of, goal, found, subsets, level)
    return ScoreAt(
        measure=s.label,
        value=found.value,
        low=around.low,
        high=around.high,
        standard_error=around.standard_error,
        confidence=level,
        method=found.method,
        notes=(*found.notes, *around.notes),
        draws=found.draws or around.draws,
        rng=seed,
        objects=goal,
        sample_objects=counted.n,
        sample_value=s.of(counted),
        simulation_error=found.simulation_error,
        curve=_curve(of, goal, subsets._replace(size=_CURVE_DRAWS)),
    )


def _goal(objects: int | str | None) -> int | None:
    if objects is None or objects == POPULATION:
        return None
    if isinstance(objects, str):
        raise InputError(f'objects must be an integer or "population"; got {objects!r}')
    return min(whole_from("objects", objects, 1), WHOLE)


class Around(NamedTuple):
    """An interval, its standard error, and how it was made."""

    low: float
    high: float
    standard_error: float
    draws: int
    notes: tuple[str, ...]


def interval_at(of: Known, goal: int | None, found: Expected, draws: Draws, level: float) -> Around:
    """Return the interval of the mean score of this many objects."""
    s, table, population = of
    if population is not None:
        size = samples_of_population(len(population.shares))
        by = corrections_to(goal, table.n, population)
        off = errors(
            s, population, by, target_of(goal),
            objects=table.n, scored_as=goal or WHOLE, draws=size, seed=draws.seed,
        )  # fmt: skip
        low, high = ends_of_errors(s, found.value, off, level)
        return Around(low, high, float(off.std(ddof=1)), size, tuple(bias_left(off)))
    # To first order, the mean of subsets varies as the score of all objects. The calibrated
    # interval is for the population: it removes the bias, which fewer objects have too.
    method = "calibrated" if goal is None or goal > table.n else "jackknife"
    own = estimates(
        [s], table, method=method, confidence=level, draws=draws.size, rng=draws.seed,
        threads=draws.threads or None,
    )[0]  # fmt: skip
    scale = ((goal or table.n) / table.n) ** (s.measure.degree or 0)
    below, above = normal(0.0, found.simulation_error, level)
    low = found.value + (own.low - own.value) * scale + below
    high = found.value + (own.high - own.value) * scale + above
    least, most = s.measure.bounds
    error = own.standard_error * scale
    return Around(max(low, least), min(high, most), error, own.draws, ())


def _curve(of: Known, goal: int | None, draws: Draws) -> tuple[tuple[int, float], ...]:
    """Return numbers of objects and their mean scores, where these are defined."""
    n = of.table.n
    sizes = {n}
    if reaches_below(of):
        sizes |= {*_spaced(max(2, n // _RANGE), n)}
    if reaches_beyond(of.chosen):
        sizes |= {*_spaced(n, max(8 * n, goal or 0))}
    points = []
    for objects in sorted(sizes | ({goal} if goal else set())):
        try:
            found = expected_score(of, objects, draws)
        except UndefinedError:
            continue
        points.append((objects, found.value))
    return tuple(points)


def _spaced(low: int, high: int) -> list[int]:
    """Return numbers of objects in equal ratios."""
    return [round(float(x)) for x in np.geomspace(low, high, _POINTS)]
