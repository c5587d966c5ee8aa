"""The numbers that the rules of advice test: on the truth, and on each clustering."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ...base.errors import UndefinedError
from ...base.wording import brief, number_of, percent
from ...chance import exact_deviation, exact_mean
from ...inference.sampling.jackknife import influence
from ...labels.records import unlabeled
from ...measures.chosen import choose
from ..counting.counting import Counted, can_be_drawn
from ..counting.score import value_or_none
from ..draws.gaps import JACKKNIFE_CELLS
from ..sizes.size_error import dcv_error
from .minus_one import minus_one_facts

if TYPE_CHECKING:
    from collections.abc import Mapping

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
    cv0 = counted.table.size_variation.cv0
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
        **_variations(counted),
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


def _variations(one: Counted) -> dict[str, float | None]:
    """How much less cluster sizes vary than class sizes, also in standard errors."""
    found = one.table.size_variation
    error = dcv_error(one)
    if found.dcv is None or not error:
        return found.numbers
    return found.numbers | {"dcv_z": found.dcv / error}


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
