"""Scores of one or more clusterings against one truth, in every format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .tables import html, latex
from .text import LAYOUTS, Cell, Table, aligned, json_text, number, printable


@dataclass(frozen=True, slots=True)
class Score:
    """One measure of one clustering; `value` is None where the measure has none."""

    prediction: str
    measure: str
    better: str
    value: float | None
    n: int | float  # objects counted, or their total weight
    options: Mapping[str, Any] = field(default_factory=dict)
    details: Mapping[str, float] = field(default_factory=dict)  # low, high, expected, z, p_value

    @property
    def label(self) -> str:
        """The measure with the options it was given, as the command line spells them."""
        options = ",".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.measure}:{options}" if options else self.measure

    @property
    def shown(self) -> Cell:
        """The value with its interval and p where there are any."""
        if self.value is None or not self.details:
            return self.value
        parts = [number(self.value)]
        if "low" in self.details:
            parts.append(f"[{number(self.details['low'])}, {number(self.details['high'])}]")
        if "p_value" in self.details:
            parts.append(f"p={self.details['p_value']:.2g}")
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class Scores:
    """All scores against one truth, clusterings and measures in the order asked for."""

    truth: str
    results: Sequence[Score]

    def render(self, style: str, width: int | None = None) -> str:
        """Text in one of the formats of `report.text`."""
        if style == "json":
            return json_text(self.document())
        if style == "table":
            return f"{self._caption()}\n\n{aligned(self.wide(), width)}"
        return _LAYOUTS[style](self.long() if style == "csv" else self.wide())

    def document(self) -> dict[str, Any]:
        """The published JSON schema: keys that say nothing are left out."""
        n = self.results[0].n
        return {
            "schema": 1,
            "n": n,
            "truth": self.truth,
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
        better = {score.label: score.better for score in self.results}
        predictions = list(dict.fromkeys(score.prediction for score in self.results))
        rows = [
            (label, direction, *(values[label, prediction] for prediction in predictions))
            for label, direction in better.items()
        ]
        return Table(("measure", "better", *predictions), rows)

    def _caption(self) -> str:
        sizes = {score.prediction: score.n for score in self.results}
        alike = len(set(sizes.values())) == 1
        shown = {"n": self.results[0].n} if alike else sizes
        counts = ", ".join(f"{printable(name)} = {size}" for name, size in shown.items())
        return f"truth: {printable(self.truth)} ({counts})"


_LAYOUTS = {**LAYOUTS, "latex": latex, "html": html}


def _record(score: Score, n: float) -> dict[str, Any]:
    record: dict[str, Any] = {"prediction": score.prediction, "measure": score.measure}
    if score.options:
        record["options"] = {name: _finite(value) for name, value in score.options.items()}
    if score.n != n:
        record["n"] = score.n
    return {**record, "value": score.value, **score.details}


def _finite(value: Any) -> Any:
    """JSON has no infinity, which β may be."""
    return str(value) if value == float("inf") else value
