"""Scores of clusterings against several references, with their mean and the best."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..base.short_names import short_names
from ..base.wording import level_text
from .grammar.marks import Axis, Figure, Key, Line, Mark, Point
from .grammar.words import decimals, round_ticks, short

if TYPE_CHECKING:
    from ..comparison import ReferenceScores

_ROW = 24.0


def references(found: ReferenceScores) -> Figure:
    """A row per clustering and reference; the mean over references is a diamond."""
    rows = [row for row in found.table.rows() if row["reference"] != "best"]
    several = len({row["prediction"] for row in rows}) > 1
    names = [
        f"{row['prediction']}, {row['reference']}" if several else row["reference"] for row in rows
    ]
    marks: list[Mark] = []
    for k, row in enumerate(rows):
        mean = row["reference"] == "mean"
        color = "class 0" if mean else "muted"
        marks.append(Line(((row["low"], float(k)), (row["high"], float(k))), color, 4))
        at = row["value"], float(k)
        dot = Point(*at, color, 8) if not mean else Point(*at, color, 11, "diamond")
        marks.append(replace(dot, tip=_told(row)))
    values = [row[key] for row in rows for key in ("low", "high")]
    low, high = min(values), max(values)
    pad = 0.06 * (high - low) or 0.05
    low, high = low - pad, high + pad
    level = level_text(found.confidence)
    return Figure(
        title=f"{found.measure} against {len(found.names)} references",
        description="; ".join(map(_told, found.table.rows())),
        width=400,
        height=_ROW * len(rows),
        x=Axis(low, high, f"{found.measure}, {found.better} is better", round_ticks(low, high),
               grid=True),
        y=Axis(
            len(rows) - 0.5, -0.5,
            ticks=tuple((float(k), name) for k, name in enumerate(short_names(names))),
            far=tuple((float(k), decimals(row["value"])) for k, row in enumerate(rows)),
            far_color="ink", line=False, categories=True,
        ),
        marks=tuple(marks),
        legend=(
            Key(f"one reference, {level} interval", "muted", "line"),
            Key("mean over references", "class 0", "line"),
        ),
    )  # fmt: skip


def _told(row: dict[str, Any]) -> str:
    ends = f"{decimals(row['low'])} to {decimals(row['high'])}"
    about = f"{short(row['prediction'])}, {short(row['reference'])}"
    return f"{about}: {decimals(row['value'])}, interval {ends}"
