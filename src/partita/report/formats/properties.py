"""Properties of measures: a table of answers, and the counterexamples below it, in every format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...base.wording import percent
from .sheet import Part, Sheet, complete_lines
from .tables import html
from .text import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ...behavior.finding import PropertyFinding
    from ...behavior.results import Properties, PropertyMatrix

_COLUMNS = 8  # properties in one table of several measures


def properties_sheet(measures: Iterable[Properties]) -> Sheet:
    """One measure: a row for each property. Several: a row for each measure."""
    listed = list(measures)
    records = [one.to_dict() for one in listed]
    document = {"schema": 1, "measures": records}
    lines = [line for record in records for line in complete_lines(record, "properties")]
    parts = list(_one(listed[0]) if len(listed) == 1 else _several(listed))
    return Sheet(document, lines, _long(listed), parts, "")


def properties_html(found: Properties | PropertyMatrix) -> str:
    """The tables of the same, for notebooks."""
    from ...behavior.results import PropertyMatrix

    measures = found.measures if isinstance(found, PropertyMatrix) else (found,)
    parts = properties_sheet(measures).parts
    return "".join(html(part.table, part.title) for part in parts if part.table is not None)


def _long(measures: Sequence[Properties]) -> Table:
    header = ("measure", "property", "answer", "rate", "trials")
    rows = [
        (one.measure, found.name, found.answer, found.rate, found.trials)
        for one in measures
        for found in one
    ]
    return Table(header, rows)


def _one(measure: Properties) -> Iterator[Part]:
    rows = [(found.name, found.answer, _rate(found), found.statement) for found in measure]
    yield Part(Table(("property", "answer", "held in", "what it demands"), rows), measure.measure)
    refuted = [
        f"{_named(found)}: {found.example}"
        for found in measure
        if not found.holds and found.example
    ]
    if refuted:
        yield Part(title="Counterexamples, rows are classes", sentences=refuted)


def _named(found: PropertyFinding) -> str:
    return f"{found.name}, although the measure claims it" if found.false_claim else found.name


def _several(measures: Sequence[Properties]) -> Iterator[Part]:
    names = [found.name for found in measures[0]]
    for first in range(0, len(names), _COLUMNS):
        shown = names[first : first + _COLUMNS]
        rows = [(one.measure, *(_answer(one[name]) for name in shown)) for one in measures]
        yield Part(Table(("measure", *shown), rows))
    wrong = [
        f"{one.measure}, {_named(found)}: {found.example}"
        for one in measures
        for found in one
        if found.false_claim
    ]
    share = "A share says in how many of the trials a property held that does not always hold."
    yield Part(sentences=[share, *wrong])


def _answer(found: PropertyFinding) -> str:
    return _rate(found) if found.answer == "no" and found.rate else found.answer


def _rate(found: PropertyFinding) -> str:
    return percent(found.rate) if found.trials else ""
