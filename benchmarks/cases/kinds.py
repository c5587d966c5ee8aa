"""Labels other than integers: categoricals, Arrow strings, object arrays of strings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import Any

from peers import missing, peers
from suite import own
from suite.data import labels, power, words
from suite.judging import Case, Outcome, Setting, Verdict


def _categorical(quick: bool) -> Iterator[Setting]:  # noqa: FBT001
    if find_spec("pandas") is None:
        missing.add("pandas")
        return
    from pandas import Categorical

    n = 2000 if quick else 10**6
    for groups in (10, 40) if quick else (100, 10**4):
        truth, prediction = (Categorical(words(codes)) for codes in labels(n, groups))
        contenders = [own.one("ARI", truth, prediction, threads) for threads in (1, 2)]
        jobs = ["scikit-learn ARI"] + (["pandas crosstab"] if groups <= 100 else [])
        contenders += peers(truth, prediction, *jobs)
        title = f"n = {power(n)}, K = {groups}, pandas Categorical"
        yield Setting(title, n, contenders, own.reference(truth, prediction), 15)


def _judge_categorical(outcomes: Sequence[Outcome]) -> Iterator[Verdict]:
    for outcome in outcomes:
        if outcome.has("scikit-learn"):
            ratio = outcome.of("scikit-learn").cpu / outcome.of("partita", "", 1).cpu
            yield Verdict(f"ARI, {outcome.title}: scikit-learn / partita", ratio, 300, ">=")


CATEGORICAL = Case("categorical", "pandas Categorical", _categorical, _judge_categorical)


def _strings(quick: bool) -> Iterator[Setting]:  # noqa: FBT001
    counts = (10, 40) if quick else (100, 10**4)
    if find_spec("pyarrow") is None:
        missing.add("pyarrow")
    else:
        for groups in counts:
            yield _arrow(2000 if quick else 10**7, groups)
    n = 2000 if quick else 10**6
    for groups in counts:
        truth, prediction = (words(codes) for codes in labels(n, groups))
        contenders = [own.one("ARI", truth, prediction, threads) for threads in (1, 2)]
        contenders += peers(truth, prediction, "scikit-learn ARI")
        title = f"n = {power(n)}, K = {groups}, object arrays of str"
        yield Setting(title, n, contenders, own.reference(truth, prediction), 9)


def _arrow(n: int, groups: int) -> Setting:
    from pyarrow import array

    names = [f"cluster {code}" for code in range(groups)]
    pair: list[Any] = [array(names).take(array(codes)) for codes in labels(n, groups)]
    contenders = [own.six(*pair, threads) for threads in (1, 2)]
    contenders += peers(*pair, "pyarrow group-by", "DuckDB group-by", "Polars group-by")
    return Setting(
        f"n = {power(n)}, K = {groups}, Arrow strings", n, contenders, own.reference(*pair), 7, 8.0
    )


def _judge_strings(outcomes: Sequence[Outcome]) -> Iterator[Verdict]:
    for outcome in outcomes:
        what = f"{outcome.title}:"
        if outcome.has("pyarrow"):
            theirs, two = outcome.of("pyarrow"), outcome.of("partita", "", 2)
            what = f"six scores, {what} pyarrow's group-by / partita, two threads"
            yield Verdict(f"{what} (CPU)", theirs.cpu / two.cpu, 1, ">=")
            yield Verdict(f"{what} (wall)", theirs.wall / two.wall, 1, ">=")
        elif outcome.has("scikit-learn"):
            ratio = outcome.of("scikit-learn").cpu / outcome.of("partita", "", 1).cpu
            yield Verdict(f"ARI, {what} scikit-learn / partita", ratio, 20, ">=")


STRINGS = Case("strings", "Strings", _strings, _judge_strings)
