"""`advise`: apply the rules of advice to the facts of a comparison."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import erfc, sqrt

from ...base.progress import step_through
from ...base.wording import Spoken, several
from ...results import Advice, AdviceList
from ..counting.counting import Counted
from ..counting.score import Score
from ..verdict.beyond_chance import BOUND, adjust_p, chance_test
from .disagreement import comparison_facts
from .facts import Facts, clustering_facts, truth_facts
from .rules import CHANCE, RULES, Rule

_TESTS = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}


def advise(counted: Mapping[str, Counted], scores: Sequence[Score], seed: int) -> AdviceList:
    """The advice on these clusterings, in the order of the rules.

    `scores` and `seed` are from the comparison, so that chance is tested as in its verdicts.
    """
    if not counted:
        return AdviceList()
    truth = truth_facts(next(iter(counted.values())))
    each = [
        _add_chance_p(clustering_facts(name, one), one, scores, seed, len(counted))
        for name, one in step_through(counted.items(), "clusterings")
    ]
    facts = {
        "truth": [truth],
        "clustering": each,
        "comparison": comparison_facts(counted, truth, each),
    }
    return AdviceList(advice for rule in RULES for advice in apply_rule(rule, facts[rule.scope]))


def _add_chance_p(
    facts: Facts, one: Counted, scores: Sequence[Score], seed: int, tests: int
) -> Facts:
    """Add the p of the verdict's test against chance, if the clustering is close to chance."""
    if facts.numbers.get("chance_z", CHANCE) >= CHANCE:
        return facts
    own = [score for score in scores if score.prediction == facts.about]
    found = chance_test(one.table, own, seed, tests)
    if found is None:
        return facts
    p = adjust_p(found, tests)
    if found.method == BOUND and found.z is not None:  # a bound is not p: assume normality
        p = min(1.0, tests * erfc(found.z / sqrt(2)) / 2)
    return replace(facts, numbers={**facts.numbers, "chance_p": p})


def apply_rule(rule: Rule, facts: Sequence[Facts]) -> Iterator[Advice]:
    """The advice of one rule if its conditions hold: one for all clusterings concerned."""
    found = [one for one in facts if _holds(rule, one)]
    if not found:
        return
    texts = _texts(found[0])
    if rule.each:
        texts["each"] = several([rule.each.format_map(_texts(one)) for one in found])
    yield Advice(
        rule.name,
        rule.finding.format_map(texts),
        dict(_evidence(rule, found)),
        rule.recommendation.format_map(texts),
        rule.references,
    )


def _texts(facts: Facts) -> dict[str, str | Spoken]:
    """What the templates of a rule can contain."""
    return {**{name: Spoken(number) for name, number in facts.numbers.items()}, **facts.words}


def _holds(rule: Rule, facts: Facts) -> bool:
    known = facts.numbers
    return all(name in known and _TESTS[test](known[name], at) for name, test, at in rule.when)


def _evidence(rule: Rule, found: Sequence[Facts]) -> Iterator[tuple[str, float]]:
    """The numbers behind the finding, after the name of the clustering if there are several."""
    for facts in found:
        before = f"{facts.about}/" if len(found) > 1 else ""
        for name in rule.evidence:
            known = [one for one in facts.numbers if _matches(one, name)]
            yield from ((f"{before}{one}", facts.numbers[one]) for one in known)


def _matches(name: str, asked: str) -> bool:
    return name.startswith(asked[:-1]) if asked.endswith("*") else name == asked
