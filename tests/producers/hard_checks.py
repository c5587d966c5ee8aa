"""Invariants of all functions of hard labels."""

from __future__ import annotations

import csv
import io
import pickle
import re
from math import isinf
from typing import TYPE_CHECKING, Any

import numpy as np

import partita
from partita import Contingency, UndefinedError, WeightedContingency

from .ledger import Ledger, near, number, ordered, same, without_nan
from .most import limits
from .strict import loads

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from partita.measures.measure import Measure

LEVEL = 0.95


class Case:
    """A truth and a producer's labels, with the policy for noise."""

    def __init__(self, truth: Any, labels: Any, policy: Mapping[str, Any] | None = None) -> None:
        self.truth, self.labels, self.policy = truth, labels, dict(policy or {})
        self.table = Contingency.from_labels(truth, labels, **self.policy)
        order = np.random.default_rng(5).permutation(len(truth))
        self.shuffled = Contingency.from_labels(truth[order], labels[order], **self.policy)
        noise = self.policy.get("noise")
        self.renamed = Contingency.from_labels(
            *(_renamed(side, noise) for side in (truth, labels)), **self.policy
        )


def _renamed(labels: Any, noise: Any) -> list[int]:
    """Other labels in another order; noise keeps its label."""
    kinds = np.unique(labels).tolist()
    names = {one: place * 7919 % 10007 for place, one in enumerate(kinds)} | {noise: noise}
    return [names[one] for one in np.asarray(labels).tolist()]


def value(table: Any, m: Measure) -> float | None:
    """The value, or None if there is none."""
    try:
        return m.of(table)
    except UndefinedError:
        return None


def by_measure(case: Case, m: Measure) -> Iterator[str]:
    """The function and `.of`, twice, in another order, with other names, with swapped sides."""
    found = m(case.truth, case.labels, **case.policy)
    yield from number("value", found, m.bounds)
    yield from same("of(table)", found, m.of(case.table))
    yield from same("a second call", found, m(case.truth, case.labels, **case.policy))
    yield from same("rows in another order", found, m.of(case.shuffled))
    yield from same("other names", found, m.of(case.renamed))
    if m.symmetric:
        yield from same("sides swapped", found, m.of(case.table.T))
    if case.table.perfect and m.perfect is not None:
        yield from same("perfect match", found, float(m.perfect))


def of_weights(case: Case, m: Measure, weights: Any, weighted: Any) -> Iterator[str]:
    """Weights of 1 change nothing; with importances the value is finite and within bounds."""
    yield from same(
        "weights of 1", m.of(case.table), m(case.truth, case.labels, weights=weights, **case.policy)
    )
    yield from number("weighted value", m.of(weighted), m.bounds)


def of_interval(case: Case, m: Measure, method: str) -> Iterator[str]:
    """The interval covers the value of the measure; twice the same."""
    options = {"method": method, "draws": 99, **case.policy}
    found = partita.confidence_interval(m, case.truth, case.labels, **options)
    yield from same("value", found.value, m.of(case.table))
    yield from _interval(found, limits(m, case.table))
    yield from same(
        "a second call", found, partita.confidence_interval(m, case.truth, case.labels, **options)
    )
    yield from same("pickle", found, pickle.loads(pickle.dumps(found)))
    yield from spelled(str(found), found.value, found.low, found.high)


def _interval(found: Any, bounds: tuple[float, float]) -> Iterator[str]:
    for name in ("value", "low", "high"):
        yield from number(name, getattr(found, name), bounds)
    yield from number("standard error", found.standard_error, (0.0, float("inf")))
    yield from ordered("low, value and high", found.low, found.value, found.high)


def of_significance(case: Case, m: Measure) -> Iterator[str]:
    """p is within (0, 1], the expected value within the bounds, and z agrees with p."""
    found = partita.significance(m, case.truth, case.labels, draws=99, **case.policy)
    yield from same("value", found.value, m.of(case.table))
    yield from number("chance", found.expected, m.bounds)
    yield from number("standard error", found.standard_error, (0.0, float("inf")))
    yield from number("p", found.p_value, (1e-300, 1.0))
    if found.z is not None:
        yield from number("z", found.z)
        sign = 1 if m.better == "higher" else -1
        if found.p_value < 0.05 and sign * found.z < 0:
            yield f"p = {found.p_value} although z = {found.z} is worse than chance"
    yield from same(
        "a second call",
        found,
        partita.significance(m, case.truth, case.labels, draws=99, **case.policy),
    )
    yield from spelled(str(found), found.value, found.expected)


