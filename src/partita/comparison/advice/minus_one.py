"""A label -1 that nobody called noise: what the score would be under each way to treat it.

scikit-learn, HDBSCAN and BERTopic write -1 for objects in no cluster, and scikit-learn's HDBSCAN
-2 and -3 for objects that it cannot place. Labels -1 and 1 alone are a coding of two groups.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from ...labels.records import Unlabeled, listed, object_names
from ...measures.measure import MEASURES
from ...statistics.pairs import PairCounts
from ...table.contingency import AnyTable, Contingency

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MARKS = (-1, -2, -3)
_WAYS = ("ari_as_cluster", "ari_as_singletons", "ari_left_out")


def noise_group(names: NDArray[Any]) -> int | None:
    """The place of the label -1 where the labels are numbered as clusterings with noise are.

    >>> noise_group(np.array([-1, 0, 1])), noise_group(np.array(["-1", "0"], object))
    (0, 0)
    >>> noise_group(np.array([-1, 1])), noise_group(np.array([-7, -1])), noise_group(np.array([0]))
    (None, None, None)
    """
    numbers = _numbers(names)
    if numbers is None:
        return None
    known = numbers[~np.isnan(numbers)]
    places = np.flatnonzero(numbers == _MARKS[0])
    if not len(places) or known.min() < min(_MARKS) or set(known[:3].tolist()) == {-1, 1}:
        return None
    return int(places[0])


def noise_label(labels: Iterable[object]) -> object:
    """The label -1 of a column as it is written there; None where it has no such label.

    >>> noise_label(["0", "-1", None, "1"])
    '-1'
    """
    names = object_names(label for label in dict.fromkeys(labels) if label is not None)
    place = noise_group(names)
    return None if place is None else names[place]


def _numbers(names: NDArray[Any]) -> NDArray[Any] | None:
    """The labels as numbers, where all are whole ones, also as floats or text; NaN for none."""
    if names.dtype.kind in "iu":
        return names
    if names.dtype.kind == "f":
        return names if (names == np.floor(names)).all() else None
    values = listed(names)
    if not any(mark in values for mark in (-1, "-1", "-1.0")):  # names of any kind are not read
        return None
    numbers = [_number(value) for value in values]
    return None if None in numbers else np.array(numbers, dtype=np.float64)


def _number(label: object) -> float | None:
    """A whole number, NaN for no label, None for any other; pandas writes -1.0 beside gaps."""
    if label is None or isinstance(label, Unlabeled):
        return np.nan
    if isinstance(label, str):
        text = label.removesuffix(".0")
        return float(text) if text.removeprefix("-").isdecimal() else None
    if type(label) is int or (isinstance(label, float | np.integer) and label % 1 == 0):
        return float(min(max(label, -9), 9))  # an int may be larger than any float
    return None


def treatments(table: AnyTable, cluster: int) -> dict[str, float]:
    """The adjusted Rand index with one cluster kept, as single objects, and left out."""
    if not isinstance(table, Contingency):
        return {}
    inside = table.cols == cluster
    own = [int(count) for count in table.counts[inside]]
    classes = [int(size) for size in table.class_sizes]
    left = list(classes)
    for place, count in zip(table.rows[inside].tolist(), own, strict=True):
        left[place] -= count
    now, n, size = table.pairs, int(table.n), sum(own)
    together = int(now.together) - sum(comb(count, 2) for count in own)
    joined = int(now.prediction_pairs) - comb(size, 2)
    kept, counts = n - size, PairCounts.of_totals
    variants = [
        now,
        counts(together, int(now.truth_pairs), joined, comb(n, 2), n),
        counts(together, sum(comb(size, 2) for size in left), joined, comb(kept, 2), kept),
    ]
    read = MEASURES["adjusted_rand"].read
    return {
        way: read(one, perfect=not one.disagreements)
        for way, one in zip(_WAYS, variants, strict=True)
        if one.objects
    }


def leaders(scores: dict[str, dict[str, float]]) -> list[str]:
    """The best clustering under each treatment; clusterings without noise score as they are."""
    return [
        max(scores, key=lambda name: scores[name].get(way, scores[name][_WAYS[0]])) for way in _WAYS
    ]
