"""Figures as SVG: text stays text, and colors follow the page's light or dark mode.

`svg(figure)` is an element for an HTML page whose style sheet includes `STYLE` once. Without it,
and in programs without style sheets, the colors are light. `document(figure)` is a complete file
with its own style.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ..grammar.layout import LABEL, TICK, Layout, layout, text_width
from ..grammar.marks import Axis, Figure, Key, Tick
from .drawing import drawn
from .elements import (
    STYLE,
    element,
    escaped,
    number,
    owners,
    paint,
    path,
    rect,
    sign,
    stroke,
    words,
)

__all__ = ["STYLE", "document", "svg"]

_FONT = 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'
_TITLE = 26.0  # pixels for the title of a file


def svg(figure: Figure) -> str:
    """An svg element for a page that includes `STYLE`."""
    place = layout(figure)
    ends = [at for x, y in figure.ends or () for at in (place.x(x), place.y(y))]
    look = f' data-ends="{" ".join(map(number, ends))}"' if ends else ""
    return _root(figure, place.width, place.height, _content(place), look)


def document(figure: Figure) -> str:
    """A complete SVG file with style, background and title."""
    place = layout(figure)
    title = text_width(figure.title, 14)
    width, height = max(place.width, title + 16), place.height + _TITLE
    start = place.left if place.left + title < width else 8.0
    parts = (
        f"<style>{STYLE}</style>",
        element("rect", f'width="{number(width)}" height="{number(height)}"{paint("paper")}'),
        words(figure.title, start, 13, 14, look=' font-weight="600"'),
        f'<g transform="translate(0 {number(_TITLE)})">{_content(place)}</g>',
    )
    return _root(figure, width, height, "".join(parts)) + "\n"


def _root(figure: Figure, width: float, height: float, content: str, look: str = "") -> str:
    title, described = escaped(figure.title), escaped(figure.description)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="partita-figure" role="img" '
        f'aria-label="{title}" width="{number(width)}" height="{number(height)}" '
        f'viewBox="0 0 {number(width)} {number(height)}" font-family="{escape(_FONT)}"{look}>'
        f"<title>{title}</title><desc>{described}</desc>{content}</svg>"
    )


def _content(place: Layout) -> str:
    marks = [drawn(mark, place) for mark in place.figure.marks]
    return "".join([*_grid(place), *marks, *_axes(place), *_labels(place), *_legend(place)])


def _grid(place: Layout) -> list[str]:
    figure = place.figure
    right, bottom = place.left + figure.width, place.top + figure.height
    lines = []
    if figure.y.grid:
        lines += [((place.left, place.y(at)), (right, place.y(at))) for at, _ in figure.y.ticks]
    if figure.x.grid:
        lines += [((place.x(at), place.top), (place.x(at), bottom)) for at, _ in figure.x.ticks]
    return _scale([path(line, stroke("faint", 1)) for line in lines], figure)


def _axes(place: Layout) -> list[str]:
    figure = place.figure
    right, bottom = place.left + figure.width, place.top + figure.height
    parts = []
    if figure.x.line:
        parts.append(path(((place.left, bottom), (right, bottom)), stroke("muted", 1)))
    if figure.y.line:
        parts.append(path(((place.left, place.top), (place.left, bottom)), stroke("muted", 1)))
    below = [
        _below(tick, place, bottom + 4, look)
        for tick, look in _labeled(figure.x, figure.x.ticks, 0)
    ]
    parts += _scale(below, figure)
    parts += [
        _above(tick, place, place.top - 4, look)
        for tick, look in _labeled(figure.x, figure.x.far, 1)
    ]
    parts += [
        words(label, place.left - 6, place.y(at), place.y_ticks.size, anchor="end", look=look)
        for (at, label), look in _labeled(figure.y, figure.y.ticks, 0)
    ]
    parts += [
        words(label, right + 6, place.y(at), place.y_far.size, color=figure.y.far_color, look=look)
        for (at, label), look in _labeled(figure.y, figure.y.far, 1)
    ]
    return parts


def _labeled(axis: Axis, ticks: Sequence[Tick], side: int) -> list[tuple[Tick, str]]:
    """Each label of an axis with the attributes that say which clustering it is about."""
    looks = [owners([name], axis.parts[side]) for name in axis.clusterings] or [""] * len(ticks)
    return list(zip(ticks, looks, strict=True)) if ticks else []


def _scale(parts: list[str], figure: Figure) -> list[str]:
    """Lines and labels of the axis that other scores of the clusterings would change."""
    if figure.ends is None or not figure.y.clusterings:
        return parts
    return [f"<g{owners((), 'scale')}>", *parts, "</g>"]


def _below(tick: Tick, place: Layout, y: float, look: str) -> str:
    x, how = place.x(tick[0]), place.x_ticks
    if how.turned:
        return words(tick[1], x, y, how.size, anchor="end", turn=-90, look=look)
    return words(tick[1], x, y + how.size / 2 + 4, how.size, anchor="middle", look=look)


def _above(tick: Tick, place: Layout, y: float, look: str) -> str:
    x, how, color = place.x(tick[0]), place.x_far, place.figure.x.far_color
    if how.turned:
        return words(tick[1], x, y, how.size, turn=-90, color=color, look=look)
    return words(tick[1], x, y - how.size / 2, how.size, anchor="middle", color=color, look=look)


def _labels(place: Layout) -> list[str]:
    """The labels of the axes."""
    x, y = place.figure.x, place.figure.y
    middle = place.left + place.figure.width / 2
    center = place.top + place.figure.height / 2
    half, right = LABEL / 2 + 3, place.left + place.figure.width
    spots = (
        (x.label, middle, place.height - half, 0),
        (x.far_label, middle, place.header + half, 0),
        (y.label, half, center, -90),
        (y.far_label, right + place.y_far.room + half, center, 90),
    )
    return [
        words(label, at, height, LABEL, anchor="middle", turn=turn, color="muted")
        for label, at, height, turn in spots
        if label
    ]


def _legend(place: Layout) -> list[str]:
    parts = [_key(key, x, y) for x, y, key in place.keys]
    scale = place.figure.scale
    if scale is None or place.scale is None:
        return parts
    x, y = place.scale
    for label, gap in ((scale.label, 8.0), (scale.low, 5.0)):
        parts.append(words(label, x, y, TICK, color="muted"))
        x += text_width(label) + gap
    for step in range(10):
        look = paint(f"sequential {(step + 0.5) / 10:.2f}")
        parts.append(rect(x + 9 * step, y - 5, 9, 10, look=look))
    return [*parts, words(scale.high, x + 95, y, TICK, color="muted")]


def _key(key: Key, x: float, y: float) -> str:
    if key.shape == "box":
        drawing = rect(x, y - 5, 14, 10, look=paint(key.color))
    elif key.shape in ("line", "dashed"):
        dashed = key.shape == "dashed"
        look = stroke(key.color, 1.5 if dashed else 4, dashed=dashed)
        drawing = path(((x, y), (x + 16, y)), look)
    else:
        size = 11 if key.shape in ("bar", "ring") else 9
        drawing = sign(x + 8, y, color=key.color, size=size, shape=key.shape)
    return drawing + words(key.label, x + 22, y, TICK)