def of_difference(case: Case, other: Any, m: Measure) -> Iterator[str]:
    """The value follows from both scores; interval and p agree about 0; swapping negates it."""
    options = {"draws": 399, "confidence": LEVEL, **case.policy}
    found = partita.difference(m, case.truth, case.labels, other, **options)
    a, b = (m(case.truth, one, **case.policy) for one in (case.labels, other))
    yield from same("value", found.value, a - b)
    tables = case.table, Contingency.from_labels(case.truth, other, **case.policy)
    (low, high), (least, most) = (limits(m, table) for table in tables)
    yield from _interval(found, (low - most, high - least))
    yield from number("p", found.p_value, (1e-300, 1.0))
    yield from about_zero(found.low, found.high, found.p_value, LEVEL)
    yield from same(
        "a second call", found, partita.difference(m, case.truth, case.labels, other, **options)
    )
    turned = partita.difference(m, case.truth, other, case.labels, **options)
    yield from same("turned value", found.value, 0.0 - turned.value)
    yield from same("turned low", found.low, 0.0 - turned.high)
    yield from same("turned high", found.high, 0.0 - turned.low)
    yield from near("turned p", found.p_value, turned.p_value, 0.02 + 0.2 * found.p_value)
    yield from spelled(str(found), found.value, found.low, found.high)


def about_zero(low: float, high: float, p: float, level: float) -> Iterator[str]:
    """An interval covers 0 if and only if p is not below 1 - level."""
    slack = 1e-9
    if low <= 0 <= high and p < 1 - level - slack:
        yield f"p = {p} although the interval [{low}, {high}] holds 0"
    if not low <= 0 <= high and p > 1 - level + slack:
        yield f"p = {p} although the interval [{low}, {high}] does not hold 0"


def shown(value: float) -> str:
    """A number as all texts write it."""
    return f"{value:.1e}" if 0 < abs(value) < 0.00005 else f"{value:.4f}"


def spelled(text: str, *values: float) -> Iterator[str]:
    """The text shows the numbers of the object."""
    for one in values:
        if shown(one) not in text:
            yield f"{shown(one)} of the object is not in the text {text[:200]!r}"


# --- several clusterings --------------------------------------------------------------------------


def compared(
    ledger: Ledger,
    truth: Any,
    labels: Mapping[str, Any],
    folder: Path,
    *,
    measures: Any = None,
    **options: Any,
) -> None:
    """Check the invariants of `compare`, its formats, its report and its tables."""
    held: dict[str, Any] = {}

    def make() -> Iterator[str]:
        held["found"] = found = partita.compare(
            truth, labels, measures=measures, draws=99, **options
        )
        again = partita.compare(truth, labels, measures=measures, draws=99, **options)
        yield from same("a second call", found.scores, again.scores)

    ledger.hold("compare", "all", make)
    if "found" not in held:
        return
    found = held["found"]
    for score in found.scores:
        ledger.hold("compare", score.measure, of_score, found, score)
    for name in ("json", "csv", "markdown", "latex", "text", "html", "frame", "dict"):
        ledger.hold(f"to_{name}", "all", FORMATS[name], found)
    for name, check in PARTS.items():
        ledger.hold(name, "all", check, found)
    ledger.hold("report", "all", of_report, found, folder / "report.html")


def of_score(found: Any, score: Any) -> Iterator[str]:
    """A score of `compare` is the measure's value of the table; its interval covers it."""
    m = score.chosen.measure
    if score.value is None:
        if not score.undefined or value(found.table(score.prediction), m) is not None:
            yield f"no value without a reason: {score.undefined!r}"
        raise UndefinedError(score.undefined)  # counted as rejected
    bounds = m.bounds
    yield from number("value", score.value, bounds)
    yield from same(
        "value", score.value, m.of(found.table(score.prediction), **score.chosen.options)
    )
    if score.interval is not None:
        yield from ordered("low, value and high", score.low, score.value, score.high)
        for end in score.interval:
            yield from number("end", end, bounds)
    if score.p_value is not None:
        yield from number("p", score.p_value, (1e-300, 1.0))
        yield from ordered("p and its correction", score.p_value, score.p_adjusted, 1.0)
        yield from number("chance", score.expected, bounds)
        if score.z is not None:
            yield from number("z", score.z)
    yield from spelled(str(score), score.value)


