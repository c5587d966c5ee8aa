"""Closed forms for pair-counting measures, by Gram sums."""

from __future__ import annotations

from ... import measures
from ...measures.chosen import Chosen
from ..kinds.results import Method
from ..two_sides.from_sums import pair_counts
from ..two_sides.fuzzy_pair import FuzzyPair
from .agreement_variance import agreement_variance, variance_cost
from .closed_forms import Mean, mean_of

GRAM = Method("exact", "Gram sums")
_VARIANCE_WORK = 300_000_000  # multiplications, a fraction of a second


@mean_of(measures.rand, measures.mirkin, measures.normalized_mirkin, measures.hubert_gamma_prime)
def expected_agreement(pair: FuzzyPair, chosen: Chosen) -> Mean:
    """Measures that are linear in the number of pairs treated alike: mean and variance."""
    mean = _read(pair, chosen)
    if variance_cost(pair) > _VARIANCE_WORK:
        limit = f"(no variance: it takes more than {_VARIANCE_WORK:.0e} multiplications)"
        return mean._replace(method=Method("exact", f"Gram sums {limit}"))
    everything = pair.n * pair.n  # all pairs together in the truth only: D = M
    span = chosen.read(pair_counts(pair.n, everything, pair.n, pair.n))
    span -= chosen.read(pair_counts(pair.n, pair.n, pair.n, pair.n))
    slope = span / (pair.n * (pair.n - 1) / 2)
    return mean._replace(variance=slope * slope * agreement_variance(pair))


@mean_of(measures.pair_recall)
def expected_recall(pair: FuzzyPair, chosen: Chosen) -> Mean | None:
    """N11/P: a hard truth fixes the number P of pairs inside its classes."""
    return _read(pair, chosen) if pair.truth_hard else None


@mean_of(measures.pair_precision)
def expected_precision(pair: FuzzyPair, chosen: Chosen) -> Mean | None:
    """N11/Q: a hard prediction fixes the number Q of pairs inside its clusters."""
    return _read(pair, chosen) if pair.prediction_hard else None


def _read(pair: FuzzyPair, chosen: Chosen) -> Mean:
    return Mean(chosen.read(pair.gram_sums.mean_counts()), 0.0, GRAM)
