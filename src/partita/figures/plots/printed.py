"""Figures for print: as wide as a column, with text of one size, and the same bytes every time."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...base.errors import InputError
from ..grammar.marks import Figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Page

FORMATS = ("pdf", "svg")
_INCH = 25.4  # millimeters
_FONTS = (8.0, 7.0, 6.0)  # font.size in points: 12 pixels are nine tenths of it
_LEAST = 0.4  # of the page: the axes keep this share, with the largest letters that allow it
_NARROWEST = 0.2
_ROUNDS = 5
_CLOSE = 1.0  # point
_FINE = 720  # dots per inch, so that text is measured as vector formats set it
_EDGE = 2.0  # points
_METADATA: dict[str, dict[str, Any]] = {
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
    "svg": {"Date": None, "Creator": None},
}


def printed(figure: Figure, width: float) -> dict[str, bytes]:
    """The figure in each of `FORMATS`, this many millimeters wide; captions replace its title."""
    try:
        import matplotlib as mpl
    except ImportError as error:
        raise InputError("figures need matplotlib; install it with partita[plot]") from error
    with mpl.rc_context():
        mpl.rcdefaults()  # settings of the user would change the bytes
        mpl.rcParams["pdf.fonttype"] = 42  # TrueType, which journals demand
        mpl.rcParams["svg.fonttype"] = "none"
        mpl.rcParams["svg.hashsalt"] = "partita"  # ids that do not differ from run to run
        page = _fitted(replace(figure, title=""), 72 * width / _INCH)
        return {style: _saved(page, style) for style in FORMATS}


def _saved(page: Page, style: str) -> bytes:
    out = io.BytesIO()
    page.savefig(out, format=style, metadata=_METADATA[style])
    return out.getvalue()


def _fitted(figure: Figure, width: float) -> Page:
    """A page of this width in points, with the largest letters that leave room for the axes."""
    import matplotlib as mpl

    for size in _FONTS:
        mpl.rcParams["font.size"] = size
        page, share = _drawn(figure, width, size)
        if share >= _LEAST:
            break
    return page


def _drawn(figure: Figure, width: float, size: float) -> tuple[Page, float]:
    """A page with margins for all labels, and the share of its width that the axes have.

    The margins follow from what the first drawings need; the share is 0 if they find no end.
    """
    from matplotlib.figure import Figure as Page

    from .plots import draw

    unit = 72 / 96 * size / 10  # points of a pixel
    left = right = below = above = 0.15 * width
    share = 0.0
    for _ in range(_ROUNDS):
        inner = max(_NARROWEST * width, width - left - right)
        tall = inner if figure.width == figure.height else figure.height * unit
        height = above + tall + below
        page = Page(figsize=(width / 72, height / 72), dpi=_FINE)
        area = (left / width, below / height, inner / width, tall / height)
        draw(replace(figure, width=inner / unit, height=tall / unit), page.add_axes(area))
        page.draw_without_rendering()
        box = page.get_tightbbox()
        more = (
            _EDGE - 72 * box.x0, 72 * box.x1 + _EDGE - width,
            _EDGE - 72 * box.y0, 72 * box.y1 + _EDGE - height,
        )  # fmt: skip
        if max(map(abs, more)) < _CLOSE:
            share = inner / width
            break
        left, right, below, above = (
            margin + lack for margin, lack in zip((left, right, below, above), more, strict=True)
        )
    return page, share
