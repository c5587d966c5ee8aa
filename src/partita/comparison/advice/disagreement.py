"""What clusterings say side by side: close ones, and orders that contradict each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from ...base.wording import brief, counted, listed, three
from ..counting.counting import Counted
from ..draws.gaps import Gaps
from .facts import Facts
from .minus_one import leaders

NAMED = 3  # measures, or pairs of clusterings, that a sentence names
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


def comparison_facts(
    counted: Mapping[str, Counted], truth: Facts, each: Sequence[Facts]
) -> list[Facts]:
    """All facts about several clusterings together, given those about each."""
    if len(counted) < 2:
        return []
    gaps = Gaps(counted)
    found = [
        *_alike(gaps),
        _closeness(gaps, truth),
        _matching_problem(gaps),
        _rising(gaps),
        _disagreement(gaps),
        _noise_decides(each),
    ]
    return [facts for facts in found if facts is not None]


def _alike(gaps: Gaps) -> Iterator[Facts]:
    """Clusterings that are the same, and those that differ in few objects."""
    pairs = gaps.close_pairs()
    same = [(a, b) for a, b, objects in pairs if not objects]
    if same:
        words = _pairs([f"{brief(a)} and {brief(b)}" for a, b in same])
        yield Facts({"same": float(len(same))}, {"pairs": words})
    few = [(a, b, objects) for a, b, objects in pairs if objects]
    if few:
        texts = [
            f"{brief(a)} and {brief(b)} in {counted(k, 'object', 'objects')}" for a, b, k in few
        ]
        most = max(objects for _, _, objects in few)
        numbers = {"differing": float(most), "least_p": 2 * 0.5**most}
        least = numbers["least_p"]
        said = "p = 1" if least == 1 else f"no p below {least:.2g}"
        yield Facts(numbers, {"pairs": _pairs(texts), "least_p_text": said})


def _pairs(texts: Sequence[str]) -> str:
    more = f" and {len(texts) - NAMED} more pairs" if len(texts) > NAMED + 1 else ""
    return ", ".join(texts[:NAMED]) + more if more else ", ".join(texts)


def _closeness(gaps: Gaps, truth: Facts) -> Facts | None:
    """How far apart the two best are in VD_n."""
    ranked = gaps.best_first("normalized_van_dongen")
    cv0 = truth.numbers.get("cv0")
    if len(ranked) < 2 or cv0 is None or gaps.are_same(*ranked[:2]):
        return None
    gap = gaps.gap("normalized_van_dongen", *ranked[:2])
    if gap.error is None or gap.z is None:
        return None
    numbers = {"cv0": cv0, "vd_gap": abs(gap.size), "vd_error": gap.error, "vd_z": gap.z}
    return Facts(numbers, _two(*ranked[:2]))


def _two(first: str, second: str) -> dict[str, str]:
    return {"first": brief(first), "second": brief(second)}


def _matching_problem(gaps: Gaps) -> Facts | None:
    """Of the clusterings that F does not distinguish, the two that differ most in V."""
    v = gaps.values("v_measure")
    pairs = [(a, b) if v[a] >= v[b] else (b, a) for a, b in combinations(v, 2)]
    for a, b in sorted(pairs, key=lambda pair: v[pair[1]] - v[pair[0]])[:NAMED]:
        f, by_v = gaps.gap("f_measure", a, b), gaps.gap("v_measure", a, b)
        if f.error is None or by_v.error is None or f.z is None or by_v.z is None:
            continue
        if abs(f.z) < 1 and by_v.z >= gaps.sure:
            numbers = {
                "f_gap": abs(f.size), "f_error": f.error, "v_gap": by_v.size, "v_error": by_v.error,
            }  # fmt: skip
            return Facts(numbers, _two(a, b))
    return None


def _rising(gaps: Gaps) -> Facts | None:
    """V prefers a clustering with more groups than the one that AMI prefers."""
    v, ami = (gaps.best_first(name) for name in ("v_measure", "adjusted_mutual_information"))
    if not v or not ami or v[0] == ami[0]:
        return None
    by_v, by_ami = v[0], ami[0]
    rise = gaps.gap("v_measure", by_v, by_ami)
    fall = gaps.gap("adjusted_mutual_information", by_ami, by_v)
    if rise.z is None or fall.z is None or min(rise.z, fall.z) < gaps.sure:
        return None
    many, few = (gaps.counted[name].table.groups for name in (by_v, by_ami))
    parts = [
        counted(more, f"more {one}", f"more {one}s")
        for one, more in (
            ("cluster", many.clusters - few.clusters),
            ("unclustered object", many.unclustered - few.unclustered),
        )
        if more > 0
    ]
    if not parts:
        return None
    numbers = {
        "more_clusters": float(many.clusters - few.clusters),
        "more_unclustered": float(many.unclustered - few.unclustered),
        "v_rise": rise.size, "v_rise_z": rise.z, "ami_fall": fall.size, "ami_fall_z": fall.z,
    }  # fmt: skip
    return Facts(numbers, {**_two(by_v, by_ami), "more": listed(parts)})


def _disagreement(gaps: Gaps) -> Facts | None:
    """Which measures prefer which clustering, beyond sampling error, where they contradict."""
    led: dict[str, list[str]] = {}
    for measure in VIEWS:
        ranked = gaps.best_first(measure)
        if len(ranked) == len(gaps.names):
            led.setdefault(ranked[0], []).append(measure)
    if len(led) < 2:
        return None
    first, *others = sorted(led, key=lambda leader: -len(led[leader]))
    sides: dict[str, dict[str, float]] = {first: {}}
    for other in others:
        for_it = _leads(gaps, led[other], other, first)
        against = _leads(gaps, led[first], first, other)
        if for_it and against:
            sides[other] = for_it
            sides[first] = sides[first] or against
    if len(sides) < 2:
        return None
    numbers = {f"lead_{name}": gap for leads in sides.values() for name, gap in leads.items()}
    strengths = sorted((max(leads.values()) for leads in sides.values()), reverse=True)
    over = dict.fromkeys(sides, first) | {first: list(sides)[1]}
    said = "; ".join(
        f"{_with_leads(leads)} {brief(leader)} to {brief(over[leader])}"
        for leader, leads in sides.items()
    )
    fewer = [name for leader in list(sides)[1:] for name in sides[leader]]
    return Facts({**numbers, "conflict": strengths[1]}, {"sides": said, "why": _views(fewer)})


def _leads(gaps: Gaps, measures: Sequence[str], first: str, second: str) -> dict[str, float]:
    """By how much measures prefer the first to the second, where that is no sampling error."""
    found = {name: gaps.gap(name, first, second) for name in measures}
    return {
        name: gap.size for name, gap in found.items() if gap.z is not None and gap.z >= gaps.sure
    }


def _with_leads(leads: Mapping[str, float]) -> str:
    texts = [f"{name} (by {three(gap)})" for name, gap in leads.items()]
    return f"{listed(texts, NAMED)} {'prefers' if len(leads) == 1 else 'prefer'}"


def _views(measures: Sequence[str]) -> str:
    """What the measures of the smaller side look at, those with the same view together."""
    texts = []
    for view in dict.fromkeys(VIEWS[name] for name in measures):
        named = [name for name in measures if VIEWS[name] == view]
        texts.append(f"{listed(named)} {'looks' if len(named) == 1 else 'look'} at {view}")
    return "; ".join(texts)


def _noise_decides(each: Sequence[Facts]) -> Facts | None:
    """Another clustering leads where -1 is noise than where it is a cluster."""
    found = {one.about: one.numbers for one in each}
    scores = {
        name: {"ari_as_cluster": one["adjusted_rand"], **one}
        for name, one in found.items()
        if "adjusted_rand" in one
    }
    if len(scores) < len(found) or all("minus_one_share" not in one for one in found.values()):
        return None
    best = leaders(scores)
    texts = [f"{brief(name)} {way}" for name, way in zip(best, _WAYS, strict=True)]
    return Facts({"leaders": float(len(set(best)))}, {"order": ", ".join(texts)})


_WAYS = ("with -1 as one cluster", "as single objects", "left out")
