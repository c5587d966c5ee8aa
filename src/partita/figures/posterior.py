"""The posterior figure: how probable each value of a score or of a difference is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..base.wording import level_text
from ..results.phrases import margin_text
from .grammar.marks import Axis, Figure, Key, Line, Mark, Point, Rect
from .grammar.words import decimals, round_ticks

if TYPE_CHECKING:
    from ..base.arrays import Floats
    from ..results import Posterior

_BARS = 40


def posterior(found: Posterior) -> Figure:
    """Bars with the share of the draws, the value, the interval, and the margin shaded.

    For a difference, a dashed line marks 0.
    """
    edges, heights = _bars(np.array(found.values))
    region = found.region
    left, right = float(edges[0]), float(edges[-1])
    if found.probability_better is not None:
        left, right = min(left, 0.0), max(right, 0.0)
    pad = 0.04 * (right - left) or 0.02
    left, right = left - pad, right + pad
    top = float(heights.max())
    base = -0.1 * top
    return Figure(
        title=f"Posterior of {_what(found)}",
        description=str(found),
        width=440,
        height=220,
        x=Axis(left, right, _what(found), round_ticks(left, right)),
        y=Axis(base, 1.08 * top, "probability per bar", round_ticks(0, top, 5), line=False),
        marks=(
            *_region(region, left, right, top),
            *_drawn(edges, heights),
            Line(((left, 0.0), (right, 0.0)), "faint", 1),
            *_zero(found, base, top),
            Line(((found.low, base / 2), (found.high, base / 2)), "bad", 4),
            Point(found.value, base / 2, "bad", 9, "diamond", f"value {decimals(found.value)}"),
        ),
        legend=_legend(found),
    )


def _what(found: Posterior) -> str:
    difference = "" if found.probability_better is None else ", a minus b"
    return f"{found.measure}{difference}"


def _bars(values: Floats) -> tuple[Floats, Floats]:
    """The edges of equally wide bars, and the share of the draws in each."""
    low, high = float(values.min()), float(values.max())
    if high - low < 1e-9:
        low, high = low - 0.005, high + 0.005
    counts, edges = np.histogram(values, bins=_BARS, range=(low, high))
    return np.asarray(edges), np.asarray(counts / len(values))


def _drawn(edges: Floats, heights: Floats) -> list[Mark]:
    bars = zip(edges.tolist(), edges[1:].tolist(), heights.tolist(), strict=False)
    return [
        Rect(a, 0.0, b, share, "class 0", tip=f"{decimals(a)} to {decimals(b)}: {share:.3g}")
        for a, b, share in bars
        if share > 0
    ]


def _region(
    region: tuple[float, float] | None, left: float, right: float, top: float
) -> list[Mark]:
    """The margin behind the bars, as far as the axis shows it."""
    if region is None:
        return []
    low, high = max(region[0], left), min(region[1], right)
    return [Rect(low, 0.0, high, 1.06 * top, "faint", tip=f"margin {margin_text(region)}")]


def _zero(found: Posterior, base: float, top: float) -> list[Mark]:
    if found.probability_better is None:
        return []
    return [Line(((0.0, base), (0.0, 1.06 * top)), "ink", 1.2, dashed=True)]


def _legend(found: Posterior) -> tuple[Key, ...]:
    ends = f"{decimals(found.low)} to {decimals(found.high)}"
    keys = [
        Key(f"value {decimals(found.value)}", "bad", "diamond"),
        Key(f"{level_text(found.confidence)} credible interval, {ends}", "bad", "line"),
    ]
    if found.probability_better is not None:
        keys.append(
            Key(f"a better: {found.percent_text(found.probability_better)}", "ink", "dashed")
        )
    if found.probability_equivalent is not None and found.margin is not None:
        inside = found.percent_text(found.probability_equivalent)
        keys.append(Key(f"within {margin_text(found.margin)}: {inside}", "faint", "box"))
    return tuple(keys)
