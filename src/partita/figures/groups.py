"""The scores of clusterings in each group of objects, with their intervals."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from ..base.short_names import short_names
from ..base.wording import count_text
from .grammar.marks import Axis, Figure, Key, Line, Mark, Marked, Point
from .grammar.palette import group_color
from .grammar.words import decimals, round_ticks, short

if TYPE_CHECKING:
    from ..comparison import Columns, Comparison
    from ..measures.chosen import Asked, Chosen

SHOWN = 20  # groups, those with the lowest scores of the best clustering
_CLUSTERINGS = 6  # the best ones
_SCORES = 48  # in the figure; of many groups, fewer clusterings are shown
_ROW, _LINE = 14.0, 9.0  # pixels of a group, and of each clustering in it


def groups(comparison: Comparison, measure: Asked | None = None) -> Figure:
    """Dots and intervals of the best clusterings in each group, the worst group first.

    Groups with a single class are last and have no dot.
    """
    from ..measures.chosen import choose

    chosen = comparison.leading if measure is None else choose(measure)
    return groups_of(comparison.by_group(chosen), chosen)


def groups_of(found: Columns, chosen: Chosen) -> Figure:
    """The same figure from the rows of `Comparison.by_group`, which take time for many groups."""
    rows = list(found.rows())
    names = list(dict.fromkeys(row["prediction"] for row in rows))
    first = {row["group"]: row for row in rows if row["prediction"] == names[0]}
    shown = sorted(first, key=lambda group: _badness(first[group], chosen))[:SHOWN]
    names = names[: min(_CLUSTERINGS, max(1, _SCORES // len(shown)))]
    place = {group: k for k, group in enumerate(shown)}
    step = _LINE / (_ROW + _LINE * len(names))
    marks: list[Mark] = []
    for row in rows:
        if row["group"] in place and row["prediction"] in names and not _unknown(row):
            turn = names.index(row["prediction"])
            height = place[row["group"]] + (turn - (len(names) - 1) / 2) * step
            marks += _score(row, height, group_color(turn))
    low, high = _ends(rows, chosen)
    labels = enumerate(short_names(shown))
    sizes = enumerate(count_text(first[group]["objects"]) for group in shown)
    return Figure(
        title=f"{chosen.label} in each group",
        description="The worst group first. " + "; ".join(_tip(first[group]) for group in shown),
        width=320,
        height=(_ROW + _LINE * len(names)) * len(shown),
        x=Axis(low, high, f"{chosen.label}, {chosen.measure.better} is better",
               round_ticks(low, high), grid=True),
        y=Axis(
            len(shown) - 0.5, -0.5, "groups",
            ticks=tuple((float(k), name) for k, name in labels),
            far=tuple((float(k), size) for k, size in sizes), far_label="objects",
            line=False, categories=True,
        ),
        marks=tuple(marks),
        legend=tuple(
            Key(name, group_color(k), "dot") for k, name in enumerate(short_names(names, 22))
        ),
    )  # fmt: skip


def _unknown(row: dict[str, Any]) -> bool:
    """Whether a group has no score, or one by convention because it has a single class."""
    return row["classes"] < 2 or isnan(row["value"])


def _badness(row: dict[str, Any], chosen: Chosen) -> tuple[bool, float]:
    """The order of groups: the worst first, those without a value last."""
    unknown = _unknown(row)
    return unknown, 0.0 if unknown else chosen.sign * row["value"]


def _score(row: dict[str, Any], height: float, color: str) -> list[Mark]:
    marks: list[Mark] = []
    if not isnan(row["low"]):
        ends = ((row["low"], height), (row["high"], height))
        marks.append(Line(ends, color, 3, tip=_tip(row)))
    marks.append(Point(row["value"], height, color, 8, tip=_tip(row)))
    return [Marked(tuple(marks), (row["prediction"],))]


def _ends(rows: list[dict[str, Any]], chosen: Chosen) -> tuple[float, float]:
    values = [row[name] for row in rows if not _unknown(row) for name in ("value", "low", "high")]
    known = [value for value in values if not isnan(value)] or list(chosen.measure.bounds)
    pad = 0.04 * (max(known) - min(known)) or 0.05
    return min(known) - pad, max(known) + pad


def _tip(row: dict[str, Any]) -> str:
    if row["classes"] < 2:
        return f"{short(row['group'])}, {short(row['prediction'])}: a single class"
    value = "no value" if isnan(row["value"]) else decimals(row["value"])
    ends = f", interval {decimals(row['low'])} to {decimals(row['high'])}"
    return (
        f"{short(row['group'])}, {short(row['prediction'])}: {value}"
        f"{'' if isnan(row['low']) else ends}"
    )
