"""Which clustering is best: the leaderboard, and the differences between clusterings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..base.short_names import short_names
from ..base.wording import brief, level_text, p_number, p_text
from .grammar.marks import Axis, Cells, Figure, Key, Line, Mark, Marked, Point, Rect, Scale
from .grammar.palette import depth, on_depth
from .grammar.spans import frame
from .grammar.words import decimals, round_ticks, short

if TYPE_CHECKING:
    from ..comparison import Ranking

_ROW = 24.0
_LISTED = 15  # pairs that are listed with their intervals; more pairs are a matrix
_SHOWN = 40  # clusterings


def leaderboard(ranking: Ranking) -> Figure:
    """Clusterings from best to worst; those with a common letter are not distinguishable."""
    rows = list(ranking.table.head(_SHOWN).rows())
    names = short_names(row["prediction"] for row in rows)
    marks: list[Mark] = []
    for place, row in enumerate(rows):
        dot: list[Mark] = [Point(row["value"], float(place), "class 0", 9, tip=_tip(row))]
        if "low" in row:
            ends = ((row["low"], float(place)), (row["high"], float(place)))
            dot.insert(0, Line(ends, "class 0", 5))
        marks.append(Marked(tuple(dot), (row["prediction"],), "values"))
    values = [row[name] for row in rows for name in ("value", "low", "high") if name in row]
    low, high = _ends(values)
    keys = [Key("value", "class 0", "dot")]
    keys += (
        [Key(f"{level_text(ranking.confidence)} interval", "class 0", "line")]
        if "low" in rows[0]
        else []
    )
    return Figure(
        title=f"Clusterings by {ranking.measure}",
        description="Best first. Clusterings with a common letter are not distinguishable at the "
        f"{level_text(ranking.confidence)} level. " + "; ".join(map(_tip, rows)),
        width=400,
        height=_ROW * len(rows),
        x=Axis(low, high, f"{ranking.measure}, {ranking.better} is better", round_ticks(low, high),
               grid=True),
        y=Axis(
            len(rows) - 0.5, -0.5,
            ticks=tuple((float(place), name) for place, name in enumerate(names)),
            far=tuple(
                (float(place), f"{decimals(row['value'])}  {row['group']}")
                for place, row in enumerate(rows)
            ),
            far_label="value, group", far_color="ink", line=False, categories=True,
            clusterings=tuple(row["prediction"] for row in rows),
        ),
        marks=tuple(marks),
        legend=tuple(keys) if len(keys) > 1 else (),
        ends=((low, 0.0), (high, 0.0)),
    )  # fmt: skip


def differences(ranking: Ranking) -> Figure:
    """How much better each clustering is than another: intervals of few pairs, a matrix of many."""
    if ranking.differences.height <= _LISTED:
        return _listed(ranking)
    return _matrix(ranking)


def _listed(ranking: Ranking) -> Figure:
    rows = list(ranking.differences.rows())
    marks: list[Mark] = [Line(((0.0, -0.5), (0.0, len(rows) - 0.5)), "muted", 1, dashed=True)]
    for place, row in enumerate(rows):
        color = "class 0" if ranking.is_apart(row) else "muted"
        ends = ((row["low"], float(place)), (row["high"], float(place)))
        line = Line(ends, color, 4, tip=_sentence(row))
        dot = Point(row["value"], float(place), color, 9, tip=_sentence(row))
        marks.append(Marked((line, dot), (row["first"], row["second"])))
    low, high = _ends([0.0, *(row[name] for row in rows for name in ("low", "high"))])
    names = [f"{brief(row['first'], 16)} − {brief(row['second'], 16)}" for row in rows]
    return Figure(
        title=f"Differences in {ranking.measure}",
        description="; ".join(map(_sentence, rows)),
        width=380,
        height=_ROW * len(rows),
        x=Axis(low, high, f"how much better the first is ({ranking.measure})",
               round_ticks(low, high), grid=True),
        y=Axis(
            len(rows) - 0.5, -0.5,
            ticks=tuple((float(place), name) for place, name in enumerate(names)),
            far=tuple((float(place), _p(row)) for place, row in enumerate(rows)),
            far_label="corrected p", far_color="ink", line=False, categories=True,
        ),
        marks=tuple(marks),
        legend=(
            Key("significantly different", "class 0", "line"),
            Key("not distinguishable", "muted", "line"),
        ),
    )  # fmt: skip


def _matrix(ranking: Ranking) -> Figure:
    names = [row["prediction"] for row in ranking.table.head(_SHOWN).rows()]
    place = {name: k for k, name in enumerate(names)}
    rows = [
        row
        for row in ranking.differences.rows()
        if row["first"] in place and row["second"] in place
    ]
    most = max(abs(row["value"]) for row in rows) or 1.0
    marks: list[Mark] = []
    words = []
    for row in rows:
        x, y, share = place[row["second"]], place[row["first"]], abs(row["value"]) / most
        apart = ranking.is_apart(row)
        fill = depth(share) if apart else ""
        cell = Rect(x - 0.5, y - 0.5, x + 0.5, y + 0.5, fill, "faint", _sentence(row))
        marks.append(Marked((cell,), (row["first"], row["second"])))
        text = decimals(row["value"], 2) if apart else "="
        words.append((x, y, text, on_depth(share) if apart else "muted"))
    marks.append(Cells(tuple(words), (0.9, 0.8), 11))
    labels = short_names(names)
    ticks = tuple((float(k), name) for k, name in enumerate(labels))
    side, every = min(44.0, max(15.0, 560 / len(names))), tuple(names)
    return Figure(
        title=f"Differences in {ranking.measure}",
        description="How much better the row's clustering is than the column's; an equals sign "
        "if they are not distinguishable.",
        width=side * len(names),
        height=side * len(names),
        x=Axis(
            -0.5, len(names) - 0.5, "than", ticks, line=False, categories=True, clusterings=every
        ),
        y=Axis(
            len(names) - 0.5, -0.5, "better", ticks, line=False, categories=True, clusterings=every
        ),
        marks=(*marks, frame(len(names), len(names))),
        scale=Scale(f"difference in {ranking.measure}", "0", decimals(most, 2)),
    )


def _p(row: dict[str, Any]) -> str:
    return p_number(row["p_adjusted"], at_floor=row["at_floor"])


def _tip(row: dict[str, Any]) -> str:
    return f"{short(row['prediction'])}: {decimals(row['value'])}, group {row['group']}"


def _sentence(row: dict[str, Any]) -> str:
    return (
        f"{brief(row['first'], 20)} minus {brief(row['second'], 20)}: {decimals(row['value'])}, "
        f"interval {decimals(row['low'])} to {decimals(row['high'])}, "
        f"{p_text(row['p_adjusted'], at_floor=row['at_floor'])}"
    )


def _ends(values: list[float]) -> tuple[float, float]:
    """The ends of an axis, a little beyond all values."""
    low, high = min(values), max(values)
    pad = 0.06 * (high - low) or 0.05
    return low - pad, high + pad
