"""The forest plot: a difference on each data set, its mean, and the range of a new data set."""

from __future__ import annotations

from math import isnan
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from ..base.short_names import short_names
from ..base.wording import brief, level_text, percent
from .grammar.marks import Axis, Figure, Key, Line, Mark, Point
from .grammar.words import decimals, round_ticks, short

if TYPE_CHECKING:
    from ..comparison import PooledDifferences

_ROW = 24.0


def forest(
    found: PooledDifferences, *, first: str | None = None, second: str | None = None
) -> Figure:
    """A row per data set, and the mean difference below; heavier data sets have larger dots."""
    pair = found.pair(first, second)
    rows = [
        row
        for row in found.datasets.rows()
        if (row["first"], row["second"]) == (pair["first"], pair["second"])
    ]
    marks, reached = _marks(pair, rows, found.confidence)
    at = float(len(rows))
    values = [0.0, *reached]
    low, high = min(values), max(values)
    pad = 0.05 * (high - low) or 0.05
    low, high = float(low - pad), float(high + pad)
    names = [*short_names(row["dataset"] for row in rows), "mean"]
    shown = [f"{decimals(row['value'])}  {percent(row['weight'])}" for row in rows]
    shown.append(decimals(pair["value"]))
    level = level_text(found.confidence)
    what = f"{found.measure}: " if found.measure else ""
    axis = f"{what}how much better {brief(pair['first'], 20)} is than {brief(pair['second'], 20)}"
    zero = Line(((0.0, -0.5), (0.0, at + 0.5)), "ink", 1, dashed=True)
    keys = [
        Key(f"{level} interval on a data set", "muted", "line"),
        Key(f"mean and {level} interval", "class 0", "line"),
    ]
    if not isnan(pair["new_low"]):
        keys.append(Key("a new data set", "class 0", "dashed"))
    return Figure(
        title=f"Differences on {found.count} data sets",
        description="; ".join([*map(_told, rows), _mean(pair)]),
        width=400,
        height=_ROW * (len(rows) + 1),
        x=Axis(low, high, axis, round_ticks(low, high), grid=True),
        y=Axis(
            at + 0.5, -0.5,
            ticks=tuple((float(k), name) for k, name in enumerate(names)),
            far=tuple((float(k), text) for k, text in enumerate(shown)),
            far_label="difference, weight", far_color="ink", line=False, categories=True,
        ),
        marks=(zero, *marks),
        legend=tuple(keys),
    )  # fmt: skip


def _marks(
    pair: dict[str, Any], rows: list[dict[str, Any]], confidence: float
) -> tuple[list[Mark], list[float]]:
    """The rows of the data sets, the mean below them, and the values that the marks reach."""
    reach = NormalDist().inv_cdf((1 + confidence) / 2)
    top, at = max(row["weight"] for row in rows), float(len(rows))
    marks: list[Mark] = []
    values = [pair["low"], pair["high"]]
    for k, row in enumerate(rows):
        ends = (row["value"] - reach * row["error"], row["value"] + reach * row["error"])
        values += ends
        size = 5 + 7 * (row["weight"] / top) ** 0.5
        marks.append(Line(((ends[0], float(k)), (ends[1], float(k))), "muted", 2))
        marks.append(Point(row["value"], float(k), "muted", size, tip=_told(row)))
    if not isnan(pair["new_low"]):
        ends = (pair["new_low"], pair["new_high"])
        values += ends
        marks.append(Line(((ends[0], at), (ends[1], at)), "class 0", 1.5, dashed=True))
    marks.append(Line(((pair["low"], at), (pair["high"], at)), "class 0", 6))
    marks.append(Point(pair["value"], at, "class 0", 12, "diamond", tip=_mean(pair)))
    return marks, values


def _told(row: dict[str, Any]) -> str:
    return f"{short(row['dataset'])}: {decimals(row['value'])} ± {decimals(row['error'])}"


def _mean(pair: dict[str, Any]) -> str:
    ends = f"{decimals(pair['low'])} to {decimals(pair['high'])}"
    return f"mean: {decimals(pair['value'])}, interval {ends}"
