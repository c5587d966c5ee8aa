"""Results that display themselves: a higher room lays them out, and is loaded when needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def above(room: Literal["figures", "report"]) -> Any:
    """Return a room that displays results; it imports them, so they load it by name."""
    from importlib import import_module  # a tenth of a millisecond at the start

    return import_module(f"partita.{room}")


def draw_figure(figure: str, ax: Axes | None, *subject: object, **options: object) -> Axes:
    """Draw a figure of `partita.figures` with matplotlib, on these axes or on new ones."""
    figures = above("figures")
    axes: Axes = figures.draw(getattr(figures, figure)(*subject, **options), ax)
    return axes


class Shown:
    """A result with a display for notebooks, laid out by a function of `partita.report`."""

    __slots__ = ()

    _layout = "record_html"

    def _repr_html_(self) -> str:
        html: str = getattr(above("report"), self._layout)(self)
        return html
