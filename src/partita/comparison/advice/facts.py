"""The numbers that the rules of advice test: on the truth, and on each clustering."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import copysign, inf, sqrt
from typing import TYPE_CHECKING

import numpy as np

from ...base.errors import UndefinedError
from ...base.wording import brief, number_of, percent
from ...chance import exact_deviation, exact_mean
from ...inference.entropies.corrected_scores import corrected
from ...inference.entropies.corrections import CHAO_WANG_JOST, alike
from ...inference.widening.unseen_cells import is_sparse
from ...labels.records import unlabeled
from ...measures.chosen import choose
from ...table.contingency import Contingency
from ..counting.counting import Counted, can_be_drawn
from ..counting.score import value_or_none
from ..draws.gaps import JACKKNIFE_CELLS
from ..draws.samples import sample_of
from ..sizes.size_error import cv0_error, dcv_error
from .noise import minus_one_facts, noise_facts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...table.contingency import AnyTable

ADJUSTED = ("adjusted_rand", "adjusted_mutual_information")
UNEVEN = 0.85  # CV₀ up to which even clusters of k-means are harmless (Wu et al. 2009, section 3.1)
CUT = 0.5  # by definition: a class is split if no cluster holds more than this share of it


@dataclass(frozen=True, slots=True)
class Facts:
    """Numbers and words by name; a number without a value is absent."""

    numbers: Mapping[str, float]
    words: Mapping[str, str] = field(default_factory=dict)
    about: str = ""  # the clustering; empty for the truth, and for several clusterings


def truth_facts(counted: Counted) -> Facts:
    """Sizes of the classes, and how the objects are sampled."""
    count = counted.group_count
    units = None if count is None else float(count)
    numbers = {"n": float(counted.objects), "units": units, **_unevenness(counted)}
    found, words = minus_one_facts(counted, "truth")
    return Facts(_present({**numbers, **found}), words)


def _unevenness(one: Counted) -> dict[str, float | None]:
    """CV₀, its standard error, and by how many of these it is above the paper's limit."""
    cv0, error = one.table.size_variation.cv0, cv0_error(one)
    if cv0 is None:
        return {}
    above = cv0 - UNEVEN
    z = above / error if error else copysign(inf, above)  # without an error, as they are
    return {"cv0": cv0, "cv0_error": error or None, "cv0_z": z}


def clustering_facts(name: str, counted: Counted) -> Facts:
    """Sizes of one clustering and their variation, chance, bias, and noise."""
    table = counted.table
    groups = table.groups
    n = float(counted.objects)
    split, split_text = _split_classes(table)
    cells = _cells(table)
    numbers: dict[str, float | None] = {
        "n": n,
        **groups.numbers,
        "groups": min(table.shape),
        **cells,
        **_distinct(max(groups.classes, groups.clusters), counted.objects),
        "cut": float(split),
        **_variations(counted),
        **_v_facts(counted),
        **_chance_z(table),
    }
    found, words = minus_one_facts(counted, "prediction")
    noise, noise_words = noise_facts(counted)
    corrected_v = _v_of_many(counted)
    if corrected_v is not None:
        numbers["v_of_many"] = corrected_v
    words |= noise_words | {
        "name": brief(name),
        "groups_text": str(groups),
        "object_count": number_of(int(cells["in_cells"]), "object", "objects"),
        "cell_count": number_of(int(cells["cells"]), "cell", "cells"),
        "cut_text": split_text,
        "most_groups": f"{max(groups.classes, groups.clusters):,}",
        "many_text": "" if corrected_v is None else f", for very many objects {corrected_v:.3f}",
    }
    return Facts(_present({**numbers, **noise, **found}), words, name)


def _variations(one: Counted) -> dict[str, float | None]:
    """How much less cluster sizes vary than class sizes, also in standard errors."""
    found = one.table.size_variation
    error = dcv_error(one)
    numbers = {**found.numbers, "cv0_z": _unevenness(one).get("cv0_z")}
    if found.dcv is None or not error:
        return numbers
    return numbers | {"dcv_z": found.dcv / error}


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


def _cells(table: AnyTable) -> dict[str, float]:
    """The cells of labeled objects; noise and objects without a label have one each."""
    kept = ~unlabeled(table.clusters)[table.cols] & ~unlabeled(table.classes)[table.rows]
    if not kept.any():
        kept[:] = True
    cells, objects = float(kept.sum()), float(table.counts[kept].sum())
    return {"cells": cells, "in_cells": objects, "per_cell": objects / cells}


def _distinct(groups: int, objects: int) -> dict[str, float]:
    """The share of distinct labels, and the p that it is at most one half (binomial)."""
    from scipy.special import betainc  # slow to import

    p = float(betainc(groups, objects - groups + 1, 0.5)) if groups else 1.0
    return {"distinct_share": groups / objects, "distinct_p": p}


def _v_facts(one: Counted) -> dict[str, float | None]:
    """V, AMI, the V of random labels with these group sizes (V at I = E[I]), error and bias.

    `chance_v_z` is the part of V that AMI takes away, in standard errors of V. The jackknife does
    not see the variation of V near 0, which is that of random labels.
    """
    table = one.table
    v = value_or_none("v_measure", table)
    ami = value_or_none("adjusted_mutual_information", table)
    information = table.information
    entropies = information.truth_entropy + information.prediction_entropy
    found = _v_error(one)
    if v is None or ami is None or not entropies:
        return {"v": v, **found}
    expected = table.expected_information.expected
    error = found.get("v_error")
    if error is None:  # not computed for many cells, where many groups make it less than this
        error = 1 / sqrt(one.objects)
    if can_be_drawn(table):
        error = max(error, exact_deviation("v_measure", table) or 0.0)
    z = (v - ami) / error if error else (inf if v > ami else 0.0)
    return {"v": v, "ami": ami, "chance_v": 2 * expected / entropies, "chance_v_z": z, **found}


def _v_of_many(one: Counted) -> float | None:
    """V with the entropies of Chao, Wang and Jost, if the table is sparse and objects are drawn."""
    table = one.table
    if not isinstance(table, Contingency) or one.group_count is not None or not is_sparse(table):
        return None
    return corrected(choose("v_measure"), table, alike(CHAO_WANG_JOST)).value


def _v_error(one: Counted) -> dict[str, float]:
    """The jackknife error and bias of V; the bias in errors is 0 if these are not known."""
    if not can_be_drawn(one.table) or one.table.nnz > JACKKNIFE_CELLS:
        return {"v_bias_z": 0.0}
    found = sample_of(one).influence(choose("v_measure"), 0)
    z = found.bias / found.standard_error if found.standard_error else 0.0
    return {"v_error": found.standard_error, "v_bias": found.bias, "v_bias_z": z}


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
