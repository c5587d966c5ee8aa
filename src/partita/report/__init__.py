"""Presentation: reads results, computes nothing."""

from __future__ import annotations

from ..base.late import late

__getattr__ = late(  # what results ask for when they are shown
    __name__,
    {
        **dict.fromkeys(("measure_html", "ranking_html", "record_html", "table_html"), "notebook"),
        **dict.fromkeys(
            (
                "columns_html",
                "columns_text",
                "comparison_html",
                "matrix_html",
                "presented",
                "rows_html",
            ),
            "formats.comparison",
        ),
        **dict.fromkeys(("properties_html", "properties_sheet"), "formats.properties"),
        "docstring": "formats.docstrings",
        "write_report": "page",
    },
)
