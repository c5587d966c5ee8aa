"""Reports, tables and notebook displays of results; nothing is computed here."""

from __future__ import annotations

from ..base.late import late

__getattr__ = late(  # what results ask for when they are displayed
    __name__,
    {
        **dict.fromkeys(("measure_html", "measures_html", "record_html", "table_html"), "notebook"),
        **dict.fromkeys(("columns_html", "columns_text"), "formats.columns"),
        **dict.fromkeys(("matrix_html", "rows_html"), "formats.columns"),
        **dict.fromkeys(("consistency_html", "consistency_sheet"), "formats.consistency"),
        **dict.fromkeys(("comparison_html", "ranking_html"), "decisions"),
        **dict.fromkeys(("results_html", "summary_html"), "decisions"),
        **dict.fromkeys(("results_text", "summary_text"), "formats.findings"),
        "measures_text": "formats.listing",
        "Scores": "formats.scores",
        **dict.fromkeys(("properties_html", "properties_sheet"), "formats.properties"),
        "docstring": "formats.docstrings",
        "latex_text": "formats.grids",
        "write_paper": "paper.kit",
        "write_report": "page",
    },
)
