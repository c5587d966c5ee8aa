"""Measures and their properties: a cell for each, deeper where the property holds more often."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.wording import percent
from .grammar.marks import Axis, Figure, Mark, Rect, Scale, Text
from .grammar.palette import depth, on_depth
from .grammar.spans import frame

if TYPE_CHECKING:
    from ..behavior.finding import PropertyFinding
    from ..behavior.results import PropertyMatrix

_WIDTH, _HEIGHT = 30.0, 18.0  # of a cell
_NEARLY = 0.6  # depth of what holds asymptotically
_SHORT = {  # property names that fit above a column
    "convex additivity": "convex add.",
    "left-domain completeness": "left-domain",
    "right-domain completeness": "right-domain",
    "independence of k": "indep. of k",
    "constant baseline": "baseline",
    "symmetry of the distance": "symmetry of d",
    "triangle inequality": "triangle",
    "Criterion 1": "C1",
    "Proposition 1, lower": "Prop 1 lower",
    "Proposition 1, upper": "Prop 1 upper",
    "Theorem 4, evidential": "Thm 4 evid.",
    "Theorem 4, lower": "Thm 4 lower",
    "Theorem 4, one hard": "Thm 4 one hard",
    "Theorem 4, fuzzy": "Thm 4 fuzzy",
    "Theorem 1": "Thm 1",
    "Corollary 1": "Cor 1",
}


def property_matrix(found: PropertyMatrix) -> Figure:
    """Draw a row for each measure and a column for each property."""
    names = [finding.name for finding in found.measures[0]]
    marks: list[Mark] = []
    for y, one in enumerate(found):
        for x, name in enumerate(names):
            finding = one[name]
            held = _share(finding)
            tip = f"{one.measure}, {name}: {finding.answer}"
            if finding.answer == "no":
                tip += f", held in {percent(finding.rate)} of the trials"
            marks.append(Rect(x - 0.5, y - 0.5, x + 0.5, y + 0.5, depth(held), tip=tip))
            marks.append(Text(x, y, _word(finding), on_depth(held), 10))
    rows = tuple((float(y), one.measure) for y, one in enumerate(found))
    columns = tuple((float(x), _SHORT.get(name, name)) for x, name in enumerate(names))
    return Figure(
        title="Properties of measures",
        description=f"{len(found)} measures, {len(names)} properties: ● holds, ≈ holds as the"
        " number of objects grows, a number is the share of trials in percent.",
        width=_WIDTH * len(names),
        height=_HEIGHT * len(found),
        x=Axis(-0.5, len(names) - 0.5, "property", columns, columns, line=False, categories=True),
        y=Axis(len(found) - 0.5, -0.5, ticks=rows, line=False, categories=True),
        marks=(*marks, frame(len(names), len(found))),
        scale=Scale("share of the trials in which it holds", "0%", "100%"),
    )


def _share(finding: PropertyFinding) -> float:
    depths = {"yes": 1.0, "asymptotically": _NEARLY}
    return depths.get(finding.answer, finding.rate)


def _word(finding: PropertyFinding) -> str:
    words = {"yes": "●", "asymptotically": "≈", "no value": "–"}
    return words.get(finding.answer, percent(finding.rate).rstrip("%"))
