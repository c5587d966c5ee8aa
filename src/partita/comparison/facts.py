"""The numbers that rules of advice look at: of one clustering, and of several side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from math import sqrt
from typing import Any

from ..errors import UndefinedError
from ..measure import MEASURES
from ..results import shown
from .counting import AnyTable, Counted

VIEWS = {  # what each measure looks at; said when measures disagree
    "homogeneity": "how pure the clusters are, not how classes are split",
    "purity": "how pure the clusters are, not how classes are split",
    "conditional_entropy": "how pure the clusters are, not how classes are split",
    "mutual_information": "how pure the clusters are, not how classes are split",
    "completeness": "how whole the classes stay, not how clusters are mixed",
    "inverse_purity": "how whole the classes stay, not how clusters are mixed",
    "f_measure": "the best matching pieces, not where the rest lies",
    "maximum_matching": "the best matching pieces, not where the rest lies",
    "normalized_van_dongen": "the largest overlaps of both sides",
    "adjusted_rand": "pairs of objects, so that large groups weigh as their squares",
    "fowlkes_mallows": "pairs of objects, so that large groups weigh as their squares",
    "v_measure": "information on both sides, not corrected for chance",
    "adjusted_mutual_information": "information beyond chance",
}


@dataclass(frozen=True, slots=True)
class Facts:
    """Numbers and words under names; a quantity that has no value here is absent."""

    numbers: Mapping[str, float]
    words: Mapping[str, str] = field(default_factory=dict)


def clustering_facts(name: str, counted: Counted) -> Facts:
    """What one clustering says: sizes, their variation, chance, noise."""
    table = counted.table
    classes, clusters = table.shape
    objects = counted.objects
    numbers: dict[str, float | None] = {
        "n": float(table.n),
        "classes": classes,
        "clusters": clusters,
        "groups": min(classes, clusters),
        "cells": table.nnz,
        "per_cell": float(table.n) / table.nnz,
        "cv0": _variation(table.class_sizes),
        "cv1": _variation(table.cluster_sizes),
        "noise_share": counted.noise / counted.given,
        "units": None if counted.units is None else len(set(counted.units.tolist())),
        "distinct_share": max(classes, clusters - counted.alone) / objects,
        **_chance(table),
    }
    if numbers["cv0"] is not None and numbers["cv1"] is not None:
        numbers["dcv"] = numbers["cv1"] - numbers["cv0"]
    treatment = "left out" if counted.left_out else _TREATMENTS[counted.noise_as]
    words = {
        "name": shown(name),
        "treatment": treatment,
        "object_count": _number_of(float(table.n), "object fills", "objects fill"),
        "class_count": _number_of(classes, "class", "classes"),
        "cell_count": _number_of(table.nnz, "cell", "cells"),
        "cluster_count": _number_of(clusters, "cluster", "clusters"),
    }
    return Facts(_present(numbers), words)


def _number_of(count: float, one: str, many: str) -> str:
    return f"1 {one}" if count == 1 else f"{count:.0f} {many}"


def comparison_facts(all_counted: Mapping[str, Counted]) -> list[Facts]:
    """What clusterings say side by side: close scores, and orders that contradict each other."""
    tables = {name: counted.table for name, counted in all_counted.items()}
    if len(tables) < 2:
        return []
    facts = [_closeness(tables), _matching_problem(tables), _rising(tables), _disagreement(tables)]
    return [found for found in facts if found is not None]


_TREATMENTS = {
    "singletons": "counted as single objects",
    "drop": "left out",
    "cluster": "counted as one cluster",
}


def _variation(sizes: Any) -> float | None:
    """Standard deviation over mean, with n-1 as Wu, Xiong and Chen have it."""
    values = [float(size) for size in sizes]
    if len(values) < 2:
        return None
    mean = sum(values) / len(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1)) / mean


def _chance(table: AnyTable) -> dict[str, float | None]:
    """What V random labels with these group sizes reach: V at I = E[I]."""
    v = _value("v_measure", table)
    ami = _value("adjusted_mutual_information", table)
    information = table.information
    entropies = information.truth_entropy + information.prediction_entropy
    if ami is None or not entropies:
        return {"v": v}
    expected = table.expected_information.expected
    return {"v": v, "ami": ami, "chance_v": 2 * expected / entropies}


def _closeness(tables: Mapping[str, AnyTable]) -> Facts | None:
    """How far apart the two best are in VD_n."""
    ranked = _ranked("normalized_van_dongen", tables)
    cv0 = _variation(next(iter(tables.values())).class_sizes)
    if len(ranked) < 2 or cv0 is None:
        return None
    (first, best), (second, next_best) = ranked[:2]
    numbers = {"cv0": cv0, "vd_gap": abs(best - next_best)}
    return Facts(numbers, {"first": shown(first), "second": shown(second)})


def _matching_problem(tables: Mapping[str, AnyTable]) -> Facts | None:
    """The two clusterings equal in F that differ most in V."""
    f, v = dict(_ranked("f_measure", tables)), dict(_ranked("v_measure", tables))
    pairs = [
        (abs(v[a] - v[b]), abs(f[a] - f[b]), a, b)
        for a, b in combinations(tables, 2)
        if abs(f[a] - f[b]) <= 0.01
    ]
    if not pairs:
        return None
    v_gap, f_gap, a, b = max(pairs)
    return Facts({"v_gap": v_gap, "f_gap": f_gap}, {"first": shown(a), "second": shown(b)})


def _rising(tables: Mapping[str, AnyTable]) -> Facts | None:
    """V prefers a clustering with more clusters than the one that AMI prefers."""
    v, ami = _ranked("v_measure", tables), _ranked("adjusted_mutual_information", tables)
    if not v or not ami:
        return None
    by_v, by_ami = v[0][0], ami[0][0]
    values, adjusted = dict(v), dict(ami)
    numbers = {
        "more_clusters": tables[by_v].shape[1] - tables[by_ami].shape[1],
        "v_rise": values[by_v] - values[by_ami],
        "ami_fall": adjusted[by_ami] - adjusted[by_v],
    }
    return Facts(numbers, {"first": shown(by_v), "second": shown(by_ami)})


def _disagreement(tables: Mapping[str, AnyTable]) -> Facts | None:
    """Which measures prefer which clustering, where they do not all prefer the same."""
    leads: dict[str, dict[str, float]] = {}
    for name in VIEWS:
        ranked = _ranked(name, tables)
        if len(ranked) == len(tables) and ranked[0][1] != ranked[1][1]:
            leads.setdefault(ranked[0][0], {})[name] = abs(ranked[0][1] - ranked[1][1])
    if len(leads) < 2:
        return None
    sides = sorted(leads, key=lambda leader: -len(leads[leader]))
    strengths = sorted((max(gaps.values()) for gaps in leads.values()), reverse=True)
    numbers = {f"lead_{name}": gap for gaps in leads.values() for name, gap in gaps.items()}
    said = "; ".join(f"{_with_leads(leads[leader])} prefer {shown(leader)}" for leader in sides)
    fewer = [name for leader in sides[1:] for name in leads[leader]]
    views = dict.fromkeys(VIEWS[name] for name in fewer)
    why = " and ".join(f"{_named(fewer, view)} see {view}" for view in views)
    return Facts({**numbers, "conflict": strengths[1]}, {"sides": said, "why": why})


def _with_leads(gaps: Mapping[str, float]) -> str:
    return ", ".join(f"{name} (by {gap:.3f})" for name, gap in gaps.items())


def _named(measures: list[str], view: str) -> str:
    return ", ".join(name for name in measures if VIEWS[name] == view)


def _ranked(name: str, tables: Mapping[str, AnyTable]) -> list[tuple[str, float]]:
    """Clusterings with a value of the measure, the best first."""
    values = {which: _value(name, table) for which, table in tables.items()}
    found = [(which, value) for which, value in values.items() if value is not None]
    sign = -1 if MEASURES[name].better == "higher" else 1
    return sorted(found, key=lambda pair: sign * pair[1])


def _value(name: str, table: AnyTable) -> float | None:
    try:
        return MEASURES[name].of(table)
    except UndefinedError:
        return None


def _present(numbers: Mapping[str, float | None]) -> dict[str, float]:
    return {name: value for name, value in numbers.items() if value is not None}
