"""A label -1 that the caller did not declare: is it noise, and what does each treatment give?

scikit-learn, HDBSCAN and BERTopic write -1 for objects in no cluster. scikit-learn's HDBSCAN also
writes -2 and -3 for objects that it cannot place. Labels -1 and 1 alone are a coding of two groups.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.wording import show, three
from ...labels.records import Unlabeled, object_names, python_names
from ...measures.measure import MEASURES
from ...statistics.pairs import PairCounts
from ...table.contingency import AnyTable, Contingency

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..counting.counting import Counted

_MARKS = (-1, -2, -3)
TREATMENTS = {  # the adjusted Rand index with the label -1 …
    "ari_as_cluster": "as one group",
    "ari_as_singletons": "as single objects",
    "ari_left_out": "left out",
}


def minus_one_facts(counted: Counted, side: str) -> tuple[dict[str, float], dict[str, str]]:
    """Numbers and words on an undeclared label -1: its share, its treatments, what to write."""
    table = counted.table if side == "prediction" else counted.table.T
    place = None if counted.noise_given else noise_group(table.clusters)
    if place is None:
        return {}, {}
    label = show(table.clusters[place]).replace("'", '"')
    share = float(table.cluster_sizes[place]) / float(table.n)
    scores = treatment_scores(table, place)
    texts = [f"{three(scores[key])} {way}" for key, way in TREATMENTS.items() if key in scores]
    both = side == "truth" or noise_group(table.classes) is not None
    words = {
        "label": label,
        "unit": "objects" if scores else "weight",
        "noise": f'{{"{side}": {label}}}' if both else label,
        "treatments": f"; adjusted_rand = {', '.join(texts)}" if texts else "",
    }
    return {"minus_one_share": share, **scores}, words


def noise_group(names: NDArray[Any]) -> int | None:
    """The place of the label -1, if the other labels number clusters from 0.

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
    """The label -1 of a column as it is written there, or None.

    >>> noise_label(["0", "-1", None, "1"])
    '-1'
    """
    names = object_names(label for label in dict.fromkeys(labels) if label is not None)
    place = noise_group(names)
    return None if place is None else names[place]


def _numbers(names: NDArray[Any]) -> NDArray[Any] | None:
    """The labels as numbers, NaN for a missing one; None if any is not an integer."""
    if names.dtype.kind in "iu":
        return names
    if names.dtype.kind == "f":
        return names if (names == np.floor(names)).all() else None
    values = python_names(names)
    if not any(mark in values for mark in (-1, "-1", "-1.0")):  # do not read names of any kind
        return None
    numbers = [_number(value) for value in values]
    return None if None in numbers else np.array(numbers, dtype=np.float64)


def _number(label: object) -> float | None:
    """An integer, also as text or as "-1.0" (pandas, if values are missing); NaN if missing."""
    if label is None or isinstance(label, Unlabeled):
        return np.nan
    if isinstance(label, str):
        text = label.removesuffix(".0")
        return float(text) if text.removeprefix("-").isdecimal() else None
    if type(label) is int or (isinstance(label, float | np.integer) and label % 1 == 0):
        return float(min(max(label, -9), 9))  # an int may be larger than any float
    return None


def treatment_scores(table: AnyTable, cluster: int) -> dict[str, float]:
    """The adjusted Rand index under each treatment of one cluster."""
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
        key: read(one, perfect=not one.disagreements)
        for key, one in zip(TREATMENTS, variants, strict=True)
        if one.objects
    }


def best_by_treatment(scores: dict[str, dict[str, float]]) -> dict[str, str]:
    """The best clustering under each treatment; one without noise has the same score under all."""
    first = next(iter(TREATMENTS))
    return {
        key: max(scores, key=lambda name: scores[name].get(key, scores[name][first]))
        for key in TREATMENTS
    }
