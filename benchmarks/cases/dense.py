"""Few clusters: all scores and the read limit, one score and other libraries, memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from peers import peers
from suite import own
from suite.data import labels, power
from suite.judging import Case, Outcome, Setting, Verdict

_BOTH = (1, 2)
_TABLES = ("numba table", "NumPy bincount table", "pyarrow group-by")


def _scores(quick: bool) -> Iterator[Setting]:  # noqa: FBT001 - the face of a case
    for n in (2000,) if quick else (10**6, 10**7, 10**8):
        for groups in (10, 100):
            pair = labels(n, groups)
            contenders = own.limits(*pair)
            contenders += [own.six(*pair, threads) for threads in _BOTH]
            contenders += [own.counting(*pair, threads) for threads in _BOTH]
            contenders += [own.every(*pair, threads) for threads in _BOTH]
            contenders += peers(*pair, *_TABLES)
            title = f"n = {power(n)}, K = {groups}, int32"
            yield Setting(title, n, contenders, own.reference(*pair), 25 if n < 10**8 else 7)


def _judge_scores(outcomes: Sequence[Outcome]) -> Iterator[Verdict]:
    for outcome in outcomes:
        jobs = [t.contender.job for t in outcome.timings if t.contender.role == "own"]
        for job in dict.fromkeys(jobs):
            one, two = (outcome.of("partita", job, threads) for threads in _BOTH)
            limits = [outcome.limit(threads) or float("nan") for threads in _BOTH]
            what = f"{job}, {outcome.title}: time / reading both arrays"
            yield Verdict(f"{what}, one thread (CPU)", one.cpu / limits[0], 4, "<=")
            yield Verdict(f"{what}, two threads (wall)", two.wall / limits[1], 2.5, "<=")


SCORES = Case("scores", "All scores of two integer arrays, few clusters", _scores, _judge_scores)

_SINGLE = ("ARI", "V", "NMI")
_OTHERS = (
    *("numba table", "NumPy bincount table", "genieclust ARI", "torchmetrics ARI"),
    *("torchmetrics V", "pandas crosstab"),
)


def _single(quick: bool) -> Iterator[Setting]:  # noqa: FBT001
    for n in (2000,) if quick else (10**5, 10**6, 10**7):
        pair = labels(n, 100)
        contenders = [own.reading(*pair)]
        contenders += [own.one(name, *pair) for name in _SINGLE]
        contenders += peers(*pair, *(f"scikit-learn {name}" for name in _SINGLE), *_OTHERS)
        contenders += peers(*pair, "igraph ARI", "igraph NMI") if n <= 10**6 else ()
        contenders += peers(*pair, "clusim ARI") if n <= 10**5 else ()
        yield Setting(f"n = {power(n)}, K = 100, int32", n, contenders, own.reference(*pair), 15)


def _judge_single(outcomes: Sequence[Outcome]) -> Iterator[Verdict]:
    for outcome in outcomes:
        for name in _SINGLE:
            ours, what = outcome.of("partita", name), f"{name}, {outcome.title}"
            if outcome.n == 10**7 and outcome.has("scikit-learn", name):
                theirs = outcome.of("scikit-learn", name)
                yield Verdict(f"{what}: scikit-learn / partita", theirs.cpu / ours.cpu, 200, ">=")
            if outcome.n >= 10**6 and outcome.has("numba"):
                theirs = outcome.of("numba")
                yield Verdict(f"{what}: numba table / partita", theirs.cpu / ours.cpu, 1.5, ">=")


SINGLE = Case("single", "One score compared with the other libraries", _single, _judge_single)


def _memory(quick: bool) -> Iterator[Setting]:  # noqa: FBT001
    n = 2000 if quick else 10**8
    for kind in ("int32", "int64"):
        pair = labels(n, 100, kind)
        contenders = [own.six(*pair, threads) for threads in _BOTH]
        contenders += peers(*pair, *_TABLES, "DuckDB group-by")
        yield Setting(f"n = {power(n)}, K = 100, {kind}", n, contenders, own.reference(*pair), 1)


def _judge_memory(outcomes: Sequence[Outcome]) -> Iterator[Verdict]:
    for outcome in outcomes:
        for threads in _BOTH:
            peak = outcome.of("partita", "", threads).peak
            if peak is not None:
                what = f"extra memory, {outcome.title}, threads: {threads}"
                yield Verdict(what, peak / 10**6, 5, "<=", "MB")


MEMORY = Case("memory", "Extra memory, few clusters", _memory, _judge_memory)
