"""Figures and tables of a `Growth`: the paper's curves, and the level of chance."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor

from partita.base.arrays import Floats
from partita.figures.grammar.marks import Axis, Figure, Key, Line, Mark, Point, Region, Tick
from partita.figures.grammar.words import round_ticks
from partita.report.formats.text import Table

from .growth import Growth

_COLORS = {"V": "class 0", "AMI": "class 2", "Q2": "class 1", "VI": "class 4"}
_PARTS = {"h": "class 0", "c": "class 4"}
_LONG = {"h": "homogeneity h", "c": "completeness c"}
_SHOWN = (1, 2, 5, 10, 20, 35, 50, 100, 200, 500, 1000)


def measured(growth: Growth, title: str) -> Figure:
    """V and Q2 on the left axis and VI on the right, as in the paper, with AMI and chance."""
    top = max(float(growth.high[key].max()) for key in ("V", "AMI", "Q2"))
    low = min(0.0, float(growth.low["AMI"].min()))
    high = ceil(20 * top) / 20
    marks: list[Mark] = [_chance(growth, "V", "class 0")]
    marks += [_band(growth, "V", "class 0")]
    for key in ("Q2", "AMI", "V"):
        marks += _curve(growth, key, _COLORS[key])
    height, far = _right(growth, high)
    places = tuple((float(k), height(v)) for k, v in _pairs(growth, growth.mean["VI"]))
    marks.append(Line(places, _COLORS["VI"], 1.6, tip="VI, on the right axis"))
    return Figure(
        title=title,
        description=_description(growth),
        width=470,
        height=310,
        x=_numbers(growth),
        y=Axis(low - 0.01 * high, high, "V, AMI, Q2", round_ticks(0, high), far, "VI (nats)",
               _COLORS["VI"], grid=True),
        marks=tuple(marks),
        legend=(
            Key("V", "class 0", "line"), Key("V of random labels", "class 0", "dashed"),
            Key("AMI", "class 2", "line"), Key("Q2", "class 1", "line"),
            Key("VI (right)", "class 4", "line"),
        ),
    )  # fmt: skip


def parts(growth: Growth, title: str) -> Figure:
    """Homogeneity and completeness of k-means and of random labels with the same sizes.

    The curves start at two clusters: with one, completeness is 1 whatever the data.
    """
    marks: list[Mark] = [_chance(growth, key, color) for key, color in _PARTS.items()]
    for key, color in _PARTS.items():
        marks += _curve(growth, key, color, start=2)
    last = growth.clusters[-1]
    description = "; ".join(
        f"{_LONG[key]} at {last} clusters {growth.at(key, last):.3f}, by chance "
        f"{growth.by_chance(key, last):.3f}"
        for key in _PARTS
    )
    keys = [
        key
        for name, color in _PARTS.items()
        for key in (Key(_LONG[name], color, "line"), Key(f"{name} by chance", color, "dashed"))
    ]
    y = Axis(-0.01, 1.02, "score", round_ticks(0, 1), grid=True)
    return Figure(title, description, 470, 260, _numbers(growth), y, tuple(marks), tuple(keys))


def table(growth: Growth) -> Table:
    """The numbers behind the figures, for some values of k."""
    header = ("k", "h", "c", "V", "V by chance", "AMI", "Q2", "VI")
    rows = [
        (
            k,
            *(growth.at(key, k) for key in ("h", "c", "V")),
            growth.by_chance("V", k),
            *(growth.at(key, k) for key in ("AMI", "Q2", "VI")),
        )
        for k in growth.clusters
        if k in _SHOWN
    ]
    return Table(header, rows)


def _pairs(growth: Growth, values: Floats) -> list[tuple[int, float]]:
    return list(zip(growth.clusters, values.tolist(), strict=True))


def _curve(growth: Growth, key: str, color: str, start: int = 1) -> list[Mark]:
    """The mean over the starts, as a line with points."""
    mean = [(float(k), v) for k, v in _pairs(growth, growth.mean[key]) if k >= start]
    marks: list[Mark] = [Line(tuple(mean), color, 2)]
    marks += [Point(k, v, color, 4, tip=f"{key} at k = {k:.0f}: {v:.3f}") for k, v in mean]
    return marks


def _band(growth: Growth, key: str, color: str) -> Region:
    """The range from the worst start to the best."""
    low, high = (_pairs(growth, of[key]) for of in (growth.low, growth.high))
    return Region((*high, *reversed(low)), color, f"{key}: from the worst start to the best")


def _chance(growth: Growth, key: str, color: str) -> Line:
    points = [(float(k), v) for k, v in _pairs(growth, growth.chance[key]) if k > 1]
    return Line(tuple(points), color, 1.4, True, f"{key} of random labels of the same sizes")


def _right(growth: Growth, high: float) -> tuple[Callable[[float], float], tuple[Tick, ...]]:
    """The height of VI on the left axis, and the ticks of the right one."""
    least, most = floor(growth.mean["VI"].min()), ceil(growth.mean["VI"].max())
    step = high / (most - least)

    def height(value: float) -> float:
        return float((value - least) * step)

    return height, tuple((height(value), f"{value}") for value in range(least, most + 1))


def _numbers(growth: Growth) -> Axis:
    ticks = tuple((float(k), f"{k:,}") for k in (1, 10, 100, 1000) if k <= growth.clusters[-1])
    return Axis(0.9, growth.clusters[-1] * 1.1, "number of clusters k", ticks, log=True)


def _description(growth: Growth) -> str:
    last = growth.clusters[-1]
    return (
        f"V is {growth.at('V', last):.3f} at {last} clusters, where random labels get "
        f"{growth.by_chance('V', last):.3f}; AMI is highest at {growth.best('AMI')} clusters and "
        f"{growth.at('AMI', last):.3f} at {last}; Q2 is highest at {growth.best('Q2')}; VI goes "
        f"from {growth.mean['VI'][0]:.2f} to {growth.mean['VI'][-1]:.2f}."
    )
