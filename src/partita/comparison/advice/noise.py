"""Facts on noise: an undeclared label -1, noise that was counted, and objects left out."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from ...base.wording import show, three
from ...labels.minus_one import noise_group
from ...measures.chosen import choose
from ...table.contingency import AnyTable, Contingency
from ..counting.counting import Counted, are_noise, can_be_drawn
from ..counting.score import value_or_none
from ..counting.treatments import MOST_NOISE, NOISE, objects_in, treat
from ..draws.gaps import JACKKNIFE_CELLS, Gap
from ..draws.samples import sample_of
from ..draws.treated import of_change, treated_influence
from ..verdict.beyond_chance import GRADED

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray


def minus_one_facts(counted: Counted, side: str) -> tuple[dict[str, float], dict[str, str]]:
    """Numbers and words on an undeclared label -1: its share, its treatments, what to write."""
    table = counted.table if side == "prediction" else counted.table.T
    place = None if counted.noise_given else noise_group(table.clusters)
    if place is None:
        return {}, {}
    label = show(table.clusters[place]).replace("'", '"')
    share = float(table.cluster_sizes[place]) / float(table.n)
    marked = table.cluster_sizes < 0  # none
    marked[place] = True
    scores = treatment_scores(table, marked)
    both = side == "truth" or noise_group(table.classes) is not None
    words = {
        "label": label,
        "unit": "objects" if scores else "weight",
        "noise": f'{{"{side}": {label}}}' if both else label,
        "treatments": _treatments_text(scores),
    }
    return {"minus_one_share": share, **scores}, words


def treatment_scores(table: AnyTable, marked: NDArray[np.bool_]) -> dict[str, float]:
    """The adjusted Rand index under each treatment of the marked clusters."""
    if not isinstance(table, Contingency):
        return {}
    found = {}
    for policy, treatment in NOISE.items():
        if policy == "singletons" and objects_in(table, marked) > MOST_NOISE:
            continue
        treated = treat(table, marked, treatment)
        value = None if treated is None else value_or_none(GRADED, treated.table)
        if value is not None:
            found[f"ari_{policy}"] = value
    return found


def _treatments_text(scores: Mapping[str, float]) -> str:
    texts = [f"{three(value)} {NOISE[key[4:]].words}" for key, value in scores.items()]
    return f"; {GRADED} = {', '.join(texts)}" if texts else ""


def noise_treatment(one: Counted) -> str:
    """What was done with objects that are noise or unlabeled."""
    if one.noise and one.left_out:
        return f"{one.left_out:,} left out, {one.noise:,} {_kept_as(one)}"
    return "left out" if one.left_out else _kept_as(one)


def _kept_as(one: Counted) -> str:
    return f"counted {NOISE['cluster' if one.noise_as == 'cluster' else 'singletons'].words}"


def noise_facts(one: Counted) -> tuple[dict[str, float | None], dict[str, str]]:
    """Numbers and words on noise that was counted, and on objects that were left out."""
    numbers: dict[str, float | None] = {}
    words = {"noise_text": _kept_as(one)}
    if one.noise:
        marked = are_noise(one.table.clusters, one.policies)
        scores = treatment_scores(one.table, marked)
        effect = _largest_effect(one)
        numbers |= {"noise_share": one.noise / one.given, **scores, **effect}
        words["noise_text"] += _treatments_text(scores)
    if one.left_out:
        share = one.left_out / one.given
        error = _standard_error(one)
        numbers |= {"left_out_share": share, "ari_error": error}
        numbers["left_out_z"] = share / error if error else inf
    return numbers, words


def _largest_effect(one: Counted) -> dict[str, float | None]:
    """The change by another treatment of noise that is largest in standard errors."""
    if not can_be_drawn(one.table) or one.table.nnz > JACKKNIFE_CELLS:
        return {"noise_z": inf}  # no error is known, so that any change counts
    sample, graded = sample_of(one), choose(GRADED)
    table = sample.table
    now, marked = sample.influence(graded, 0), are_noise(table.clusters, one.policies)
    effects = []
    for treatment in NOISE.values():
        treated = treat(table, marked, treatment)
        value = None if treated is None else value_or_none(GRADED, treated.table)
        if treated is None or value is None:
            continue
        change: Any = treated_influence(graded, sample, treated).change - now.change
        effects.append(Gap(value - graded.of(table), of_change(sample, change).standard_error))
    if not effects:
        return {}
    most = max(effects, key=lambda gap: abs(gap.z or 0.0))
    return {"noise_effect": most.size, "noise_error": most.error, "noise_z": abs(most.z or 0.0)}


def _standard_error(one: Counted) -> float | None:
    """The jackknife standard error of the adjusted Rand index; None if it is not known."""
    if not can_be_drawn(one.table) or one.table.nnz > JACKKNIFE_CELLS:
        return None
    return sample_of(one).influence(choose(GRADED), 0).standard_error
