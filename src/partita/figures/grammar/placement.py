"""Positions of names that overlap neither each other nor points, inside the figure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Box = tuple[float, float, float, float]  # left, top, right, bottom


def spread(heights: Sequence[float], least: float, low: float, high: float) -> list[float]:
    """Heights moved as little as needed to be `least` apart, within both ends if possible."""
    order = sorted(range(len(heights)), key=lambda k: heights[k])
    groups: list[list[float]] = []  # wanted center, members
    for k in order:
        groups.append([heights[k], 1.0])
        while len(groups) > 1:
            (a, n), (b, m) = groups[-2], groups[-1]
            if b - a >= least * (n + m) / 2:
                break
            groups[-2:] = [[(a * n + b * m) / (n + m), n + m]]
    placed: list[float] = []
    for center, size in groups:
        placed += [center + (k - (size - 1) / 2) * least for k in range(int(size))]
    placed = _within(placed, least, low, high)
    found = [0.0] * len(heights)
    for k, height in zip(order, placed, strict=True):
        found[k] = height
    return found


def _within(placed: list[float], least: float, low: float, high: float) -> list[float]:
    if not placed or (len(placed) - 1) * least > high - low:
        return placed
    for k in range(len(placed)):  # push down from the top, then up from the bottom
        placed[k] = max(placed[k], low + k * least)
    for k in range(len(placed)):
        placed[-1 - k] = min(placed[-1 - k], high - k * least)
    return placed


def around(
    points: Sequence[tuple[float, float]], sizes: Sequence[tuple[float, float]], area: Box
) -> list[tuple[float, float] | None]:
    """The left and top of a label for each point, or None if it would cover another label.

    Of the positions around each point, near ones first, the label takes the first free one, or the
    one that covers least of points and labels. Positions are in pixels, y downwards.
    """
    dots: list[Box] = [(x - 6, y - 6, x + 6, y + 6) for x, y in points]
    labels: list[Box] = []
    found: list[tuple[float, float] | None] = []
    for place, ((x, y), (width, height)) in enumerate(zip(points, sizes, strict=True)):
        others = [*dots[:place], *dots[place + 1 :], *labels]
        best = min(_boxes(x, y, width, height), key=lambda box: _cost(box, others, area))
        if any(_common(best, label) for label in labels):
            found.append(None)
        else:
            labels.append(best)
            found.append((best[0], best[1]))
    return found


def _boxes(x: float, y: float, width: float, height: float) -> Iterable[Box]:
    """Boxes next to, above and below a point, the nearest first."""
    for away in (8.0, 18.0, 30.0):
        lefts = ((x + away, y - height / 2), (x - away - width, y - height / 2))
        slant = 0.75 * away
        corners = (
            (x + slant, y - slant - height), (x + slant, y + slant),
            (x - slant - width, y - slant - height), (x - slant - width, y + slant),
        )  # fmt: skip
        middles = ((x - width / 2, y - away - height), (x - width / 2, y + away))
        for left, top in (*lefts, *middles, *corners):
            yield left, top, left + width, top + height


def _cost(box: Box, others: Sequence[Box], area: Box) -> float:
    """The area of others that a box covers; area outside the figure costs more."""
    covered = sum(_common(box, other) for other in others)
    whole = (box[2] - box[0]) * (box[3] - box[1])
    return covered + 4 * (whole - _common(box, area))


def _common(one: Box, other: Box) -> float:
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return width * height if width > 0 and height > 0 else 0.0
