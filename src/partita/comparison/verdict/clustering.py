"""What the scores of one clustering mean: agreement, chance, merged or split classes, and which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...base.wording import brief, level_text, names_text, three
from ...measures.measure import MEASURES
from ...results import Verdict
from ...table.contingency import AnyTable
from ..counting.score import Score, value_or_none
from ..draws.gaps import WITHIN, homogeneity_lead
from .beyond_chance import ALPHA, GRADED, adjust_p, chance_test, chance_verdict
from .losses import mixed_clusters, split_classes

GRADES = ((0.90, "excellent"), (0.80, "good"), (0.65, "moderate"), (float("-inf"), "poor"))
BALANCED = 0.05  # the largest difference of homogeneity and completeness that counts as none
_PREFERRED = (GRADED, "adjusted_mutual_information", "v_measure")


def hard_verdicts(
    name: str,
    truth: str,
    table: AnyTable,
    scores: Sequence[Score],
    seed: int,
    *,
    tests: int = 1,
) -> Iterator[Verdict]:
    """The verdicts on one of `tests` hard clusterings, in reading order."""
    limit = _limit_case(name, truth, table)
    if limit is not None:
        yield limit
        yield from _undefined_verdicts(name, scores)
        return
    yield _hard_agreement(name, truth, table, scores)
    chance = chance_test(table, scores, seed, tests)
    if chance is not None:
        yield chance_verdict(name, table, chance, tests)
    significant = chance is None or adjust_p(chance, tests) <= ALPHA
    if significant and not table.perfect:
        yield _balance(name, table)
        yield from split_classes(name, table)
        yield from mixed_clusters(name, table)
    yield from _undefined_verdicts(name, scores)


def soft_verdicts(name: str, truth: str, scores: Sequence[Score]) -> Iterator[Verdict]:
    """The verdicts on a soft clustering, or on one compared with a soft truth."""
    valued = {one.measure: one for one in scores if one.value is not None}
    chosen = next((valued[each] for each in (*_PREFERRED, *valued) if each in valued), None)
    if chosen is not None and chosen.value is not None:
        yield _soft_agreement(name, truth, chosen, chosen.value)
    yield from _undefined_verdicts(name, scores)


def grade(low: float, high: float) -> str | None:
    """Steinley's (2004) words for both ends of an interval; the lower one alone if far apart.

    An interval from poor to good or excellent is too wide for a word.

    >>> grade(0.91, 0.95), grade(0.7, 0.85), grade(0.7, 0.95), grade(0.2, 0.95)
    ('excellent', 'moderate to good', 'at least moderate', None)
    """
    best, worst = (
        next(k for k, (least, _) in enumerate(GRADES) if value >= least) for value in (high, low)
    )
    words = [word for _, word in GRADES]
    if worst - best > 1:
        return None if words[worst] == "poor" else f"at least {words[worst]}"
    return words[best] if worst == best else f"{words[worst]} to {words[best]}"


def _undefined_verdicts(name: str, scores: Sequence[Score]) -> Iterator[Verdict]:
    """Which measures have no value here."""
    without = [one for one in scores if one.value is None]
    if without:
        measures = names_text([one.measure for one in without], 6)
        yield Verdict(
            name,
            "undefined",
            f"{measures} {'has' if len(without) == 1 else 'have'} no value for {brief(name)}: "
            f"{brief(without[0].undefined, 200)}.",
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
        says = f"is compared with a single class, which it splits into {known.cluster_text}"
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


def _hard_agreement(name: str, truth: str, table: AnyTable, scores: Sequence[Score]) -> Verdict:
    value = MEASURES[GRADED].of(table)
    evidence = {GRADED: value}
    own = next((one for one in scores if one.measure == GRADED), None)
    interval = None if own is None else own.estimate
    numbers, low, high = f"{GRADED} = {three(value)}", value, value
    if interval is not None:
        low, high = interval.interval
        evidence |= {"low": low, "high": high, "confidence": interval.confidence}
        numbers += f", {level_text(interval.confidence)} interval {three(low)} to {three(high)}"
    if table.perfect:
        classes = table.groups.classes
        says = f"each of its clusters is one of the {classes:,} classes"
        says = says if classes > 1 else "one cluster, one class"
        return Verdict(
            name,
            "agreement",
            f"{brief(name)} is identical to {brief(truth)}: {says} ({numbers}; "
            f"n = {float(table.n):,.6g}).",
            {**evidence, "n": float(table.n), "classes": classes},
        )
    information = value_or_none("adjusted_mutual_information", table)
    if information is not None:
        evidence["adjusted_mutual_information"] = information
        numbers += f"; adjusted_mutual_information = {three(information)}"
    return _agreement(name, truth, (low, high), numbers, evidence)


def _soft_agreement(name: str, truth: str, score: Score, value: float) -> Verdict:
    evidence = {score.measure: value}
    low, high = score.interval or (value, value)
    numbers = f"{score.measure} = {three(value)} on average over the possible hard clusterings"
    if score.interval is not None:
        evidence |= {"low": low, "high": high}
        numbers += f", {three(low)} to {three(high)} depending on where uncertain objects belong"
    if score.expectation is not None and score.expectation.variance is not None:
        deviation = score.expectation.variance**0.5
        evidence["deviation"] = deviation
        numbers += f", standard deviation {three(deviation)}"
    if score.measure == GRADED:
        return _agreement(name, truth, (low, high), numbers, evidence)
    text = f"{brief(name)} has {numbers}; {score.better} is better."
    return Verdict(name, "agreement", text, evidence)


def _agreement(
    name: str, truth: str, ends: tuple[float, float], numbers: str, evidence: dict[str, float]
) -> Verdict:
    word = grade(*ends)
    if word is None:
        text = f"The interval of {brief(name)} is too wide for a word of Steinley's (2004) scale"
    else:
        degree = f"{word} agreement with {brief(truth)}"
        text = f"{brief(name)} shows {degree} on Steinley's (2004) scale"
    text += f" ({numbers})."
    return Verdict(name, "agreement", text, evidence, ("steinley2004",))


def _balance(name: str, table: AnyTable) -> Verdict:
    h, c = (MEASURES[each].of(table) for each in ("homogeneity", "completeness"))
    lead = homogeneity_lead(table)
    if abs(lead.size) <= BALANCED:
        text = "Merging and splitting are balanced"
    elif lead.z is not None and abs(lead.z) < WITHIN:
        text = "Merging and splitting are balanced within sampling error"
    elif lead.size < 0:
        text = "Classes are merged more than split"
    else:
        text = "Classes are split more than merged"
    text += f": homogeneity = {three(h)}, completeness = {three(c)}; {table.groups}."
    evidence = {"homogeneity": h, "completeness": c, **table.groups.numbers}
    return Verdict(name, "balance", text, evidence, ("rosenberg2007",))
