"""Results that show themselves: how they look is decided above them, and asked for when needed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def above(room: Literal["figures", "report"]) -> Any:
    """A room that shows results. It imports them, so they find it by its name."""
    return import_module(f"partita.{room}")


def drawn(figure: str, ax: Axes | None, *subject: object, **options: object) -> Axes:
    """Draw a figure of `partita.figures` by matplotlib, on these axes or on new ones."""
    figures = above("figures")
    axes: Axes = figures.draw(getattr(figures, figure)(*subject, **options), ax)
    return axes


class Shown:
    """A result that a notebook shows, laid out by a function of `partita.report`."""

    __slots__ = ()

    _layout = "record_html"

    def _repr_html_(self) -> str:
        html: str = getattr(above("report"), self._layout)(self)
        return html
