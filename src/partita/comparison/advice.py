"""What the numbers say about which measure to read: the rules, applied."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping

from ..results import Advice
from .counting import Counted
from .facts import Facts, clustering_facts, comparison_facts
from .rules import RULES, Rule

_TESTS = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}


def advise(counted: Mapping[str, Counted], rules: Iterable[Rule] = RULES) -> tuple[Advice, ...]:
    """The advice that the rules give on these clusterings, in the order of the rules."""
    each = [clustering_facts(name, one) for name, one in counted.items()]
    facts = {"truth": each[:1], "clustering": each, "comparison": comparison_facts(counted)}
    return tuple(
        advice for rule in rules for known in facts[rule.scope] for advice in apply(rule, known)
    )


def apply(rule: Rule, facts: Facts) -> Iterator[Advice]:
    """The advice of one rule, where its conditions hold."""
    known = facts.numbers
    if not all(name in known and _TESTS[test](known[name], at) for name, test, at in rule.when):
        return
    texts = {**known, **facts.words}
    yield Advice(
        rule.name,
        rule.finding.format_map(texts),
        {name: known[name] for name in _evidence(rule, known)},
        rule.recommendation.format_map(texts),
        rule.references,
    )


def _evidence(rule: Rule, known: Mapping[str, float]) -> Iterator[str]:
    for name in rule.evidence:
        if name.endswith("*"):
            yield from (each for each in known if each.startswith(name[:-1]))
        elif name in known:
            yield name
