"""The numbers that the rules of advice test: on the truth, and on each clustering."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.errors import UndefinedError
from ...base.wording import brief, number_of, percent
from ...chance import exact_deviation, exact_mean
from ...inference.sampling.jackknife import influence, summarize
from ...labels.records import unlabeled
from ...measures.chosen import choose
from ..counting.counting import Counted, can_be_drawn
from ..counting.score import value_or_none
from ..draws.gaps import JACKKNIFE_CELLS
from .minus_one import minus_one_facts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from ...table.contingency import AnyTable

ADJUSTED = ("adjusted_rand", "adjusted_mutual_information")
CUT = 0.5  # a class is split if no cluster holds more than this share of it


@dataclass(frozen=True, slots=True)
class Facts:
    """Numbers and words by name; a number without a value is absent."""

    numbers: Mapping[str, float]
    words: Mapping[str, str] = field(default_factory=dict)
    about: str = ""  # the clustering; empty for the truth, and for several clusterings


def truth_facts(counted: Counted) -> Facts:
    """Sizes of the classes, and how the objects are sampled."""
    units = None if counted.units is None else float(len(set(counted.units.tolist())))
    cv0 = _variation(_group_sizes(counted.table))
    numbers = {"n": float(counted.objects), "cv0": cv0, "units": units}
    found, words = minus_one_facts(counted, "truth")
    return Facts(_present({**numbers, **found}), words)


def clustering_facts(name: str, counted: Counted) -> Facts:
    """Sizes of one clustering and their variation, chance, bias, and noise."""
    table = counted.table
    groups = table.groups
    n = float(counted.objects)
    split, split_text = _split_classes(table)
    numbers: dict[str, float | None] = {
        "n": n,
        **groups.numbers,
        "groups": min(table.shape),
        "cells": table.nnz,
        "per_cell": n / table.nnz,
        "noise_share": (counted.noise + counted.left_out) / counted.given,
        "distinct_share": max(groups.classes, groups.clusters) / counted.objects,
        "cut": float(split),
        **_variations(table),
        **_v_by_chance(table),
        **_v_bias(table),
        **_chance_z(table),
    }
    found, words = minus_one_facts(counted, "prediction")
    words |= {
        "name": brief(name),
        "treatment": noise_treatment(counted),
        "groups_text": str(groups),
        "object_count": number_of(int(n), "object", "objects"),
        "cell_count": number_of(table.nnz, "cell", "cells"),
        "cut_text": split_text,
        "most_groups": f"{max(groups.classes, groups.clusters):,}",
    }
    return Facts(_present({**numbers, **found}), words, name)


def noise_treatment(one: Counted) -> str:
    """What was done with objects that are noise or unlabeled."""
    kept = "counted as one cluster" if one.noise_as == "cluster" else "counted as single objects"
    if one.noise and one.left_out:
        return f"{one.left_out:,} left out, {one.noise:,} {kept}"
    return "left out" if one.left_out else kept


def _group_sizes(table: AnyTable) -> NDArray[Any]:
    """Sizes of the classes, without unlabeled objects."""
    return np.asarray(table.class_sizes[~unlabeled(table.classes)], dtype=np.float64)


def _variation(sizes: NDArray[Any]) -> float | None:
    """Standard deviation over mean, with n-1 as in Wu, Xiong and Chen (2009)."""
    if len(sizes) < 2:
        return None
    return float(np.std(sizes, ddof=1) / np.mean(sizes))


def _variations(table: AnyTable) -> dict[str, float | None]:
    """How much less cluster sizes vary than class sizes, also in standard errors."""
    turned = table.T
    cv0, cv1 = _variation(_group_sizes(table)), _variation(_group_sizes(turned))
    found: dict[str, float | None] = {"cv0": cv0, "cv1": cv1}
    if cv0 is None or cv1 is None:
        return found
    found["dcv"] = cv1 - cv0
    if can_be_drawn(table):
        change = _variation_change(turned, table.cols) - _variation_change(table, table.rows)
        error = summarize(0.0, change, table.counts, float(table.n)).standard_error
        found["dcv_z"] = (cv1 - cv0) / error if error else None
    return found


def _variation_change(table: AnyTable, places: NDArray[Any]) -> NDArray[np.float64]:
    """The change of CV by the loss of an object of each cell; `places` are their classes.

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


def _split_classes(table: AnyTable) -> tuple[int, str]:
    """How many classes above the mean size are split, and a phrase on the largest of them."""
    sizes = table.class_sizes.astype(np.float64)
    counts = np.where(unlabeled(table.clusters)[table.cols], 0.0, table.counts.astype(np.float64))
    largest = np.zeros(len(sizes))
    np.maximum.at(largest, table.rows, counts)
    split = (largest <= CUT * sizes) & (sizes > sizes.mean()) & ~unlabeled(table.classes)
    if not split.any():
        return 0, ""
    first = int(np.flatnonzero(split)[np.argmax(sizes[split])])
    share = percent(float(largest[first] / sizes[first]))
    return int(split.sum()), f"class {brief(table.classes[first])} has {share} in its largest piece"


def _v_by_chance(table: AnyTable) -> dict[str, float | None]:
    """V, AMI, and the V that random labels with these group sizes reach: V at I = E[I]."""
    v = value_or_none("v_measure", table)
    ami = value_or_none("adjusted_mutual_information", table)
    information = table.information
    entropies = information.truth_entropy + information.prediction_entropy
    if ami is None or not entropies:
        return {"v": v}
    expected = table.expected_information.expected
    return {"v": v, "ami": ami, "chance_v": 2 * expected / entropies}


def _v_bias(table: AnyTable) -> dict[str, float]:
    """The jackknife bias of V, also in standard errors; these are 0 if the bias is not known."""
    if not can_be_drawn(table) or table.nnz > JACKKNIFE_CELLS:
        return {"v_bias_z": 0.0}
    found = influence(choose("v_measure"), table)
    z = found.bias / found.standard_error if found.standard_error else 0.0
    return {"v_bias": found.bias, "v_bias_z": z}


def _chance_z(table: AnyTable) -> dict[str, float | None]:
    """The adjusted measures, and the larger of them in standard deviations of chance."""
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


def _present(numbers: Mapping[str, float | None]) -> dict[str, float]:
    return {name: float(value) for name, value in numbers.items() if value is not None}
