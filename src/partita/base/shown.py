"""Results that display themselves: a higher room lays them out, and is loaded when needed."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, ClassVar, Literal

if TYPE_CHECKING:
    import os
    from pathlib import Path

    from matplotlib.axes import Axes
    from pandas import DataFrame


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


class Plotted(Shown):
    """A result with a figure."""

    __slots__ = ()

    _figure: ClassVar[str]  # a function of `partita.figures`

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw this result with matplotlib.

        Parameters
        ----------
        ax
            Axes to draw on; new ones if left out.

        Returns
        -------
        Axes
            The axes.
        """
        return draw_figure(self._figure, ax, self)


class Framed(Shown):
    """A result whose numbers are the rows of its `table`."""

    __slots__ = ()

    _layout = "rows_html"

    table: Any  #: `Columns`, a room above

    def to_frame(self) -> DataFrame:
        """Return `table` as a pandas DataFrame.

        Returns
        -------
        DataFrame
            The same rows and columns.
        """
        frame: DataFrame = self.table.to_frame()
        return frame


class Plain(Shown):
    """A record of plain values."""

    __slots__ = ()

    def to_dict(self) -> dict[str, object]:
        """Return the fields as plain values.

        Returns
        -------
        dict
            The fields by name.
        """
        return {one.name: getattr(self, one.name) for one in fields(self)}  # type: ignore[arg-type]

    def to_json(self) -> str:
        """Return what `to_dict` returns as JSON; names that JSON does not know become text.

        Returns
        -------
        str
            An object with the fields by name.
        """
        from json import dumps

        return dumps(self.to_dict(), default=str)


class Tabled(Shown):
    """A result that is also a table for papers."""

    __slots__ = ()

    _grid = "scores_grid"  # of `partita.report.formats.grids`

    def to_latex(
        self,
        *,
        digits: int = 3,
        transpose: bool | None = None,
        caption: str = "",
        label: str = "",
        width: float | None = None,
    ) -> str:
        """A table for LaTeX, with the best in bold, intervals, letters and arrows.

        The table needs no package. Its rules are those of `booktabs` if the document loads it.

        Parameters
        ----------
        digits
            Decimals of the scores.
        transpose
            Whether rows and columns change places; None means what fits better.
        caption
            LaTeX code of a caption. With a caption or a label, the table is a float with notes
            that say what its marks mean; otherwise it is a tabular only.
        label
            The label to refer to.
        width
            Millimeters, such as 85 for a column: columns that do not fit continue below. Only
            floats have it, and beyond 100 mm they span both columns.

        Returns
        -------
        str
            LaTeX code.

        Raises
        ------
        InputError
            If an option cannot be used.
        """
        options = (digits, transpose, caption, label, width)
        text: str = above("report").latex_text(self, *options)
        return text


class Published(Tabled):
    """A result that writes what a paper needs."""

    __slots__ = ()

    def paper(
        self,
        folder: str | os.PathLike[str],
        *,
        width: float = 85,
        digits: int = 3,
        transpose: bool | None = None,
        caption: str = "",
        label: str = "",
        overwrite: bool = False,
    ) -> tuple[Path, ...]:
        """Write tables, figures, a methods paragraph and its references for a paper.

        The files are `table.tex`, `methods.tex` and `methods.md`, `references.bib` with the works
        that these cite, a PDF and an SVG of each figure, and `preview.tex`, a document that shows
        all of it. Tables and text need no package, and figures need `graphicx`. The same result
        gives the same bytes. A file that this call did not write, or that was changed since, is
        not replaced.

        Parameters
        ----------
        folder
            The folder; it is made if it does not exist.
        width
            Millimeters of tables and figures: 85 for a column, 175 for a page.
        digits
            Decimals of the scores.
        transpose
            Whether the rows and columns of the table change places; None means what fits better.
        caption
            LaTeX code of the caption of the table; a description of it if left out.
        label
            The label of the table; ``tab:scores`` or ``tab:datasets`` if left out.
        overwrite
            Whether to replace files that this call did not write, and those changed since.

        Returns
        -------
        tuple of Path
            The files.

        Raises
        ------
        InputError
            If an option cannot be used, the folder cannot be written to, a file would be replaced
            that this call did not write, or matplotlib is missing.

        Warns
        -----
        UserWarning
            If names need a TeX program with other fonts, or something was left out.
        """
        options = (digits, transpose, caption, label, width)
        files: tuple[Path, ...] = above("report").write_paper(
            self, folder, options, overwrite=overwrite
        )
        return files
