"""The numbers that rules of advice look at: of the truth, and of each clustering."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.errors import UndefinedError
from ...base.wording import brief, percent, show, three
from ...base.wording import counted as number_of
from ...chance import exact_deviation, exact_mean
from ...inference.sampling.jackknife import influence, summarize
from ...labels.records import unlabeled
from ...measures.chosen import choose
from ..counting.counting import Counted, can_be_drawn
from ..counting.score import value_or_none
from ..draws.gaps import CELLS
from .minus_one import noise_group, treatments

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from ...table.contingency import AnyTable

ADJUSTED = ("adjusted_rand", "adjusted_mutual_information")
CUT = 0.5  # a class is cut where no cluster holds more than this share of it


@dataclass(frozen=True, slots=True)
class Facts:
    """Numbers and words under names; a quantity that has no value here is absent."""

    numbers: Mapping[str, float]
    words: Mapping[str, str] = field(default_factory=dict)
    about: str = ""  # the clustering; empty where it is about several, or about the truth


def truth_facts(counted: Counted) -> Facts:
    """What the truth says, and how its objects come."""
    table = counted.table
    objects = float(counted.objects)
    units = None if counted.units is None else float(len(set(counted.units.tolist())))
    numbers = {"n": objects, "cv0": _variation(_named(table)), "units": units}
    found, words = _minus_one(counted, "truth")
    return Facts(_present({**numbers, **found}), words)


def clustering_facts(name: str, counted: Counted) -> Facts:
    """What one clustering says: sizes, their variation, chance, noise."""
    table = counted.table
    groups = table.groups
    n = float(counted.objects)
    numbers: dict[str, float | None] = {
        "n": n,
        **groups.numbers,
        "groups": min(table.shape),
        "cells": table.nnz,
        "per_cell": n / table.nnz,
        "noise_share": (counted.noise + counted.left_out) / counted.given,
        "distinct_share": max(groups.classes, groups.clusters) / counted.objects,
        **_uniform(table),
        **_chance(table),
        **_bias(table),
        **_beyond(table),
    }
    found, words = _minus_one(counted, "prediction")
    words |= {
        "name": brief(name),
        "treatment": treated(counted),
        "groups_text": str(groups),
        "object_count": number_of(int(n), "object", "objects"),
        "cell_count": number_of(table.nnz, "cell", "cells"),
        "cut_text": _cut(table)[1],
        "most_groups": f"{max(groups.classes, groups.clusters):,}",
    }
    return Facts(_present({**numbers, **found}), words, name)


def treated(one: Counted) -> str:
    """What was done with objects that are noise or without label."""
    kept = "counted as one cluster" if one.noise_as == "cluster" else "counted as single objects"
    if one.noise and one.left_out:
        return f"{one.left_out:,} left out, {one.noise:,} {kept}"
    return "left out" if one.left_out else kept


def _named(table: AnyTable) -> NDArray[Any]:
    """Sizes of the classes, without single objects that have none."""
    return np.asarray(table.class_sizes[~unlabeled(table.classes)], dtype=np.float64)


def _variation(sizes: NDArray[Any]) -> float | None:
    """Standard deviation over mean, with n-1 as Wu, Xiong and Chen have it."""
    if len(sizes) < 2:
        return None
    return float(np.std(sizes, ddof=1) / np.mean(sizes))


def _uniform(table: AnyTable) -> dict[str, float | None]:
    """How much more even clusters are than classes, and how certain that is."""
    turned = table.T
    cv0, cv1 = _variation(_named(table)), _variation(_named(turned))
    found: dict[str, float | None] = {"cv0": cv0, "cv1": cv1, "cut": float(_cut(table)[0])}
    if cv0 is None or cv1 is None:
        return found
    found["dcv"] = cv1 - cv0
    if can_be_drawn(table):
        change = _change(turned, table.cols) - _change(table, table.rows)
        error = summarize(0.0, change, table.counts, float(table.n)).standard_error
        found["dcv_z"] = (cv1 - cv0) / error if error else None
    return found


def _change(table: AnyTable, places: NDArray[Any]) -> NDArray[np.float64]:
    """The change of CV by the loss of an object, for each cell; `places` are its classes.

    With K groups, n objects and S = Σ a², CV² = K/(K-1) · (K S/n² - 1).
    """
    named = ~unlabeled(table.classes)
    own = table.class_sizes.astype(np.float64)
    groups, n, squares = named.sum(), own[named].sum(), (own[named] ** 2).sum()
    size = own[places]
    less = np.maximum(groups - (size == 1), 2)
    after = less / (less - 1) * (less * (squares - 2 * size + 1) / max(n - 1, 1) ** 2 - 1)
    before = groups / (groups - 1) * (groups * squares / n**2 - 1)
    return np.where(named[places], np.sqrt(np.maximum(after, 0)) - sqrt(max(before, 0)), 0.0)


def _cut(table: AnyTable) -> tuple[int, str]:
    """How many classes above the mean size are cut, and the largest of them in words."""
    sizes = table.class_sizes.astype(np.float64)
    counts = np.where(unlabeled(table.clusters)[table.cols], 0.0, table.counts.astype(np.float64))
    largest = np.zeros(len(sizes))
    np.maximum.at(largest, table.rows, counts)
    cut = (largest <= CUT * sizes) & (sizes > sizes.mean()) & ~unlabeled(table.classes)
    if not cut.any():
        return 0, ""
    first = int(np.flatnonzero(cut)[np.argmax(sizes[cut])])
    share = percent(float(largest[first] / sizes[first]))
    return int(cut.sum()), f"{brief(table.classes[first])} has {share} in its largest piece"


def _chance(table: AnyTable) -> dict[str, float | None]:
    """What V random labels with these group sizes reach: V at I = E[I]."""
    v = value_or_none("v_measure", table)
    ami = value_or_none("adjusted_mutual_information", table)
    information = table.information
    entropies = information.truth_entropy + information.prediction_entropy
    if ami is None or not entropies:
        return {"v": v}
    expected = table.expected_information.expected
    return {"v": v, "ami": ami, "chance_v": 2 * expected / entropies}


def _bias(table: AnyTable) -> dict[str, float]:
    """The jackknife bias of V, and the same in standard errors; 0 where it is not known."""
    if not can_be_drawn(table) or table.nnz > CELLS:
        return {"v_bias_z": 0.0}
    found = influence(choose("v_measure"), table)
    z = found.bias / found.standard_error if found.standard_error else 0.0
    return {"v_bias": found.bias, "v_bias_z": z}


def _beyond(table: AnyTable) -> dict[str, float | None]:
    """The adjusted measures in standard deviations of chance; `chance_z` is the larger one."""
    if not can_be_drawn(table):
        return {}
    found: dict[str, float | None] = {}
    scores = []
    for name in ADJUSTED:
        value = value_or_none(name, table)
        try:
            mean, deviation = exact_mean(name, table), exact_deviation(name, table)
        except UndefinedError:
            continue
        found[name] = value
        if value is not None and mean is not None and deviation:
            found[f"{name}_deviation"] = deviation
            scores.append((value - mean) / deviation)
    return found | ({"chance_z": max(scores)} if scores else {})


def _minus_one(counted: Counted, side: str) -> tuple[dict[str, float], dict[str, str]]:
    """A label -1 that nobody spoke of: its share, what each treatment gives, what to write."""
    table = counted.table if side == "prediction" else counted.table.T
    place = None if counted.noise_given else noise_group(table.clusters)
    if place is None:
        return {}, {}
    label = show(table.clusters[place]).replace("'", '"')
    share = float(table.cluster_sizes[place]) / float(table.n)
    scores = treatments(table, place)
    both = side == "truth" or noise_group(table.classes) is not None
    words = {
        "label": label,
        "unit": "objects" if scores else "weight",
        "noise": f'{{"{side}": {label}}}' if both else label,
        "treatments": "".join(
            f", {way} {three(scores[key])}" for key, way in _WAYS.items() if key in scores
        ),
    }
    return {"minus_one_share": share, **scores}, words


_WAYS = {
    "ari_as_cluster": "adjusted_rand as one group",
    "ari_as_singletons": "as single objects",
    "ari_left_out": "left out",
}


def _present(numbers: Mapping[str, float | None]) -> dict[str, float]:
    return {name: float(value) for name, value in numbers.items() if value is not None}
