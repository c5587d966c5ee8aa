"""The posterior of a score, or of the difference of two: probabilities of statements about it.

Samples score differently from their population, mostly higher, and draws of shares around a sample
have this bias a second time. A posterior whose prior were flat on the shares would claim to know
that entropies are low. So for measures that the jackknife can correct, the draws keep their shape,
and their mean is the value without its bias, moved as far as the prior on empty cells moves the
score. To first order, this is the posterior under a prior on the shares in proportion to
exp(λ · score), with λ such that probabilities match frequencies (Welch and Peers 1963).

Maxima have no such correction. If the overlaps that they compare nearly tie, the model in which
they tie has the same prior probability as the one in which they do not: half of the draws are the
value minus the errors of samples from a population with ties.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...base.checks import confidence_of, thread_count, whole_from
from ...base.draws import OBJECTS
from ...base.errors import InputError
from ...base.keywords import explain_keywords
from ...base.progress import long_work
from ...base.seeds import seed_of
from ...chance.batch import largest_value
from ...chance.null_values import TIE
from ...labels import read_policies
from ...measures.chosen import Chosen, choose
from ...results import Posterior
from ..differences.ends import largest_difference, notes_on_units
from ..differences.margins import margin_of
from ..differences.paired_populations import FEW, tied_pair
from ..sampling.bootstrap_intervals import Bootstrap, percentile, with_t_tails
from ..sampling.given_samples import sample_or_pairing
from ..sampling.pairing import PairedObjects, oriented
from ..sampling.samples import GroupSample, ObjectSample
from ..widening.cautions import cautions
from ..widening.near_ties import tied
from ..widening.resampled_measures import has_bias, is_smooth, require_population
from .shares import shares_of

if TYPE_CHECKING:
    from ...base.arrays import Floats
    from ...measures.measure import Measure
    from ..sampling.pairing import Sample
    from ..sampling.populations import Sampled

__all__ = ["posterior"]

_SINGLE = (ObjectSample, GroupSample)  # samples of one clustering


@long_work("drawing from the posterior")
@explain_keywords
def posterior(
    measure: Measure | str,
    truth: Any = None,
    a: Any = None,
    b: Any = None,
    *,
    table: Any = None,
    margin: float | tuple[float, float] | None = None,
    confidence: float = 0.95,
    draws: int = OBJECTS,
    rng: Any = 0,
    groups: Any = None,
    weights: Any = None,
    missing: str = "error",
    noise: Any = None,
    noise_as: str | None = None,
    align: str = "error",
    threads: int | None = None,
    **options: Any,
) -> Posterior:
    """Return the posterior of a score in the population, or of the difference of two scores.

    It answers with probabilities: how probable is a score above 0.8, that `a` is better than `b`,
    or that they differ by less than a margin? The shares of the cells of the contingency table
    (truth × a, or truth × a × b) have a Dirichlet distribution. Its parameters are the objects of
    each cell; the empty cells together have one object, spread in proportion to the sizes of
    class and cluster. With two clusterings, the empty cells that only `a` misplaces have one
    object, and those that only `b` misplaces another.

    The bias that the jackknife finds is removed from the draws. If the overlaps that a maximum
    (purity, F, a matching) compares nearly tie, half of the draws are for a population in which
    they do. `notes` say when not to trust the result.

    Parameters
    ----------
    measure
        The measure, or its name. It must have a value in a population.
    truth
        The class of each object.
    a
        A clustering of the same objects.
    b
        Another clustering; the posterior is then that of the score of `a` minus the score of `b`.
    table
        In place of labels: a contingency table, a mapping from group to table, two such mappings,
        for a and for b, or what ``tabulate(source, truth, [a, b], joint=True)`` returns.
    margin
        A difference that does not matter, as for `difference`: the region of practical
        equivalence. Only with `b`.
    confidence
        Probability of the interval.
    draws
        Number of posterior draws.
    rng
        Seed of the random numbers: an integer, a Generator, a SeedSequence, or None for a new seed.
    groups
        Donor, document or patient of each object: whole groups are drawn (Bayesian bootstrap).
    weights, missing, noise, noise_as, align
        As for every measure.
    threads
        Number of threads; it changes the time and not the result.
    **options
        Options of the measure.

    Returns
    -------
    Posterior
        The interval, the probabilities, and the draws.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.
    UndefinedError
        If the measure has no value for these labels.

    Examples
    --------
    >>> truth = [0, 0, 0, 1, 1, 1] * 20
    >>> a, b = [0, 0, 0, 1, 1, 0] * 20, [0, 0, 1, 1, 1, 0] * 20
    >>> found = posterior("rand", truth, a)
    >>> print(found)
    rand is 0.7199, 95% credible interval 0.6198 to 0.7996 (Dirichlet; prior of 1 object on 1 empty cell, 1999 draws, seed 0)
    >>> round(found.probability(above=0.7), 2)
    0.59
    >>> print(posterior("rand", truth, a, b, margin=0.15).judgment)
    a is better than b with probability >99%, and equivalent within ±0.15 with 41%
    """  # noqa: E501 - a sentence is one line
    s = choose((measure, options))
    require_population(s)
    policies = read_policies(missing, noise, noise_as, align)
    sample = sample_or_pairing((truth, a, b), groups, table, weights, policies)
    single = isinstance(sample, _SINGLE)
    if single and margin is not None:
        raise InputError(
            "margin is a difference of two clusterings: give b too, or ask for a range of the "
            "score with posterior(...).probability(above=..., below=...)"
        )
    region = margin_of(s.measure, margin)
    size, seed = whole_from("draws", draws, 2), seed_of(rng)
    workers, level = thread_count(threads), confidence_of(confidence)
    found = _of_sample(s, sample, size=size, seed=seed, threads=workers)
    gains = s.sign * found.values
    low, high = percentile(Bootstrap(found.values, found.value, 0.0), level)
    inside = None if region is None else (gains > region.low) & (gains < region.high)
    return Posterior(
        measure=s.label,
        value=found.value,
        mean=float(found.values.mean()),
        low=low,
        high=high,
        standard_deviation=float(found.values.std(ddof=1)),
        confidence=level,
        method=found.method,
        notes=found.notes,
        draws=size,
        rng=seed,
        bias=found.bias,
        better=s.measure.better,
        probability_better=None if single else float(np.mean(gains > TIE)),
        probability_worse=None if single else float(np.mean(gains < -TIE)),
        margin=None if region is None else (region.low, region.high),
        probability_equivalent=None if inside is None else float(np.mean(inside)),
        values=tuple(np.sort(found.values).tolist()),
    )


class Drawn(NamedTuple):
    """Posterior draws of a value, the bias that was removed, and how they were made."""

    value: float
    values: Floats
    bias: float
    method: str
    notes: tuple[str, ...]

    @property
    def mirrored(self) -> Drawn:
        """The same with a and b exchanged."""
        value, values, bias = 0.0 - self.value, 0.0 - self.values, 0.0 - self.bias
        return self._replace(value=value, values=values, bias=bias)


def _of_sample(s: Chosen, sample: Sample, *, size: int, seed: int, threads: int) -> Drawn:
    """Draw from the posterior of a sample, with notes on when not to trust it."""
    if isinstance(sample, _SINGLE):
        found = drawn(s, sample, size=size, seed=seed, threads=threads)
        notes = cautions(s.measure, sample, widened=isinstance(sample, ObjectSample))
    else:
        pair, turned, _ = oriented(sample)
        found = drawn(s, pair, size=size, seed=seed, threads=threads)
        found, notes = found.mirrored if turned else found, notes_on_units(s, sample)
    return found._replace(notes=(*found.notes, *notes))


def drawn(s: Chosen, sample: Sample, *, size: int, seed: int, threads: int) -> Drawn:
    """Draw scores or differences from the posterior, and remove their bias."""
    shares = shares_of(s, sample, threads)
    value, values, bias = sample.value(s), shares.draws(size, seed), 0.0
    if isinstance(sample, _SINGLE):
        low, high = s.measure.bounds[0], largest_value(s.measure, sample.table.n)
    else:
        high = largest_difference(s.measure, sample.a.n)
        low = -high
    if has_bias(s.measure):
        pull = sample.influence(s, threads)
        bias = pull.bias
        values = _recentered(values, value - bias + shares.effect_of_prior(), pull.standard_error)
    ties = None if is_smooth(s.measure) else _ties(sample)
    if ties is not None:
        half = size // 2
        tied_errors = ties.errors([s], sample.size, half, seed, threads)[:, 0]
        values = np.concatenate([values[half:], value - tied_errors])
    if sample.unit == "groups":
        center = float(np.median(values))
        values = with_t_tails(Bootstrap(values, center, 0.0), sample.size - 1).draws
    notes = [shares.note, "" if ties is None else "half of the draws for near ties"]
    values = np.clip(values, low, high)
    return Drawn(value, values, bias, shares.method, tuple(filter(None, notes)))


def _ties(sample: Sample) -> Sampled | None:
    """Return the population in which near ties of maxima are ties; None if nothing nearly ties.

    If few objects differ, both clusterings have the same ties, and these objects decide.
    """
    if isinstance(sample, ObjectSample):
        return tied(sample.table)
    if isinstance(sample, PairedObjects) and sample.differing >= FEW:
        return tied_pair(sample)
    return None


def _recentered(values: Floats, center: float, deviation: float) -> Floats:
    """Move the mean of the draws, and widen them to the jackknife's deviation if it is larger."""
    spread = float(values.std(ddof=1))
    width = max(1.0, deviation / spread) if spread > 0 else 1.0
    return np.asarray((values - values.mean()) * width + center)
