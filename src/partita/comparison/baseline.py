"""What a measure gives by chance: its mean over tables with the same group sizes."""

from __future__ import annotations

from ..contingency import Contingency
from ..errors import UndefinedError
from ..inference import significance
from ..inference.null import mean_by_formula
from ..inference.scores import scorer
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
    try:
        mean = mean_by_formula(scorer((request.measure, request.options)), table)
    except UndefinedError:
        return None, "undefined"
    if mean is not None:
        return mean, "exact"
    found = significance(
        request.measure, table=table, null="permutation", draws=draws, seed=seed, **request.options
    )
    return found.expected, found.method


def _value(table: AnyTable, request: Request) -> float | None:
    try:
        return request.measure.of(table, **request.options)
    except UndefinedError:
        return None