def of_json(found: Any) -> Iterator[str]:
    """JSON has no NaN, and gives every number back."""
    document = loads(found.to_json())
    for record, score in zip(document["results"], found.scores, strict=True):
        yield from same("value in JSON", record["value"], score.value)
        for name, one in score.details.items():
            due = None if one is None or isinf(one) else one  # no deviation or no known bound
            yield from same(f"{name} in JSON", record[name], due)


def of_csv(found: Any) -> Iterator[str]:
    """Every value is in the file to the last bit."""
    rows = list(csv.DictReader(io.StringIO(found.to_csv())))
    for row, score in zip(rows, found.scores, strict=True):
        yield from same("value in CSV", float(row["value"]) if row["value"] else None, score.value)


def of_frame(found: Any) -> Iterator[str]:
    """The frame has the values."""
    for one, score in zip(found.to_frame()["value"].tolist(), found.scores, strict=True):
        if score.value is not None:
            yield from same("value in the frame", one, score.value)


def of_dict(found: Any) -> Iterator[str]:
    """Loggers get finite numbers."""
    for name, one in found.to_dict().items():
        yield from number(name, one)


def of_latex(found: Any) -> str:
    """The LaTeX table with four digits, its numbers written as in other texts."""
    text = found.to_latex(digits=4).replace("$-$", "-")
    power = r"\$(-?[\d.]+)\\times10\^\{(-?\d+)\}\$"
    return re.sub(power, lambda one: f"{one[1]}e{int(one[2]):+03d}", text)


def _printed(text: str, found: Any) -> Iterator[str]:
    yield from without_nan(text)
    for score in found.scores:
        if score.value is not None and shown(score.value) not in text:
            yield f"{shown(score.value)} of {score.measure} is not in the text"


FORMATS = {
    "json": of_json,
    "csv": of_csv,
    "frame": of_frame,
    "dict": of_dict,
    "markdown": lambda found: _printed(found.to_markdown(), found),
    "latex": lambda found: _printed(of_latex(found), found),
    "text": lambda found: _printed(str(found), found),
    "html": lambda found: _printed(found._repr_html_(), found),
}


def of_report(found: Any, path: Path) -> Iterator[str]:
    """The page shows the numbers of the object."""
    found.report(path)
    yield from _printed(path.read_text("utf-8"), found)


def _columns(what: str, columns: Any) -> Iterator[str]:
    """All numbers are finite."""
    for name, column in columns.items():
        for one in column.tolist():
            if isinstance(one, float) and not np.isfinite(one):
                yield f"{what}: {name} is {one!r}"
                break


def of_parts(name: str) -> Any:
    """A diagnosis of every prediction has finite numbers and prints."""

    def check(found: Any) -> Iterator[str]:
        for one in found.counted:
            columns = getattr(found, name)(one)
            yield from _columns(name, columns)
            str(columns), columns._repr_html_()

    return check


def of_plane(found: Any) -> Iterator[str]:
    """Homogeneity and completeness are the values of the measures."""
    columns = found.plane()
    yield from _columns("plane", columns)
    for row in columns.rows():
        table = found.table(row["prediction"])
        yield from same("homogeneity", row["homogeneity"], partita.homogeneity.of(table))
        yield from same("completeness", row["completeness"], partita.completeness.of(table))


def of_edits(found: Any) -> Iterator[str]:
    """A gain is finite and positive, and the edited clustering has it."""
    for name in found.counted:
        base = partita.adjusted_rand.of(found.table(name))
        for edit in found.edits(name, limit=3):
            yield from number("gain", edit.gain, (0.0, float("inf")))
            if edit.value is not None:
                yield from near("gain", edit.gain, edit.value - base, 1e-12)


def of_words(found: Any) -> Iterator[str]:
    """Verdicts and advice are sentences without nan, and twice the same."""
    for one in (*found.verdict, *found.advice):
        text = str(one)
        if " nan" in text.lower() or "  " in text or "None" in text:
            yield f"words: {text[:200]!r}"
        for name, evidence in getattr(one, "evidence", {}).items():
            if isinstance(evidence, float) and not np.isfinite(evidence):
                yield f"evidence {name} is {evidence!r}"


