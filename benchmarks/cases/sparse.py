"""Many clusters: matrices too large for the caches, or for memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from peers import peers
from suite import own
from suite.data import labels, power
from suite.judging import Case, Outcome, Setting, Verdict

_ENGINES = ("pyarrow", "DuckDB", "Polars")
_GROUP_BY = tuple(f"{name} group-by" for name in _ENGINES)


def _medium(quick: bool) -> Iterator[Setting]:  # noqa: FBT001
    n = 2000 if quick else 10**7
    for groups in (20, 50) if quick else (3000, 10**4):
        pair = labels(n, groups)
        contenders = own.limits(*pair)
        contenders += [own.six(*pair, threads) for threads in (1, 2)]
        contenders += [own.counted(*pair, threads) for threads in (1, 2)]
        contenders += peers(*pair, "NumPy bincount table", *_GROUP_BY, "scikit-learn ARI")
        title = f"n = {power(n)}, K = {groups}, int32"
        yield Setting(title, n, contenders, own.reference(*pair), 9, 8.0, groups)


def _judge_medium(outcomes: Sequence[Outcome]) -> Iterator[Verdict]:
    for outcome in outcomes:
        ours = outcome.of("partita", "six scores", 1)
        engines = [one.cpu for one in outcome.peers(*_ENGINES)]
        if engines and outcome.groups != 3000:
            what = f"six scores, {outcome.title}: best group-by engine / partita (CPU)"
            yield Verdict(what, min(engines) / ours.cpu, 7, ">=")
        if outcome.groups != 10**4:
            what = f"six scores, {outcome.title}: numpy.bincount / partita (CPU)"
            yield Verdict(what, outcome.of("NumPy").cpu / ours.cpu, 1, ">=")


MEDIUM = Case("medium", "Tables of 10^7 and 10^8 cells", _medium, _judge_medium)


def _many(quick: bool) -> Iterator[Setting]:  # noqa: FBT001
    n = 2000 if quick else 10**7
    for zipf in (0.0, 1.1):
        pair = labels(n, n // 10, zipf=zipf)
        contenders = own.limits(*pair)
        contenders += [own.six(*pair, threads) for threads in (1, 2)]
        contenders += peers(*pair, "NumPy unique table", *_GROUP_BY, "scikit-learn ARI")
        sizes = "Zipf sizes" if zipf else "equal sizes"
        title = f"n = {power(n)}, K = {power(n // 10)}, {sizes}, int32"
        yield Setting(title, n, contenders, own.reference(*pair), 7, 8.0)


def _judge_many(outcomes: Sequence[Outcome]) -> Iterator[Verdict]:
    for outcome in outcomes:
        ours = outcome.of("partita", "six scores", 1)
        best = min(one.cpu for one in outcome.peers())
        what = f"six scores, {outcome.title}"
        yield Verdict(f"{what}: best peer / partita (CPU)", best / ours.cpu, 3, ">=")
        if ours.peak is not None and outcome.n >= 10**6:
            yield Verdict(f"{what}: extra memory", ours.peak / outcome.n, 16, "<=", "bytes/object")


MANY = Case("many", "A cluster for every ten objects", _many, _judge_many)
