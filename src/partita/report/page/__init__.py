"""The report: one self-contained HTML file without network access and, by default, scripts."""

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
    facts: Mapping[str, str] | None = None,
    interactive: bool = False,
) -> str:
    """The report of a comparison, or of a sweep alone, as HTML.

    Parameters
    ----------
    subject
        The result of `comparison.report_data`, or of `sweep`.
    colors
        Colors of the classes by name, as `colors` of `partita.interop.anndata` gives them.
    sweep
        A sweep for a section of the comparison's report.
    laws
        Laws of measures by name, for a section on soft clusterings.
    facts
        Facts about the data by name, for the section "How this was computed".
    interactive
        Whether the page contains the script that marks, sorts, switches and saves.
    """
    from ...comparison import Sweep as Swept
    from .full_names import with_full_names
    from .report import comparison_page
    from .sweep import sweep_page

    if isinstance(subject, Swept):
        return sweep_page(subject, facts=facts, interactive=interactive)
    made = comparison_page(
        subject, colors=colors, sweep=sweep, laws=laws, facts=facts, interactive=interactive
    )
    return with_full_names(made, subject.full_names)


def write_report(
    subject: ReportData | Sweep,
    path: str | os.PathLike[str],
    *,
    colors: Colors = None,
    sweep: Sweep | None = None,
    laws: Mapping[str, Law] | None = None,
    facts: Mapping[str, str] | None = None,
    interactive: bool = False,
) -> None:
    """Write the report in one step: readers see the whole file, or the file before it."""
    check_html_name(path)
    text = page(
        subject, colors=colors, sweep=sweep, laws=laws, facts=facts, interactive=interactive
    )
    write_whole(path, text)
