"""The layout of a figure in pixels: margins, labels and legend.

Text widths are estimated for a wide typeface, so that no label is cut in another one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log10

from .marks import Axis, Figure, Key, Names, Tick

TICK, SMALL, LABEL = 12.0, 8.0, 12.0  # text sizes: of ticks, the least, of the axes' labels
_NARROW, _WIDE = frozenset("ijlI.,:;'|! ()[]ft"), frozenset("mwMW@%—…")
LEGEND = 330.0  # least width of a legend
_PAD = 6.0
_KEY = 22.0  # width of the symbol of a legend entry
_BAR = 90.0  # width of the color scale


def text_width(text: str, size: float = TICK) -> float:
    """The approximate width of a text."""
    return size * sum(map(_em, text))


def _em(sign: str) -> float:
    if sign in _NARROW:
        return 0.36
    if sign in _WIDE:
        return 0.98
    if not sign.isascii() and ord(sign) > 0x2E80:
        return 1.05
    return 0.72 if sign.isupper() else 0.63


@dataclass(frozen=True, slots=True)
class Ticks:
    """How the tick labels on one side of an axis are drawn."""

    size: float = TICK
    turned: bool = False
    room: float = 0.0  # pixels that they need next to the axis


@dataclass(frozen=True, slots=True)
class Layout:
    """A figure with its margins; `x` and `y` turn values on the axes into pixels."""

    figure: Figure
    left: float
    top: float
    right: float
    bottom: float
    header: float  # height of the legend
    keys: tuple[tuple[float, float, Key], ...]  # legend entries and their positions
    scale: tuple[float, float] | None  # position of the color scale
    x_ticks: Ticks
    x_far: Ticks
    y_ticks: Ticks
    y_far: Ticks

    @property
    def width(self) -> float:
        """The whole width."""
        return self.left + self.figure.width + self.right

    @property
    def height(self) -> float:
        """The whole height."""
        return self.top + self.figure.height + self.bottom

    def x(self, value: float) -> float:
        """Pixels from the left edge."""
        return self.left + self.figure.width * _share(self.figure.x, value)

    def y(self, value: float) -> float:
        """Pixels from the top edge."""
        return self.top + self.figure.height * (1 - _share(self.figure.y, value))


def _share(axis: Axis, value: float) -> float:
    if axis.log:
        return (log10(value) - log10(axis.low)) / (log10(axis.high) - log10(axis.low))
    return (value - axis.low) / (axis.high - axis.low)


def layout(figure: Figure) -> Layout:
    """Compute the margins that axes, legend and names on the right need."""
    x, y = figure.x, figure.y
    x_ticks, x_far = (across(x, ticks, figure.width) for ticks in (x.ticks, x.far))
    y_ticks, y_far = (upwards(y, ticks, figure.height) for ticks in (y.ticks, y.far))
    left = y_ticks.room + (LABEL + _PAD if y.label else 0) + _PAD
    right = y_far.room + (LABEL + _PAD if y.far_label else 0) + _PAD
    right = max(right, _beyond(figure))
    for axis_ticks in (x.ticks, x.far):  # labels of numbers extend beyond the ends
        if axis_ticks and not x.categories:
            left = max(left, text_width(axis_ticks[0][1]) / 2 + 2)
            right = max(right, text_width(axis_ticks[-1][1]) / 2 + 2)
    if figure.legend or figure.scale is not None:
        right = max(right, LEGEND - figure.width)
    keys, scale, header = _legend(figure, left, left + figure.width + right)
    top = header + x_far.room + (LABEL + _PAD if x.far_label else 0) + _PAD
    bottom = x_ticks.room + (LABEL + _PAD if x.label else 0) + _PAD
    needed = max((text_width(label, LABEL) for label in (x.label, x.far_label)), default=0)
    spare = max(0.0, needed - figure.width - 2 * min(left, right)) / 2
    return Layout(
        figure, left + spare, top, right + spare, bottom, header, keys, scale,
        x_ticks, x_far, y_ticks, y_far,
    )  # fmt: skip


def across(axis: Axis, ticks: Sequence[Tick], width: float) -> Ticks:
    """Labels below or above the figure, turned by 90 degrees if they would touch."""
    if not ticks:
        return Ticks()
    widest = max(text_width(label) for _, label in ticks)
    room = slot(axis, ticks, width)
    if not axis.categories or widest + 6 <= room:
        return Ticks(TICK, False, TICK + 9)
    size = min(TICK, max(SMALL, 0.85 * room))
    return Ticks(size, True, widest * size / TICK + 8)


def upwards(axis: Axis, ticks: Sequence[Tick], height: float) -> Ticks:
    """Labels next to the rows, smaller if rows are narrow."""
    if not ticks:
        return Ticks()
    size = TICK
    if axis.categories:
        size = min(TICK, max(SMALL, 0.85 * slot(axis, ticks, height)))
    return Ticks(size, False, max(text_width(label, size) for _, label in ticks) + 8)


def slot(axis: Axis, ticks: Sequence[Tick], length: float) -> float:
    """The least distance of two ticks in pixels."""
    places = sorted(_share(axis, place) * length for place, _ in ticks)
    return min((b - a for a, b in pairwise(places)), default=length)


def _beyond(figure: Figure) -> float:
    """Space for names to the right of the ends of lines."""
    widths = [
        text_width(name, mark.size)
        for mark in figure.marks
        if isinstance(mark, Names) and mark.side == "right"
        for _, _, name in mark.points
    ]
    return max(widths) + 26 if widths else 0.0


def legend_columns(figure: Figure, width: float) -> int:
    """The number of entries in the fullest row of a legend of this width."""
    heights = [y for _, y, _ in _legend(figure, 0.0, width)[0]]
    return max((heights.count(height) for height in heights), default=1)


def _legend(
    figure: Figure, start: float, end: float
) -> tuple[tuple[tuple[float, float, Key], ...], tuple[float, float] | None, float]:
    """Legend entries in rows, the position of the color scale, and the height of both."""
    x, y, row = start, 4.0, LABEL + 8
    keys = []
    for key in figure.legend:
        width = _KEY + text_width(key.label) + 14
        if x > start and x + width > end:
            x, y = start, y + row
        keys.append((x, y + row / 2, key))
        x += width
    scale = None
    if figure.scale is not None:
        words = (figure.scale.label, figure.scale.low, figure.scale.high)
        width = sum(map(text_width, words)) + _BAR + 24
        if x > start and x + width > end:
            x, y = start, y + row
        scale = (x, y + row / 2)
    used = bool(keys) or scale is not None
    return tuple(keys), scale, y + row + 4 if used else 0.0
