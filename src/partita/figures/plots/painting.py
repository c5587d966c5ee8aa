"""The marks of a figure on matplotlib axes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...base.wording import printable
from ..grammar.layout import text_width
from ..grammar.marks import Cells, Line, Mark, Marked, Names, Point, Rect, Region, Ribbon, Text
from ..grammar.placement import around, spread
from .canvas import SHAPES, Canvas

_LEAST = 7.0  # pixels; smaller text is left out
_ALIGN = {"start": "left", "middle": "center", "end": "right"}


def paint(canvas: Canvas, mark: Mark) -> None:
    """Add one mark."""
    _PAINTED[type(mark)](canvas, mark)


def _rect(canvas: Canvas, mark: Rect) -> None:
    from matplotlib.patches import Rectangle

    shape = Rectangle(
        (mark.x0, mark.y0), mark.x1 - mark.x0, mark.y1 - mark.y0,
        facecolor=canvas.color(mark.fill) if mark.fill else "none",
        edgecolor=canvas.color(mark.edge) if mark.edge else "none",
        linewidth=canvas.points(1) if mark.edge else 0, zorder=2, clip_on=False,
    )  # fmt: skip
    canvas.ax.add_patch(shape)


def _line(canvas: Canvas, mark: Line) -> None:
    x, y = zip(*mark.points, strict=True)
    canvas.ax.plot(
        x, y, color=canvas.color(mark.color), linewidth=canvas.points(mark.width), zorder=2,
        linestyle=(0, (4, 3)) if mark.dashed else "-", solid_capstyle="butt", clip_on=False,
    )  # fmt: skip


def _point(canvas: Canvas, mark: Point) -> None:
    color = canvas.color(mark.color)
    thin = mark.shape in ("ring", "bar")
    canvas.ax.plot(
        mark.x, mark.y, SHAPES[mark.shape], markersize=canvas.points(mark.size), zorder=2.5,
        markerfacecolor="none" if mark.shape == "ring" else color,
        markeredgecolor=color if thin or mark.size <= 7 else canvas.paper,
        markeredgewidth=canvas.points(2 if thin else 1), clip_on=False, linestyle="none",
    )  # fmt: skip


def _ribbon(canvas: Canvas, mark: Ribbon) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    (a, b), (c, d), x0, x1 = mark.left, mark.right, mark.x0, mark.x1
    m = (x0 + x1) / 2
    corners = [(x0, a), (m, a), (m, c), (x1, c), (x1, d), (m, d), (m, b), (x0, b), (x0, a)]
    codes = [Path.MOVETO, *3 * [Path.CURVE4], Path.LINETO, *3 * [Path.CURVE4], Path.CLOSEPOLY]
    shape = PathPatch(
        Path(corners, codes), facecolor=canvas.color(mark.fill), alpha=0.5, linewidth=0, zorder=2
    )
    canvas.ax.add_patch(shape)


def _region(canvas: Canvas, mark: Region) -> None:
    from matplotlib.patches import Polygon

    color = canvas.color(mark.fill)
    shape = Polygon(mark.points, facecolor=(*color, 0.18), edgecolor=color, zorder=2)
    shape.set_linewidth(canvas.points(1))
    canvas.ax.add_patch(shape)


def _text(canvas: Canvas, mark: Text) -> None:
    size = mark.size
    if mark.box is not None:
        size = min(size, _fitting(canvas, mark.text, mark.box))
        if size < _LEAST:
            return
    canvas.ax.annotate(
        printable(mark.text), (mark.x, mark.y),
        (canvas.points(mark.shift[0]), canvas.points(mark.shift[1])),
        textcoords="offset points", ha=_ALIGN[mark.align], va="center", annotation_clip=False,
        **canvas.font(size, mark.color),
    )  # fmt: skip


def _cells(canvas: Canvas, mark: Cells) -> None:
    widest = max((text for _, _, text, _ in mark.words), key=text_width, default="")
    size = min(mark.size, _fitting(canvas, widest, mark.box))
    if size < _LEAST:
        return
    for x, y, text, color in mark.words:
        look = canvas.font(size, color)
        canvas.ax.text(x, y, text, ha="center", va="center_baseline", **look)


def _fitting(canvas: Canvas, text: str, box: tuple[float, float]) -> float:
    left, right = canvas.ax.get_xlim()
    low, high = canvas.ax.get_ylim()
    width = canvas.width * abs(box[0] / (right - left))
    return min(width / max(text_width(text, 1.0), 0.1), canvas.height * abs(box[1] / (high - low)))


def _names(canvas: Canvas, mark: Names) -> None:
    places = [canvas.place(x, y) for x, y, _ in mark.points]
    if mark.side == "right":
        _at_the_right(canvas, mark, places)
        return
    from matplotlib.patheffects import AbstractPathEffect, withStroke

    sizes = [(text_width(name, mark.size), mark.size + 1) for _, _, name in mark.points]
    corners = around(places, sizes, (0.0, 0.0, canvas.width, canvas.height))
    rim: list[AbstractPathEffect] = [withStroke(linewidth=2, foreground=canvas.paper)]
    for (x, y, name), at, corner, size in zip(mark.points, places, corners, sizes, strict=True):
        if corner is None:
            continue
        right = corner[0] < at[0] - size[0] / 2  # a name to the left of its point is right-aligned
        dx = corner[0] - at[0] + (size[0] if right else 0.0)
        dy = at[1] - corner[1] - size[1] / 2
        words = canvas.ax.annotate(
            printable(name), (x, y), (canvas.points(dx), canvas.points(dy)), va="center",
            textcoords="offset points", ha="right" if right else "left", zorder=3,
            annotation_clip=False, **canvas.font(mark.size, "ink"),
        )  # fmt: skip
        words.set_path_effects(rim)


def _at_the_right(canvas: Canvas, mark: Names, places: list[tuple[float, float]]) -> None:
    from matplotlib.transforms import ScaledTranslation, blended_transform_factory

    ax = canvas.ax
    heights = spread([y for _, y in places], mark.size + 3, 0.0, canvas.height)
    base = blended_transform_factory(ax.transAxes, ax.transData)
    inches = canvas.page.dpi_scale_trans
    rows = zip(mark.points, places, heights, mark.colors, strict=True)
    for (_, y, name), at, height, color in rows:
        up = canvas.points(at[1] - height)
        moved = base + ScaledTranslation(canvas.points(10) / 72, up / 72, inches)
        ax.plot(
            1, y, "_", transform=moved, color=canvas.color(color), clip_on=False,
            markersize=canvas.points(12), markeredgewidth=canvas.points(3),
        )  # fmt: skip
        ax.annotate(
            printable(name), (1, y), (canvas.points(20), up), xycoords=base,
            textcoords="offset points", va="center", annotation_clip=False,
            **canvas.font(mark.size, "ink"),
        )  # fmt: skip


def _marked(canvas: Canvas, mark: Marked) -> None:
    for one in mark.marks:
        paint(canvas, one)


_PAINTED: dict[type, Callable[[Canvas, Any], None]] = {
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
