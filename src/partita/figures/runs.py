"""Methods with several runs: runs and means with intervals, and the parts of the variance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..base.short_names import short_names
from ..base.wording import level_text, percent
from .grammar.marks import Axis, Figure, Key, Line, Mark, Point, Rect, Text
from .grammar.words import decimals, round_ticks, short

if TYPE_CHECKING:
    from ..comparison import RunSummary

_ROW = 34.0
_PARTS = {"objects": "class 0", "seeds": "class 1", "both": "class 2"}
_NAMES = {"objects": "objects", "seeds": "seed", "both": "both together"}


def runs(found: RunSummary) -> Figure:
    """A row per method: its runs as dots, above them their mean with its interval."""
    rows = list(found.table.rows())
    names = short_names(row["method"] for row in rows)
    level = level_text(found.confidence)
    place = {row["method"]: float(k) for k, row in enumerate(rows)}
    marks: list[Mark] = []
    for run in found.runs.rows():
        at, tip = place[run["method"]] + 0.2, f"run {short(run['run'])}: {decimals(run['value'])}"
        marks.append(Point(run["value"], at, "muted", 6, "ring", tip=tip))
    for row in rows:
        at = place[row["method"]] - 0.1
        marks.append(Line(((row["low"], at), (row["high"], at)), "class 0", 4, tip=_told(row)))
        marks.append(Point(row["value"], at, "class 0", 10, tip=_told(row)))
    values = [row[key] for row in rows for key in ("low", "high")]
    low, high = min(values), max(values)
    low, high = (min(low, *found.runs["value"]), max(high, *found.runs["value"]))
    pad = 0.06 * (high - low) or 0.05
    low, high = float(low - pad), float(high + pad)
    label = f"{found.measure}, {found.better} is better"
    return Figure(
        title=f"Methods by {found.measure}",
        description="Mean of each method over objects and seeds: " + "; ".join(map(_told, rows)),
        width=400,
        height=_ROW * len(rows),
        x=Axis(low, high, label, round_ticks(low, high), grid=True),
        y=Axis(
            len(rows) - 0.5, -0.5,
            ticks=tuple((float(k), name) for k, name in enumerate(names)),
            far=tuple(
                (float(k), f"{decimals(row['value'])}  {row['group']}")
                for k, row in enumerate(rows)
            ),
            far_label="mean, group", far_color="ink", line=False, categories=True,
        ),
        marks=tuple(marks),
        legend=(
            Key(f"mean and {level} interval", "class 0", "line"),
            Key("run", "muted", "ring"),
        ),
    )  # fmt: skip


def variance_parts(found: RunSummary) -> Figure:
    """A bar per method: which shares of a run's variance are due to objects, seed and both."""
    rows = list(found.table.rows())
    names = short_names(row["method"] for row in rows)
    marks: list[Mark] = []
    told = []
    for k, row in enumerate(rows):
        start = 0.0
        own = [part for part in found.parts.rows() if part["method"] == row["method"]]
        told.append(f"{short(row['method'])}: " + ", ".join(map(_share, own)))
        for part in own:
            stop, color = start + part["share"], _PARTS[part["part"]]
            if stop == start:
                continue
            marks.append(Rect(start, k - 0.3, stop, k + 0.3, color, tip=_share(part)))
            middle, size = (start + stop) / 2, (stop - start, 0.6)
            marks.append(Text(middle, float(k), percent(part["share"]), "#000000", 11, box=size))
            start = stop
    enough = ["" if row["enough"] is None else f"{row['enough']:,}" for row in rows]
    return Figure(
        title=f"What the variance of {found.measure} is due to",
        description="; ".join(told),
        width=400,
        height=_ROW * len(rows),
        x=Axis(0.0, 1.0, "share of the variance of one run",
               tuple((x / 4, f"{25 * x}%") for x in range(5))),
        y=Axis(
            len(rows) - 0.5, -0.5,
            ticks=tuple((float(k), name) for k, name in enumerate(names)),
            far=tuple((float(k), text) for k, text in enumerate(enough)),
            far_label="runs that are enough", far_color="ink", line=False, categories=True,
        ),
        marks=tuple(marks),
        legend=tuple(Key(_NAMES[part], color) for part, color in _PARTS.items()),
    )  # fmt: skip


def _told(row: dict[str, Any]) -> str:
    ends = f"{decimals(row['low'])} to {decimals(row['high'])}"
    return f"{short(row['method'])}: {decimals(row['value'])}, interval {ends}, {row['runs']} runs"


def _share(part: dict[str, Any]) -> str:
    return f"{_NAMES[part['part']]} {percent(part['share'])}"
