"""Matplotlib axes as the canvas of a figure. Text is never parsed as mathematics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...base.errors import InputError
from ..grammar.palette import DARK, LIGHT, resolved

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INCH = 96.0  # pixels of a figure
SHAPES = {"dot": "o", "ring": "o", "bar": "|", "diamond": "D"}
_PLAIN = {"parse_math": False, "usetex": False}


class Canvas:
    """Axes with their size in pixels and the colors for their background."""

    def __init__(self, ax: Axes) -> None:
        import matplotlib as mpl
        from matplotlib.colors import to_rgb

        self.ax = ax
        self.paper = to_rgb(ax.get_facecolor())
        self.colors = LIGHT if sum(self.paper) > 1.5 else DARK
        self.scale = float(mpl.rcParams["font.size"]) / 10  # of text, points and lines
        self._measure()

    def _measure(self) -> None:
        box = self.ax.get_window_extent()
        unit = INCH / self.page.dpi / self.scale
        self.width, self.height = float(box.width) * unit, float(box.height) * unit
        self.unit = unit

    @property
    def page(self) -> Figure:
        """The matplotlib figure of the axes."""
        inner = self.ax.figure
        if inner is None:
            raise InputError("ax has no figure; create it with matplotlib.pyplot.subplots")
        return inner.figure  # the whole figure of a subfigure

    def settle(self) -> None:
        """Apply a layout engine now, since text is fitted to the size of the axes."""
        if self.page.get_layout_engine() is not None:
            self.page.draw_without_rendering()
            self._measure()

    def points(self, pixels: float) -> float:
        """A length in points, from pixels."""
        return pixels * 72 / INCH * self.scale

    def color(self, role: str) -> tuple[float, float, float]:
        """A role or a hexadecimal color as RGB; degrees are mixed with the background."""
        from matplotlib.colors import to_rgb

        name, depth = resolved(role)
        if name == "paper":
            return self.paper
        full = to_rgb(self.colors.get(name, name))
        red, green, blue = (
            depth * a + (1 - depth) * b for a, b in zip(full, self.paper, strict=True)
        )
        return red, green, blue

    def font(self, size: float, color: str) -> dict[str, Any]:
        """The properties of text."""
        return {"fontsize": self.points(size), "color": self.color(color), **_PLAIN}

    def place(self, x: float, y: float) -> tuple[float, float]:
        """A position in pixels from the left and the top of the axes."""
        left, up = self.ax.transData.transform((x, y)) - self.ax.get_window_extent().min
        return float(left) * self.unit, self.height - float(up) * self.unit
