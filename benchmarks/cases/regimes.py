"""Two threads compared with one, for every method of counting."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import Any

from suite import own
from suite.data import labels, power, scattered, words
from suite.judging import Case, Outcome, Setting, Verdict


def _pairs(n: int, *, quick: bool) -> Iterator[tuple[str, Any, Any]]:
    """Labels for each regime: its name, truth and prediction."""
    for groups in (10, 30) if quick else (10, 100, 1000, 3000, 10**4):
        yield f"K = {groups}, int32", *labels(n, groups)
    yield "K = n / 10, int32", *labels(n, n // 10)
    yield "K = n / 10, Zipf sizes, int32", *labels(n, n // 10, zipf=1.1)
    few = 10 if quick else 100
    yield f"K = {few}, any 64-bit integers", *map(scattered, labels(n, few))
    yield "K = n / 10, any 64-bit integers", *map(scattered, labels(n, n // 10))
    if find_spec("pyarrow") is not None:
        from pyarrow import array

        names = array([f"cluster {code}" for code in range(few)])
        yield f"K = {few}, Arrow strings", *(names.take(array(c)) for c in labels(n, few))
    yield f"K = {few}, object arrays", *map(words, labels(n // 10, few))


def _threads(quick: bool) -> Iterator[Setting]:  # noqa: FBT001
    n = 2000 if quick else 10**7
    for name, truth, prediction in _pairs(n, quick=quick):
        pair = truth, prediction
        contenders = [own.six(*pair, threads) for threads in (1, 2)]
        title = f"n = {power(len(truth))}, {name}"
        # More rounds than elsewhere: some machines sometimes run two short threads on one core.
        yield Setting(title, len(truth), contenders, own.reference(*pair), 31)


def _judge(outcomes: Sequence[Outcome]) -> Iterator[Verdict]:
    for outcome in outcomes:
        ratio = outcome.of("partita", "", 1).wall / outcome.of("partita", "", 2).wall
        yield Verdict(f"six scores, {outcome.title}: one thread / two (wall)", ratio, 1.6, ">=")


THREADS = Case("threads", "Two threads compared with one", _threads, _judge)
