"""The law figure: the distribution of a measure over the hard clusterings that soft ones allow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .grammar.marks import Axis, Figure, Key, Line, Mark, Point, Rect
from .grammar.words import decimals, round_ticks

if TYPE_CHECKING:
    from ..base.arrays import Floats
    from ..soft.kinds.results import Law

_STEMS = 120  # values that have a stem each; more values are binned
_BARS = 80
_SEEN = 1e-9  # relative mass below which values are not shown
_HEIGHT = {
    "probability": "probability",
    "possibility": "possibility",
    "set": "possible values",
    "belief": "mass",
}


def law(law: Law, *, measure: str = "") -> Figure:
    """The mass of every value, the mean, and the interval from the lower to the upper mean.

    Few values are drawn as stems, many as bars with the mass of all values in them. Masses of
    intervals are drawn as intervals at the height of their mass.
    """
    marks, left, right, top = _mass(law)
    left, right = min(left, law.low), max(right, law.high)
    pad = 0.04 * (right - left) or 0.02
    left, right = left - pad, right + pad
    base = -(0.1 if law.kind != "set" else 0.35) * top
    marks += _mean(law, base / 2, top)
    kind = _HEIGHT[law.kind]
    return Figure(
        title=f"{kind.capitalize()} of {measure or 'the measure'}",
        description=str(law),
        width=440,
        height=220 if law.kind != "set" else 110,
        x=Axis(left, right, measure or "value", round_ticks(left, right)),
        y=Axis(base, 1.08 * top, _label(law),
               () if law.kind == "set" else round_ticks(0, top, 5), line=False),
        marks=(Line(((left, 0.0), (right, 0.0)), "faint", 1), *marks),
        legend=_legend(law),
    )  # fmt: skip


def _label(law: Law) -> str:
    if law.kind == "set":
        return ""
    summed = law.kind == "probability" and len(_seen(law)[0]) > _STEMS
    each = " per bar" if summed else ""
    return _HEIGHT[law.kind] + each


def _mass(law: Law) -> tuple[list[Mark], float, float, float]:
    """The marks, and how far they reach left, right and up."""
    if law.kind == "belief":
        return _intervals(law.support, law.mass)
    support, mass = _seen(law)
    left, right = float(support.min()), float(support.max())
    if len(support) <= _STEMS or left == right:
        pairs = list(zip(support.tolist(), mass.tolist(), strict=True))
        stems: list[Mark] = [
            Line(((x, 0.0), (x, m)), "class 0", 1.6, tip=_tip(x, m)) for x, m in pairs
        ]
        dots: list[Mark] = [Point(x, m, "class 0", 5, tip=_tip(x, m)) for x, m in pairs]
        return [*stems, *(dots if len(pairs) <= 60 else ())], left, right, float(mass.max())
    edges = _edges(support)
    heights = _binned(support, mass, edges, law.kind)
    bars: list[Mark] = [
        Rect(a, 0.0, b, m, "class 0", tip=f"{decimals(a)} to {decimals(b)}: {m:.3g}")
        for a, b, m in zip(edges.tolist(), edges[1:].tolist(), heights.tolist(), strict=False)
        if m > 0
    ]
    return bars, left, right, float(heights.max())


def _seen(law: Law) -> tuple[Floats, Floats]:
    seen = law.mass > _SEEN * float(law.mass.max())
    return law.support[seen], law.mass[seen]


def _edges(support: Floats) -> Floats:
    """The ends of bars with equally many values in each, if the values are evenly spaced.

    Other bars would make a regular distribution look like a comb.
    """
    left, right = float(support[0]), float(support[-1])
    step = float(np.diff(support).min())
    width = step * np.ceil((right - left + step) / (_BARS * step))
    count = int(np.ceil((right - left + step) / width - 1e-9))
    return np.asarray(left - step / 2 + width * np.arange(count + 1))


def _binned(support: Floats, mass: Floats, edges: Floats, kind: str) -> Floats:
    """The sum of probabilities, or the greatest possibility, in each bar."""
    place = np.clip(np.searchsorted(edges, support, side="right") - 1, 0, len(edges) - 2)
    heights = np.zeros(len(edges) - 1)
    (np.add if kind == "probability" else np.maximum).at(heights, place, mass)
    return heights


def _intervals(support: Floats, mass: Floats) -> tuple[list[Mark], float, float, float]:
    order = np.argsort(-mass, kind="stable")[: 4 * _STEMS]
    top = float(mass.max())
    marks: list[Mark] = []
    for (low, high), m in zip(support[order].tolist(), mass[order].tolist(), strict=True):
        tip = f"{decimals(low)} to {decimals(high)}: {m:.3g}"
        if low == high:
            marks.append(Point(low, m, "class 0", 6, tip=tip))
        else:
            marks.append(Line(((low, m), (high, m)), "class 0", 2, tip=tip))
    return marks, float(support.min()), float(support.max()), top


def _mean(law: Law, height: float, top: float) -> list[Mark]:
    marks: list[Mark] = [Line(((law.mean, height), (law.mean, top)), "ink", 1.2, dashed=True)]
    if law.low < law.high:
        marks.append(Line(((law.low, height), (law.high, height)), "bad", 4))
    return [*marks, Point(law.mean, height, "bad", 9, "diamond", f"mean {decimals(law.mean)}")]


def _legend(law: Law) -> tuple[Key, ...]:
    keys = [Key(f"mean {decimals(law.mean)}", "bad", "diamond")]
    if law.low < law.high:
        ends = f"lower to upper mean, {decimals(law.low)} to {decimals(law.high)}"
        keys.append(Key(ends, "bad", "line"))
    return tuple(keys)


def _tip(value: float, mass: float) -> str:
    return f"{decimals(value, 4)}: {mass:.3g}"
