"""Invariants of all functions of soft clusterings."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

import partita
from partita import Fuzzy
from partita.soft.relational import RELATIONAL

from .hard_checks import of_csv, of_dict, of_frame, of_json, of_latex, shown
from .ledger import Ledger, near, number, ordered, same, without_nan

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from partita.measures.measure import Measure

ROUNDING = 1e-9  # of sums over many worlds, if no error is stated


class SoftCase:
    """A truth and a soft clustering, with the means for several checks."""

    def __init__(self, truth: Any, soft: Any) -> None:
        self.truth, self.soft = truth, soft
        self._means: dict[str, Any] = {}

    def mean(self, m: Measure) -> Any:
        """The mean, computed once."""
        if m.name not in self._means:
            self._means[m.name] = partita.expectation(m, self.truth, self.soft)
        return self._means[m.name]


def open_bounds(m: Measure) -> tuple[float, float]:
    """The bounds of a measure, widened by the rounding of a mean."""
    return m.bounds[0] - ROUNDING, m.bounds[1] + ROUNDING


def end(what: str, value: float, m: Measure) -> Iterator[str]:
    """An end is finite, unless the declared bound is infinite."""
    if value not in (-inf, inf) or value not in m.bounds:
        yield from number(what, value, open_bounds(m))


def stated(what: str, found: Any) -> Iterator[str]:
    """An error is finite, unless the method states that it is unknown."""
    if found.error != inf or "no error known" not in found.how:
        yield from number(what, found.error, (0.0, inf))


def of_expectation(case: SoftCase, m: Measure) -> Iterator[str]:
    """Finite, in order, within the bounds, twice the same, and shown by the text."""
    found = case.mean(m)
    yield from number("value", found.value, open_bounds(m))
    for name in ("low", "high"):
        yield from end(name, getattr(found, name), m)
    yield from stated("error", found)
    slack = found.error + ROUNDING
    yield from ordered("low, value and high", found.low, found.value, found.high, slack=slack)
    if found.variance is not None:
        yield from number("variance", found.variance, (0.0, inf))
    if not found.method:
        yield "no method is named"
    yield from same("a second call", found, partita.expectation(m, case.truth, case.soft))
    if f"{found.value:.6g}" not in str(found):
        yield f"{found.value:.6g} is not in {str(found)!r}"


def of_extremes(case: SoftCase, m: Measure) -> Iterator[str]:
    """The labels attain the ends, which cover the mean and are within the bounds."""
    found = partita.extremes(m, case.truth, case.soft)
    for one in (found.low, found.high):
        yield from number("inner", one.inner, m.bounds)
        yield from end("outer", one.outer, m)
        attained = m(*one.labels)
        yield from near("inner and its labels", attained, one.inner, 1e-12 * (1 + abs(attained)))
        if one.certified:
            yield from near("certified ends", one.inner, one.outer, ROUNDING)
    ends = found.low.outer, found.low.inner, found.high.inner, found.high.outer
    yield from ordered("ends", *ends, slack=ROUNDING)
    again = partita.extremes(m, case.truth, case.soft)
    yield from same("a second call", (found.low, found.high), (again.low, again.high))
    mean = case.mean(m)
    slack = mean.error + ROUNDING
    yield from ordered("ends and mean", ends[0], mean.value, ends[3], slack=slack)
    yield from ordered("ends and low", ends[0], mean.low, slack=slack)
    yield from ordered("high and ends", mean.high, ends[3], slack=slack)


def of_law(case: SoftCase, m: Measure) -> Iterator[str]:
    """Masses and values are valid, and the mean is the expectation."""
    found = partita.law(m, case.truth, case.soft)
    if not (np.isfinite(found.support).all() and np.isfinite(found.mass).all()):
        yield "support or mass is not finite"
    low, high = open_bounds(m)
    if found.support.min() < low or found.support.max() > high:
        yield f"the support goes from {found.support.min()} to {found.support.max()}"
    if (found.mass < 0).any() or (found.mass > 1 + ROUNDING).any():
        yield "a mass is not between 0 and 1"
    if found.kind in ("probability", "belief"):
        yield from near("sum of masses", float(found.mass.sum()), 1.0, ROUNDING)
    yield from number("mean", found.mean)
    yield from stated("error", found)
    for name in ("low", "high"):
        yield from end(name, getattr(found, name), m)
    slack = found.error + ROUNDING
    yield from ordered("low, mean and high", found.low, found.mean, found.high, slack=slack)
    mean = case.mean(m)
    slack = 2 * (found.error + mean.error) + ROUNDING
    yield from near("mean and expectation", found.mean, mean.value, slack)
    if found.kind == "probability":
        yield from ordered("quantiles", *map(found.quantile, (0.01, 0.25, 0.5, 0.75, 1.0)))
    yield from same("a second call", str(found), str(partita.law(m, case.truth, case.soft)))


def of_one_hot(truth: Any, labels: Any, m: Measure) -> Iterator[str]:
    """The mean over the one clustering that hard labels allow is its value."""
    hard = m(truth, labels)
    classes = np.unique(labels)
    for kind in (np.float64, np.float32, np.int64, np.bool_):
        soft = Fuzzy((labels[:, None] == classes).astype(kind))
        found = partita.expectation(m, truth, soft)
        yield from near(f"one-hot {kind.__name__}", found.value, hard, 1e-12 * (1 + abs(hard)))
        yield from same("error of one clustering", found.error, 0.0)


def of_relational(truth: Any, soft: Any, name: str) -> Iterator[str]:
    """Within the bounds, symmetric if claimed, best for identical sides if claimed."""
    measure = RELATIONAL[name]
    low, high = measure.bounds
    bounds = low - ROUNDING, high + ROUNDING
    found = measure(truth, soft)
    yield from number("value", found, bounds)
    yield from same("a second call", found, measure(truth, soft))
    if measure.symmetric:
        yield from near("sides swapped", found, measure(soft, truth), ROUNDING)
    if measure.identity:
        best = high if measure.better == "higher" else low
        yield from near("against itself", measure(soft, soft), best, 1e-7)


def compared_soft(ledger: Ledger, case: SoftCase, folder: Path, measures: list[Measure]) -> None:
    """Check the invariants of `compare` with a soft clustering, its formats and its report."""
    made: list[Any] = []

    def make() -> Iterator[str]:
        found = partita.compare(case.truth, {"soft": case.soft}, measures=measures)
        made.append(found)
        yield from same(
            "measures", [one.measure for one in found.scores], [m.name for m in measures]
        )

    ledger.hold("compare soft", "all", make)
    if not made:
        return
    for score in made[0].scores:
        ledger.hold("compare soft", score.measure, of_soft_score, case, score)
    for name, check in {"json": of_json, "csv": of_csv, "frame": of_frame, "dict": of_dict}.items():
        ledger.hold(f"to_{name} soft", "all", check, made[0])
    ledger.hold("report soft", "all", of_soft_report, made[0], folder / "soft.html")


def of_soft_score(case: SoftCase, score: Any) -> Iterator[str]:
    """The number of `expectation`, between its ends."""
    m = score.chosen.measure
    if score.value is None:
        if not score.undefined:
            yield "no value without a reason"
        yield f"no value, but a mean of {case.mean(m).value}"  # or rejected like the mean
        return
    yield from number("value", score.value, open_bounds(m))
    yield from same("expectation", score.value, case.mean(m).value)
    if score.interval is not None:
        slack = score.expectation.error + ROUNDING
        yield from ordered("low, value and high", score.low, score.value, score.high, slack=slack)


def of_soft_report(found: Any, path: Path) -> Iterator[str]:
    """The page and the text show the numbers of the object and no nan."""
    found.report(path)
    for text in (path.read_text("utf-8"), str(found), of_latex(found), found.to_markdown()):
        yield from without_nan(text)
        for score in found.scores:
            if score.value is not None and shown(score.value) not in text:
                yield f"{shown(score.value)} of {score.measure} is not in the text"
    for one in (*found.verdict, *found.advice):
        str(one)


def held_soft(
    ledger: Ledger, case: SoftCase, *, means: Iterable[Measure], laws: Iterable[Measure]
) -> None:
    """Check means, distributions, ends and relational measures of one soft clustering."""
    for m in means:
        ledger.hold("expectation", m.name, of_expectation, case, m)
    for m in laws:
        ledger.hold("law", m.name, of_law, case, m)
        ledger.hold("extremes", m.name, of_extremes, case, m)
    for name in RELATIONAL:
        ledger.hold("relational", name, of_relational, case.truth, case.soft, name)
