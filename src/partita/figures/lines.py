"""The lines of a sweep: scores over a parameter, with their expected values under chance."""

from __future__ import annotations

from math import isnan, log10
from typing import TYPE_CHECKING, Any

from ..base.wording import brief
from ..measures.chosen import Asked, choose
from .grammar.marks import Axis, Figure, Key, Line, Mark, Names, Place, Point, Tick
from .grammar.palette import Colors, coloring
from .grammar.words import decimals, round_ticks, short, whole_ticks

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from ..comparison import Sweep

_DECADES = 1.3  # from this range on, the axis is logarithmic


def lines(
    sweep: Sweep, measures: Iterable[Asked] | None = None, *, colors: Colors = None
) -> Figure:
    """A line per measure, a dashed line for random labels of the same sizes, a ring at the best."""
    chosen = list(sweep.best) if measures is None else [choose(one).label for one in measures]
    better = {one.label: one.measure.better for one in sweep.measures}
    of = coloring(colors, chosen)
    at = _places(sweep.parameters)
    marks: list[Mark] = []
    values: list[float] = []
    ends: list[tuple[float, float, str]] = []
    for name in chosen:
        rows = list(sweep.of(name).rows())
        marks += _measure(rows, at, of(name), sweep.best[name], name)
        values += [row[key] for row in rows for key in ("value", "expected") if key in row]
        last = [row for row in rows if not isnan(row["value"])][-1]
        sign = "" if better[name] == "higher" else " (lower is better)"
        ends.append((at[last["parameter"]], last["value"], brief(name, 30) + sign))
    known = [value for value in values if not isnan(value)]
    low, high = min(0.0, *known), max(1.0, *known)
    color = tuple(of(name) for name in chosen)
    return Figure(
        title="Scores over the parameter",
        description=_description(sweep, chosen),
        width=440,
        height=300,
        x=_axis(sweep, at),
        y=Axis(low - 0.02 * (high - low), high + 0.04 * (high - low), "score",
               round_ticks(low, high), grid=True),
        marks=(*marks, Names(tuple(ends), color, 12, "right")),
        legend=_legend(sweep),
    )  # fmt: skip


def _measure(
    rows: list[dict[str, Any]], at: dict[Hashable, float], color: str, best: Hashable, name: str
) -> list[Mark]:
    marks: list[Mark] = []
    if "expected" in rows[0]:
        marks += [Line(part, color, 1.2, True) for part in _parts(rows, at, "expected")]
    marks += [Line(part, color, 2) for part in _parts(rows, at, "value")]
    for row in rows:
        if isnan(row["value"]):
            continue
        tip = f"{name} at {short(row['parameter'])}: {decimals(row['value'])}"
        place = (at[row["parameter"]], row["value"], color)
        marks.append(Point(*place, 5, tip=tip))
        if row["parameter"] == best:
            marks.append(Point(*place, 13, "ring", f"{name} prefers {short(best)}"))
    return marks


def _parts(
    rows: list[dict[str, Any]], at: dict[Hashable, float], key: str
) -> list[tuple[Place, ...]]:
    """The pieces of a line between missing values."""
    parts: list[list[Place]] = [[]]
    for row in rows:
        if isnan(row[key]):
            parts.append([])
        else:
            parts[-1].append((at[row["parameter"]], row[key]))
    return [tuple(part) for part in parts if len(part) > 1]


def _places(parameters: tuple[Hashable, ...]) -> dict[Hashable, float]:
    """Numbers are at their value, other parameters one after the other."""
    if all(type(one) in (int, float) for one in parameters):
        return {one: float(one) for one in parameters}  # type: ignore[arg-type]
    return {one: float(place) for place, one in enumerate(parameters)}


def _axis(sweep: Sweep, at: dict[Hashable, float]) -> Axis:
    places = sorted(at.values())
    low, high = places[0], places[-1]
    if not all(type(one) in (int, float) for one in sweep.parameters):
        ticks = tuple((at[one], brief(one, 20)) for one in sweep.parameters)
        return Axis(-0.4, high + 0.4, "parameter", ticks, categories=True)
    whole = all(type(one) is int for one in sweep.parameters)
    label = "number of clusters" if _is_k(sweep) else "parameter"
    if low > 0 and log10(high / low) >= _DECADES:
        return Axis(low / 1.12, high * 1.12, label, _log_ticks(places, low, high), log=True)
    pad = 0.04 * (high - low) or 0.5
    ticks = whole_ticks([int(place) for place in places]) if whole else round_ticks(low, high)
    return Axis(low - pad, high + pad, label, ticks)


def _log_ticks(places: list[float], low: float, high: float) -> tuple[Tick, ...]:
    """The parameters as ticks, without those too close to the one before."""
    ticks: list[Tick] = []
    least = (log10(high) - log10(low)) / 9
    for place in places:
        if not ticks or log10(place) - log10(ticks[-1][0]) >= least:
            ticks.append((place, f"{place:,.6g}" if place != int(place) else f"{int(place):,}"))
    return tuple(ticks)


def _is_k(sweep: Sweep) -> bool:
    pairs = zip(sweep.table["parameter"].tolist(), sweep.table["clusters"].tolist(), strict=True)
    return all(parameter == clusters for parameter, clusters in pairs)


def _legend(sweep: Sweep) -> tuple[Key, ...]:
    keys = [Key("score", "muted", "line")]
    if "expected" in sweep.table:
        keys.append(Key("chance", "muted", "dashed"))
    return (*keys, Key("preferred", "muted", "ring"))


def _description(sweep: Sweep, chosen: list[str]) -> str:
    return "; ".join(
        f"{name} prefers {short(sweep.best[name])} of {len(sweep.parameters)}" for name in chosen
    )
