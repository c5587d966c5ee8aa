"""How certain is a score? Intervals of scores of a sample of objects, or of groups of objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.checks import confidence_of, one_of, thread_count, whole_from
from ...base.draws import draws_of_objects
from ...base.errors import InputError
from ...base.keywords import explain_keywords
from ...base.progress import long_work
from ...base.seeds import seed_of
from ...labels import read_policies
from ...measures.chosen import Asked, Chosen, choose
from ...table.contingency import Contingency
from ..sampling.bootstrap_intervals import METHODS, Settings
from ..sampling.given_samples import sample_of
from ..sampling.samples import GroupSample, ObjectSample, evaluate, object_sample
from .corrected import corrected_estimate, hints
from .estimation import estimate_all
from .rescaled import rescaled, sampled_scale

if TYPE_CHECKING:
    from ...measures.measure import Measure
    from ...results import Estimate
    from ...table.table import Table


@long_work("computing an interval")
@explain_keywords
def confidence_interval(
    measure: Measure | str,
    truth: Any = None,
    prediction: Any = None,
    *,
    table: Table | Mapping[Any, Table] | None = None,
    confidence: float = 0.95,
    method: str = "calibrated",
    draws: int | None = None,
    rng: Any = 0,
    groups: Any = None,
    bias_correction: str | None = None,
    weights: Any = None,
    missing: str = "error",
    noise: Any = None,
    noise_as: str | None = None,
    align: str = "error",
    threads: int | None = None,
    **options: Any,
) -> Estimate:
    """Estimate how far the score would vary if other objects had been sampled.

    The interval is for the score of the population from which the objects are a sample. It always
    includes the value. The `notes` of the result say why it was widened and when not to trust it,
    and `bias` is the bias that was removed.

    Parameters
    ----------
    measure
        The measure, or its name.
    truth, prediction
        Labels of the same objects.
    table
        A contingency table in place of labels, or tables by group as ``tabulate(...,
        groups="donor")`` returns them, from which whole groups are drawn.
    confidence
        Share of repetitions in which the interval should hold the true score.
    method
        ``"calibrated"``: the shape of the bootstrap with the center and width of the jackknife,
        whose coverage holds in the widest range. ``"bca"``, ``"percentile"``, ``"basic"``: the
        textbook bootstrap intervals. ``"jackknife"``: symmetric, without draws.
    draws
        Number of bootstrap draws: by default 1999, and fewer for tables with more than 25,000
        occupied cells, 499 at least (more for a `confidence` above 95%).
    rng
        Seed of the random numbers: an integer, a Generator, a SeedSequence, or None for a new seed.
    groups
        Donor, document or patient of each object: whole groups are drawn, not objects.
    bias_correction
        For information measures: the value is the score of corrected entropies, and the interval
        is around it. ``"chao-wang-jost"`` (2013) estimates what the sample missed from the cells
        of one and of two objects, for sparse tables. ``"miller-madow"`` adds (m - 1)/2n.
    weights, missing, noise, noise_as, align
        As for every measure.
    threads
        Number of threads; it changes the time and not the result.
    **options
        Options of the measure.

    Returns
    -------
    Estimate
        The value, its interval, and how it was computed.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.
    UndefinedError
        If the measure has no value for these labels.

    Examples
    --------
    >>> print(confidence_interval("rand", [0, 0, 0, 1, 1, 1] * 30, [0, 0, 1, 1, 1, 1] * 30))
    rand is 0.7207, 95% interval 0.6493 to 0.7903 (calibrated, 1999 draws, seed 0)
    """
    s = choose((measure, options))
    policies = read_policies(missing, noise, noise_as, align)
    sample = sample_of((truth, prediction), groups, table, weights, policies)
    settings = _settings(confidence, method, rng, threads)
    if bias_correction is None:
        found = _estimates([s], sample, _number_of_draws(draws, sample, settings), settings)[0]
        return replace(found, notes=(*found.notes, *hints(s, sample)))
    if isinstance(sample, GroupSample):
        raise InputError(
            "bias_correction counts cells of independent objects, and objects of a group are not; "
            "leave it out: with groups the interval removes the bias that leaving out groups shows"
        )
    size = None if draws is None else whole_from("draws", draws, 2)
    return corrected_estimate(s, sample.table, bias_correction, settings, size)


@long_work("computing intervals")
@explain_keywords
def estimates(
    measures: Sequence[Asked],
    table: Contingency | ObjectSample | GroupSample,
    *,
    confidence: float = 0.95,
    method: str = "calibrated",
    draws: int | None = None,
    rng: Any = 0,
    threads: int | None = None,
) -> list[Estimate]:
    """Make the intervals of several measures of one table, or of its groups, from the same draws.

    Each equals what `confidence_interval` returns, except for its note on what to read in sparse
    tables; the draws are made once.

    Parameters
    ----------
    measures
        Measures or their names; options as a pair of name and options.
    table
        The contingency table, or a sample of objects or groups.
    confidence
        Share of repetitions in which the interval should hold the true score.
    method
        As for `confidence_interval`.
    draws
        Number of bootstrap draws: by default 1999, and fewer for tables with more than 25,000
        occupied cells, 499 at least (more for a `confidence` above 95%).
    rng
        Seed of the random numbers: an integer, a Generator, a SeedSequence, or None for a new seed.
    threads
        Number of threads; it changes the time and not the result.

    Returns
    -------
    list of Estimate
        An estimate for each measure, in the same order.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.
    UndefinedError
        If the measure has no value for these labels.

    Examples
    --------
    >>> from partita import Contingency
    >>> table = Contingency.from_matrix([[8, 2], [1, 9]])
    >>> for found in estimates(["rand", "purity"], table, draws=99):
    ...     print(found.measure, round(found.low, 2), round(found.high, 2))
    rand 0.48 0.98
    purity 0.55 0.99
    """
    sample = object_sample(table) if isinstance(table, Contingency) else table
    settings = _settings(confidence, method, rng, threads)
    size = _number_of_draws(draws, sample, settings)
    return _estimates([choose(one) for one in measures], sample, size, settings)


def _settings(confidence: float, method: str, rng: Any, threads: int | None) -> Settings:
    """Check the options of an interval."""
    one_of("method", method, METHODS)
    workers, share = thread_count(threads), confidence_of(confidence)
    return Settings(method, share, seed_of(rng), workers)


def _number_of_draws(
    draws: int | None, sample: ObjectSample | GroupSample, settings: Settings
) -> int:
    """Return the number of draws; the jackknife needs none."""
    if settings.method == "jackknife":
        return 0
    if draws is None:
        return draws_of_objects(sample.cells, settings.level)
    return whole_from("draws", draws, 2)


def _estimates(
    chosen: Sequence[Chosen], sample: ObjectSample | GroupSample, size: int, settings: Settings
) -> list[Estimate]:
    scales = [sampled_scale(s, sample.table) for s in chosen]
    own = [s if scale is None else scale.plain for s, scale in zip(chosen, scales, strict=True)]
    seed, threads = settings.seed, settings.threads
    draws = evaluate(own, sample, size, seed, threads) if size else np.empty((0, len(own)))
    # a chance level is too high by as much as its score, so their difference needs no widening
    widen = [scale is None for scale in scales]
    found = estimate_all(own, sample, draws, settings, widen=widen)
    return [
        one if scale is None else rescaled(one, s, scale)
        for one, s, scale in zip(found, chosen, scales, strict=True)
    ]
