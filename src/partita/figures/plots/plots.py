"""Plots by matplotlib, for papers and notebooks: each takes axes and returns them.

Plots show nothing on the screen and change no setting. Each draws a public table:
`Comparison.cells`, `.plane`, `.to_frame`, `Sweep.table`, `Agreement.ordered`, `Ranking.table`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

from ... import figures
from ...base.errors import InputError
from ...base.keywords import explain_keywords
from ...base.wording import article
from ..grammar.layout import layout
from ..grammar.marks import Figure
from ..grammar.palette import Colors

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ...comparison import Comparison

_TITLE = 26.0


def draw(figure: Figure, ax: Axes | None = None) -> Axes:
    """Draw a figure on these axes, or on new axes of the size that it needs."""
    _check_axes(ax)
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


def _check_axes(ax: object, remedy: str = "pass axes of matplotlib.pyplot.subplots") -> None:
    if ax is not None and not hasattr(ax, "transData"):
        kind = article(type(ax).__name__)
        raise InputError(f"ax is {kind}, not axes of matplotlib: leave it out, or {remedy}")


def _axes(figure: Figure) -> Axes:
    """New axes in a figure with the margins that the labels need."""
    import matplotlib as mpl
    import matplotlib.pyplot as plt

    from .axes import legend_shape
    from .canvas import INCH

    place = layout(figure)
    title = 8.4 * len(figure.title) + 16
    _, more = legend_shape(figure, figure.width)
    width, height = max(place.width, place.left + title), place.height + more + _TITLE
    unit = float(mpl.rcParams["font.size"]) / 10 / INCH
    page = plt.figure(figsize=(width * unit, height * unit))
    left, bottom = place.left / width, place.bottom / height
    return page.add_axes((left, bottom, figure.width / width, figure.height / height))


@contextmanager
def publication() -> Iterator[None]:
    """Keep text in saved SVG and PDF files as text, which can be searched and edited.

    >>> from partita.figures.plots.plots import publication
    >>> with publication():
    ...     pass  # ax.figure.savefig("figure.pdf")
    """
    import matplotlib as mpl

    with mpl.rc_context({"svg.fonttype": "none", "pdf.fonttype": 42, "ps.fonttype": 42}):
        yield


class ComparisonPlots:
    """The plots of a comparison. `colors` maps labels to colors, or lists them in order."""

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
        """The contingency table, each cluster with its class; the table is `cells()`."""
        return self._draw("heatmap", ax, prediction=prediction, share=share, limit=limit)

    def classes(self, ax: Axes | None = None, *, limit: int = 30) -> Axes:
        """How well each clustering finds each class; the table is `class_matrix(limit=30)`."""
        return self._draw("class_matrix", ax, limit=limit)

    def flow(
        self,
        ax: Axes | None = None,
        *,
        prediction: str | None = None,
        limit: int = 20,
        colors: Colors = None,
    ) -> Axes:
        """Ribbons from classes to clusters; the table is `cells(limit=20)`."""
        return self._draw("flow", ax, prediction=prediction, limit=limit, colors=colors)

    def groups(self, ax: Axes | None = None, *, measure: Any = None) -> Axes:
        """Scores and intervals in each group of objects; the table is `by_group()`."""
        return self._draw("groups", ax, measure=measure)

    @explain_keywords
    def plane(
        self, ax: Axes | None = None, *, confidence: float = 0.95, colors: Colors = None
    ) -> Axes:
        """Homogeneity against completeness with confidence ellipses; the table is `plane()`."""
        return self._draw("plane", ax, confidence=confidence, colors=colors)

    def ranges(
        self, ax: Axes | None = None, *, prediction: str | None = None, colors: Colors = None
    ) -> Axes:
        """All scores between the worst and the best value; the table is `to_frame()`."""
        return self._draw("ranges", ax, prediction=prediction, colors=colors)

    def __call__(self, *_: object, **__: object) -> NoReturn:
        """Refuse `c.plot()`, since each plot has a name."""
        raise InputError(
            "a comparison has several plots: write c.plot.classes(), c.plot.heatmap(), "
            "c.plot.flow(), c.plot.groups(), c.plot.plane() or c.plot.ranges()"
        )

    def _draw(self, figure: str, ax: Any, **options: Any) -> Axes:
        named = isinstance(ax, str) and "prediction" in options  # heatmap("kmeans")
        _check_axes(ax, f"pass prediction={ax!r}") if named else _check_axes(ax)
        return draw(getattr(figures, figure)(self._comparison, **options), ax)
