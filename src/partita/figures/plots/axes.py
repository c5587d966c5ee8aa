"""Axes, legend and title of a figure in matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING, Any, Literal

from ...base.wording import printable
from ..grammar.layout import (
    LABEL,
    LEGEND,
    SMALL,
    TICK,
    Ticks,
    across,
    layout,
    legend_columns,
    slot,
    upwards,
)
from ..grammar.marks import Axis, Figure, Key, Scale, Tick
from .canvas import SHAPES, Canvas

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.transforms import Transform

_GAP = 6.0  # pixels between the axes and their labels
_LEGEND_ROW = 20.0


def set_scales(canvas: Canvas, figure: Figure) -> None:
    """Set linear or logarithmic axes."""
    for axis, change in ((figure.x, canvas.ax.set_xscale), (figure.y, canvas.ax.set_yscale)):
        if axis.log:
            change("log")


def set_limits(canvas: Canvas, figure: Figure) -> None:
    """Set the ends of both axes, before marks are placed and again after they widened them."""
    canvas.ax.set_xlim(figure.x.low, figure.x.high)
    canvas.ax.set_ylim(figure.y.low, figure.y.high)


def set_axes(canvas: Canvas, figure: Figure) -> None:
    """Draw labels, lines and grid of both axes."""
    ax, x, y = canvas.ax, figure.x, figure.y
    for side in ax.spines.values():
        side.set_visible(False)
    for name, axis in (("bottom", x), ("left", y)):
        ax.spines[name].set_visible(axis.line)
        ax.spines[name].set_color(canvas.color("muted"))
    ax.minorticks_off()
    ax.tick_params(length=0, pad=canvas.points(5))
    below, left = _thinned(x, x.ticks, canvas.width), _thinned(y, y.ticks, canvas.height)
    how, rows = across(x, below, canvas.width), upwards(y, left, canvas.height)
    ax.set_xticks(*_split(below), **canvas.font(how.size, "ink"), rotation=90 * how.turned)
    ax.set_yticks(*_split(left), **canvas.font(rows.size, "ink"))
    ax.set_axisbelow(True)
    lines: tuple[tuple[Literal["x", "y"], Axis], ...] = (("x", x), ("y", y))
    for name, axis in lines:
        ax.grid(visible=False, axis=name)
        if axis.grid:
            ax.grid(axis=name, color=canvas.color("faint"), linewidth=canvas.points(1))
    look = canvas.font(LABEL, "muted")
    ax.set_xlabel(printable(x.label), **look)
    ax.set_ylabel(printable(y.label), **look)
    _far(canvas, figure)


def _split(ticks: Sequence[Tick]) -> tuple[list[float], list[str]]:
    return [at for at, _ in ticks], [printable(label) for _, label in ticks]


def _thinned(axis: Axis, ticks: tuple[Tick, ...], length: float) -> tuple[Tick, ...]:
    """The labels of categories; every second, third, … if they are closer than small letters."""
    if not axis.categories or len(ticks) < 2:
        return ticks
    return ticks[:: max(1, ceil(0.9 * SMALL / slot(axis, ticks, length)))]


def _far(canvas: Canvas, figure: Figure) -> None:
    """Draw the labels on the right and on top."""
    ax, x, y = canvas.ax, figure.x, figure.y
    gap = canvas.points(_GAP)
    rows = upwards(y, y.far, canvas.height)
    for at, label in _thinned(y, y.far, canvas.height):
        ax.annotate(
            printable(label), (1, at), (gap, 0), xycoords=ax.get_yaxis_transform(),
            textcoords="offset points", va="center", annotation_clip=False,
            **canvas.font(rows.size, y.far_color),
        )  # fmt: skip
    columns = across(x, x.far, canvas.width)
    for at, label in _thinned(x, x.far, canvas.width):
        ax.annotate(
            printable(label), (at, 1), (0, gap), xycoords=ax.get_xaxis_transform(),
            textcoords="offset points", ha="center", rotation=90 * columns.turned,
            annotation_clip=False, **canvas.font(columns.size, x.far_color),
        )  # fmt: skip
    _far_labels(canvas, figure, rows, columns)


def _far_labels(canvas: Canvas, figure: Figure, rows: Ticks, columns: Ticks) -> None:
    ax, look = canvas.ax, canvas.font(LABEL, "muted")
    common: dict[str, Any] = {
        "xycoords": "axes fraction", "textcoords": "offset points", "annotation_clip": False, **look
    }  # fmt: skip
    if figure.y.far_label:
        away = (canvas.points(rows.room + _GAP), 0.0)
        ax.annotate(
            printable(figure.y.far_label), (1, 0.5), away, rotation=270, va="center", **common
        )
    if figure.x.far_label:
        up = (0.0, canvas.points(columns.room + _GAP))
        ax.annotate(printable(figure.x.far_label), (0.5, 1), up, ha="center", **common)


def legend_shape(figure: Figure, width: float) -> tuple[int, float]:
    """Return the columns of the legend, and the height that it needs beyond the layout's.

    Matplotlib aligns entries in columns, so it can need more rows than the layout.
    """
    place = layout(figure)
    columns = legend_columns(figure, max(width + place.right, LEGEND) - 40)
    planned = len({y for _, y, _ in place.keys})
    return columns, _LEGEND_ROW * max(0, ceil(len(figure.legend) / columns) - planned)


def set_legend(canvas: Canvas, figure: Figure) -> None:
    """Draw the legend and the color scale above the axes, and the title above both."""
    ax, place = canvas.ax, layout(figure)
    columns, more = legend_shape(figure, canvas.width)
    top = place.top + more  # rows of its own are above the scale
    if figure.legend:
        legend = ax.legend(
            handles=[_handle(canvas, key) for key in figure.legend], loc="upper left",
            bbox_to_anchor=(0, 1), bbox_transform=_raised(canvas, 0.0, top - _GAP / 2),
            borderaxespad=0, borderpad=0, frameon=False,
            ncols=columns,
            handlelength=1.4, columnspacing=1.0,
            prop={"size": canvas.points(TICK)}, labelcolor=canvas.color("ink"),
        )  # fmt: skip
        for text in legend.get_texts():
            text.set_parse_math(False)
            text.set_usetex(False)
    if figure.scale is not None and place.scale is not None:
        x, y = place.scale
        ax.add_artist(_scale(canvas, figure.scale, _raised(canvas, x - place.left, place.top - y)))
    ax.set_title(
        printable(figure.title), loc="left", pad=canvas.points(top + 4),
        **canvas.font(14, "ink"),
    )  # fmt: skip


def _raised(canvas: Canvas, right: float, up: float) -> Transform:
    """Positions relative to the axes, moved by pixels."""
    from matplotlib.transforms import ScaledTranslation

    moved = ScaledTranslation(
        canvas.points(right) / 72, canvas.points(up) / 72, canvas.page.dpi_scale_trans
    )
    return canvas.ax.transAxes + moved


def _handle(canvas: Canvas, key: Key) -> Artist:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    color, label = canvas.color(key.color), printable(key.label)
    if key.shape == "box":
        return Patch(facecolor=color, label=label)
    if key.shape in ("line", "dashed"):
        dashed = key.shape == "dashed"
        line = Line2D([], [], color=color, label=label, linestyle="--" if dashed else "-")
        line.set_linewidth(canvas.points(1.5 if dashed else 4))
        return line
    return Line2D(
        [], [], linestyle="none", marker=SHAPES[key.shape], markersize=canvas.points(9),
        markerfacecolor="none" if key.shape == "ring" else color, markeredgecolor=color,
        label=label,
    )  # fmt: skip


def _scale(canvas: Canvas, scale: Scale, transform: Any) -> Artist:
    from matplotlib.offsetbox import AnchoredOffsetbox, DrawingArea, HPacker, TextArea
    from matplotlib.patches import Rectangle

    look = canvas.font(TICK, "muted")
    step, height = canvas.points(9), canvas.points(10)
    bar = DrawingArea(10 * step, height)
    for k in range(10):
        color = canvas.color(f"sequential {(k + 0.5) / 10:.2f}")
        bar.add_artist(Rectangle((k * step, 0), step, height, facecolor=color, linewidth=0))
    words = [TextArea(printable(text), textprops=look) for text in (scale.label, scale.low)]
    last = TextArea(printable(scale.high), textprops=look)
    row = HPacker(children=[*words, bar, last], align="center", pad=0, sep=canvas.points(6))
    return AnchoredOffsetbox(
        "center left", child=row, frameon=False, pad=0, borderpad=0, bbox_to_anchor=(0, 1),
        bbox_transform=transform,
    )  # fmt: skip
