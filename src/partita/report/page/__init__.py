"""The report: one self-contained HTML file without network access or scripts."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...base.files import check_html_name, write_whole

if TYPE_CHECKING:
    from ...comparison import Sweep
    from ...comparison.report_data import ReportData
    from ...figures.grammar.palette import Colors
    from ...soft.kinds.results import Law


def page(
    subject: ReportData | Sweep,
    *,
    colors: Colors = None,
    sweep: Sweep | None = None,
    laws: Mapping[str, Law] | None = None,
) -> str:
    """The report of a comparison, or of a sweep alone, as HTML.

    Parameters
    ----------
    subject
        What `comparison.report_data` makes of a comparison, or what `sweep` returned.
    colors
        Colors of the classes by name, as `colors` of `partita.interop.anndata` gives them.
    sweep
        A sweep that belongs to a comparison gets a section of its own.
    laws
        Laws of measures by name, for what soft clusterings leave open.
    """
    from ...comparison import Sweep as Swept
    from .report import comparison_page
    from .series import sweep_page

    if isinstance(subject, Swept):
        return sweep_page(subject)
    return comparison_page(subject, colors=colors, sweep=sweep, laws=laws)


def write_report(
    subject: ReportData | Sweep,
    path: str | os.PathLike[str],
    *,
    colors: Colors = None,
    sweep: Sweep | None = None,
    laws: Mapping[str, Law] | None = None,
) -> None:
    """Write the report; a reader of the file sees all of it or what was there before."""
    check_html_name(path)
    write_whole(path, page(subject, colors=colors, sweep=sweep, laws=laws))