def of_ranks(found: Any) -> Iterator[str]:
    """Ranks are in order, intervals equal `confidence_interval`'s, and letters agree with p."""
    if len(found.counted) < 2:
        return
    ranking = found.ranks(draws=99, confidence=LEVEL)
    again = found.ranks(draws=99, confidence=LEVEL)
    yield from _columns("ranking", ranking.table)
    yield from _columns("differences", ranking.differences)
    for name, column in ranking.table.items():
        yield from same(f"{name} of a second call", column.tolist(), again.table[name].tolist())
    rows = list(ranking.table.rows())
    yield from ordered("values, the best first", *(-row["value"] for row in rows))
    for row in rows:
        yield from ordered("low, value and high", row["low"], row["value"], row["high"])
        yield from ordered("ranks", row["rank_low"], row["rank_high"])
        yield from same(
            "value", row["value"], partita.adjusted_rand.of(found.table(row["prediction"]))
        )
    letters = {row["prediction"]: set(row["group"]) for row in rows}
    for row in ranking.differences.rows():
        yield from ordered("low, value and high", row["low"], row["value"], row["high"])
        yield from about_zero(row["low"], row["high"], row["p_value"], LEVEL)
        yield from ordered("p and its correction", row["p_value"], row["p_adjusted"], 1.0)
        common = bool(letters[row["first"]] & letters[row["second"]])
        if common != (row["p_adjusted"] >= 1 - LEVEL):
            yield f"a common letter is {common} at p = {row['adjusted']}"
    str(ranking), ranking._repr_html_()


PARTS = {
    **{name: of_parts(name) for name in ("classes", "clusters", "elements", "cells")},
    "plane": of_plane,
    "edits": of_edits,
    "verdict and advice": of_words,
    "ranks": of_ranks,
}


def swept(
    ledger: Ledger, truth: Any, labels: Mapping[Any, Any], folder: Path, **options: Any
) -> None:
    """Check the invariants of `sweep` and `agreement`."""

    def of_sweep() -> Iterator[str]:
        found = partita.sweep(truth, labels, draws=99, **options)
        again = partita.sweep(truth, labels, draws=99, **options)
        for name, column in found.table.items():
            yield from same(f"{name} of a second call", column.tolist(), again.table[name].tolist())
        yield from _columns("sweep", found.table)
        for row in found.table.rows():
            m = partita.measure(row["measure"])
            yield from same("value", row["value"], m(truth, labels[row["parameter"]], **options))
            yield from number("chance", float(row["expected"]), m.bounds)
            for share in {"wins", "p_preferred"} & set(row):
                yield from number(share, row[share], (0.0, 1.0))
        str(found)
        found.report(folder / "sweep.html")
        yield from without_nan((folder / "sweep.html").read_text("utf-8"))

    def of_agreement(name: str) -> Iterator[str]:
        found = partita.agreement(labels, measure=name, **options)
        m = partita.measure(name)
        if not np.isfinite(found.matrix).all():
            yield "the matrix is not finite"
        yield from same("symmetry", found.matrix.tolist(), found.matrix.T.tolist())
        if m.perfect is not None and set(found.matrix.diagonal().tolist()) != {float(m.perfect)}:
            yield f"the diagonal is {found.matrix.diagonal().tolist()}"
        str(found)

    ledger.hold("sweep", "all", of_sweep)
    for name in ("adjusted_rand", "variation_of_information", "maximum_matching"):
        ledger.hold("agreement", name, of_agreement, name)


def all_measures() -> Sequence[Measure]:
    """Every registered measure."""
    return list(partita.MEASURES.values())


def held(
    ledger: Ledger,
    case: Case,
    *,
    measures: Iterable[Measure],
    deep: Iterable[Measure],
    other: Any = None,
) -> None:
    """Check the claims of each measure, and the certainty of some."""
    ones = np.ones(len(case.truth), dtype=np.int64)
    shares = np.random.default_rng(3).random(len(case.truth)) + 0.5
    weighted = WeightedContingency.from_labels(
        case.truth, case.labels, weights=shares, **case.policy
    )
    for m in measures:
        ledger.hold("measure", m.name, by_measure, case, m)
        ledger.hold("weights", m.name, of_weights, case, m, ones, weighted)
    for m in deep:
        for method in ("calibrated", "bca", "percentile", "basic", "jackknife"):
            ledger.hold(f"confidence_interval {method}", m.name, of_interval, case, m, method)
        ledger.hold("significance", m.name, of_significance, case, m)
        if other is not None:
            ledger.hold("difference", m.name, of_difference, case, other, m)
