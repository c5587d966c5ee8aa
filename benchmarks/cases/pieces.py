"""The two measures that cost more than counting: AMI, and the best matching."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from peers import peers
from suite import own
from suite.data import labels, power, staircase
from suite.judging import Case, Outcome, Setting, Verdict


def _ami(quick: bool) -> Iterator[Setting]:  # noqa: FBT001
    n = 2000 if quick else 10**5
    pair = labels(n, n // 10)
    contenders = [own.one("AMI", *pair), *peers(*pair, "scikit-learn AMI", "fastami AMI")]
    title = f"n = {power(n)}, K = {power(n // 10)}"
    yield Setting(title, n, contenders, own.reference(*pair), 9)
    n = 2000 if quick else 10**6
    pair = staircase(n)
    jobs = ("scikit-learn AMI", "fastami AMI") if quick else ("fastami AMI",)
    contenders = [*(own.one("AMI", *pair, threads) for threads in (1, 2)), *peers(*pair, *jobs)]
    title = f"n = {power(n)}, sizes 1, 2, 3, …"
    yield Setting(title, n, contenders, own.reference(*pair), 5)


def _judge_ami(outcomes: Sequence[Outcome]) -> Iterator[Verdict]:
    usual, stairs = outcomes
    if usual.has("scikit-learn"):
        ratio = usual.of("scikit-learn").cpu / usual.of("partita").cpu
        yield Verdict(f"AMI, {usual.title}: scikit-learn / partita", ratio, 10_000, ">=")
    ours = stairs.of("partita", "", 2).wall
    yield Verdict(f"AMI, {stairs.title}: wall", ours, 0.5, "<=", "s")


AMI = Case("ami", "Adjusted mutual information of many clusters", _ami, _judge_ami)


def _matching(quick: bool) -> Iterator[Setting]:  # noqa: FBT001
    groups = 100 if quick else 10**4
    pair = labels(100 * groups, groups, kept=0.9)
    contenders = [
        own.matching(*pair),
        *peers(*pair, "scipy dense matching", "scipy sparse matching"),
    ]
    title = f"K = {power(groups)}, nine tenths of {power(100 * groups)} objects in place"
    yield Setting(title, 100 * groups, contenders, own.reference(*pair), 9)


def _judge_matching(outcomes: Sequence[Outcome]) -> Iterator[Verdict]:
    for outcome in outcomes:
        ours = outcome.of("partita").cpu
        for kind, bar in (("dense", 1000), ("sparse", 20)):
            if outcome.has("scipy", f"{kind} matching"):
                ratio = outcome.of("scipy", f"{kind} matching").cpu / ours
                what = f"matching, {outcome.title}: scipy {kind} / partita"
                yield Verdict(what, ratio, bar, ">=")


MATCHING = Case("matching", "The best matching of classes and clusters", _matching, _judge_matching)
