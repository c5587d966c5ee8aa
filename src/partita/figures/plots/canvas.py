"""Axes of matplotlib as paper for a figure. Words are never read as mathematics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...base.errors import InputError
from ..grammar.palette import DARK, LIGHT, resolved

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_INCH = 96.0  # pixels of a figure
SHAPES = {"dot": "o", "ring": "o", "bar": "|", "diamond": "D"}
_PLAIN = {"parse_math": False, "usetex": False}


class Canvas:
    """Axes with their size in pixels and the colors that fit their background."""

    def __init__(self, ax: Axes) -> None:
        import matplotlib as mpl
        from matplotlib.colors import to_rgb

        self.ax = ax
        self.paper = to_rgb(ax.get_facecolor())
        self.colors = LIGHT if sum(self.paper) > 1.5 else DARK
        self.scale = float(mpl.rcParams["font.size"]) / 10  # of words, points and lines
        self._measure()

    def _measure(self) -> None:
        box = self.ax.get_window_extent()
        unit = _INCH / self.page.dpi / self.scale
        self.width, self.height = float(box.width) * unit, float(box.height) * unit
        self.unit = unit

    @property
    def page(self) -> Figure:
        """The matplotlib figure that the axes stand in."""
        inner = self.ax.figure
        if inner is None:
            raise InputError("ax belongs to no figure; make it with matplotlib.pyplot.subplots")
        return inner.figure  # of a part of a figure, the whole

    def settle(self) -> None:
        """Let a layout that moves axes do so, since words are fitted to their size."""
        if self.page.get_layout_engine() is not None:
            self.page.draw_without_rendering()
            self._measure()

    def points(self, pixels: float) -> float:
        """Printer's points of a length in pixels."""
        return pixels * 72 / _INCH * self.scale

    def color(self, role: str) -> tuple[float, float, float]:
        """A role or a hexadecimal color; degrees are mixed with the background."""
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
        """Properties of words."""
        return {"fontsize": self.points(size), "color": self.color(color), **_PLAIN}

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Pixels from the left and from the top of the axes."""
        left, up = self.ax.transData.transform((x, y)) - self.ax.get_window_extent().min
        return float(left) * self.unit, self.height - float(up) * self.unit
