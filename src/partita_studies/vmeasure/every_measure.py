"""Table 2 for every measure of partita."""

from __future__ import annotations

from typing import Any

from partita import MEASURES, measure
from partita.behavior.desirable import DESIRABLE, rates
from partita.behavior.grid import COARSE, FULL, values
from partita.behavior.subject import subject
from partita.figures.grammar.marks import Axis, Cells, Figure, Mark, Rect, Scale
from partita.figures.grammar.palette import depth, on_depth
from partita.figures.grammar.spans import frame
from partita.report.formats.text import Table

from ..frame import Finding
from ..run import Run

_ROW = 19.0  # pixels


def every_measure(run: Run) -> Finding:
    """The rates of Table 2 for all measures of partita."""
    names = [name for name, one in MEASURES.items() if one.ours]
    grid = run.size(FULL, COARSE)

    def work() -> dict[str, Any]:
        found = [rates(one, grid) for one in values([subject(name) for name in names], grid)]
        return {"rates": [[rate[one.name] for one in DESIRABLE] for rate in found]}

    found = dict(zip(names, run.kept("vmeasure-registry", work)["rates"].tolist(), strict=True))
    ordered = sorted(names, key=lambda name: -sum(found[name]))
    whole = [name for name in ordered if min(found[name]) == 1]
    rows = [(name, measure(name).symbol, *found[name]) for name in ordered]
    return Finding(
        "Table 2 for every measure",
        "Section 4, beyond the paper",
        f"The same {len(grid):,} clusterings and the same reading for all {len(names)}"
        f" measures. These have all seven properties in all configurations: {_listed(whole)}."
        " Measures that are transformations of each other have the same rates: NMI and the distance"
        " VI_n equal V; AMI equals NMI here, because with this many objects chance explains"
        " nothing.\n\nThe two parts of a mean see one side each: homogeneity and B-cubed precision"
        " miss P2 and P3, completeness and recall miss P1 and P6. VI divided by 2 log k* loses"
        " properties of VI, since every added group raises the divisor; Q2 loses P2, P6 and P7 of"
        " Q0, since its numerator grows with the classes. A rate of 0 in P3 or P6 means that a"
        " measure does not see over how many noise groups an error is spread."
        " `expected_mutual_information` is a baseline and not a score.",
        (),
        {
            "Rates of satisfaction, best first": Table(
                ("measure", "symbol", *(one.name for one in DESIRABLE)), rows
            ),
            "The properties": Table(
                ("property", "the measure"),
                [(p.name, p.statement) for p in DESIRABLE],
            ),
        },
        (_picture(ordered, found),),
    )


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _picture(names: list[str], found: dict[str, list[float]]) -> Figure:
    """Measures as rows, properties as columns; the deeper, the more often satisfied."""
    marks: list[Mark] = []
    words = []
    for y, name in enumerate(names):
        for x, rate in enumerate(found[name]):
            tip = f"{name}, {DESIRABLE[x].name}: {rate:.3f}"
            marks.append(Rect(x - 0.5, y - 0.5, x + 0.5, y + 0.5, depth(rate), tip=tip))
            words.append((float(x), float(y), f"{rate:.2f}", on_depth(rate)))
    columns = tuple((float(x), one.name) for x, one in enumerate(DESIRABLE))
    rows = tuple((float(y), name) for y, name in enumerate(names))
    size = len(names)
    return Figure(
        title="How often each measure has each desirable property",
        description="The best: " + ", ".join(names[:10]) + ".",
        width=7 * 46,
        height=size * _ROW,
        x=Axis(-0.5, 6.5, "property", columns, columns, line=False, categories=True),
        y=Axis(size - 0.5, -0.5, ticks=rows, line=False, categories=True),
        marks=(*marks, Cells(tuple(words), (0.88, 0.9), 11), frame(7, size)),
        scale=Scale("rate", "0", "1"),
    )
