"""Scores of one or more clusterings against one truth, in every format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ...base.wording import number, printable, shortened
from ...measures.chosen import labeled
from .sheet import Part, Sheet, complete_lines
from .tables import html
from .text import Cell, Table


class Score(NamedTuple):
    """One measure of one clustering; `value` is None where the measure has none."""

    prediction: str
    measure: str
    better: str
    value: float | None
    n: int | float  # objects counted, or their total weight
    options: Mapping[str, Any]
    details: Mapping[str, float | None]  # low, high, expected, z, p_value, p_adjusted, at_floor
    methods: Mapping[str, str]  # how interval and chance were found

    @property
    def label(self) -> str:
        """The measure with the options it was given, as the command line spells them."""
        return labeled(self.measure, self.options)

    @property
    def shown(self) -> Cell:
        """The value with its interval and p where there are any; p accounts for all tests."""
        if self.value is None or not self.details:
            return self.value
        parts = [number(self.value)]
        low, high = map(self.details.get, ("low", "high"))
        if low is not None and high is not None:
            parts.append(f"[{number(low)}, {number(high)}]")
        p = self.details.get("p_adjusted", self.details.get("p_value"))
        if p is not None:
            from ...results import p_text

            said = p_text(p, at_floor=bool(self.details.get("at_floor", False)))
            parts.append(said.replace(" ", ""))
        return " ".join(parts)

    @property
    def goodness(self) -> float | None:
        """More is better, whatever the measure."""
        if self.value is None:
            return None
        return -self.value if self.better == "lower" else self.value


class Scores(NamedTuple):
    """All scores against one truth, clusterings and measures in the order asked for."""

    truth: str
    results: Sequence[Score]
    settings: Mapping[str, Any]  # confidence and seed, where they matter
    remarks: Sequence[str] = ()  # below the table, for readers

    def render(self, style: str, width: int | None = None) -> str:
        """Text in one of the formats of `report.text`, or an HTML table."""
        return html(self.wide()) if style == "html" else self.sheet().render(style, width)

    def sheet(self) -> Sheet:
        """The scores for every format."""
        document = self.document()
        parts = [self.part()]
        if self.remarks:
            parts.append(Part(sentences=self.remarks))
        return Sheet(
            document, complete_lines(document, "results"), self.long(), parts, self.caption()
        )

    def part(self, title: str = "") -> Part:
        """The table for reading, the best clustering of each measure stressed."""
        return Part(self.wide(), title, strong=self.best())

    def document(self) -> dict[str, Any]:
        """The published JSON schema: keys that say nothing are left out."""
        n = self.results[0].n
        return {
            "schema": 1,
            "n": n,
            "truth": self.truth,
            **self.settings,
            "results": [_record(score, n) for score in self.results],
        }

    def long(self) -> Table:
        """A row per score."""
        extra = list(dict.fromkeys(name for score in self.results for name in score.details))
        rows = [
            (score.prediction, score.label, score.value, *map(score.details.get, extra))
            for score in self.results
        ]
        return Table(("prediction", "measure", "value", *extra), rows)

    def wide(self) -> Table:
        """A row per measure, a column per clustering."""
        values = {(score.label, score.prediction): score.shown for score in self.results}
        predictions = self._predictions()
        rows = [
            (label, direction, *(values[label, prediction] for prediction in predictions))
            for label, direction in self._directions().items()
        ]
        return Table(("measure", "better", *map(shortened, predictions)), rows)

    def best(self) -> frozenset[tuple[int, int]]:
        """Places of the best values in the wide table, where not all are equally good."""
        found = {(score.label, score.prediction): score.goodness for score in self.results}
        places = set()
        for row, label in enumerate(self._directions()):
            values = [found[label, prediction] for prediction in self._predictions()]
            known = [value for value in values if value is not None]
            if len(set(known)) > 1:
                top = max(known)
                places |= {(row, 2 + k) for k, value in enumerate(values) if value == top}
        return frozenset(places)

    def caption(self) -> str:
        """What the scores are measured against, and on how many objects."""
        sizes = {score.prediction: score.n for score in self.results}
        alike = len(set(sizes.values())) == 1
        shown = {"n": self.results[0].n} if alike else sizes
        counts = ", ".join(f"{_name(name)} = {size}" for name, size in shown.items())
        return f"truth: {_name(self.truth)} ({counts})"

    def _directions(self) -> dict[str, str]:
        return {score.label: score.better for score in self.results}

    def _predictions(self) -> list[str]:
        return list(dict.fromkeys(score.prediction for score in self.results))


def _name(text: str) -> str:
    return printable(shortened(text))


def _record(score: Score, n: float) -> dict[str, Any]:
    record: dict[str, Any] = {"prediction": score.prediction, "measure": score.measure}
    if score.options:
        record["options"] = finite_options(score.options)
    if score.n != n:
        record["n"] = score.n
    return {**record, "value": score.value, **score.details, **score.methods}


def finite_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options for JSON, which has no infinity as β may be."""
    return {name: str(v) if v == float("inf") else v for name, v in options.items()}
