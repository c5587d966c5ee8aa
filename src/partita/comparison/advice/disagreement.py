"""Facts on several clusterings together: close ones, and measures that prefer different ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

from ...base.wording import brief, listed, number_of, several, three
from ..counting.counting import Counted
from ..counting.treatments import MOST_NOISE, NOISE
from ..draws.gaps import WITHIN, Gaps
from ..verdict.beyond_chance import ALPHA, GRADED
from .facts import Facts

NAMED = 3  # measures that a sentence names, and pairs that are tried
_MIXED = "mixed clusters, not at split classes"
_SPLIT = "split classes, not at mixed clusters"
_PIECES = "the best-matching pieces, not at the other objects"
_PAIRS = "pairs of objects, so that large groups dominate"
VIEWS = {  # what each measure looks at
    "homogeneity": _MIXED,
    "purity": _MIXED,
    "conditional_entropy": _MIXED,
    "mutual_information": _MIXED,
    "completeness": _SPLIT,
    "inverse_purity": _SPLIT,
    "f_measure": _PIECES,
    "maximum_matching": _PIECES,
    "normalized_van_dongen": "the largest overlaps of both sides",
    "adjusted_rand": _PAIRS,
    "fowlkes_mallows": _PAIRS,
    "v_measure": "information on both sides, not corrected for chance",
    "adjusted_mutual_information": "information beyond chance",
}


def comparison_facts(
    counted: Mapping[str, Counted], truth: Facts, each: Sequence[Facts]
) -> list[Facts]:
    """All facts on several clusterings together, given the facts on each.

    Clusterings that are no better than chance are not ranked.
    """
    if len(counted) < 2:
        return []
    gaps = Gaps(counted)
    found: list[Facts | None] = list(_close_pairs(gaps))
    random = {one.about for one in each if one.numbers.get("chance_p", 0.0) > ALPHA}
    if random:  # they are not ranked, as measures differ only in what they give to chance
        gaps = Gaps({name: one for name, one in counted.items() if name not in random})
    if len(gaps.names) > 1:
        found += [
            _close_leaders(gaps, truth),
            _matching_problem(gaps),
            _rising_v(gaps),
            _disagreement(gaps),
            _deciding_noise(gaps, each),
        ]
    return [facts for facts in found if facts is not None]


def _close_pairs(gaps: Gaps) -> Iterator[Facts]:
    """Clusterings that are the same, and clusterings that differ in few objects."""
    pairs = gaps.close_pairs()
    same = [f"{brief(a)} and {brief(b)}" for a, b, objects in pairs if not objects]
    if same:
        yield Facts({"same": float(len(same))}, {"pairs": several(same)})
    few = [(a, b, objects) for a, b, objects in pairs if objects]
    if few:
        texts = [f"{brief(a)} and {brief(b)} in {_objects(k)}" for a, b, k in few]
        most = max(objects for _, _, objects in few)
        least = 2 * 0.5**most
        sign_test = "p = 1" if least == 1 else f"no p below {least:.2g}"
        numbers = {"differing": float(most), "least_p": least}
        yield Facts(numbers, {"pairs": several(texts), "least_p_text": sign_test})


def _objects(number: int) -> str:
    return number_of(number, "object", "objects")


def _close_leaders(gaps: Gaps, truth: Facts) -> Facts | None:
    """By how much the two clusterings that are best in VD_n differ."""
    ranked = gaps.best_first("normalized_van_dongen")
    sizes = {name: truth.numbers[name] for name in ("cv0", "cv0_z") if name in truth.numbers}
    if len(ranked) < 2 or len(sizes) < 2 or gaps.are_same(*ranked[:2]):
        return None
    gap = gaps.gap("normalized_van_dongen", *ranked[:2])
    if gap.error is None or gap.z is None:
        return None
    numbers = {"vd_gap": abs(gap.size), "vd_error": gap.error, "vd_z": gap.z}
    return Facts(sizes | numbers, _two(*ranked[:2]))


def _two(first: str, second: str) -> dict[str, str]:
    return {"first": brief(first), "second": brief(second)}


def _matching_problem(gaps: Gaps) -> Facts | None:
    """Two clusterings that V distinguishes, F does not, and V by more than F."""
    v = gaps.values("v_measure")
    pairs = [(a, b) if v[a] >= v[b] else (b, a) for a, b in combinations(v, 2)]
    for a, b in sorted(pairs, key=lambda pair: v[pair[1]] - v[pair[0]])[:NAMED]:
        f, by_v = gaps.gap("f_measure", a, b), gaps.gap("v_measure", a, b)
        more = gaps.contrast(("v_measure", "f_measure"), a, b)
        if f.z is None or by_v.z is None or more.z is None:
            continue
        if abs(f.z) < WITHIN and min(by_v.z, more.z) >= gaps.sure:
            numbers = {"f_gap": abs(f.size), "v_gap": by_v.size, "contrast_z": more.z}
            errors = {"f_error": f.error, "v_error": by_v.error}
            known = {name: error for name, error in errors.items() if error is not None}
            return Facts(numbers | known, _two(a, b))
    return None


def _rising_v(gaps: Gaps) -> Facts | None:
    """V prefers a clustering with more groups than the clustering that AMI prefers."""
    v, ami = (gaps.best_first(name) for name in ("v_measure", "adjusted_mutual_information"))
    if not v or not ami or v[0] == ami[0]:
        return None
    by_v, by_ami = v[0], ami[0]
    rise = gaps.gap("v_measure", by_v, by_ami)
    fall = gaps.gap("adjusted_mutual_information", by_ami, by_v)
    if rise.z is None or fall.z is None or min(rise.z, fall.z) < gaps.sure:
        return None
    many, few = (gaps.counted[name].table.groups for name in (by_v, by_ami))
    more = {
        "cluster": many.clusters - few.clusters,
        "unclustered object": many.unclustered - few.unclustered,
    }
    parts = [number_of(k, f"more {one}", f"more {one}s") for one, k in more.items() if k > 0]
    if not parts:
        return None
    numbers = {
        "more_clusters": float(more["cluster"]),
        "more_unclustered": float(more["unclustered object"]),
        "v_rise": rise.size, "v_rise_z": rise.z, "ami_fall": fall.size, "ami_fall_z": fall.z,
    }  # fmt: skip
    return Facts(numbers, {**_two(by_v, by_ami), "more": listed(parts)})


def _disagreement(gaps: Gaps) -> Facts | None:
    """Which measures prefer which clustering beyond sampling error, if they contradict."""
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
    rivals = dict.fromkeys(sides, first) | {first: list(sides)[1]}
    texts = [_preference(leader, rivals[leader], leads) for leader, leads in sides.items()]
    fewer = [name for leader in list(sides)[1:] for name in sides[leader]]
    words = {"sides": "; ".join(texts), "why": _views(fewer)}
    return Facts({**numbers, "conflict": strengths[1]}, words)


def _leads(gaps: Gaps, measures: Sequence[str], first: str, second: str) -> dict[str, float]:
    """By how much measures prefer the first to the second, if that is not sampling error."""
    found = {name: gaps.gap(name, first, second) for name in measures}
    return {
        name: gap.size for name, gap in found.items() if gap.z is not None and gap.z >= gaps.sure
    }


def _preference(leader: str, rival: str, leads: Mapping[str, float]) -> str:
    measures = listed([f"{name} (by {three(gap)})" for name, gap in leads.items()], NAMED)
    return f"{brief(leader)} is better than {brief(rival)} in {measures}"


def _views(measures: Sequence[str]) -> str:
    """What these measures look at; measures with the same view share a sentence."""
    texts = []
    for view in dict.fromkeys(VIEWS[name] for name in measures):
        named = [name for name in measures if VIEWS[name] == view]
        texts.append(f"{listed(named)} {'looks' if len(named) == 1 else 'look'} at {view}")
    return "; ".join(texts)


def _deciding_noise(gaps: Gaps, each: Sequence[Facts]) -> Facts | None:
    """Two treatments of an undeclared label -1 with different best clusterings, beyond error."""
    marked = [one for one in each if "minus_one_share" in one.numbers and one.about in gaps.names]
    noise = sum(one.numbers["minus_one_share"] * one.numbers["n"] for one in marked)
    if not 0 < noise <= MOST_NOISE:
        return None
    led: dict[str, dict[str, Gaps]] = {}  # by the best clustering: the gaps by treatment
    for treatment in NOISE.values():
        found = gaps.under(treatment)
        ranked = [] if found is None else found.best_first(GRADED)
        if found is not None and len(ranked) == len(gaps.names):
            led.setdefault(ranked[0], {})[treatment.words] = found
    shifts = [
        one.shift(other, GRADED, first, second)
        for first, second in combinations(led, 2)
        for one, other in product(led[first].values(), led[second].values())
    ]
    most = max(shifts, key=lambda shift: shift.z or 0.0, default=None)
    if most is None or most.z is None or most.error is None:
        return None
    texts = [f"{brief(name)} with -1 {' or '.join(ways)}" for name, ways in led.items()]
    if most.z < gaps.sure:
        return None
    numbers = {"leaders": float(len(led)), "shift": most.size, "shift_error": most.error}
    return Facts(numbers, {"order": ", and for ".join(texts)})
