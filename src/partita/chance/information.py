"""Mutual information by chance: its mean under every model, its variance under permutation."""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING

import numpy as np

from .. import _resample
from ..base.checks import one_of
from ..statistics import information
from .blocks import SizeNumbers, size_numbers

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ..table.contingency import Contingency
    from .models import Kept, Model

_AVERAGES: dict[str, Callable[[float, float], float]] = {
    "arithmetic": lambda a, b: (a + b) / 2,
    "geometric": lambda a, b: sqrt(a * b),
    "min": min,
    "max": max,
}


def mean_information(table: Contingency, model: Model) -> information.Information:
    """Return the means of I, H(C|K) and H(K|C) under a model.

    Σ over two sizes of the expected numbers of groups of these sizes, times the mean of a cell
    with such margins, which is hypergeometric.
    """
    classes = _numbers(model.classes, table.class_sizes, table.n)
    clusters = _numbers(model.clusters, table.cluster_sizes, table.n)
    parts = _resample.mean_information(*classes, *clusters, table.n)
    return information.Information(*parts, table.n, *table.shape)


def _numbers(kept: Kept, sizes: NDArray[np.int64], n: int) -> SizeNumbers:
    if kept == "sizes":
        distinct, numbers = np.unique(sizes, return_counts=True)
        return SizeNumbers(distinct, numbers.astype(np.float64))
    return size_numbers(n, len(sizes) if kept == "number" else None)


def largest_information(table: Contingency, model: Model, average: str) -> float:
    """Return an average of the largest entropies that a model allows on either side.

    That is H of sizes that are kept, log k for k groups, log n where nothing is kept.
    """
    one_of("average", average, tuple(_AVERAGES))
    observed = table.information.truth_entropy, table.information.prediction_entropy
    largest = [
        {"sizes": entropy, "number": log(groups), "nothing": log(table.n)}[kept]
        for kept, entropy, groups in zip(
            (model.classes, model.clusters), observed, table.shape, strict=True
        )
    ]
    return _AVERAGES[average](*largest)


def information_variance(table: Contingency) -> float | None:
    """Return Var[I] over random labels with the same group sizes, in squared nats.

    None where there are too many different sizes to sum over in seconds.

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
    >>> from partita.table.contingency import Contingency
    >>> round(information_variance(Contingency.from_matrix([[2, 1], [0, 3]])), 12)
    0.024309017186
    """
    return information.information_variance(table.class_sizes, table.cluster_sizes)
