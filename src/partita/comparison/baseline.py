"""What a measure gives by chance: its mean over tables with the same group sizes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..contingency import Contingency
from ..errors import UndefinedError
from ..statistics import Information, PairCounts
from .counting import AnyTable
from .requests import Request


def chance_level(
    table: AnyTable, request: Request, *, draws: int = 999, seed: int = 0
) -> tuple[float | None, str]:
    """The mean under random pairing of the labels, and how it was found.

    Measures that are affine in Σ n_ij² or Σ n_ij log n_ij follow from the mean of that sum:
    E[N11] = PQ/M, and E[I] as the kernel adds it up. Others are sampled.
    """
    if 1 in table.shape or table.n in table.shape:
        return _value(table, request), "exact: the sizes leave one table"
    if not isinstance(table, Contingency):
        return None, "undefined: a permutation of labels changes fractional weights of groups"
    if request.measure.is_margin_affine(**request.options):
        try:
            return request.measure.read(_expected(table, request), **request.options), "exact"
        except UndefinedError:
            return None, "undefined"
    from ..inference import significance

    found = significance(
        request.measure, table=table, null="permutation", draws=draws, seed=seed, **request.options
    )
    return found.expected, found.method


def _value(table: AnyTable, request: Request) -> float | None:
    try:
        return request.measure.of(table, **request.options)
    except UndefinedError:
        return None


def _expected(table: AnyTable, request: Request) -> Any:
    """The statistic of the measure with the mean in place of what was counted."""
    if request.measure.family == "pairs":
        return _expected_pairs(table.pairs)
    mean = table.expected_information
    now = mean.information
    information = Information(
        mean.expected,
        max(now.truth_entropy - mean.expected, 0.0),
        max(now.prediction_entropy - mean.expected, 0.0),
        now.objects,
        now.classes,
        now.clusters,
    )
    if request.measure._source == "expected_information":
        return mean._replace(information=information)
    return information


def _expected_pairs(now: PairCounts) -> PairCounts:
    together = Fraction(now.truth_pairs) * now.prediction_pairs / now.pairs
    return PairCounts(
        together,
        now.truth_pairs - together,
        now.prediction_pairs - together,
        now.pairs - now.truth_pairs - now.prediction_pairs + together,
        now.objects,
    )
