"""Figure 2: four clusterings that show the problem of matching.

The figure draws the objects; the numbers in the text determine the tables.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, TypeAlias

import numpy as np

from partita import measure
from partita.figures.grammar.marks import Axis, Figure, Key, Mark, Point, Rect
from partita.report.formats.text import Table

from ..frame import Entry, Finding, based_on, judged, quoted
from ..printed import of_clusters
from ..run import Run

_SWAPPED = "the figure's labels are swapped; the text has it right"
_CORE = ((3, 2, 0), (0, 3, 2), (2, 0, 3))
SOLUTIONS = {  # clusters as rows, as drawn
    "A": ((3, 1, 1), (1, 3, 1), (1, 1, 3)),
    "B": _CORE,
    "C": (*_CORE, (1, 1, 0), (0, 1, 1), (1, 0, 1)),
    "D": (*_CORE, *(2 * ((1, 0, 0), (0, 1, 0), (0, 0, 1)))),
}
_FIGURE_F = {"A": 0.5, "B": 0.5, "C": 0.6, "D": 0.6}
_FIGURE_V = {"A": 0.14, "B": 0.39, "C": 0.30, "D": 0.41}
_TEXT_F = {"A": 0.6, "B": 0.6, "C": 0.5, "D": 0.5}
_TEXT_V = {"A": (0.135, 3), "B": (0.387, 3), "C": (0.30, 2), "D": (0.41, 2)}  # value, digits
_Shape: TypeAlias = Literal["dot", "diamond", "ring"]
_SHAPES: tuple[_Shape, ...] = ("dot", "diamond", "ring")
_TEXT_SHARES = {"A": "3/5", "B": "3/5", "C": "3/7", "D": "3/7"}  # recall; precision is 3/5
TABLES = {name: of_clusters(rows) for name, rows in SOLUTIONS.items()}


def figure_2(_: Run) -> Finding:
    """F ties A with B, and C with D; V does not."""
    return Finding(
        "Figure 2: the problem of matching",
        "Section 3, Figure 2",
        "Solutions A and B have three clusters of five objects, three of them of the matched class;"
        " the other two are of two classes in A and of one class in B. C and D add six objects to"
        " B, as three mixed pairs or as six single objects. We derived these tables from the"
        " precisions, recalls and V in the text; they give every number of the text.\n\nThe text is"
        " right and the figure is wrong: its F labels of the upper and the lower pair are swapped,"
        " as the precisions and recalls of the text prove. In C and D 3/5 is the precision and 3/7"
        " the recall, since each class has seven objects.\n\nThe text adds that the problem affects"
        " any measure that maps clusters to classes. For A and B this is true: purity, the"
        " classification error and the van Dongen criterion tie. F and the classification error"
        " also tie C and D, but purity and van Dongen's criterion, which take a best partner for"
        " every cluster, distinguish them.",
        based_on("reconstructed", _entries()),
        {"Measures of the four solutions": Table(("measure", *SOLUTIONS), _rows())},
        (_picture(),),
    )


def _entries() -> list[Entry]:
    entries = []
    for name in SOLUTIONS:
        f, v = (measure(key).of(TABLES[name]) for key in ("f_measure", "v_measure"))
        printed, digits = _TEXT_V[name]
        precision, recall = _matched(name)
        entries += [
            judged(f"{name}: F, text", _TEXT_F[name], f, digits=1),
            judged(f"{name}: F, figure", _FIGURE_F[name], f, digits=1, note=_SWAPPED, refuted=True),
            judged(f"{name}: V, text", printed, v, digits=digits),
            judged(f"{name}: V, figure", _FIGURE_V[name], v, digits=2),
            _share(f"{name}: precision", "3/5", precision),
            _share(f"{name}: recall", _TEXT_SHARES[name], recall),
        ]
    return entries


def _share(what: str, printed: str, ours: set[Fraction]) -> Entry:
    return quoted(what, printed, ", ".join(map(str, ours)), agrees=ours == {Fraction(printed)})


def _matched(name: str) -> tuple[set[Fraction], set[Fraction]]:
    """Precision and recall of the classes, each with the cluster that gives the best F."""
    cells = np.array(SOLUTIONS[name])
    sizes, classes = cells.sum(axis=1), cells.sum(axis=0)
    best = (2 * cells / (sizes[:, None] + classes)).argmax(axis=0)
    pairs = [(int(cells[k, c]), int(sizes[k]), int(classes[c])) for c, k in enumerate(best)]
    return {Fraction(n, size) for n, size, _ in pairs}, {Fraction(n, c) for n, _, c in pairs}


def _rows() -> list[tuple[str, *tuple[float, ...]]]:
    names = (
        "f_measure", "purity", "classification_error", "van_dongen", "rand", "adjusted_rand",
        "homogeneity", "completeness", "v_measure", "variation_of_information", "dom_q0", "dom_q2",
    )  # fmt: skip
    return [(name, *(measure(name).of(one) for one in TABLES.values())) for name in names]


def _picture() -> Figure:
    """The solutions from top to bottom: shaded clusters with objects of three classes."""
    marks: list[Mark] = []
    widest = 0.0
    for row, clusters in enumerate(SOLUTIONS.values()):
        left = 0.0
        for cluster in clusters:
            held = [kind for kind, number in enumerate(cluster) for _ in range(number)]
            columns = (len(held) + 1) // 2
            marks.append(Rect(left, row - 0.36, left + columns, row + 0.36, "faint"))
            marks += [
                Point(
                    left + 0.5 + place % columns,
                    row + (0.17 if place >= columns else -0.17 if len(held) > 1 else 0.0),
                    f"class {kind}",
                    11,
                    _SHAPES[kind],
                    f"class {kind + 1}",
                )
                for place, kind in enumerate(held)
            ]
            left += columns + 0.4
        widest = max(widest, left - 0.4)
    ticks = tuple((float(row), f"Solution {name}") for row, name in enumerate(SOLUTIONS))
    return Figure(
        title="The four solutions: shaded clusters, classes by color and shape",
        description="Solution A: three clusters of five objects, 3+1+1 of the three classes; B:"
        " 3+2; C: as B with three mixed pairs; D: as B with six single objects.",
        width=520,
        height=240,
        x=Axis(-0.2, widest + 0.2, line=False),
        y=Axis(3.6, -0.6, ticks=ticks, line=False),
        marks=tuple(marks),
        legend=tuple(
            Key(f"class {kind + 1}", f"class {kind}", shape) for kind, shape in enumerate(_SHAPES)
        ),
    )
