"""What the scores of one hard clustering say: agreement, chance, merged or split, and where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...base.errors import UndefinedError
from ...base.wording import brief, level_text, named, three
from ...measures.measure import MEASURES
from ...table.contingency import AnyTable
from ..counting.score import Score
from ..diagnosis.diagnosis import class_diagnosis, cluster_diagnosis
from ..draws.contrasts import WITHIN, lean
from .beyond_chance import ALPHA, against_chance, chance_verdict, corrected
from .grades import GRADED, graded
from .verdict import Verdict
from .worst_groups import mixed_clusters, split_classes

APART = 0.05  # homogeneity and completeness closer than this are balanced


def judged(
    name: str,
    truth: str,
    table: AnyTable,
    scores: Sequence[Score],
    seed: int,
    *,
    tests: int = 1,
) -> Iterator[Verdict]:
    """The verdicts on one clustering of as many as there are `tests`, in reading order."""
    limit = _limit_case(name, truth, table)
    if limit is not None:
        yield limit
        yield from undefined(name, scores)
        return
    yield _agreement(name, truth, table, scores)
    chance = against_chance(table, scores, seed, tests)
    if chance is not None:
        yield chance_verdict(name, table, chance, tests)
    beyond = chance is None or corrected(chance, tests) <= ALPHA
    if beyond and not table.perfect:
        yield _balance(name, table)
        yield from split_classes(name, table, class_diagnosis(table))
        yield from mixed_clusters(name, table, cluster_diagnosis(table))
    yield from undefined(name, scores)


def undefined(name: str, scores: Sequence[Score]) -> Iterator[Verdict]:
    """Which measures have no value here."""
    without = [one for one in scores if one.value is None]
    if without:
        measures = named([one.measure for one in without], 6)
        yield Verdict(
            name,
            "undefined",
            f"{brief(name)} has no value of {measures}: {brief(without[0].undefined, 200)}.",
            {"undefined": float(len(without)), "asked": float(len(scores))},
        )


def _limit_case(name: str, truth: str, table: AnyTable) -> Verdict | None:
    """One class, one cluster, or only single objects: scores are then fixed by convention."""
    classes, clusters = table.shape
    if table.perfect:
        return None
    h, c, ari = (MEASURES[each].of(table) for each in ("homogeneity", "completeness", GRADED))
    known = table.groups
    groups = f"{known.class_text} of {brief(truth)}"
    if not known.clusters:
        says = f"puts no object into a cluster, so it says nothing about the {groups}"
    elif clusters == 1:
        says = f"puts all objects into one cluster, so it says nothing about the {groups}"
    elif clusters == table.n:
        says = f"puts no two objects into one cluster, so it says nothing about the {groups}"
    elif classes == 1:
        says = f"is compared with a single class, which is split into {known.cluster_text}"
    elif classes == table.n:
        says = "is compared with a truth in which no two objects share a class"
    else:
        return None
    return Verdict(
        name,
        "agreement",
        f"{brief(name)} {says} (n = {float(table.n):,.6g}; homogeneity = {three(h)}, "
        f"completeness = {three(c)}, {GRADED} = {three(ari)}).",
        {
            "n": float(table.n), **known.numbers,
            "homogeneity": h, "completeness": c, GRADED: ari,
        },
        ("rosenberg2007",),
    )  # fmt: skip


def _agreement(name: str, truth: str, table: AnyTable, scores: Sequence[Score]) -> Verdict:
    value = MEASURES[GRADED].of(table)
    evidence = {GRADED: value}
    own = next((one for one in scores if one.measure == GRADED), None)
    interval = None if own is None or own.estimate is None else own.estimate
    text = three(value)
    if interval is not None:
        evidence |= {"low": interval.low, "high": interval.high, "confidence": interval.confidence}
        ends = f"{three(interval.low)} to {three(interval.high)}"
        text += f", {level_text(interval.confidence)} interval {ends}"
    if table.perfect:
        classes = table.groups.classes
        says = f"is the truth: each of its clusters is one of the {classes:,} classes"
        says = says if classes > 1 else "is the truth: one cluster, one class"
        return Verdict(
            name,
            "agreement",
            f"{brief(name)} {says} ({GRADED} = {text}; n = {float(table.n):,.6g}).",
            {**evidence, "n": float(table.n), "classes": classes},
        )
    reach = (value, value) if interval is None else interval.interval
    information = _value("adjusted_mutual_information", table)
    beside = ""
    if information is not None:
        evidence["adjusted_mutual_information"] = information
        beside = f"; adjusted_mutual_information = {three(information)}"
    return Verdict(
        name,
        "agreement",
        f"{brief(name)} agrees with {brief(truth)} {graded(*reach)} ({GRADED} = {text}{beside}).",
        evidence,
        ("steinley2004",),
    )


def _balance(name: str, table: AnyTable) -> Verdict:
    h, c = (MEASURES[each].of(table) for each in ("homogeneity", "completeness"))
    numbers = f"homogeneity = {three(h)}, completeness = {three(c)}; {table.groups}"
    gap = lean(table)
    if abs(gap.size) > APART and gap.z is not None and abs(gap.z) < WITHIN:
        text = f"Merging and splitting are in balance within sampling error: {numbers}."
    elif c - h > APART:
        text = f"Classes are merged rather than split: {numbers}."
    elif h - c > APART:
        text = f"Classes are split rather than merged: {numbers}."
    else:
        text = f"Merging and splitting are in balance: {numbers}."
    evidence = {"homogeneity": h, "completeness": c, **table.groups.numbers}
    return Verdict(name, "balance", text, evidence, ("rosenberg2007",))


def _value(measure: str, table: AnyTable) -> float | None:
    try:
        return MEASURES[measure].of(table)
    except UndefinedError:
        return None
