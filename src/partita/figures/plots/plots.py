"""Figures by matplotlib, for papers and notebooks: each takes axes and returns them.

Nothing is shown and no setting is changed. Every plot draws a public table: `Comparison.cells`,
`.plane`, `.to_frame`, `Sweep.table`, `Agreement.ordered`, `Ranking.table` and so on.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ... import figures
from ...base.errors import InputError
from ...base.keywords import explain_keywords
from ..grammar.layout import layout
from ..grammar.marks import Figure
from ..grammar.palette import Colors

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ...comparison import Comparison

_INCH = 96.0
_TITLE = 26.0


def draw(figure: Figure, ax: Axes | None = None) -> Axes:
    """Draw a figure on these axes, or on new ones of the size that fits it."""
    try:
        from .axes import set_axes, set_legend, set_limits, set_scales
        from .canvas import Canvas
        from .painting import paint

        own = _axes(figure) if ax is None else ax
    except ImportError as error:
        raise InputError("plots need matplotlib; install it with partita[plot]") from error
    canvas = Canvas(own)
    set_scales(canvas, figure)
    set_limits(canvas, figure)
    set_axes(canvas, figure)
    set_legend(canvas, figure)
    canvas.settle()
    for mark in figure.marks:
        paint(canvas, mark)
    set_limits(canvas, figure)
    return own


def _axes(figure: Figure) -> Axes:
    """New axes in a figure with the margins that the words need."""
    import matplotlib as mpl
    import matplotlib.pyplot as plt

    place = layout(figure)
    title = 8.4 * len(figure.title) + 16
    width, height = max(place.width, place.left + title), place.height + _TITLE
    unit = float(mpl.rcParams["font.size"]) / 10 / _INCH
    page = plt.figure(figsize=(width * unit, height * unit))
    return page.add_axes(
        (
            place.left / width,
            place.bottom / height,
            figure.width / width,
            figure.height / height,
        )
    )


@contextmanager
def publication() -> Iterator[None]:
    """Within it, text in saved SVG and PDF files stays text that can be searched and edited.

    >>> from partita.figures.plots.plots import publication
    >>> with publication():
    ...     pass  # ax.figure.savefig("figure.pdf")
    """
    import matplotlib as mpl

    with mpl.rc_context({"svg.fonttype": "none", "pdf.fonttype": 42, "ps.fonttype": 42}):
        yield


class ComparisonPlots:
    """The figures of a comparison. `colors` maps labels to colors, or lists them in order."""

    def __init__(self, comparison: Comparison) -> None:
        self._comparison = comparison

    def heatmap(
        self,
        ax: Axes | None = None,
        *,
        prediction: str | None = None,
        share: str = "class",
        limit: int = 40,
    ) -> Axes:
        """The contingency table with best matches on the diagonal; the table is `cells()`."""
        found = figures.heatmap(self._comparison, prediction, share=share, limit=limit)
        return draw(found, ax)

    def flow(
        self,
        ax: Axes | None = None,
        *,
        prediction: str | None = None,
        limit: int = 20,
        colors: Colors = None,
    ) -> Axes:
        """Ribbons from classes to clusters; the table is `cells(limit=20)`."""
        return draw(figures.flow(self._comparison, prediction, limit=limit, colors=colors), ax)

    @explain_keywords
    def plane(
        self, ax: Axes | None = None, *, confidence: float = 0.95, colors: Colors = None
    ) -> Axes:
        """Homogeneity against completeness with ellipses; the table is `plane()`."""
        return draw(figures.plane(self._comparison, confidence=confidence, colors=colors), ax)

    def ranges(
        self, ax: Axes | None = None, *, prediction: str | None = None, colors: Colors = None
    ) -> Axes:
        """All scores between the worst and the best value; the table is `to_frame()`."""
        return draw(figures.ranges(self._comparison, prediction, colors=colors), ax)
