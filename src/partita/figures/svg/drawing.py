"""The marks of a figure as SVG elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..grammar.layout import Layout, text_width
from ..grammar.marks import Cells, Line, Mark, Marked, Names, Point, Rect, Region, Ribbon, Text
from ..grammar.placement import around, spread
from .elements import (
    element,
    number,
    outlined,
    owners,
    paint,
    path,
    polygon,
    rect,
    sign,
    stroke,
    words,
)

_LEAST = 7.5  # pixels; smaller text is left out
_SWATCH = 12.0


def drawn(mark: Mark, place: Layout) -> str:
    """A mark as SVG."""
    return _DRAWN[type(mark)](mark, place)


def _rect(mark: Rect, place: Layout) -> str:
    left, right = sorted((place.x(mark.x0), place.x(mark.x1)))
    top, bottom = sorted((place.y(mark.y0), place.y(mark.y1)))
    look = paint(mark.fill, mark.edge)
    return rect(left, top, right - left, bottom - top, look=look, tip=mark.tip)


def _line(mark: Line, place: Layout) -> str:
    points = ((place.x(x), place.y(y)) for x, y in mark.points)
    return path(points, stroke(mark.color, mark.width, dashed=mark.dashed), mark.tip)


def _point(mark: Point, place: Layout) -> str:
    x, y = place.x(mark.x), place.y(mark.y)
    return sign(x, y, color=mark.color, size=mark.size, shape=mark.shape, tip=mark.tip)


def _ribbon(mark: Ribbon, place: Layout) -> str:
    left, right = place.x(mark.x0), place.x(mark.x1)
    a, b, c, d = (number(place.y(end)) for end in (*mark.left, *mark.right))
    x0, m, x1 = (number(x) for x in (left, (left + right) / 2, right))
    curve = f"M{x0} {a}C{m} {a} {m} {c} {x1} {c}V{d}C{m} {d} {m} {b} {x0} {b}Z"
    return element("path", f'd="{curve}"{paint(mark.fill, opacity=0.5)}', mark.tip)


def _region(mark: Region, place: Layout) -> str:
    points = ((place.x(x), place.y(y)) for x, y in mark.points)
    return polygon(points, paint(mark.fill, mark.fill, 0.18), mark.tip)


def _text(mark: Text, place: Layout) -> str:
    size = mark.size
    if mark.box is not None:
        size = min(size, _fitting(mark.text, mark.box, place))
        if size < _LEAST:
            return ""
    x, y = place.x(mark.x) + mark.shift[0], place.y(mark.y) - mark.shift[1]
    return words(mark.text, x, y, size, anchor=mark.align, color=mark.color)


def _cells(mark: Cells, place: Layout) -> str:
    """Texts of one size, the largest at which the widest fits."""
    widest = max((text for _, _, text, _ in mark.words), key=text_width, default="")
    size = min(mark.size, _fitting(widest, mark.box, place))
    if size < _LEAST:
        return ""
    return "".join(
        words(text, place.x(x), place.y(y), size, anchor="middle", color=color, look=look)
        for (x, y, text, color), look in zip(
            mark.words, _looks(mark.clusterings, len(mark.words), mark.part), strict=True
        )
    )


def _fitting(text: str, box: tuple[float, float], place: Layout) -> float:
    """The largest text size that fits into a box."""
    figure = place.figure
    width = figure.width * abs(box[0] / (figure.x.high - figure.x.low))
    height = figure.height * abs(box[1] / (figure.y.high - figure.y.low))
    return min(width / max(text_width(text, 1.0), 0.1), height)


def _names(mark: Names, place: Layout) -> str:
    points = [(place.x(x), place.y(y)) for x, y, _ in mark.points]
    names = [name for _, _, name in mark.points]
    right, bottom = place.left + place.figure.width, place.top + place.figure.height
    if mark.side == "right":
        heights = spread([y for _, y in points], mark.size + 3, place.top, bottom)
        return "".join(
            path(((right + 4, y), (right + 4 + _SWATCH, y)), stroke(color, 3))
            + words(name, right + 8 + _SWATCH, y, mark.size)
            for name, y, color in zip(names, heights, mark.colors, strict=True)
        )
    sizes = [(text_width(name, mark.size), mark.size + 1) for name in names]
    corners = around(points, sizes, (place.left, place.top, right, bottom))
    return "".join(
        outlined(name, corner[0], corner[1] + (mark.size + 1) / 2, mark.size, look)
        for name, corner, look in zip(
            names, corners, _looks(mark.clusterings, len(names)), strict=True
        )
        if corner is not None
    )


def _marked(mark: Marked, place: Layout) -> str:
    inside = "".join(drawn(one, place) for one in mark.marks)
    return f"<g{owners(mark.clusterings, mark.part)}>{inside}</g>"


def _looks(clusterings: tuple[str, ...], size: int, part: str = "") -> list[str]:
    """The attributes of texts that belong to clusterings, or none."""
    return [owners([name], part) for name in clusterings] or [""] * size


_DRAWN: dict[type, Callable[[Any, Layout], str]] = {
    Rect: _rect,
    Line: _line,
    Point: _point,
    Ribbon: _ribbon,
    Region: _region,
    Text: _text,
    Cells: _cells,
    Names: _names,
    Marked: _marked,
}
